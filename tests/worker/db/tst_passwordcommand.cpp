#include "tests/support/passwordrole.h"
#include "tests/support/testprogram.h"
#include "worker/db/passwordcommand.h"
#include <yardmaster/session.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Programs that print passwords, and the sessions that need them.
class TestPasswordCommand : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    int m_serial = 0;

    /// A shell script that notes each run. @returns the command.
    QString script(const QByteArray &body)
    {
        const QString path = m_folder.filePath(u"say password %1"_s.arg(++m_serial));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no script");
        file.write("#!/bin/sh\necho run >> \"$0.runs\"\n" + body + '\n');
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner
                            | QFileDevice::ExeOwner);
        return u'"' + path + u'"';
    }
    static int runsOf(QString command)
    {
        QFile file(command.remove(u'"') + u".runs"_s);
        return file.open(QIODevice::ReadOnly) ? int(file.readAll().count('\n')) : 0;
    }

private slots:
    void theFirstLineIsThePassword_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("password");
        QTest::newRow("one line") << QByteArray("echo s3cret") << u"s3cret"_s;
        QTest::newRow("no line feed") << QByteArray("printf s3cret") << u"s3cret"_s;
        QTest::newRow("CR LF") << QByteArray("printf 's3cret\\r\\n'") << u"s3cret"_s;
        QTest::newRow("fields below")
            << QByteArray("printf 's3cret\\nuser: ada\\n'") << u"s3cret"_s;
        QTest::newRow("spaces count") << QByteArray("printf ' a b \\n'") << u" a b "_s;
        QTest::newRow("beyond ASCII") << QByteArray("echo pässwort") << u"pässwort"_s;
        QTest::newRow("noise beside it")
            << QByteArray("echo 'token is old' >&2; echo s3cret") << u"s3cret"_s;
    }
    void theFirstLineIsThePassword()
    {
        QFETCH(const QByteArray, body);
        QTEST(PasswordCommand(script(body)).ask().value_or(u"?"_s), "password");
    }

    void noShellReadsIt()
    {
        QCOMPARE(PasswordCommand(u"echo '$HOME;' `id` \"a b\""_s).ask().value_or(u"?"_s),
                 u"'$HOME;' `id` a b"_s);
    }

    void failuresAreOneSentence_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("words");
        QTest::newRow("exit code and reason")
            << QByteArray("echo s3cret; echo 'not logged in' >&2; exit 3")
            << u"failed with exit code 3: not logged in"_s;
        QTest::newRow("signal") << QByteArray("kill -9 $$") << u"was killed by a signal"_s;
        QTest::newRow("nothing") << QByteArray("exit 0") << u"printed no password"_s;
        QTest::newRow("empty line") << QByteArray("echo; echo s3cret") << u"printed no password"_s;
        QTest::newRow("null byte") << QByteArray("printf 's3cret\\000x\\n'") << u"not a password"_s;
        QTest::newRow("flood") << QByteArray("yes s3cret") << u"prints too much"_s;
        QTest::newRow("hostile reason")
            << QByteArray("printf '\\033]0;x\\007a\\nb' >&2; exit 1") << u"\\u001b]0;x\\u0007a b"_s;
        QTest::newRow("asks") << QByteArray("read answer || exit 4") << u"exit code 4"_s;
    }
    void failuresAreOneSentence()
    {
        QFETCH(const QByteArray, body);
        QFETCH(const QString, words);
        const auto asked = PasswordCommand(script(body)).ask();
        QVERIFY(!asked);
        QVERIFY2(asked.error().contains(words), qPrintable(asked.error()));
        QVERIFY(!asked.error().contains("s3cret"_L1));
        QVERIFY(!asked.error().contains(u'\n'));
        QVERIFY(asked.error().startsWith("the password command 'say password "_L1));
    }

    void aMissingProgramIsNamed()
    {
        const auto asked = PasswordCommand(u"/no/such/program --token s3cret"_s).ask();
        QVERIFY(!asked);
        QVERIFY2(asked.error().contains("'program' cannot be started"_L1),
                 qPrintable(asked.error()));
        QVERIFY(!asked.error().contains("s3cret"_L1));
        QVERIFY(!PasswordCommand::problemOf(u"  "_s).isEmpty());
    }

    void theTimeIsLimited()
    {
        const QString command
            = script("sleep 300 & echo $! > \"$0.child\"; echo waiting >&2; wait");
        const auto asked = PasswordCommand(command).ask(1s);
        QVERIFY(!asked);
        QVERIFY2(asked.error().contains("did not end within 1 s: waiting"_L1),
                 qPrintable(asked.error()));
        // What it had started is gone, too.
        QFile child(QString(command).remove(u'"') + u".child"_s);
        QVERIFY(child.open(QIODevice::ReadOnly));
        const QString process
            = u"/proc/%1/stat"_s.arg(QString::fromUtf8(child.readAll().trimmed()));
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                QFile stat(process);
                return !stat.open(QIODevice::ReadOnly) || stat.readAll().contains(") Z ");
            }(),
            kPatience);
    }

    void allThatAskAtOnceShareOneRun()
    {
        for (const char *ending : {"echo s3cret", "exit 1"}) {
            const QString command = script(QByteArray("sleep 0.5; ") + ending);
            const auto shared = PasswordCommand::of(command);
            QCOMPARE(PasswordCommand::of(command), shared);
            std::vector<std::thread> threads;
            for (int i = 0; i < 8; ++i)
                threads.emplace_back([&] { (void)shared->ask(); });
            for (std::thread &thread : threads)
                thread.join();
            QCOMPARE(runsOf(command), 1);
        }
    }

    void aSessionLogsInWithIt()
    {
        const TestDatabase database = TestDatabase::createEmpty();
        const PasswordRole role(database, "first");
        const QString command = script("cat \"$0.txt\" 2> /dev/null || echo first");
        ConnectionSettings settings = role.settings();
        settings.setPasswordCommand(command);
        QVERIFY(Session::open(settings, u"one"_s));
        QVERIFY(Session::open(settings, u"two"_s));
        QCOMPARE(runsOf(command), 1);

        // The server refuses it: asked again, once, and only then.
        role.setPassword("second");
        QFile next(QString(command).remove(u'"') + u".txt"_s);
        QVERIFY(next.open(QIODevice::WriteOnly));
        next.write("second\n");
        next.close();
        const auto renewed = Session::open(settings, u"three"_s);
        QVERIFY2(renewed, renewed ? "" : qPrintable(renewed.error().message));
        QCOMPARE(runsOf(command), 2);
        QVERIFY(Session::open(settings, u"four"_s));
        QCOMPARE(runsOf(command), 2);

        // It is wrong: said so, without it, and one attempt to log in each time.
        role.setPassword("third");
        const auto refused = Session::open(settings, u"five"_s);
        QVERIFY(!refused);
        QCOMPARE(refused.error().kind, DbError::Kind::Authentication);
        QVERIFY(refused.error().message.contains("password command"_L1));
        QVERIFY(!refused.error().message.contains("second"_L1));
        QCOMPARE(runsOf(command), 3);
        const qsizetype refusals
            = database.serverLog().filter(u"password authentication failed"_s).size();
        QVERIFY(!Session::open(settings, u"six"_s));
        QTRY_COMPARE_WITH_TIMEOUT(
            database.serverLog().filter(u"password authentication failed"_s).size(), refusals + 1,
            kPatience);

        // A password that is set comes first.
        settings.set(u"password"_s, u"third"_s);
        QVERIFY(Session::open(settings, u"seven"_s));
    }

    void aFailureKeepsTheSessionFromOpening()
    {
        ConnectionSettings settings;
        settings.set(u"host"_s, u"/nonexistent"_s);
        settings.setPasswordCommand(script("echo 'vault is sealed' >&2; exit 2"));
        const auto session = Session::open(settings, u"test"_s);
        QVERIFY(!session);
        QCOMPARE(session.error().kind, DbError::Kind::CannotConnect);
        QVERIFY2(session.error().message.contains("vault is sealed"_L1),
                 qPrintable(session.error().message));
    }
};

YARDMASTER_TEST(TestPasswordCommand)
#include "tst_passwordcommand.moc"
