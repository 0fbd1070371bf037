#pragma once

#include <QFrame>
#include <QPointer>

class QLineEdit;
class QListView;
class QSettings;

namespace yardmaster {

class Label;
class PaletteEntries;
struct PaletteWindow;

/// Finds and runs any command by a few letters of its name; also goes to a job by its number and
/// lists jobs by a filter. Lies over the top of its window and goes when it loses the focus.
///
///   hidden ──open()──> shown ──Enter, Esc, focus lost──> hidden
class CommandPalette final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CommandPalette)

public:
    /// @param settings  keeps what was used last; borrowed.
    CommandPalette(QSettings *settings, QWidget *window);
    ~CommandPalette() override;

    /// Collects the window's commands and shows them.
    /// @param offersJobs  whether jobRequested() and filterRequested() have a listener.
    /// @param others  see windowRequested().
    void open(bool offersJobs, const QList<PaletteWindow> &others = {});

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    void jobRequested(qint64 id);
    void filterRequested(const QString &filter);
    void windowRequested(QWidget *window);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void onTyped(const QString &text);
    void onFocusMoved(const QWidget *now);
    void runCurrent();
    void place();
    void leave();
    void step(int rows);
    void remember(const QString &id);
    [[nodiscard]] bool passKey(int key);

    QSettings *const m_settings;
    PaletteEntries *m_entries;
    QLineEdit *m_field;
    QListView *m_list;
    Label *m_nothing;
    QPointer<QWidget> m_focusBefore; ///< gets the focus back
};

} // namespace yardmaster
