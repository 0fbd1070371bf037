#include "ui/pages/inspector/payloadpage.h"

#include "models/console/consolecontext.h"
#include "models/payload/payloadmodel.h"
#include "models/values/format.h"
#include "ui/kit/command.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/label.h"
#include "ui/kit/textviewer.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "ui/pages/inspector/payloadsearch.h"
#include "ui/pages/inspector/payloadtree.h"
#include "ui/pages/inspector/payloadvalueactions.h"
#include "worker/json/visibletext.h"

#include <QButtonGroup>
#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTemporaryFile>
#include <QToolButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QToolButton *textButton(const QString &text, const QString &name, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setObjectName(name);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    return button;
}

QToolButton *actionButton(QAction *action, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    return button;
}

} // namespace

PayloadPage::PayloadPage(ConsoleContext *context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_opener([](const QUrl &url) { return QDesktopServices::openUrl(url); })
    , m_reader(new PayloadReader(this))
    , m_model(new PayloadModel(this))
    , m_tree(new PayloadTree(m_model, this))
    , m_raw(new TextViewer(this))
    , m_notice(new Label(this))
    , m_open(new QPushButton(tr("Open in another program"), this))
    , m_stack(new QStackedWidget(this))
    , m_treeButton(textButton(tr("Tree"), u"payloadAsTree"_s, this))
    , m_rawButton(textButton(tr("Raw"), u"payloadAsRaw"_s, this))
    , m_reveal(textButton({}, u"payloadReveal"_s, this))
    , m_search(new PayloadSearch(this))
    , m_foot(new QWidget(this))
    , m_path(new ElidedLabel(Qt::ElideLeft, m_foot))
{
    makeCommands();
    m_raw->setObjectName(u"payloadRaw"_s);
    m_raw->setAccessibleName(tr("Payload as written"));
    m_notice->setObjectName(u"payloadNotice"_s);
    m_notice->setWordWrap(true);
    m_notice->setAlignment(Qt::AlignCenter);
    m_open->setObjectName(u"payloadOpen"_s);
    m_path->setObjectName(u"payloadPath"_s);
    m_path->setFont(tabularFont(font()));
    for (Label *label : {m_notice, static_cast<Label *>(m_path)})
        setTone(label, Tone::Muted);

    auto *modes = new QButtonGroup(this);
    for (QToolButton *button : {m_treeButton, m_rawButton}) {
        button->setCheckable(true);
        modes->addButton(button);
    }
    m_treeButton->setChecked(true);
    m_reveal->setCheckable(true);
    m_reveal->setToolTip(tr("Values whose names sound like passwords, secrets, tokens or "
                            "authorizations are hidden, unless you change the rules."));
    auto *more = textButton(u"⋯"_s, u"payloadMore"_s, this);
    more->setAccessibleName(tr("More"));
    more->setToolTip(tr("More"));
    more->setPopupMode(QToolButton::InstantPopup);
    more->setStyleSheet(u"QToolButton::menu-indicator { image: none; }"_s);
    auto *menu = new QMenu(more);
    menu->addActions({m_copyAll, m_openExternally, m_changeRules, m_decoders});
    more->setMenu(menu);

    auto *top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 0);
    top->setSpacing(4);
    top->addWidget(m_treeButton);
    top->addWidget(m_rawButton);
    top->addStretch(1);
    top->addWidget(m_reveal);
    top->addWidget(more);
    auto *notice = new QWidget(this);
    auto *noticeLayout = new QVBoxLayout(notice);
    noticeLayout->setContentsMargins(24, 24, 24, 24);
    noticeLayout->addStretch(1);
    noticeLayout->addWidget(m_notice);
    noticeLayout->addSpacing(8);
    noticeLayout->addWidget(m_open, 0, Qt::AlignHCenter);
    noticeLayout->addStretch(2);
    for (QWidget *page : {static_cast<QWidget *>(m_tree), static_cast<QWidget *>(m_raw), notice})
        m_stack->addWidget(page);
    auto *bottom = new QHBoxLayout;
    bottom->setContentsMargins(4, 0, 8, 4);
    bottom->setSpacing(0);
    for (QAction *action : m_value->mainActions())
        bottom->addWidget(actionButton(action, this));
    bottom->addStretch(1);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(top);
    layout->addWidget(m_search);
    layout->addWidget(m_stack, 1);
    auto *place = new QHBoxLayout;
    place->setContentsMargins(8, 0, 8, 0);
    place->addWidget(m_path, 1);
    auto *footLayout = new QVBoxLayout(m_foot);
    footLayout->setContentsMargins(0, 0, 0, 0);
    footLayout->setSpacing(4);
    footLayout->addLayout(place);
    footLayout->addLayout(bottom);
    layout->addWidget(m_foot);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);

    connect(m_reader, &PayloadReader::changed, this, &PayloadPage::showDocument);
    connect(modes, &QButtonGroup::buttonClicked, this, &PayloadPage::updateView);
    connect(m_reveal, &QToolButton::toggled, this, [this](bool isRevealed) {
        m_model->setRevealed(isRevealed);
        searchAgain();
        updateView();
        Q_EMIT documentChanged();
    });
    connect(m_search, &PayloadSearch::found, this, [this](JsonTree::Node node) {
        if (isRaw())
            m_raw->find(m_search->text(), true);
        else
            m_tree->showPlace(m_model->reveal(node));
    });
    connect(m_search, &PayloadSearch::stepRequested, this, [this](bool isForward) {
        if (isRaw())
            m_raw->find(m_search->text(), isForward);
        else
            m_search->step(isForward);
    });
    connect(m_open, &QPushButton::clicked, this, &PayloadPage::openExternally);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &PayloadPage::updateActions);
    connect(m_model, &QAbstractItemModel::modelReset, this, &PayloadPage::updateActions);
    connect(m_tree, &QWidget::customContextMenuRequested, this, &PayloadPage::showMenu);
    updateView();
}

void PayloadPage::makeCommands()
{
    m_find
        = addCommand(this, u"inspector.search"_s, tr("Search the payload"),
                     tr("Looks for a name or a value in the payload."), &PayloadPage::focusSearch)
              ->withKeysHere({QKeySequence::Find})
              ->alsoCalled(tr("find"));
    m_value = new PayloadValueActions(m_context, m_model, m_tree, this);
    const auto needsPayload
        = [this] { return document() ? QString() : tr("No payload is shown."); };
    m_copyAll
        = addCommand(
              this, u"inspector.copyPayload"_s, tr("Copy payload"), tr("Copies the whole payload."),
              [this] { QGuiApplication::clipboard()->setText(QString::fromUtf8(shownText())); })
              ->unless(needsPayload);
    m_openExternally = addCommand(this, u"inspector.openPayload"_s, tr("Open in another program"),
                                  tr("Saves the payload to a temporary file and opens that."),
                                  &PayloadPage::openExternally)
                           ->unless(needsPayload)
                           ->alsoCalled(tr("editor, save"));
    m_changeRules = addCommand(this, u"inspector.rules"_s, tr("Change what is hidden…"),
                               tr("Rules for payload values that are not shown."),
                               &PayloadPage::rulesRequested)
                        ->alsoCalled(tr("redact, mask, secrets, privacy"));
    m_decoders = addCommand(this, u"inspector.decoders"_s, tr("Decode payloads…"),
                            tr("Programs that make encoded payloads readable."),
                            &PayloadPage::decodersRequested)
                     ->alsoCalled(tr("decrypt, unpack"));
}

bool PayloadPage::event(QEvent *event)
{
    // The window uses the same key for the filter; two that fit would cancel each other out.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (!m_find->shortcut().isEmpty() && m_find->shortcut()[0] == key->keyCombination()) {
            event->accept();
            focusSearch();
            return true;
        }
    }
    return QWidget::event(event);
}

void PayloadPage::focusSearch()
{
    m_search->start();
}

/// Of what can be seen now.
void PayloadPage::searchAgain()
{
    m_search->setDocument(m_text.size() <= kMostShown ? document() : nullptr, isRevealed());
}

bool PayloadPage::isRaw() const
{
    return m_stack->currentIndex() == 1;
}

bool PayloadPage::isRevealed() const
{
    return m_model->isRevealed();
}

QByteArray PayloadPage::shownText() const
{
    if (!document())
        return {};
    return isRevealed() ? document()->text() : document()->redacted();
}

void PayloadPage::setPayload(qint64 jobId, const QByteArray &text)
{
    if (jobId == m_jobId && text == m_text)
        return; // what is open in the tree stays open
    if (jobId != m_jobId)
        m_reveal->setChecked(false);
    m_jobId = jobId;
    m_text = text;
    m_reader->read(m_text, m_rules);
}

void PayloadPage::setRules(const RedactionRules &rules)
{
    m_rules = rules;
    if (m_jobId != 0)
        m_reader->read(m_text, m_rules);
}

void PayloadPage::showDocument()
{
    const bool wasRevealed = m_reveal->isChecked();
    // A tree of hundreds of megabytes would fit no screen, and no memory.
    m_model->setDocument(m_text.size() <= kMostShown ? document() : nullptr);
    m_model->setRevealed(wasRevealed);
    searchAgain();
    updateView();
    Q_EMIT documentChanged();
}

void PayloadPage::updateView()
{
    const bool isLong = m_text.size() > kMostShown;
    const int hidden = document() ? document()->hiddenCount() : 0;
    m_reveal->setVisible(hidden > 0);
    m_reveal->setText(isRevealed() ? tr("Hide %1").arg(formatNumber(hidden))
                                   : tr("Reveal %1 hidden").arg(formatNumber(hidden)));
    m_open->setVisible(isLong && document());
    if (!document()) {
        m_notice->setText(m_jobId == 0 ? QString() : tr("Parsing the payload…"));
        m_stack->setCurrentIndex(2);
    } else if (isLong) {
        m_notice->setText(tr("The payload is %1 MiB long: too long to show here.")
                              .arg(formatNumber((m_text.size() + (1 << 19)) >> 20)));
        m_stack->setCurrentIndex(2);
    } else if (m_rawButton->isChecked() || !document()->tree()) {
        if (const QString text = visibleText(QString::fromUtf8(shownText())); text != m_raw->text())
            m_raw->setText(text);
        m_stack->setCurrentIndex(1);
    } else {
        m_stack->setCurrentIndex(0);
    }
    m_foot->setVisible(m_stack->currentIndex() == 0);
    m_search->setLineVisible(m_stack->currentIndex() != 2);
    m_treeButton->setEnabled(!isLong);
    m_rawButton->setEnabled(!isLong);
    updateActions();
}

void PayloadPage::updateActions()
{
    m_path->setText(m_value->pathText());
    updateCommands(this);
}

void PayloadPage::showMenu(const QPoint &position)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions(m_value->actions());
    menu->addSeparator();
    menu->addActions({m_copyAll, m_openExternally});
    menu->popup(m_tree->viewport()->mapToGlobal(position));
}

void PayloadPage::openExternally()
{
    // Readable by nobody else, as temporary files of Qt are. It is left to whoever cleans the
    // folder: nobody tells when the other program has read it.
    QTemporaryFile file(QDir::temp().filePath(u"job-%1-XXXXXX.json"_s.arg(m_jobId)));
    file.setAutoRemove(false);
    const QByteArray text = shownText();
    const bool isWritten = file.open() && file.write(text) == text.size() && file.flush();
    file.close();
    if (!isWritten) {
        m_search->setRemark(tr("The file cannot be written: %1.").arg(file.errorString()));
        return;
    }
    if (!m_opener(QUrl::fromLocalFile(file.fileName())))
        m_search->setRemark(tr("No program could open it. It is in %1.").arg(file.fileName()));
}

} // namespace yardmaster
