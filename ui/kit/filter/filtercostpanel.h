#pragma once

#include "models/query/filtersql.h"
#include "models/query/supportingindex.h"

#include <QFrame>
#include <QSet>

namespace yardmaster {

/// What a filter costs: each term with the reason, the indexes that would make it cheap, and the
/// statement it stands for. A popup; deletes itself when it closes.
class FilterCostPanel final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilterCostPanel)

public:
    FilterCostPanel(const Filter &filter, const FilterContext &context,
                    const QSet<SupportingIndex> &indexes, QWidget *parent);

    /// With its right end below the right end of `anchor`, on its screen.
    void popUp(const QWidget *anchor);

Q_SIGNALS:
    void indexRequested(yardmaster::SupportingIndex index);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QWidget *makeTerms(const Filter &filter, const QSet<SupportingIndex> &indexes);
    [[nodiscard]] QWidget *makeOffer(SupportingIndex index);
};

} // namespace yardmaster
