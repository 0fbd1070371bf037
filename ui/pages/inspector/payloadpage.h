#pragma once

#include "models/payload/payloadreader.h"

#include <QUrl>
#include <QWidget>

#include <functional>

class QAction;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace yardmaster {

class ConsoleContext;
class ElidedLabel;
class Label;
class PayloadModel;
class PayloadSearch;
class PayloadTree;
class PayloadValueActions;
class TextViewer;

/// A job's payload, as a tree or as it is written, with search, copying and filtering. What the
/// rules hide is dots everywhere, on the clipboard and in files too, until it is revealed.
class PayloadPage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PayloadPage)

public:
    /// Longer ones are not shown but opened in another program. Bytes.
    static constexpr qsizetype kMostShown = 4 << 20;

    /// `context` is borrowed.
    explicit PayloadPage(ConsoleContext *context, QWidget *parent = nullptr);

    /// Another job: hides what was revealed. The same payload of the same job changes nothing.
    void setPayload(qint64 jobId, const QByteArray &text);
    void setRules(const RedactionRules &rules);
    /// Null while it is being taken apart.
    [[nodiscard]] const PayloadDocumentPtr &document() const { return m_reader->document(); }
    [[nodiscard]] bool isRevealed() const;
    /// As it may be shown now.
    [[nodiscard]] QByteArray shownText() const;

    /// How a file is shown to the user; for tests. Default: QDesktopServices.
    void setOpener(std::function<bool(const QUrl &)> opener) { m_opener = std::move(opener); }

    /// Puts the cursor into the search field.
    void focusSearch();

Q_SIGNALS:
    /// There is a document, or another one; or something was revealed or hidden.
    void documentChanged();
    void rulesRequested();
    void decodersRequested();

protected:
    bool event(QEvent *event) override;

private:
    void makeCommands();
    void showDocument();
    void updateView();
    void updateActions();
    [[nodiscard]] bool isRaw() const;
    void searchAgain();
    void showMenu(const QPoint &position);
    void openExternally();

    ConsoleContext *m_context;
    std::function<bool(const QUrl &)> m_opener;
    RedactionRules m_rules = RedactionRules::defaults();
    qint64 m_jobId = 0;
    QByteArray m_text;

    PayloadReader *m_reader;
    PayloadModel *m_model;
    PayloadTree *m_tree;
    TextViewer *m_raw;
    Label *m_notice;
    QPushButton *m_open;
    QStackedWidget *m_stack;
    QToolButton *m_treeButton;
    QToolButton *m_rawButton;
    QToolButton *m_reveal;
    PayloadSearch *m_search;
    QWidget *m_foot;
    ElidedLabel *m_path;
    QAction *m_find;
    PayloadValueActions *m_value;
    QAction *m_copyAll;
    QAction *m_openExternally;
    QAction *m_changeRules;
    QAction *m_decoders;
};

} // namespace yardmaster
