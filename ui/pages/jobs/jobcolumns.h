#pragma once

#include "models/jobs/jobcolumns.h"

#include <QList>
#include <QObject>
#include <QStringList>

namespace yardmaster {

class JobsTable;
struct ColumnRoom;

/// Which columns a list of jobs shows, in which order and how wide, as chosen. Where the list is
/// too narrow for that, the header shows less of it: names give way, unless their width was chosen
/// by hand, and then spare columns are left out (see sharedRoom()). The one on the right, the error
/// mostly, gets what is left.
class JobColumns final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobColumns)

public:
    /// `table` is borrowed.
    explicit JobColumns(JobsTable *table);

    /// From left to right, hidden ones too. The header keeps it.
    [[nodiscard]] QList<JobColumn> order() const;
    /// As chosen.
    [[nodiscard]] bool isShown(JobColumn column) const { return m_choices.at(int(column)).isShown; }
    /// The last one stays. @returns whether it is now as wanted.
    bool setShown(JobColumn column, bool isShown);
    /// @param place  from left to right, 0..
    void move(JobColumn column, int place);
    /// As they are at first; those of payloads are hidden.
    void reset();
    /// Shows what is at this place of the payloads, in a column of its own that can be moved,
    /// hidden and removed. @returns why not, one sentence; empty: it is there.
    QString addPayload(const QStringList &path);
    /// Takes a payload column out. The last one that is shown stays: @returns whether it went.
    bool remove(JobColumn column);
    [[nodiscard]] QString title(JobColumn column) const;
    /// The title, and that there is no room for it where that is so.
    [[nodiscard]] QString remark(JobColumn column) const;
    /// Each as wide as what is loaded.
    void fitToContent();

    bool eventFilter(QObject *watched, QEvent *event) override;

    /// To be kept in settings: "state 132", "payload.user.id 90", in order; a hidden one has a
    /// minus in front.
    [[nodiscard]] QStringList save() const;
    /// What is unknown is left out, what is missing comes last, hidden; without any: reset().
    void restore(const QStringList &saved);

Q_SIGNALS:
    void changed();

private:
    struct Choice
    {
        int width = 0;
        bool isByHand = false; ///< not the usual width
        bool isShown = true;
    };

    [[nodiscard]] int count() const;
    [[nodiscard]] bool isLastShown(JobColumn column) const;
    [[nodiscard]] std::optional<JobColumn> named(const QString &name);
    [[nodiscard]] QString nameOf(JobColumn column) const;
    [[nodiscard]] int usualWidth(JobColumn column) const;
    [[nodiscard]] ColumnRoom roomOf(JobColumn column) const;
    [[nodiscard]] int leastAtEnd(JobColumn column) const;
    [[nodiscard]] int rightmost() const;
    JobColumn makePayload(const QStringList &path);
    void choose(JobColumn column, int width);
    void onResized(int section, int width);
    void fit();
    void stretch();

    JobsTable *const m_table;
    QList<Choice> m_choices; // by section
    int m_line;              // pixels of a line, with the font that the columns are made for
    bool m_isRestoring = false;
    bool m_isFitting = false;
};

} // namespace yardmaster
