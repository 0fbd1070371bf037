#pragma once

#include <QObject>

class QTableView;

namespace yardmaster {

/// How high the rows of tables are, in all of them at once. Tables that are made later follow when
/// they are first shown. GUI thread.
class Density final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Density)

public:
    enum class Choice { Compact, Normal, Roomy };
    Q_ENUM(Choice)

    /// Lives as long as the application.
    [[nodiscard]] static Density *instance();

    [[nodiscard]] Choice choice() const { return m_choice; }
    void setChoice(Choice choice);

    bool eventFilter(QObject *watched, QEvent *event) override;

    /// For a table that is as high from its beginning, whatever its font.
    void apply(QTableView *table) const;

private:
    explicit Density(QObject *parent);

    Choice m_choice = Choice::Normal;
};

} // namespace yardmaster
