#include "ui/shell/connecting/connectdialog.h"

#include "models/connecting/profilestore.h"
#include "models/connecting/secretstore.h"
#include "models/values/showntext.h"
#include "ui/kit/dialogbody.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/label.h"
#include "ui/kit/listdelegate.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/screenfit.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "ui/shell/connecting/importdialog.h"
#include "ui/shell/connecting/profileform.h"
#include "ui/shell/connecting/teststeplist.h"

#include <QPushButton>
#include <QScrollBar>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kIdRole = Qt::UserRole;
// Pixels; the list gives way to the form where the screen is narrow.
constexpr int kList = 220;
constexpr int kNarrowestList = 120;

QIcon iconOf(const Profile &profile)
{
    QPixmap square(12, 12);
    square.fill(profile.colour.isEmpty() ? environmentColor(profile.environment)
                                         : QColor(profile.colour));
    return square;
}

QString keyOf(const Profile &profile)
{
    return loginKey(profile.id, profile.connection);
}

} // namespace

ConnectDialog::ConnectDialog(ProfileStore *profiles, SecretStore *secrets, QWidget *parent)
    : QDialog(parent)
    , m_profiles(profiles)
    , m_secrets(secrets)
    , m_test(this)
    , m_strip(new EnvironmentStrip(this))
    , m_list(new QTreeWidget(this))
    , m_form(new ProfileForm(this))
    , m_sandboxHint(new Label(tr("A private PostgreSQL on this computer, with example tasks. It "
                                 "starts and stops with the window; there is nothing to fill in."),
                              this))
    , m_steps(new TestStepList(&m_test, this))
    , m_problem(new Label(this))
    , m_delete(new QPushButton(tr("Delete profile"), this))
    , m_testButton(new QPushButton(tr("Test connection"), this))
    , m_save(new QPushButton(tr("Save profile"), this))
    , m_connect(new QPushButton(tr("Connect"), this))
{
    setWindowTitle(tr("Connect to a queue"));
    m_list->setObjectName("profileList"_L1);
    m_list->setAccessibleName(tr("Profiles"));
    setUpList(m_list);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setIndentation(12);
    m_sandboxHint->setWordWrap(true);
    m_sandboxHint->setAlignment(Qt::AlignTop);
    m_problem->setObjectName("connectProblem"_L1);
    m_problem->setWordWrap(true);
    setTone(m_problem, Tone::Trouble);
    auto *fresh = new QPushButton(tr("New profile"), this);
    auto *takeOver = new QPushButton(tr("Import…"), this);
    takeOver->setObjectName("importProfiles"_L1);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    fresh->setObjectName("newProfile"_L1);
    m_delete->setObjectName("deleteProfile"_L1);
    m_testButton->setObjectName("testConnection"_L1);
    m_save->setObjectName("saveProfile"_L1);
    m_connect->setObjectName("connectButton"_L1);
    setButtonRole(m_delete, ButtonRole::Destructive);
    setButtonRole(m_connect, ButtonRole::Primary);
    m_connect->setDefault(true);
    for (QPushButton *button : {fresh, takeOver, cancel, m_delete, m_testButton, m_save})
        button->setAutoDefault(false);

    auto *left = new QVBoxLayout;
    left->setSpacing(8);
    left->addWidget(m_list, 1);
    left->addWidget(fresh);
    left->addWidget(takeOver);
    left->addWidget(m_delete);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_testButton);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    buttons->addWidget(m_connect);
    auto *body = new DialogBody(this);
    body->column()->setSpacing(12);
    body->column()->addWidget(m_form);
    body->column()->addWidget(m_sandboxHint);
    body->column()->addSpacing(4);
    body->column()->addWidget(m_steps);
    body->column()->addStretch(1);
    auto *right = new QVBoxLayout;
    right->setSpacing(12);
    right->addWidget(body, 1);
    right->addWidget(m_problem);
    right->addLayout(buttons);
    auto *columns = new QHBoxLayout;
    columns->setContentsMargins(16, 16, 16, 16);
    columns->setSpacing(24);
    columns->addLayout(left);
    columns->addLayout(right, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_strip);
    layout->addLayout(columns);
    // As wide as the form needs, in whatever language.
    const int form = body->column()->totalMinimumSize().width()
        + style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    const QMargins margins = columns->contentsMargins();
    const int others = margins.left() + columns->spacing() + form + margins.right();
    m_list->setFixedWidth(std::clamp(roomFor(this).width() - others, kNarrowestList, kList));
    resizeToFit(this, {std::max(940, m_list->width() + others), 700});

    RowMenu::of(m_list)->addEntry(tr("Connect"), u"profiles.connect"_s,
                                  [this](const QModelIndex &) { m_connect->click(); });
    RowMenu::of(m_list)->addEntry(tr("Test connection"), u"profiles.test"_s,
                                  [this](const QModelIndex &) { m_testButton->click(); });
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ConnectDialog::onSelected);
    connect(m_list, &QTreeWidget::itemDoubleClicked, this, [this](const QTreeWidgetItem *item) {
        if (!item->data(0, kIdRole).isNull())
            onConnect();
    });
    connect(m_form, &ProfileForm::edited, this, &ConnectDialog::updateButtons);
    connect(m_form, &ProfileForm::urlTaken, this, &ConnectDialog::onUrl);
    connect(fresh, &QPushButton::clicked, this, &ConnectDialog::onNew);
    connect(takeOver, &QPushButton::clicked, this, &ConnectDialog::openImport);
    connect(cancel, &QPushButton::clicked, this, &ConnectDialog::reject);
    connect(m_delete, &QPushButton::clicked, this, &ConnectDialog::onDelete);
    connect(m_testButton, &QPushButton::clicked, this, &ConnectDialog::onTest);
    connect(m_save, &QPushButton::clicked, this, &ConnectDialog::onSave);
    connect(m_connect, &QPushButton::clicked, this, &ConnectDialog::onConnect);
    connect(&m_test, &ConnectionTest::finished, this, &ConnectDialog::onTestEnd);
    connect(body, &DialogBody::needChanged, this, [this, body] {
        if (m_test.isRunning()) // its steps are the last
            body->verticalScrollBar()->setValue(body->verticalScrollBar()->maximum());
    });

    const QList<Profile> known = m_profiles->profiles();
    fillList(known.isEmpty() ? QString() : known.first().id);
    if (known.isEmpty())
        onNew();
}

ConnectDialog::~ConnectDialog() = default;

void ConnectDialog::fillList(const QString &selectedId)
{
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        QList<Profile> profiles = m_profiles->profiles();
        profiles.prepend(Profile::sandbox());
        QHash<QString, QTreeWidgetItem *> groups;
        for (const Profile &profile : std::as_const(profiles)) {
            QTreeWidgetItem *heading = nullptr;
            if (!profile.group.isEmpty() && !groups.contains(profile.group)) {
                heading = new QTreeWidgetItem(m_list, {shownText(profile.group)});
                heading->setFlags(Qt::ItemIsEnabled);
                heading->setForeground(0, mutedColor(palette()));
                groups.insert(profile.group, heading);
            }
            heading = groups.value(profile.group);
            auto *item = heading ? new QTreeWidgetItem(heading) : new QTreeWidgetItem(m_list);
            item->setText(0, shownText(profile.name));
            item->setIcon(0, iconOf(profile));
            item->setToolTip(0, environmentWord(profile.environment));
            item->setData(0, Qt::AccessibleTextRole,
                          tr("%1, %2").arg(item->text(0), environmentWord(profile.environment)));
            item->setData(0, kIdRole, profile.id);
        }
        m_list->expandAll();
    }
    if (QTreeWidgetItem *item = itemOf(selectedId)) {
        m_list->setCurrentItem(item);
        onSelected(item);
    }
}

QTreeWidgetItem *ConnectDialog::itemOf(const QString &id) const
{
    for (QTreeWidgetItemIterator it(m_list); *it; ++it) {
        if (!id.isEmpty() && (*it)->data(0, kIdRole).toString() == id)
            return *it;
    }
    return nullptr;
}

void ConnectDialog::onSelected(QTreeWidgetItem *item)
{
    const QString id = item ? item->data(0, kIdRole).toString() : QString();
    if (id.isEmpty())
        return; // a heading
    m_current = Profile::sandbox();
    const QList<Profile> profiles = m_profiles->profiles();
    for (const Profile &profile : profiles) {
        if (profile.id == id)
            m_current = profile;
    }
    m_test.cancel();
    m_problem->clear();
    m_keptUnder.clear();
    m_form->setProfile(m_current);
    if (!m_current.isSandbox()) {
        const QString key = keyOf(m_current);
        m_secrets->read(key, this, [this, key, epoch = ++m_epoch](const SecretStore::Found &found) {
            if (epoch != m_epoch)
                return;
            m_keptUnder = found && !found->isEmpty() ? key : QString();
            if (!m_keptUnder.isEmpty())
                m_form->setPasswordKept(true);
            if (!found)
                m_form->showPasswordProblem(found.error());
        });
    }
    updateButtons();
}

void ConnectDialog::onNew()
{
    begin();
    m_form->setFocus();
}

/// A URL is of another connection. That of the profile in front, which was only the first of the
/// list, would be overwritten, and what is production would be connected as what it is not.
void ConnectDialog::onUrl()
{
    if (m_current.id != m_edited && itemOf(m_current.id))
        begin();
}

void ConnectDialog::begin()
{
    ++m_epoch;
    m_list->setCurrentItem(nullptr);
    m_test.cancel();
    m_problem->clear();
    m_keptUnder.clear();
    m_current = Profile::make();
    m_form->setProfile(m_current);
    updateButtons();
}

void ConnectDialog::openImport()
{
    auto *dialog = new ImportDialog(m_profiles, importPlaces(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog] { fillList(dialog->stored().value(0)); });
    dialog->open();
}

void ConnectDialog::onDelete()
{
    // Asked twice in place: a dialog's default button is too easily pressed.
    if (m_delete->text() != tr("Delete for good")) {
        m_delete->setText(tr("Delete for good"));
        return;
    }
    if (const auto removed = m_profiles->remove(m_current.id); !removed) {
        m_problem->setText(removed.error());
        return;
    }
    const QString key = m_keptUnder.isEmpty() ? keyOf(m_current) : m_keptUnder;
    m_secrets->remove(key, this, [this](const SecretStore::Done &done) {
        if (!done)
            m_problem->setText(
                tr("The profile is deleted, but its password may not be. %1").arg(done.error()));
    });
    fillList({});
    onNew();
}

bool ConnectDialog::store()
{
    m_form->takeUrl();
    m_current = m_form->profile();
    const QList<ProfileProblem> problems = problemsOf(m_current, m_profiles->profiles());
    m_form->showProblems(problems);
    if (!problems.isEmpty())
        return false;
    if (const auto saved = m_profiles->save(m_current); !saved) {
        m_problem->setText(saved.error());
        return false;
    }
    const auto tell = [this, epoch = ++m_epoch](const SecretStore::Done &done) {
        if (epoch == m_epoch && !done)
            m_form->showPasswordProblem(done.error());
    };
    // A password is for one server, user and database; where that is another now, it has to be
    // typed again.
    const QString key = keyOf(m_current);
    const bool isProven = m_form->keepsPassword() && !m_form->password().isEmpty()
        && m_proven == Login{key, m_form->password()};
    if (!m_keptUnder.isEmpty() && (key != m_keptUnder || !m_form->keepsPassword())) {
        m_secrets->remove(m_keptUnder, this, tell);
        m_keptUnder.clear();
        const bool isWanted = m_form->keepsPassword() && !m_form->password().isEmpty();
        m_form->setPasswordKept(isWanted);
    }
    if (isProven) {
        m_secrets->write(key, m_form->password(), this, tell);
        m_keptUnder = key;
    }
    return true;
}

void ConnectDialog::onSave()
{
    if (!store())
        return;
    const QSignalBlocker quiet(m_list);
    fillList({});
    m_list->setCurrentItem(itemOf(m_current.id));
    // A wrong one in the keychain would be used again and again, unseen.
    const bool isUnproven
        = m_form->keepsPassword() && !m_form->password().isEmpty() && m_keptUnder.isEmpty();
    m_form->showPasswordHint(isUnproven ? tr("The password is stored once a login with it has "
                                             "succeeded: test the connection, or connect.")
                                        : QString());
    updateButtons();
}

void ConnectDialog::onTestEnd()
{
    const TestStep &login = m_test.steps().at(std::size_t(TestStep::Name::Authentication));
    if (login.outcome == TestStep::Outcome::Passed && !m_tested.password.isEmpty()) {
        m_proven = m_tested;
        keepProven();
    }
    updateButtons();
}

/// The password of a profile that is stored already.
void ConnectDialog::keepProven()
{
    const bool isWanted = m_form->keepsPassword() && m_form->password() == m_proven.password
        && keyOf(m_form->profile()) == m_proven.key;
    const QList<Profile> stored = m_profiles->profiles();
    if (!isWanted || !std::ranges::any_of(stored, [this](const Profile &profile) {
            return keyOf(profile) == m_proven.key;
        }))
        return;
    m_keptUnder = m_proven.key;
    m_form->showPasswordHint({});
    m_secrets->write(m_proven.key, m_proven.password, this,
                     [this, epoch = ++m_epoch](const SecretStore::Done &done) {
                         if (epoch == m_epoch && !done)
                             m_form->showPasswordProblem(done.error());
                     });
}

void ConnectDialog::edit(const Profile &profile, const QString &problem)
{
    m_edited = profile.id;
    if (QTreeWidgetItem *item = itemOf(profile.id)) {
        m_list->setCurrentItem(item);
    } else {
        onNew();
        const QString id = m_current.id;
        m_current = profile;
        m_current.id = id;
        m_form->setProfile(m_current);
        updateButtons();
    }
    m_problem->setText(problem);
}

void ConnectDialog::withPassword(const std::function<void(const QString &)> &next)
{
    if (!m_form->password().isEmpty() || !m_form->keepsPassword()) {
        next(m_form->password());
        return;
    }
    m_secrets->read(keyOf(m_current), this,
                    [this, next, epoch = ++m_epoch](const SecretStore::Found &found) {
                        if (epoch != m_epoch)
                            return;
                        if (found)
                            next(*found);
                        else
                            m_form->showPasswordProblem(found.error());
                    });
}

void ConnectDialog::onTest()
{
    if (m_test.isRunning()) {
        m_test.cancel();
        return;
    }
    m_form->takeUrl();
    m_current = m_form->profile();
    withPassword([this](const QString &password) {
        m_tested = {keyOf(m_current), password};
        m_test.start(m_current.sessionSettings(password), m_current.schema);
        updateButtons();
    });
}

void ConnectDialog::onConnect()
{
    if (m_current.isSandbox()) {
        accept(); // first: while a dialog is open, its tab stays in front
        Q_EMIT connectRequested(m_current, {}, false);
        return;
    }
    m_form->takeUrl();
    const QString typed = m_form->password();
    if (!store())
        return;
    const bool keeps = m_form->keepsPassword() && !typed.isEmpty() && m_keptUnder.isEmpty();
    const auto go = [this, keeps](const QString &password) {
        accept();
        Q_EMIT connectRequested(m_current, password, keeps);
    };
    if (typed.isEmpty())
        withPassword(go);
    else
        go(typed); // whether the keychain takes it or not
}

void ConnectDialog::updateButtons()
{
    const bool isSandbox = m_current.isSandbox();
    const Profile edited = isSandbox ? m_current : m_form->profile();
    m_strip->setEnvironment(edited.environment, edited.name, edited.colour);
    m_form->setVisible(!isSandbox);
    m_steps->setVisible(!isSandbox);
    m_sandboxHint->setVisible(isSandbox);
    m_testButton->setVisible(!isSandbox);
    m_save->setVisible(!isSandbox);
    m_testButton->setText(m_test.isRunning() ? tr("Stop test") : tr("Test connection"));
    m_delete->setText(tr("Delete profile"));
    m_delete->setEnabled(itemOf(m_current.id) && !isSandbox);
}

} // namespace yardmaster
