#pragma once

#include "models/query/filtercompletion.h"
#include "models/query/filterhistory.h"
#include "models/query/filterparser.h"
#include "models/query/filtertrail.h"
#include "models/query/supportingindex.h"

#include <QPointer>
#include <QSet>
#include <QTimer>
#include <QWidget>

namespace yardmaster {

class ConsoleContext;
class FilterChip;
class FilterDropDown;
class FilterEditor;
class LineButton;

/// The line that says which jobs, or runs, are listed.
///
///   Empty, Valid ──edit──> Typing ──400 ms, Enter──> Empty | Valid (announced) | Invalid
///
/// While it is invalid, the filter before stays in force. Commands: filter.focus, filter.back,
/// filter.forward, filter.clear, filter.cost, filter.help; of runs "history.…", without a cost.
///
/// Long because typing, history and completion move one state machine.
class FilterBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilterBar)

public:
    enum class State { Empty, Typing, Valid, Invalid };
    Q_ENUM(State)

    /// `context` is borrowed and must outlive the bar.
    explicit FilterBar(ConsoleContext *context, QWidget *parent = nullptr,
                       FilterLanguage language = FilterLanguage::Jobs);
    ~FilterBar() override;

    /// Shows it, and applies it at once if it is understood.
    void setFilterText(const QString &text);
    [[nodiscard]] QString filterText() const;
    /// The one in force: the last that was announced.
    [[nodiscard]] const Filter &filter() const { return m_filter; }
    [[nodiscard]] State state() const { return m_state; }

    /// The supporting indexes that are there.
    void setIndexes(const QSet<SupportingIndex> &indexes);
    /// Names to complete with.
    void setNames(FilterNames names);
    /// Where the history is kept, instead of the place of the profile.
    void setHistoryFile(const QString &file);

Q_SIGNALS:
    /// This filter is in force now.
    void filterApplied(const yardmaster::Filter &filter);
    /// Its help was asked for, and opens.
    void helpRequested();
    /// An index that would make the filter cheap is wanted.
    void indexRequested(yardmaster::SupportingIndex index);
    /// Escape: the focus goes back to the list.
    void leaveRequested();
    void stateChanged();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void moveEvent(QMoveEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    enum class Trigger { Pause, Enter, Program };

    void makeCommands();
    void onEdited();
    void apply(Trigger trigger);
    void showWhatIsPossible();
    void setState(State state);
    void showChip();
    [[nodiscard]] bool onKey(QKeyEvent *event);
    void complete();
    void accept(int row);
    void hideList();
    void showNote();
    void placeDropDown();
    void walkHistory(int step);
    void walkTrail(int step);
    void focusEditor();
    void goBack() { walkTrail(-1); }
    void goForward() { walkTrail(1); }
    void clear();
    void showCost();
    void showHelp();

    ConsoleContext *const m_context;
    const FilterLanguage m_language;
    FilterEditor *m_editor;
    QWidget *m_field;
    FilterChip *m_chip;
    LineButton *m_back;
    LineButton *m_forward;
    LineButton *m_clear;
    QPointer<FilterDropDown> m_dropDown; // belongs to the window it lies over
    QTimer m_pause;
    State m_state = State::Empty;
    ParsedFilter m_parsed;
    QString m_text; // as of m_parsed
    Filter m_filter;
    QSet<SupportingIndex> m_indexes;
    FilterNames m_names;
    FilterCompletion m_completion; // of what the list shows
    FilterHistory m_history;
    qsizetype m_historyAt = -1; // -1: at the line being written
    QString m_draft;            // that line, while the history is shown
    FilterTrail m_trail;
    bool m_isProgram = false; // the text is not being typed
};

} // namespace yardmaster
