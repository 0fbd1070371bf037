#pragma once

#include "models/query/filtercost.h"

#include <QAbstractButton>

namespace yardmaster {

/// How the filter is doing, as shape, word and colour: nothing asked, being typed, what it costs,
/// or not understood.
class FilterChip final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilterChip)

public:
    enum class Kind { Everything, Typing, Indexed, Bounded, Scan, Invalid };
    Q_ENUM(Kind)

    explicit FilterChip(QWidget *parent = nullptr);

    void setKind(Kind kind);
    void setCost(FilterCost cost);
    [[nodiscard]] Kind kind() const { return m_kind; }
    /// "bounded"
    [[nodiscard]] static QString word(Kind kind);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Kind m_kind = Kind::Everything;
};

} // namespace yardmaster
