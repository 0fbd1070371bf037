#pragma once

#include <QList>
#include <QTreeWidget>

namespace yardmaster {

class ConsoleContext;

/// A short list whose rows stand for jobs: a click, or Return, asks for them. While the pointer is
/// over it, it stands still.
class LinkList final : public QTreeWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LinkList)

public:
    struct Row
    {
        QStringList cells; ///< the first is a name, others are figures
        QString filter;
        QString toolTip; ///< of its name

        [[nodiscard]] bool operator==(const Row &) const = default;
    };

    explicit LinkList(const QStringList &titles, QWidget *parent = nullptr);

    void setRows(const QList<Row> &rows);
    /// Rows lead to their jobs from now on; borrowed.
    void setContext(ConsoleContext *context);
    /// Shown while there are none.
    void setPlaceholder(const QString &text);

Q_SIGNALS:
    void filterChosen(const QString &filter);

protected:
    void leaveEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitColumns();
    void showRows();
    void choose(const QTreeWidgetItem *item);

    QString m_placeholder;
    QList<Row> m_rows;
    QList<Row> m_shown;
};

} // namespace yardmaster
