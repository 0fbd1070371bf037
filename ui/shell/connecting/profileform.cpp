#include "ui/shell/connecting/profileform.h"

#include "models/values/format.h"
#include "ui/kit/label.h"
#include "ui/kit/passfocus.h"
#include "ui/kit/tone.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// White is readable on each of them.
constexpr std::array kColours{"#B3261E", "#946200", "#0B7A5C", "#1D5FBF",
                              "#7B2FA6", "#8A4B12", "#4B5563"};

void setRemark(Label *label, const QString &text)
{
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

void showWhole(QLineEdit *field, const QString &placeholder)
{
    field->setPlaceholderText(placeholder);
    field->setMinimumWidth(field->fontMetrics().horizontalAdvance(placeholder) + 24);
}

} // namespace

ProfileForm::ProfileForm(QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(8);
    m_grid->setColumnStretch(1, 3);
    m_grid->setColumnStretch(3, 2);

    m_url = addField(0, 0, tr("From &URL"), "profileUrl");
    m_grid->addWidget(m_url, 0, 1, 1, 3);
    m_url->setPlaceholderText(tr("Paste postgres://… to fill in the fields below"));
    m_urlRemark = addRemark(1, "urlProblem");
    m_name = addField(2, 0, tr("&Name"), "profileName");
    m_group = addField(2, 2, tr("&Group"), "profileGroup");
    m_nameRemark = addRemark(3, "nameProblem");
    m_environment = addChoice(4, 0, tr("&Environment"), "profileEnvironment");
    for (const Environment environment : {Environment::Development, Environment::Staging,
                                          Environment::Production, Environment::Unknown})
        m_environment->addItem(environmentWord(environment), environmentKey(environment));
    m_colour = addChoice(4, 2, tr("Co&lour"), "profileColour");
    m_colour->addItem(tr("From the environment"), QString());
    for (const char *colour : kColours) {
        QPixmap sample(16, 16);
        sample.fill(QColor(QLatin1StringView(colour)));
        m_colour->addItem(sample, QString::fromLatin1(colour), QString::fromLatin1(colour));
    }
    m_colourRemark = addRemark(5, "colourProblem");
    m_host = addField(6, 0, tr("&Host"), "profileHost");
    m_host->setPlaceholderText(tr("local socket"));
    m_port = addField(6, 2, tr("&Port"), "profilePort");
    m_port->setPlaceholderText(u"5432"_s);
    m_portRemark = addRemark(7, "portProblem");
    m_database = addField(8, 0, tr("&Database"), "profileDatabase");
    m_schema = addField(8, 2, tr("S&chema"), "profileSchema");
    m_schemaRemark = addRemark(9, "schemaProblem");
    m_user = addField(10, 0, tr("U&ser"), "profileUser");
    m_password = addField(10, 2, tr("Pass&word"), "profilePassword");
    m_password->setEchoMode(QLineEdit::Password);
    m_keep = new QCheckBox(tr("&Keep the password in the system keychain"), this);
    m_keep->setObjectName("keepPassword"_L1);
    m_grid->addWidget(m_keep, 11, 1, 1, 3);
    m_passwordRemark = addRemark(12, "passwordProblem");
    m_command = addField(13, 0, tr("Password co&mmand"), "profilePasswordCommand");
    m_grid->addWidget(m_command, 13, 1, 1, 3);
    m_command->setPlaceholderText(tr("none, or a program that prints it: pass show shop"));
    m_commandRemark = addRemark(14, "passwordCommandProblem");
    m_sslMode = addChoice(15, 0, tr("Encr&yption"), "profileSslMode");
    m_sslMode->addItem(tr("libpq's default"), QString());
    QStringList modes = sslModes();
    std::ranges::reverse(modes); // the best first
    for (const QString &mode : std::as_const(modes))
        m_sslMode->addItem(mode, mode);
    m_rootCertificate = addField(15, 2, tr("&Root certificate"), "profileRootCertificate");
    addChooser(m_rootCertificate, 15, 3, tr("Choose the root certificate"));
    m_sslWarning = addRemark(16, "sslWarning");
    m_certificate = addField(17, 0, tr("Client certi&ficate"), "profileCertificate");
    addChooser(m_certificate, 17, 1, tr("Choose the client certificate"));
    m_key = addField(17, 2, tr("Client ke&y"), "profileKey");
    addChooser(m_key, 17, 3, tr("Choose the client key"));
    m_certificateRemark = addRemark(18, "certificateProblem");
    m_ssh = addField(19, 0, tr("SSH hos&t"), "profileSsh");
    showWhole(m_ssh, tr("none, or ada@bastion"));
    m_ssh->setToolTip(tr("Host or alias; ssh uses its own configuration for it."));
    m_sshOptions = addField(19, 2, tr("SSH opt&ions"), "profileSshOptions");
    showWhole(m_sshOptions, tr("e.g. -p 2222"));
    m_sshRemark = addRemark(20, "sshProblem");
    m_standby = addField(21, 0, tr("St&andby"), "profileStandby");
    m_grid->addWidget(m_standby, 21, 1, 1, 3);
    m_standby->setPlaceholderText(tr("none, or where lists are read from: replica:5432"));
    m_standbyRemark = addRemark(22, "standbyProblem");
    m_service = addField(23, 0, tr("Ser&vice"), "profileService");
    showWhole(m_service, tr("name in its file"));
    m_service->setToolTip(tr("A section of the service file, pg_service.conf."));
    m_readOnly = new QCheckBox(tr("Read-&only: the server refuses writes"), this);
    m_readOnly->setObjectName("profileReadOnly"_L1);
    m_grid->addWidget(m_readOnly, 23, 2, 1, 2); // its text is long

    connect(m_url, &QLineEdit::textChanged, this, &ProfileForm::onUrl);
    connect(m_url, &QLineEdit::editingFinished, this, &ProfileForm::takeUrl);
    passFocus(this, m_url);
    const auto fields = findChildren<QLineEdit *>();
    for (const QLineEdit *field : fields) {
        if (field != m_url)
            connect(field, &QLineEdit::textChanged, this, &ProfileForm::onEdited);
    }
    const auto choices = findChildren<QComboBox *>();
    for (const QComboBox *choice : choices)
        connect(choice, &QComboBox::currentIndexChanged, this, &ProfileForm::onEdited);
    connect(m_readOnly, &QCheckBox::toggled, this, &ProfileForm::onEdited);
    for (Label *label :
         {m_urlRemark, m_nameRemark, m_colourRemark, m_portRemark, m_schemaRemark, m_passwordRemark,
          m_commandRemark, m_certificateRemark, m_sshRemark, m_standbyRemark})
        setTone(label, Tone::Trouble);
    setTone(m_sslWarning, Tone::Caution);
}

QLineEdit *ProfileForm::addField(int row, int column, const QString &label, const char *name)
{
    auto *field = new QLineEdit(this);
    field->setObjectName(QLatin1StringView(name));
    auto *caption = new Label(label, this);
    caption->setBuddy(field);
    m_grid->addWidget(caption, row, column);
    m_grid->addWidget(field, row, column + 1);
    return field;
}

QComboBox *ProfileForm::addChoice(int row, int column, const QString &label, const char *name)
{
    auto *choice = new QComboBox(this);
    choice->setObjectName(QLatin1StringView(name));
    auto *caption = new Label(label, this);
    caption->setBuddy(choice);
    m_grid->addWidget(caption, row, column);
    m_grid->addWidget(choice, row, column + 1);
    return choice;
}

Label *ProfileForm::addRemark(int row, const char *name)
{
    auto *remark = new Label(this);
    remark->setObjectName(QLatin1StringView(name));
    remark->setWordWrap(true);
    remark->hide();
    m_grid->addWidget(remark, row, 1, 1, 3);
    return remark;
}

void ProfileForm::addChooser(QLineEdit *field, int row, int column, const QString &title)
{
    auto *button = new QPushButton(u"…"_s, this); // a word would leave the path no room
    button->setObjectName(field->objectName() + "Browse"_L1);
    button->setAccessibleName(title);
    button->setToolTip(title);
    button->setFixedWidth(button->fontMetrics().horizontalAdvance(u"…"_s) + 24);
    field->setMinimumWidth(field->fontMetrics().horizontalAdvance(u"root.crt"_s));
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [this, field, title] {
        const QString known = field->text().trimmed();
        // Where libpq looks by itself.
        const QString usual = QDir::home().filePath(u".postgresql"_s);
        const QString folder = !known.isEmpty() ? QFileInfo(known).path()
            : QFileInfo(usual).isDir()          ? usual
                                                : QDir::homePath();
        auto *chooser = new QFileDialog(this, title, folder);
        chooser->setObjectName("certificateChooser"_L1);
        chooser->setAttribute(Qt::WA_DeleteOnClose);
        chooser->setFileMode(QFileDialog::ExistingFile);
        chooser->setNameFilters(
            {tr("Certificates and keys (*.crt *.pem *.key *.cer)"), tr("All files (*)")});
        connect(chooser, &QFileDialog::fileSelected, field, &QLineEdit::setText);
        chooser->open();
    });
    auto *pair = new QHBoxLayout;
    pair->setSpacing(8);
    m_grid->removeWidget(field);
    pair->addWidget(field, 1);
    pair->addWidget(button);
    m_grid->addLayout(pair, row, column);
}

void ProfileForm::setProfile(const Profile &profile)
{
    const QSignalBlocker quiet(this);
    m_profile = profile;
    const ConnectionSettings &connection = profile.connection;
    const auto value = [&connection](const char *keyword) {
        return connection.value(QString::fromLatin1(keyword));
    };
    m_url->clear();
    m_name->setText(profile.name);
    m_group->setText(profile.group);
    m_environment->setCurrentIndex(
        std::max(0, m_environment->findData(environmentKey(profile.environment))));
    if (m_colour->findData(profile.colour) < 0)
        m_colour->addItem(profile.colour, profile.colour);
    m_colour->setCurrentIndex(m_colour->findData(profile.colour));
    m_host->setText(value(value("host").isEmpty() ? "hostaddr" : "host"));
    m_port->setText(value("port"));
    m_database->setText(value("dbname"));
    m_schema->setText(profile.schema);
    m_user->setText(value("user"));
    if (m_sslMode->findData(value("sslmode")) < 0)
        m_sslMode->addItem(value("sslmode"), value("sslmode"));
    m_sslMode->setCurrentIndex(m_sslMode->findData(value("sslmode")));
    m_rootCertificate->setText(value("sslrootcert"));
    m_certificate->setText(value("sslcert"));
    m_key->setText(value("sslkey"));
    m_command->setText(connection.passwordCommand());
    m_ssh->setText(connection.sshHost());
    m_sshOptions->setText(connection.sshOptions());
    m_standby->setText(connection.standby());
    m_service->setText(value("service"));
    m_readOnly->setChecked(profile.isReadOnly);
    m_password->clear();
    setPasswordKept(false);
    showProblems({});
    showPasswordProblem({});
    onEdited();
}

Profile ProfileForm::profile() const
{
    Profile profile = m_profile;
    profile.name = m_name->text().trimmed();
    profile.group = m_group->text().trimmed();
    profile.environment = environmentFromKey(m_environment->currentData().toString());
    profile.colour = m_colour->currentData().toString();
    profile.schema = m_schema->text();
    profile.isReadOnly = m_readOnly->isChecked();
    const auto set = [&profile](const char *keyword, const QString &value) {
        profile.connection.set(QString::fromLatin1(keyword), value.trimmed());
    };
    // A profile with an address and no name shows the address as its host.
    const bool hasAddressOnly = m_profile.connection.value(u"host"_s).isEmpty()
        && m_host->text() == m_profile.connection.value(u"hostaddr"_s);
    if (!hasAddressOnly) {
        set("host", m_host->text());
        if (m_host->text() != m_profile.connection.value(u"host"_s))
            set("hostaddr", {});
    }
    set("port", m_port->text());
    set("dbname", m_database->text());
    set("user", m_user->text());
    set("sslmode", m_sslMode->currentData().toString());
    set("sslrootcert", m_rootCertificate->text());
    set("sslcert", m_certificate->text());
    set("sslkey", m_key->text());
    set("service", m_service->text());
    profile.connection.setPasswordCommand(m_command->text());
    profile.connection.setSsh(m_ssh->text(), m_sshOptions->text());
    profile.connection.setStandby(m_standby->text());
    return profile;
}

QString ProfileForm::password() const
{
    return m_password->isEnabled() ? m_password->text() : QString();
}

bool ProfileForm::keepsPassword() const
{
    return m_keep->isEnabled() && m_keep->isChecked();
}

void ProfileForm::setPasswordKept(bool isKept)
{
    m_keep->setChecked(isKept);
    m_isKept = isKept;
    showPasswordSource();
}

void ProfileForm::showPasswordSource()
{
    const bool isPrinted = !m_command->text().trimmed().isEmpty();
    m_password->setEnabled(!isPrinted);
    m_keep->setEnabled(!isPrinted);
    m_password->setPlaceholderText(isPrinted      ? tr("from the command")
                                       : m_isKept ? tr("kept in the keychain")
                                                  : tr("none, or ~/.pgpass"));
    m_sshOptions->setEnabled(!m_ssh->text().trimmed().isEmpty());
    m_host->setPlaceholderText(m_sshOptions->isEnabled() ? u"localhost"_s : tr("local socket"));
}

void ProfileForm::showProblems(const QList<ProfileProblem> &problems)
{
    using Field = ProfileProblem::Field;
    const auto show = [&problems](Label *label, Field field) {
        QStringList sentences;
        for (const ProfileProblem &problem : problems) {
            if (problem.field == field)
                sentences << problem.sentence;
        }
        setRemark(label, sentences.join(u' '));
    };
    show(m_nameRemark, Field::Name);
    show(m_colourRemark, Field::Colour);
    show(m_portRemark, Field::Port);
    show(m_schemaRemark, Field::Schema);
    show(m_commandRemark, Field::PasswordCommand);
    show(m_certificateRemark, Field::Certificate);
    show(m_sshRemark, Field::Ssh);
    show(m_standbyRemark, Field::Standby);
}

void ProfileForm::showPasswordProblem(const QString &sentence)
{
    setTone(m_passwordRemark, Tone::Trouble);
    setRemark(m_passwordRemark, sentence);
}

void ProfileForm::showPasswordHint(const QString &sentence)
{
    setTone(m_passwordRemark, Tone::Muted);
    setRemark(m_passwordRemark, sentence);
}

void ProfileForm::onUrl(const QString &text)
{
    setRemark(m_urlRemark, {});
    // Half of a typed URL is a URL, too, of another server.
    const bool isPasted = text.size() > m_urlLength + 1;
    m_urlLength = text.size();
    if (isPasted)
        takeUrl();
}

void ProfileForm::takeUrl()
{
    if (m_url->text().trimmed().isEmpty())
        return;
    const auto imported = importConnection(m_url->text());
    if (!imported) {
        setRemark(m_urlRemark, asSentence(imported.error()));
        return;
    }
    Q_EMIT urlTaken();
    Profile filled = profile();
    const ConnectionSettings before = filled.connection;
    filled.connection = imported->connection;
    filled.connection.setSsh(before.sshHost(), before.sshOptions());
    filled.connection.setStandby(before.standby());
    if (imported->password.isEmpty())
        filled.connection.setPasswordCommand(before.passwordCommand());
    if (filled.name.isEmpty()) {
        const QString database = imported->connection.value(u"dbname"_s);
        filled.name = database.isEmpty() ? imported->connection.describe() : database;
    }
    const bool isKept = m_keep->isChecked();
    {
        const QSignalBlocker quiet(m_url); // the password shall not stay readable there
        setProfile(filled);
        m_urlLength = 0;
    }
    setPasswordKept(isKept || !imported->password.isEmpty());
    m_password->setText(imported->password);
    onEdited();
}

void ProfileForm::onEdited()
{
    showPasswordSource();
    setRemark(m_sslWarning, sslModeWarning(profile().connection));
    Q_EMIT edited();
}

} // namespace yardmaster
