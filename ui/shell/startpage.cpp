#include "ui/shell/startpage.h"

#include "models/console/connectionsmodel.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/label.h"
#include "ui/kit/tone.h"
#include "ui/shell/appicon.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kMostOffered = 5;
constexpr qsizetype kMostNamed = 3; // of the last session

} // namespace

QString profileTitle(const Profile &profile)
{
    QString name = shownText(profile.name, 60);
    if (!profile.group.isEmpty())
        name = shownText(profile.group, 40) + u" / "_s + name;
    return StartPage::tr("%1 (%2)").arg(isolated(name), environmentWord(profile.environment));
}

StartPage::StartPage(QWidget *parent)
    : QWidget(parent)
    , m_icon(new Label(this))
    , m_title(new Label(this))
    , m_sentence(new Label(this))
    , m_edit(new QPushButton(tr("Edit connection…"), this))
    , m_retry(new QPushButton(tr("Try again"), this))
    , m_welcome(new QWidget(this))
{
    makeWelcome();
    m_icon->setPixmap(appIcon().pixmap(64));
    QFont strong = font();
    strong.setPointSizeF(font().pointSizeF() * 1.4);
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    for (Label *label : {m_icon, m_title, m_sentence})
        label->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    for (Label *label : {m_title, m_sentence})
        label->setWordWrap(true);
    m_sentence->setMinimumHeight(2 * m_sentence->fontMetrics().lineSpacing()); // so nothing jumps
    setButtonRole(m_retry, ButtonRole::Primary);
    m_edit->setObjectName(u"startEditConnection"_s);
    m_edit->hide();
    m_retry->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    // Keeps its place while hidden, so that the texts above stay where they are.
    QSizePolicy policy = m_retry->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_retry->setSizePolicy(policy);
    connect(m_retry, &QPushButton::clicked, this, &StartPage::retryRequested);
    connect(m_edit, &QPushButton::clicked, this, &StartPage::editRequested);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(m_edit);
    buttons->addWidget(m_retry);
    buttons->addStretch(1);

    auto *column = new QVBoxLayout;
    column->setSpacing(8);
    column->addStretch(2);
    column->addWidget(m_icon);
    column->addSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_sentence);
    column->addSpacing(8);
    column->addLayout(buttons);
    column->addWidget(m_welcome, 0, Qt::AlignHCenter);
    column->addStretch(3);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->addStretch(1);
    layout->addLayout(column, 3);
    layout->addStretch(1);
}

void StartPage::makeWelcome()
{
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(8);
    m_recent = new QVBoxLayout;
    m_recent->setSpacing(4);
    auto *column = new QVBoxLayout(m_welcome);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(16);
    column->addLayout(grid);
    column->addLayout(m_recent);
    const auto add = [this, grid](const QString &text, const QString &sentence, const char *name) {
        auto *button = new QPushButton(text, m_welcome);
        button->setObjectName(QLatin1StringView(name));
        auto *label = new Label(sentence, m_welcome);
        setTone(label, Tone::Muted);
        const int row = grid->rowCount();
        grid->addWidget(button, row, 0);
        grid->addWidget(label, row, 1);
        return std::pair(button, label);
    };
    std::tie(m_session, m_sessionNames) = add(tr("Open last session"), {}, "welcomeSession");
    connect(m_session, &QPushButton::clicked, this, &StartPage::sessionRequested);
    m_connect
        = add(tr("Connect…"), tr("To a PostgreSQL database with a queue."), "welcomeConnect").first;
    setButtonRole(m_connect, ButtonRole::Primary);
    connect(m_connect, &QPushButton::clicked, this, &StartPage::connectRequested);
    connect(add(tr("Import connections…"),
                tr("From pg_service.conf, .pgpass, DBeaver, pgAdmin, .env or a URL."),
                "welcomeImport")
                .first,
            &QPushButton::clicked, this, &StartPage::importRequested);
    connect(add(tr("Open sandbox"), tr("A private PostgreSQL on this computer, to try things out."),
                "welcomeSandbox")
                .first,
            &QPushButton::clicked, this, [this] { Q_EMIT sandboxRequested(false); });
    connect(add(tr("Add examples"), tr("The sandbox with example jobs, which its worker runs."),
                "welcomeExamples")
                .first,
            &QPushButton::clicked, this, [this] { Q_EMIT sandboxRequested(true); });
    m_welcome->hide();
}

void StartPage::showWelcome(const QList<Profile> &recent, const QList<Profile> &session)
{
    QStringList names;
    for (const Profile &profile : session.first(std::min(session.size(), kMostNamed)))
        names << shownText(connectionTitle(profile.environment, profile.name), 60);
    const qsizetype more = session.size() - names.size();
    m_sessionNames->setText(more > 0 ? tr("%1 and %2 more", nullptr, pluralOf(more))
                                           .arg(names.join(u", "_s), formatNumber(more))
                                     : names.join(u", "_s));
    m_session->setVisible(session.size() > 1);
    m_sessionNames->setVisible(session.size() > 1);
    m_title->setText(tr("Welcome to Yardmaster"));
    m_sentence->setText(tr("Nothing is connected or running yet. What would you like to open?"));
    setTone(m_sentence, Tone::Muted);
    m_edit->hide();
    m_retry->hide();
    while (QLayoutItem *item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const Profile &profile : recent.first(std::min(recent.size(), kMostOffered))) {
        auto *button = new QPushButton(profileTitle(profile).replace(u'&', "&&"_L1), m_welcome);
        m_recent->addWidget(button, 0, Qt::AlignLeft);
        connect(button, &QAbstractButton::clicked, this,
                [this, id = profile.id] { Q_EMIT recentRequested(id); });
    }
    m_welcome->show();
    takeFocus();
}

/// Of the page in front: the keys of another tab are not meant for this one.
void StartPage::takeFocus()
{
    if (isVisible() && !m_retry->isHidden())
        m_retry->setFocus();
    else if (isVisible() && !m_welcome->isHidden())
        m_connect->setFocus();
}

void StartPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    takeFocus();
}

/// As in dialogs, Enter presses the button that has the focus.
void StartPage::keyPressEvent(QKeyEvent *event)
{
    auto *button = qobject_cast<QPushButton *>(focusWidget());
    if (button && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        button->click();
    else
        QWidget::keyPressEvent(event);
}

void StartPage::showWaiting(const QString &title, const QString &sentence)
{
    m_title->setText(title);
    m_sentence->setText(sentence);
    m_edit->hide();
    m_retry->hide();
    m_welcome->hide();
    setTone(m_sentence, Tone::Muted);
}

void StartPage::showFailure(const QString &title, const QString &sentence, bool isEditable)
{
    m_title->setText(title);
    m_sentence->setText(sentence);
    m_edit->setVisible(isEditable);
    m_welcome->hide();
    m_retry->show();
    takeFocus();
    setTone(m_sentence, Tone::Trouble);
}

} // namespace yardmaster
