#include "models/connecting/sshquestions.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QFileInfo>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using Kind = SshQuestion::Kind;

Q_DECLARE_METATYPE(SshQuestion::Kind)

/// What ssh asks, and the way of the question to the window and back.
class TestSshQuestions : public QObject
{
    Q_OBJECT

private:
    static QByteArray asked(const QByteArray &prompt)
    {
        return "{\"prompt\":\"" + prompt + "\"}\n";
    }

private Q_SLOTS:
    void promptsAreToldApart_data()
    {
        QTest::addColumn<QString>("prompt");
        QTest::addColumn<QString>("given");
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<QString>("subject");
        QTest::newRow("host key")
            << u"The authenticity of host 'bastion (10.0.0.1)' can't be established.\n"
               "ED25519 key fingerprint is SHA256:abc.\n"
               "Are you sure you want to continue connecting (yes/no/[fingerprint])? "_s
            << QString() << Kind::HostKey << u"bastion (10.0.0.1)"_s;
        QTest::newRow("passphrase") << u"Enter passphrase for key '/home/ada/.ssh/id': "_s
                                    << QString() << Kind::Passphrase << u"/home/ada/.ssh/id"_s;
        QTest::newRow("password") << u"ada@bastion's password: "_s << QString() << Kind::Secret
                                  << u"ada@bastion"_s;
        QTest::newRow("code") << u"Verification code: "_s << QString() << Kind::Secret << QString();
        QTest::newRow("consent") << u"Allow use of key?"_s << u"confirm"_s << Kind::Consent
                                 << QString();
        QTest::newRow("touch") << u"Confirm user presence for key ED25519-SK"_s << u"none"_s
                               << Kind::Notice << QString();
    }
    void promptsAreToldApart()
    {
        QFETCH(const QString, prompt);
        QFETCH(const QString, given);
        const SshQuestion question = SshQuestion::from(prompt, given);
        QTEST(question.kind, "kind");
        QTEST(question.subject, "subject");
    }

    void onlyThisUserReachesTheSocket()
    {
        const SshQuestions questions(u"/bin/false"_s);
        const QString socket = questions.variables().value(u"YARDMASTER_ASKPASS"_s);
        QVERIFY(QFile::exists(socket));
        const auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ExeGroup
            | QFileDevice::ReadOther | QFileDevice::WriteOther | QFileDevice::ExeOther;
        QVERIFY(!(QFileInfo(QFileInfo(socket).path()).permissions() & others));
    }

    void questionsAreAskedOneAfterTheOther()
    {
        SshQuestions questions(u"/bin/false"_s);
        const QString socket = questions.variables().value(u"YARDMASTER_ASKPASS"_s);
        QStringList texts;
        connect(&questions, &SshQuestions::questionAsked, this,
                [&texts](const SshQuestion &question) { texts << question.text; });
        const QSignalSpy withdrawn(&questions, &SshQuestions::questionWithdrawn);
        QLocalSocket first;
        QLocalSocket second;
        QLocalSocket third;
        for (QLocalSocket *client : {&first, &second, &third})
            client->connectToServer(socket);
        first.write(asked("one"));
        QTRY_COMPARE_WITH_TIMEOUT(texts, QStringList{u"one"_s}, kPatience);
        second.write(asked("two"));
        third.write(asked("three"));
        questions.answer(u"s3cret"_s);
        QTRY_VERIFY_WITH_TIMEOUT(first.canReadLine(), kPatience);
        QCOMPARE(first.readLine(), "{\"answer\":\"s3cret\"}\n");
        QTRY_COMPARE_WITH_TIMEOUT(texts.size(), 2, kPatience);
        // Who asks goes away: the question with him.
        QLocalSocket *asking = texts.last() == u"two"_s ? &second : &third;
        asking->abort();
        QTRY_COMPARE_WITH_TIMEOUT(withdrawn.count(), 1, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(texts.size(), 3, kPatience);
        questions.cancel();
        QLocalSocket *last = asking == &second ? &third : &second;
        QTRY_VERIFY_WITH_TIMEOUT(last->canReadLine(), kPatience);
        QCOMPARE(last->readLine(), "{}\n");
        questions.answer(u"too late"_s); // no question is open
    }

    void whoWasRefusedIsNotHeardAgain()
    {
        SshQuestions questions(u"/bin/false"_s);
        const QString socket = questions.variables().value(u"YARDMASTER_ASKPASS"_s);
        const QSignalSpy asked(&questions, &SshQuestions::questionAsked);
        const auto ask = [&socket](QLocalSocket *client, const QByteArray &ssh) {
            client->connectToServer(socket);
            client->write("{\"prompt\":\"ada@bastion's password: \",\"ssh\":" + ssh + "}\n");
        };
        QLocalSocket first;
        ask(&first, "4711");
        QTRY_COMPARE_WITH_TIMEOUT(asked.count(), 1, kPatience);
        questions.decline();
        // ssh tries a password three times.
        QLocalSocket second;
        ask(&second, "4711");
        QTRY_VERIFY_WITH_TIMEOUT(second.canReadLine(), kPatience);
        QCOMPARE(second.readLine(), "{}\n");
        QCOMPARE(asked.count(), 1);
        QLocalSocket another;
        ask(&another, "4712");
        QTRY_COMPARE_WITH_TIMEOUT(asked.count(), 2, kPatience);
        questions.cancel();
    }

    void aWrongAnswerIsKnownAsSuch()
    {
        SshQuestions questions(u"/bin/false"_s);
        const QString socket = questions.variables().value(u"YARDMASTER_ASKPASS"_s);
        QList<bool> again;
        connect(&questions, &SshQuestions::questionAsked, this,
                [&again](const SshQuestion &question) { again << question.isAgain; });
        const auto ask = [&](const QByteArray &key, const QByteArray &ssh) {
            QLocalSocket client;
            client.connectToServer(socket);
            client.write("{\"prompt\":\"Enter passphrase for key '" + key + "': \",\"ssh\":" + ssh
                         + "}\n");
            const qsizetype before = again.size();
            if (!QTest::qWaitFor([&] { return again.size() > before; }, kPatience))
                return false;
            questions.answer(u"s3cret"_s);
            return QTest::qWaitFor([&] { return client.canReadLine(); }, kPatience);
        };
        QVERIFY(ask("/id", "4711"));
        QVERIFY(ask("/id", "4711"));
        QVERIFY(ask("/other", "4711")); // the next one
        QVERIFY(ask("/id", "4712"));    // another try
        QCOMPARE(again, (QList<bool>{false, true, false, false}));
    }

    void nonsenseIsDropped()
    {
        SshQuestions questions(u"/bin/false"_s);
        QLocalSocket client;
        client.connectToServer(questions.variables().value(u"YARDMASTER_ASKPASS"_s));
        client.write(QByteArray(100000, 'x'));
        QTRY_COMPARE_WITH_TIMEOUT(client.state(), QLocalSocket::UnconnectedState, kPatience);
    }
};

YARDMASTER_TEST(TestSshQuestions)
#include "tst_sshquestions.moc"
