#include "app/commands/completioncommand.h"
#include "app/commands/mancommand.h"
#include "tests/app/commandrun.h"
#include "tests/support/testprogram.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// Shell completions and the manual page: what other programs say of them.
class TestCompletion : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QString write(const QString &name, const QString &text) const
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QFile::WriteOnly) || file.write(text.toUtf8()) < 0)
            qFatal("cannot write");
        return file.fileName();
    }
    struct Ended
    {
        int exitCode = -1;
        QString out;
        QString err;
    };
    static Ended execute(const QString &program, const QStringList &arguments)
    {
        QProcess process;
        process.start(program, arguments);
        if (!process.waitForFinished(60000))
            return {};
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }
    /// What a bash proposes for the last of `words`.
    [[nodiscard]] QStringList proposals(const QStringList &words) const
    {
        const QString script = write(u"completion.bash"_s, bashCompletion());
        const QString run = u"source \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); "
                            "_yardmaster; printf '%s\\n' \"${COMPREPLY[@]}\""_s;
        const Ended ended
            = execute(u"/bin/bash"_s, QStringList{u"-c"_s, run, script, u"yardmaster"_s} + words);
        if (!ended.err.isEmpty())
            qWarning("%s", qPrintable(ended.err));
        return ended.out.split(u'\n', Qt::SkipEmptyParts);
    }

private Q_SLOTS:
    void bashCompletes()
    {
        QVERIFY(proposals({u"do"_s}) == QStringList{u"doctor"_s});
        QCOMPARE(proposals({u""_s}), commandGroups());
        QCOMPARE(proposals({u"queues"_s, u"re"_s}), (QStringList{u"resume"_s, u"release"_s}));
        QCOMPARE(proposals({u"jobs"_s, u"list"_s, u"--lim"_s}), QStringList{u"--limit"_s});
        QCOMPARE(proposals({u"jobs"_s, u"show"_s, u"--lim"_s}), QStringList());
        QCOMPARE(proposals({u"-c"_s, u"jobs"_s, u"watch"_s, u"--int"_s}),
                 QStringList{u"--interval"_s}); // the value of -c is no command
        QCOMPARE(proposals({u"--poll-i"_s}), QStringList{u"--poll-interval"_s});
        QCOMPARE(proposals({u"workers"_s, u"--js"_s}), QStringList{u"--json"_s});
        QCOMPARE(proposals({u"jobs"_s, u"list"_s, u"--limit"_s, u"x"_s}), QStringList());
        QCOMPARE(proposals({u"completion"_s, u"z"_s}), QStringList{u"zsh"_s});
        QCOMPARE(proposals({u"--crontab"_s, m_folder.path() + u"/comp"_s}),
                 QStringList{m_folder.path() + u"/completion.bash"_s});
    }

    void scriptsAreWellFormed_data()
    {
        QTest::addColumn<QString>("shell");
        QTest::newRow("bash") << u"bash"_s;
        QTest::newRow("zsh") << u"zsh"_s;
        QTest::newRow("fish") << u"fish"_s;
    }
    void scriptsAreWellFormed()
    {
        QFETCH(QString, shell);
        const CommandRun printed = runWith({u"completion"_s, shell});
        QCOMPARE(printed.exitCode, 0);
        for (const ShellCommand &command : commands()) {
            for (const Option &option : optionsOf(command))
                QVERIFY2(printed.out.contains(option.longName()), qPrintable(option.longName()));
        }
        const QString program = QStandardPaths::findExecutable(shell);
        if (program.isEmpty())
            QSKIP("this shell is not installed");
        const Ended ended = execute(program, {u"-n"_s, write(shell, printed.out)});
        QVERIFY2(ended.exitCode == 0 && ended.err.isEmpty(), qPrintable(ended.err));
    }

    void theScriptForBashIsClean()
    {
        const QString shellcheck = QStandardPaths::findExecutable(u"shellcheck"_s);
        if (shellcheck.isEmpty())
            QSKIP("there is no shellcheck");
        const Ended ended
            = execute(shellcheck, {u"-s"_s, u"bash"_s, write(u"checked.bash"_s, bashCompletion())});
        QVERIFY2(ended.exitCode == 0, qPrintable(ended.out));
    }

    void otherShellsAreRefused()
    {
        QCOMPARE(runWith({u"completion"_s, u"tcsh"_s}).exitCode, 2);
        QCOMPARE(runWith({u"completion"_s}).exitCode, 2);
    }

    void theManualPageHasNoWarnings()
    {
        const QString page = manualPage(u"1.2.3"_s);
        for (const ShellCommand &command : commands())
            QVERIFY2(page.contains(QString(command.name()).replace(u'-', u"\\-"_s)),
                     qPrintable(command.name()));
        const QString groff = QStandardPaths::findExecutable(u"groff"_s);
        if (groff.isEmpty())
            QSKIP("there is no groff");
        const Ended ended = execute(
            groff, {u"-man"_s, u"-ww"_s, u"-z"_s, u"-Kutf8"_s, write(u"yardmaster.1"_s, page)});
        QVERIFY2(ended.exitCode == 0 && ended.err.isEmpty(), qPrintable(ended.err));
        const Ended text = execute(groff,
                                   {u"-man"_s, u"-Tutf8"_s, u"-P-cbou"_s, u"-Kutf8"_s,
                                    m_folder.filePath(u"yardmaster.1"_s)});
        QVERIFY2(text.out.contains(u"yardmaster jobs list [FILTER"_s)
                     && text.out.contains(u"--poll-interval TIME"_s),
                 qPrintable(text.out.left(3000)));
    }
};

YARDMASTER_TEST(TestCompletion)
#include "tst_completion.moc"
