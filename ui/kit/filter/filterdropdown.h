#pragma once

#include "models/query/filtercompletion.h"

#include <QFrame>

class QListWidget;

namespace yardmaster {

class Label;

/// Hangs below the filter: what could be written next, and what is wrong. It lies over the window
/// instead of pushing the list down, and never takes the focus.
class FilterDropDown final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilterDropDown)

public:
    explicit FilterDropDown(QWidget *parent);

    /// The first is not chosen: Enter applies what was typed. Empty: no list.
    void setCandidates(const QList<FilterCandidate> &candidates);
    /// Sentence and hint; empty: none.
    void setNote(const QString &message, const QString &hint);
    [[nodiscard]] bool hasList() const { return !m_candidates.isEmpty(); }
    [[nodiscard]] bool hasNote() const;
    /// Of the candidates; -1: none is chosen.
    [[nodiscard]] int currentRow() const;
    /// Down or up by so many rows, from none to the first or the last and round again.
    void step(int rows);
    /// Sizes itself below `field` (in coordinates of the parent), inside of the parent, and shows
    /// itself if there is anything to show.
    void place(const QRect &field);

Q_SIGNALS:
    /// Clicked.
    void chosen(int row);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QList<FilterCandidate> m_candidates;
    QListWidget *m_list;
    QWidget *m_note;
    Label *m_message;
    Label *m_hint;
};

} // namespace yardmaster
