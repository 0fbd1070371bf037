#include "models/connecting/profilestore.h"
#include "models/connecting/secretstore.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

namespace {

Profile billing()
{
    Profile profile = Profile::make();
    profile.name = u"Billing, \"main\""_s;
    profile.group = u"Büro"_s;
    profile.colour = u"#5b2a86"_s;
    profile.environment = Environment::Production;
    profile.isReadOnly = true;
    profile.schema = u"my jobs"_s;
    profile.connection.set(u"host"_s, u"db.example.com"_s);
    profile.connection.set(u"sslmode"_s, u"verify-full"_s);
    profile.connection.setPasswordCommand(u"pass show 'shop db'; \"x\""_s);
    profile.connection.setSsh(u"ada@bastion"_s, u"-p 2222 -i \"my key\""_s);
    profile.connection.setStandby(u"db2.example.com:5433, db3.example.com"_s);
    return profile;
}

QByteArray contents(const QString &file)
{
    QFile opened(file);
    return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
}

bool complains(const Profile &profile, ProfileProblem::Field field)
{
    const QList<ProfileProblem> problems = problemsOf(profile, {});
    return std::ranges::any_of(problems,
                               [field](const ProfileProblem &p) { return p.field == field; });
}

} // namespace

class TestProfileStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_file = m_folder.filePath(u"sub/%1.ini"_s.arg(++m_serial)); }
    void everySettingIsRestored();
    void removedKeywordIsGone();
    void passwordIsNeverWritten();
    void otherProgramsProfilesAreKept();
    void unwritableFileIsReported();
    void listedByGroupAndName();
    void urlIsImportedWithoutItsPassword();
    void badUrlIsRefusedWithoutItsPassword();
    void problemsAreFound();
    void weakEncryptionIsReported_data();
    void weakEncryptionIsReported();
    void readOnlyProfileAsksTheServer();
    void environmentsAreSpeltInSeveralWays_data();
    void environmentsAreSpeltInSeveralWays();
    void connectionsFindTheirProfile_data();
    void connectionsFindTheirProfile();
    void loginsAreTiedToTheirServer();
    void anSshHostMakesItAnotherServer();
    void waysAreJudged();
    void memorySecretsAnswerAsynchronously();
    void brokenSecretStoreIsReported();

private:
    QTemporaryDir m_folder;
    QString m_file;
    int m_serial = 0;
};

void TestProfileStore::everySettingIsRestored()
{
    const Profile profile = billing();
    QVERIFY(ProfileStore(m_file).save(profile));
    QCOMPARE(ProfileStore(m_file).profiles(), QList<Profile>{profile});
    QVERIFY(ProfileStore(m_file).remove(profile.id));
    QCOMPARE(ProfileStore(m_file).profiles(), QList<Profile>{});
}

void TestProfileStore::removedKeywordIsGone()
{
    ProfileStore store(m_file);
    Profile profile = billing();
    QVERIFY(store.save(profile));
    profile.connection.set(u"sslmode"_s, {});
    QVERIFY(store.save(profile));
    QCOMPARE(store.profiles(), QList<Profile>{profile});
}

void TestProfileStore::passwordIsNeverWritten()
{
    ProfileStore store(m_file);
    Profile profile = billing();
    profile.connection.set(u"password"_s, u"hunter2"_s);
    profile.connection.set(u"sslpassword"_s, u"hunter3"_s);
    QVERIFY(store.save(profile));
    QVERIFY(contents(m_file).contains("db.example.com"));
    QVERIFY(!contents(m_file).contains("hunter"));
    QCOMPARE(store.profiles().first().connection.value(u"password"_s), QString());
}

void TestProfileStore::otherProgramsProfilesAreKept()
{
    ProfileStore mine(m_file);
    ProfileStore theirs(m_file);
    Profile first = billing();
    Profile second = billing();
    second.name = u"other"_s;
    QVERIFY(mine.save(first));
    QVERIFY(theirs.save(second));
    first.name = u"renamed"_s;
    QVERIFY(mine.save(first));
    QCOMPARE(theirs.profiles().size(), 2);
}

void TestProfileStore::unwritableFileIsReported()
{
    ProfileStore store(m_folder.path()); // a folder
    const auto saved = store.save(billing());
    QVERIFY(!saved);
    QVERIFY2(saved.error().contains(m_folder.path()), qUtf8Printable(saved.error()));
}

void TestProfileStore::listedByGroupAndName()
{
    ProfileStore store(m_file);
    for (const QString &name : {u"b/2"_s, u"a/9"_s, u"b/1"_s}) {
        Profile profile = Profile::make();
        profile.group = name.section(u'/', 0, 0);
        profile.name = name;
        QVERIFY(store.save(profile));
    }
    QStringList names;
    const QList<Profile> profiles = store.profiles();
    for (const Profile &profile : profiles)
        names << profile.name;
    QCOMPARE(names, (QStringList{u"a/9"_s, u"b/1"_s, u"b/2"_s}));
}

void TestProfileStore::urlIsImportedWithoutItsPassword()
{
    const auto imported
        = importConnection(u" postgres://ada:p%40ss@db.example.com:6543/shop?sslmode=require\n"_s);
    QVERIFY(imported);
    QCOMPARE(imported->password, u"p@ss"_s);
    QCOMPARE(imported->connection.value(u"password"_s), QString());
    QCOMPARE(imported->connection.value(u"host"_s), u"db.example.com"_s);
    QCOMPARE(imported->connection.value(u"port"_s), u"6543"_s);
    QCOMPARE(imported->connection.value(u"user"_s), u"ada"_s);
    QCOMPARE(imported->connection.value(u"dbname"_s), u"shop"_s);
    QCOMPARE(imported->connection.value(u"sslmode"_s), u"require"_s);
}

void TestProfileStore::badUrlIsRefusedWithoutItsPassword()
{
    for (const QString &text :
         {u"mysql://ada:hunter2@db/shop"_s, u""_s, u"postgres://ada:hunter2@db/shop?sslmud=1"_s}) {
        const auto imported = importConnection(text);
        QVERIFY(!imported);
        QVERIFY(!imported.error().isEmpty());
        QVERIFY(!imported.error().contains(u"hunter2"_s));
    }
}

void TestProfileStore::problemsAreFound()
{
    using Field = ProfileProblem::Field;
    Profile profile = billing();
    QVERIFY(problemsOf(profile, {profile}).isEmpty());
    Profile twin = profile;
    twin.id = u"another"_s;
    QCOMPARE(problemsOf(profile, {twin}).size(), 1);
    QCOMPARE(problemsOf(profile, {twin}).first().field, Field::Name);
    profile.name = u"  "_s;
    QVERIFY(complains(profile, Field::Name));
    profile.schema = u"pg_jobs"_s;
    QVERIFY(complains(profile, Field::Schema));
    profile.connection.set(u"port"_s, u"5432,5433"_s);
    QVERIFY(!complains(profile, Field::Port));
    for (const QString &port : {u"0"_s, u"65536"_s, u"http"_s}) {
        profile.connection.set(u"port"_s, port);
        QVERIFY(complains(profile, Field::Port));
    }
    profile.connection.set(u"sslmode"_s, u"maybe"_s);
    QVERIFY(complains(profile, Field::SslMode));
    profile.connection.set(u"sslrootcert"_s, u"/nonexistent/root.crt"_s);
    QVERIFY(complains(profile, Field::Certificate));
    profile.connection.setStandby(u"postgres://db2"_s);
    QVERIFY(complains(profile, Field::Standby));
    for (const QString &colour : {u"#ffff00"_s, u"red"_s, u"#12345"_s}) {
        profile.colour = colour;
        QVERIFY(complains(profile, Field::Colour));
    }
}

void TestProfileStore::weakEncryptionIsReported_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("words");
    QTest::newRow("disable") << u"db"_s << u"disable"_s << u"Not encrypted"_s;
    QTest::newRow("prefer") << u"db"_s << u"prefer"_s << u"only if the server agrees"_s;
    QTest::newRow("default") << u"db"_s << u""_s << u"only if the server agrees"_s;
    QTest::newRow("require") << u"db"_s << u"require"_s << u"the server is not authenticated"_s;
    QTest::newRow("verify-ca") << u"db"_s << u"verify-ca"_s << u"the host name is not"_s;
    QTest::newRow("verify-full") << u"db"_s << u"verify-full"_s << u""_s;
    QTest::newRow("socket") << u"/run/postgresql"_s << u"disable"_s << u""_s;
}

void TestProfileStore::weakEncryptionIsReported()
{
    QFETCH(const QString, host);
    QFETCH(const QString, mode);
    QFETCH(const QString, words);
    qunsetenv("PGSSLMODE");
    ConnectionSettings connection;
    connection.set(u"host"_s, host);
    connection.set(u"sslmode"_s, mode);
    const QString warning = sslModeWarning(connection);
    QCOMPARE(warning.isEmpty(), words.isEmpty());
    QVERIFY2(warning.contains(words), qUtf8Printable(warning));
}

void TestProfileStore::readOnlyProfileAsksTheServer()
{
    Profile profile = billing();
    profile.connection.set(u"options"_s, u"-c work_mem=8MB"_s);
    const ConnectionSettings settings = profile.sessionSettings(u"secret"_s);
    QCOMPARE(settings.value(u"options"_s),
             u"-c work_mem=8MB -c default_transaction_read_only=on"_s);
    QCOMPARE(settings.value(u"password"_s), u"secret"_s);
    profile.isReadOnly = false;
    QCOMPARE(profile.sessionSettings({}).value(u"options"_s), u"-c work_mem=8MB"_s);
    // libpq would look for a server that writes by default.
    profile.isReadOnly = true;
    profile.connection.set(u"target_session_attrs"_s, u"read-write"_s);
    QCOMPARE(profile.sessionSettings({}).value(u"target_session_attrs"_s), u"primary"_s);
}

void TestProfileStore::environmentsAreSpeltInSeveralWays_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<Environment>("environment");
    QTest::newRow("production") << u"production"_s << Environment::Production;
    QTest::newRow("capital") << u" Production"_s << Environment::Production;
    QTest::newRow("short") << u"PROD"_s << Environment::Production;
    QTest::newRow("stage") << u"stage"_s << Environment::Staging;
    QTest::newRow("dev") << u"dev"_s << Environment::Development;
    QTest::newRow("misspelt") << u"prodution"_s << Environment::Unknown;
    QTest::newRow("nothing") << QString() << Environment::Unknown;
}

void TestProfileStore::environmentsAreSpeltInSeveralWays()
{
    QFETCH(QString, key);
    QTEST(environmentFromKey(key), "environment");
}

void TestProfileStore::connectionsFindTheirProfile_data()
{
    QTest::addColumn<QString>("connection");
    QTest::addColumn<QString>("name"); // of the profile; empty: none
    QTest::addColumn<bool>("hasId");
    QTest::newRow("same") << u"postgres://ada:x@db.example.com:6543/billing"_s << u"billing"_s
                          << true;
    QTest::newRow("another user") << u"postgres://bob@DB.example.com:6543/billing"_s << u"billing"_s
                                  << false;
    QTest::newRow("another port") << u"postgres://ada@db.example.com/billing"_s << QString()
                                  << false;
    QTest::newRow("another database")
        << u"postgres://ada@db.example.com:6543/shop"_s << QString() << false;
    QTest::newRow("one of its hosts") << u"postgres://ada@h2/shop"_s << u"pair"_s << true;
    QTest::newRow("the strictest") << u"postgres://u@127.0.0.1/app"_s << u"tunnel"_s << true;
    QTest::newRow("socket") << u"host=/run/postgresql user=u dbname=app"_s << u"tunnel"_s << true;
    QTest::newRow("service") << u"service=warehouse"_s << u"warehouse"_s << true;
    QTest::newRow("another service") << u"service=shop"_s << QString() << false;
}

void TestProfileStore::connectionsFindTheirProfile()
{
    QFETCH(QString, connection);
    QFETCH(QString, name);
    QFETCH(bool, hasId);
    for (const char *variable :
         {"PGHOST", "PGHOSTADDR", "PGPORT", "PGUSER", "PGDATABASE", "PGSERVICE"})
        qunsetenv(variable);
    QList<Profile> profiles;
    const auto add
        = [&profiles](const QString &called, const QString &text, Environment environment) {
              Profile profile = Profile::make();
              profile.name = called;
              profile.environment = environment;
              profile.connection = *ConnectionSettings::parse(text);
              profiles << profile;
          };
    add(u"local"_s, u"postgres://u@localhost/app"_s, Environment::Development);
    add(u"billing"_s, u"postgres://ada@db.example.com:6543/billing"_s, Environment::Production);
    add(u"pair"_s, u"postgres://ada@h1,h2/shop"_s, Environment::Staging);
    add(u"tunnel"_s, u"postgres://u@localhost:5432/app"_s, Environment::Production);
    add(u"warehouse"_s, u"service=warehouse"_s, Environment::Production);
    const auto found = profileFor(*ConnectionSettings::parse(connection), profiles);
    QCOMPARE(found ? found->name : QString(), name);
    QCOMPARE(found && !found->id.isEmpty(), hasId);
}

void TestProfileStore::loginsAreTiedToTheirServer()
{
    const Profile profile = billing();
    const QString key = loginKey(profile.id, profile.connection);
    ConnectionSettings same = profile.connection;
    same.set(u"password"_s, u"x"_s);
    same.set(u"connect_timeout"_s, u"3"_s);
    QCOMPARE(loginKey(profile.id, same), key);
    for (const QString &keyword : {u"host"_s, u"port"_s, u"user"_s, u"dbname"_s, u"sslmode"_s}) {
        ConnectionSettings other = profile.connection;
        other.set(keyword, u"7"_s);
        QVERIFY2(loginKey(profile.id, other) != key, qPrintable(keyword));
    }
    QVERIFY(loginKey(u"other"_s, profile.connection) != key);
    for (const QString &host : {u""_s, u"other"_s}) {
        ConnectionSettings other = profile.connection;
        other.setSsh(host, profile.connection.sshOptions());
        QVERIFY(loginKey(profile.id, other) != key);
    }
    same.setStandby(u"elsewhere"_s); // would get the password, too
    QVERIFY(loginKey(profile.id, same) != key);
}

void TestProfileStore::anSshHostMakesItAnotherServer()
{
    Profile direct = billing();
    direct.connection = *ConnectionSettings::parse(u"postgres://u@localhost/app"_s);
    Profile tunnelled = direct;
    tunnelled.id = u"tunnelled"_s;
    tunnelled.connection.setSsh(u"bastion"_s);
    const QList<Profile> both{direct, tunnelled};
    QCOMPARE(profileFor(tunnelled.connection, both)->id, tunnelled.id);
    QCOMPARE(profileFor(direct.connection, both)->id, direct.id);
    ConnectionSettings other = direct.connection;
    other.setSsh(u"other"_s);
    QVERIFY(!profileFor(other, both));

    // The way to the SSH host is encrypted; beyond it only where the server lies elsewhere.
    QVERIFY(sslModeWarning(tunnelled.connection).isEmpty());
    tunnelled.connection.set(u"host"_s, u"db.internal"_s);
    QVERIFY(!sslModeWarning(tunnelled.connection).isEmpty());
}

void TestProfileStore::waysAreJudged()
{
    Profile profile = billing();
    QVERIFY(!complains(profile, ProfileProblem::Field::Ssh));
    QVERIFY(!complains(profile, ProfileProblem::Field::PasswordCommand));
    profile.connection.setSsh(u"bastion"_s, u"-L 1:a:2"_s);
    QVERIFY(complains(profile, ProfileProblem::Field::Ssh));
    profile.connection.setSsh(u"-oProxyCommand=id"_s);
    QVERIFY(complains(profile, ProfileProblem::Field::Ssh));
    profile.connection.setPasswordCommand(u"\"\""_s);
    QVERIFY(complains(profile, ProfileProblem::Field::PasswordCommand));
}

void TestProfileStore::memorySecretsAnswerAsynchronously()
{
    MemorySecrets secrets;
    QStringList answers;
    secrets.write(u"a"_s, u"one"_s, this,
                  [&](const SecretStore::Done &done) { answers << (done ? u"kept"_s : u"not"_s); });
    secrets.read(u"a"_s, this, [&](const SecretStore::Found &found) { answers << *found; });
    secrets.read(u"b"_s, this, [&](const SecretStore::Found &found) { answers << *found; });
    QCOMPARE(answers, QStringList()); // not from within the call
    {
        QObject gone;
        secrets.read(u"a"_s, &gone, [&](const SecretStore::Found &) { answers << u"gone"_s; });
    }
    QTRY_COMPARE_WITH_TIMEOUT(answers, (QStringList{u"kept"_s, u"one"_s, u""_s}), 60000);
}

void TestProfileStore::brokenSecretStoreIsReported()
{
    MemorySecrets secrets;
    secrets.setProblem(u"The keychain is locked."_s);
    QString answer;
    secrets.write(u"a"_s, u"one"_s, this,
                  [&](const SecretStore::Done &done) { answer = done ? u""_s : done.error(); });
    QTRY_COMPARE_WITH_TIMEOUT(answer, u"The keychain is locked."_s, 60000);
    QVERIFY(secrets.secrets().isEmpty());
}

YARDMASTER_TEST(TestProfileStore)
#include "tst_profilestore.moc"
