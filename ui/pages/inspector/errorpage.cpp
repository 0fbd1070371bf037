#include "ui/pages/inspector/errorpage.h"

#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/copybutton.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/label.h"
#include "ui/kit/textviewer.h"
#include "ui/kit/tone.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>

#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kFirstLine = 400; // characters in bold; the rest of the line goes below
constexpr int kUnbroken = 20;

} // namespace

ErrorPage::ErrorPage(QWidget *parent)
    : QWidget(parent)
    , m_stack(new QStackedWidget(this))
    , m_none(new EmptyHint(this))
    , m_first(new Label(this))
    , m_copy(new CopyButton(tr("Copy error"), this))
    , m_fold(new QToolButton(this))
    , m_rest(new TextViewer(this))
    , m_space(new QWidget(this))
{
    m_none->setTexts(tr("No error"), tr("It has not failed so far."));
    QFont strong = font();
    strong.setWeight(QFont::Bold);
    m_first->setFont(strong);
    m_first->setObjectName(u"errorFirstLine"_s);
    setTone(m_first, Tone::Trouble);
    m_first->setWordWrap(true);
    m_copy->setObjectName(u"errorCopy"_s);
    m_fold->setObjectName(u"errorFold"_s);
    m_fold->setAutoRaise(true);
    m_fold->setCheckable(true);
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_rest->setObjectName(u"errorRest"_s);
    m_rest->setWrapped(false);
    m_rest->setAccessibleName(tr("Rest of the error"));

    auto *page = new QWidget(this);
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(12, 12, 0, 0);
    layout->setSpacing(8);
    auto *top = new QVBoxLayout;
    top->setContentsMargins(0, 0, 12, 0);
    top->setSpacing(8);
    top->addWidget(m_first);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_fold);
    buttons->addStretch(1);
    buttons->addWidget(m_copy);
    top->addLayout(buttons);
    layout->addLayout(top);
    layout->addWidget(m_rest, 1);
    layout->addWidget(m_space, 1);
    m_stack->addWidget(m_none);
    m_stack->addWidget(page);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);

    connect(m_fold, &QToolButton::toggled, this, &ErrorPage::updateFold);
    updateFold();
}

void ErrorPage::setError(const QString &error, bool isRetried)
{
    if (error.isEmpty()) {
        m_none->setTexts(tr("No error"),
                         isRetried ? tr("It will be retried, but no error was recorded.")
                                   : tr("It has not failed so far."));
    }
    m_stack->setCurrentIndex(error.isEmpty() ? 0 : 1);
    if (error == m_error)
        return;
    m_error = error;
    qsizetype end = error.indexOf(u'\n');
    if (end < 0)
        end = error.size();
    const bool isCut = end > kFirstLine;
    const QString first = error.first(isCut ? kFirstLine : end);
    m_first->setBreakableText(first.trimmed() + (isCut ? u"…"_s : QString()), kUnbroken);
    m_first->setAccessibleName(shownText(first));
    m_copy->setContent(error);
    m_copy->setToolTip({}); // a megabyte of tooltip
    // A cut line is shown again from its beginning, so that it can be read in one piece.
    m_below = isCut ? error : error.sliced(std::min(end + 1, error.size()));
    m_isBelowShown = false;
    m_lines = m_below.isEmpty() ? 0 : int(m_below.trimmed().count(u'\n')) + 1;
    updateFold();
}

void ErrorPage::updateFold()
{
    const bool isOpen = m_fold->isChecked() && m_lines > 0;
    if (isOpen && !std::exchange(m_isBelowShown, true)) // a megabyte takes a moment
        m_rest->setText(m_below);
    m_fold->setVisible(m_lines > 0);
    m_fold->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
    m_fold->setText(tr("%1 more lines", nullptr, pluralOf(m_lines)).arg(formatNumber(m_lines)));
    m_rest->setVisible(isOpen);
    m_space->setVisible(!isOpen);
}

} // namespace yardmaster
