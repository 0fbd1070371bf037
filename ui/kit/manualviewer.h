#pragma once

#include <QDialog>

class QTextBrowser;

namespace yardmaster {

/// The manual (resources/manual) in our colours. Links lead from page to page, and Back returns;
/// links to the web are opened by the desktop. Not a ConsoleDialog: it stays open beside the
/// window, and has neither buttons nor anything to confirm. GUI thread.
class ManualViewer final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ManualViewer)

public:
    /// Opens the manual of this window, or brings it to the front. It is closed with the window.
    /// @param place  a page and perhaps a heading: "filters.md", "console.md#alerts".
    static void showFor(QWidget *window, const QString &place);

    /// A heading as links name it: "Free a queue" is "free-a-queue".
    [[nodiscard]] static QString anchorOf(const QString &heading);

protected:
    void changeEvent(QEvent *event) override;

private:
    explicit ManualViewer(QWidget *parent);
    void open(const QUrl &place);
    void follow(const QUrl &link);
    void style();

    QTextBrowser *m_text;
};

} // namespace yardmaster
