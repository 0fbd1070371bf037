#include "app/commands/shellcommand.h"
#include "tests/app/commandrun.h"
#include "tests/support/testprogram.h"

#include <QMap>
#include <QSet>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

class TestCommandTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCommandHasHelp_data()
    {
        QTest::addColumn<QString>("name");
        for (const ShellCommand &command : commands())
            QTest::newRow(qPrintable(command.name())) << command.name();
    }

    void everyCommandHasHelp()
    {
        QFETCH(QString, name);
        const auto command = std::ranges::find_if(
            commands(), [&](const ShellCommand &one) { return one.name() == name; });
        const CommandRun help = runWith(command->words + QStringList{u"--help"_s});
        QCOMPARE(help.exitCode, 0);
        QVERIFY(help.out.startsWith(u"Usage: yardmaster "_s + name));
        for (const QString &line : help.out.split(u'\n'))
            QVERIFY2(line.size() <= 100, qPrintable(line));
        for (const Option &option : command->options)
            QVERIFY2(help.out.contains(u"--"_s + option.longName()), qPrintable(option.longName()));
        QVERIFY(!command->examples.isEmpty());
        for (const QString &example : command->examples)
            QVERIFY2(help.out.contains(example), qPrintable(example));
        QVERIFY(help.out.contains(u"\nExit codes\n  0 "_s));
        QVERIFY(!command->exits.empty());
        QVERIFY(command->run);
    }

    /// So that words can be told from values wherever they are.
    void anOptionIsASwitchEverywhereOrNowhere()
    {
        QMap<QString, bool> takesValue;
        const auto check = [&takesValue](const std::vector<Option> &options) {
            for (const Option &option : options) {
                for (const QString &name : option.names) {
                    const bool takes = !option.valueName.isEmpty();
                    QVERIFY2(takesValue.value(name, takes) == takes, qPrintable(name));
                    takesValue.insert(name, takes);
                }
            }
        };
        for (const OptionGroup &group : optionGroups())
            check(group.options);
        for (const ShellCommand &command : commands()) {
            check(optionsOf(command));
            QSet<QString> names;
            for (const Option &option : optionsOf(command)) {
                for (const QString &name : option.names)
                    QVERIFY2(!std::exchange(names, names + QSet{name}).contains(name),
                             qPrintable(command.name() + u' ' + name));
            }
        }
    }

    void commandsAreFoundInAnyPlace()
    {
        QCOMPARE(commandGroupIn({u"-c"_s, u"jobs"_s, u"--json"_s, u"jobs"_s, u"list"_s}),
                 u"jobs"_s);
        QCOMPARE(commandGroupIn({u"--connection=cron"_s, u"tasks"_s}), u"tasks"_s);
        QCOMPARE(commandGroupIn({u"--no-gui"_s, u"-j"_s, u"4"_s}), QString());
        QCOMPARE(commandGroupIn({u"-c"_s, u"jobs"_s}), QString());
        QCOMPARE(commandGroupIn({u"--"_s, u"jobs"_s}), QString());
        const CommandRun help = runWith({u"-c"_s, u"list"_s, u"jobs"_s, u"--help"_s, u"show"_s});
        QVERIFY(help.out.startsWith(u"Usage: yardmaster jobs show"_s));
    }

    void groupsHaveHelp()
    {
        const CommandRun help = runWith({u"jobs"_s, u"--help"_s});
        QCOMPARE(help.exitCode, 0);
        for (const QString &verb : commandVerbs(u"jobs"_s))
            QVERIFY2(help.out.contains(u"  jobs %1 "_s.arg(verb)), qPrintable(verb));
    }

    void misspeltWordsGetSuggestions_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("verb") << QStringList{u"jobs"_s, u"lis"_s} << u"did you mean list?"_s;
        QTest::newRow("transposed")
            << QStringList{u"queues"_s, u"lits"_s} << u"did you mean list?"_s;
        QTest::newRow("far off") << QStringList{u"jobs"_s, u"frobnicate"_s}
                                 << u"jobs has no 'frobnicate'; use list, show"_s;
        QTest::newRow("none") << QStringList{u"jobs"_s} << u"a command is missing; use list"_s;
        QTest::newRow("option") << QStringList{u"jobs"_s, u"list"_s, u"--formt"_s}
                                << u"unknown option --formt"_s;
        QTest::newRow("near option")
            << QStringList{u"jobs"_s, u"list"_s, u"--limt"_s, u"3"_s} << u"did you mean --limit?"_s;
        QTest::newRow("sister") << QStringList{u"cron"_s, u"check"_s, u"--count"_s, u"3"_s}
                                << u"--count is for cron next"_s;
        QTest::newRow("value") << QStringList{u"jobs"_s, u"list"_s, u"--limit"_s} << u"limit"_s;
        QTest::newRow("argument") << QStringList{u"tasks"_s, u"list"_s, u"x"_s}
                                  << u"tasks list takes no 'x'"_s;
    }

    void misspeltWordsGetSuggestions()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, sentence);
        const CommandRun run = runWith(arguments);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(sentence), qPrintable(run.err));
        QVERIFY(run.err.contains(u"see yardmaster "_s));
        QVERIFY(run.out.isEmpty());
    }
};

YARDMASTER_TEST(TestCommandTable)
#include "tst_commandtable.moc"
