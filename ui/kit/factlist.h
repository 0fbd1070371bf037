#pragma once

#include <QWidget>

#include <optional>

class QGridLayout;

namespace yardmaster {

/// A fact about a job as the inspector lists it.
struct Fact
{
    QString name;
    QString value;  ///< one or two lines
    QString copied; ///< what goes on the clipboard; empty: the value
    bool isFigure = false;
    QString toolTip = {};
};

/// Names on the left, values on the right, each of which can be copied with its context menu or,
/// when focused, with Ctrl+C.
class FactList final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FactList)

public:
    explicit FactList(QWidget *parent = nullptr);

    void setFacts(const QList<Fact> &facts);
    [[nodiscard]] const QList<Fact> &facts() const { return m_facts; }
    /// "Name: value", a line each.
    [[nodiscard]] QString text() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Line;
    void copy(int row) const;

    QList<Fact> m_facts;
    QGridLayout *m_grid;
    QList<QWidget *> m_names;
    QList<QWidget *> m_values;
};

} // namespace yardmaster
