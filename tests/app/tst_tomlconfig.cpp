#include "app/commandline.h"
#include "app/optiontable.h"
#include "app/tomlconfig.h"
#include "tests/app/commandrun.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// --config FILE.toml, variables of switches, and `config show`.
class TestTomlConfig : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] QString put(const QByteArray &text, const QString &name = u"worker.toml"_s) const
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QFile::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write");
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        return file.fileName();
    }
    static QProcessEnvironment environmentOf(const QMap<QString, QString> &variables)
    {
        QProcessEnvironment environment;
        for (auto it = variables.begin(); it != variables.end(); ++it)
            environment.insert(it.key(), it.value());
        return environment;
    }
    [[nodiscard]] auto parse(const QByteArray &text, const QStringList &arguments = {},
                             const QMap<QString, QString> &variables = {}) const
    {
        const auto config = readTomlConfig(put(text));
        if (!config)
            qFatal("%s", qUtf8Printable(config.error()));
        return CommandLine::parse(QStringList{u"--no-gui"_s} + arguments, environmentOf(variables),
                                  &*config);
    }
    static CommandRun show(const QStringList &arguments,
                           const QMap<QString, QString> &variables = {})
    {
        return runWith(QStringList{u"config"_s, u"show"_s} + arguments, {}, false,
                       environmentOf(variables));
    }
    [[nodiscard]] QString complaintOf(const QByteArray &text) const
    {
        const auto config = readTomlConfig(put(text));
        return config ? u"none"_s : config.error();
    }

private slots:
    void optionsAreSet()
    {
        const auto line = parse(R"(
            connection = "postgres://db.example/shop"
            schema = "jobs"
            tasks = "/srv/tasks"
            jobs = 7
            poll-interval = "5s"       # a hyphen is as good as an underscore
            grace_period = 30000
            watch = true
            no_listen = false
            http = ["invoice=https://b.example/i?a,b", "mail=https://b.example/m"]
            forbidden_flag = "slow"
            flag_allowlist = ["a", "b"]
            task_timeout = ["30s", "mail=5m"]
            listen_http = 9187
            log_format = "json"
            [limit]
            send_email = 2
            "a b" = 3
            [rate]
            send_email = "5/s"
        )");
        QVERIFY2(line, line ? "" : qPrintable(line.error()));
        QCOMPARE(line->connection, u"postgres://db.example/shop"_s);
        QCOMPARE(line->worker.schema, u"jobs"_s);
        QCOMPARE(line->tasks, u"/srv/tasks"_s);
        QCOMPARE(line->worker.concurrency, 7);
        QCOMPARE(line->worker.pollInterval, 5000ms);
        QCOMPARE(line->worker.gracePeriod, 30000ms);
        QVERIFY(line->hosts.isWatching && line->worker.listens);
        QCOMPARE(
            line->http,
            (QStringList{u"invoice=https://b.example/i?a,b"_s, u"mail=https://b.example/m"_s}));
        QCOMPARE(line->worker.flags.forbidden, QStringList{u"slow"_s});
        QCOMPARE(line->worker.flags.allowed, (QStringList{u"a"_s, u"b"_s}));
        QCOMPARE(line->worker.taskTimeout, 30000ms);
        QCOMPARE(line->worker.taskTimeouts.value(u"mail"_s), 300000ms);
        QCOMPARE(line->listenHttp->text(), u"127.0.0.1:9187"_s);
        QCOMPARE(line->logFormat, CommandLine::LogFormat::Json);
        QCOMPARE(line->worker.taskLimits,
                 (QMap<QString, int>{{u"a b"_s, 3}, {u"send_email"_s, 2}}));
        QCOMPARE(line->worker.taskRates.value(u"send_email"_s).count, 5);
    }

    /// Each as a variable too; an option added to the table is in all three.
    void everyOptionCanBeInTheFile()
    {
        int options = 0;
        for (const OptionGroup &group : optionGroups()) {
            for (const Option &option : group.options) {
                if (!isInConfigFile(option))
                    continue;
                ++options;
                const bool isNumber = option.valueName == "N"_L1 || option.valueName == "MIB"_L1;
                const QByteArray value = option.valueName.isEmpty() ? "true"
                    : isNumber                                      ? "3"
                                                                    : "\"3\"";
                const auto config
                    = readTomlConfig(put(option.longName().toUtf8() + " = " + value + '\n'));
                QVERIFY2(config, config ? "" : qPrintable(config.error()));
                QCOMPARE(config->options.keys(), QStringList{option.longName()});
                QCOMPARE(variableOf(option.longName()).isEmpty(), false);
            }
        }
        QVERIFY(options > 50);
        for (const char *one :
             {"config = \"x\"", "help = true", "version = true", "no_config = true"})
            QVERIFY2(complaintOf(one).contains("cannot be set in a configuration file"_L1), one);
    }

    void mistakesHaveFileAndLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("complaint");
        QTest::newRow("unknown")
            << QByteArray("jobs = 1\npoll_intervall = 3\n")
            << u"worker.toml:2: there is no option 'poll_intervall'; did you mean poll_interval?"_s;
        QTest::newRow("far off") << QByteArray("xyz = 3")
                                 << u"worker.toml:1: there is no option 'xyz'"_s;
        for (const auto &[name, key] : {std::pair("concurrent_jobs", "jobs"),
                                        {"concurrentJobs", "jobs"},
                                        {"j", "jobs"},
                                        {"c", "connection"},
                                        {"connectionString", "connection"},
                                        {"taskDirectory", "tasks"},
                                        {"maxPoolSize", "max_pool_size"},
                                        {"prepared-statements", "no_prepared_statements"}})
            QTest::newRow(name) << QByteArray(name) + " = 3"
                                << u"there is no option '%1'; did you mean %2?"_s.arg(
                                       QLatin1StringView(name), QLatin1StringView(key));
        QTest::newRow("text for a number")
            << QByteArray("jobs = \"4\"")
            << u"worker.toml:1: jobs takes a whole number, not text"_s;
        QTest::newRow("fraction")
            << QByteArray("\njobs = 1.5")
            << u"worker.toml:2: jobs takes one value (N), not a number with a fraction"_s;
        QTest::newRow("switch") << QByteArray("watch = 1")
                                << u"worker.toml:1: watch takes true or false, not a number"_s;
        QTest::newRow("list for one")
            << QByteArray("schema = [\"a\"]")
            << u"worker.toml:1: schema takes one value (SCHEMA), not an array"_s;
        QTest::newRow("list of lists")
            << QByteArray("http = [[\"a=http://x\"]]")
            << u"worker.toml:1: http takes strings, but one of its items is an array"_s;
        QTest::newRow("date")
            << QByteArray("tasks = 2026-01-31")
            << u"worker.toml:1: tasks takes one value (DIR), not a date or time"_s;
        QTest::newRow("twice") << QByteArray("poll_interval = 1\npoll-interval = 2\n")
                               << u"is set twice, with a hyphen"_s;
        QTest::newRow("table") << QByteArray("[worker]\njobs = 1\n")
                               << u"worker.toml:1: there is no option 'worker'"_s;
        QTest::newRow("syntax") << QByteArray("jobs = 1\ntasks = /srv\n") << u"worker.toml:2: "_s;
        QTest::newRow("bytes") << QByteArray("tasks = \"\xff\xfe\"") << u"worker.toml:1: "_s;
        QTest::newRow("key twice") << QByteArray("jobs = 1\njobs = 2\n") << u"worker.toml:2: "_s;
    }
    void mistakesHaveFileAndLine()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QString, complaint);
        const QString said = complaintOf(text);
        QVERIFY2(said.contains(complaint), qPrintable(said));
    }

    void allMistakesAreReported()
    {
        QCOMPARE(complaintOf("a = 1\nb = 2\njobs = \"x\"\n").count(u'\n'), 2);
    }

    void wrongValuesNameTheFile()
    {
        const auto line = parse("\npoll_interval = \"soon\"\n[limit]\nmail = \"many\"\n");
        QVERIFY(!line);
        QVERIFY2(line.error().contains("worker.toml:2: poll_interval takes a time such as"_L1),
                 qPrintable(line.error()));
        QVERIFY2(line.error().contains("worker.toml:3: limit takes TASK=N, not 'mail=many'"_L1),
                 qPrintable(line.error()));
    }

    /// What is found out later, of the values together.
    void unusableValuesNameTheirLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("complaint");
        QTest::newRow("number")
            << QByteArray("schema = \"x\"\njobs = 0\n")
            << u"worker.toml:2: jobs: the number of jobs at a time must be between 1 and 1000"_s;
        QTest::newRow("hosts") << QByteArray("hosts = 0\n")
                               << u"worker.toml:1: hosts: the number of task hosts must be "
                                  "between 1 and 256"_s;
        QTest::newRow("duration")
            << QByteArray("\npoll_interval = \"30h\"\n")
            << u"worker.toml:2: poll_interval: the poll interval must be between 1 ms and 24 h"_s;
        QTest::newRow("limit")
            << QByteArray("[limit]\nmail = 0\n")
            << u"worker.toml:1: limit: the limit of task 'mail' must be at least 1"_s;
        QTest::newRow("ssh options") << QByteArray("ssh_options = \"-p 1\"\n")
                                     << u"worker.toml:1: ssh_options: --ssh-options needs --ssh"_s;
        QTest::newRow("two") << QByteArray("once = true\nschema_only = true\n")
                             << u"worker.toml:1: once: --once and --schema-only exclude"_s;
    }
    void unusableValuesNameTheirLine()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QString, complaint);
        const auto line = parse(text);
        QVERIFY(!line);
        QVERIFY2(line.error().startsWith(complaint), qPrintable(line.error()));
    }

    void severalUnusableValuesNameTheirLines()
    {
        QCOMPARE(parse("jobs = 0\nhosts = 0\n", {}, {{u"YARDMASTER_SSH_OPTIONS"_s, u"-p 1"_s}})
                     .error()
                     .split(u'\n'),
                 (QStringList{u"YARDMASTER_SSH_OPTIONS: --ssh-options needs --ssh"_s,
                              u"worker.toml:2: hosts: the number of task hosts must be between 1 "
                              "and 256"_s,
                              u"worker.toml:1: jobs: the number of jobs at a time must be between "
                              "1 and 1000"_s}));
    }

    void unusableVariablesAreNamed()
    {
        QCOMPARE(parse("jobs = 3\n", {}, {{u"YARDMASTER_JOBS"_s, u"0"_s}}).error(),
                 u"YARDMASTER_JOBS: the number of jobs at a time must be between 1 and 1000"_s);
        QCOMPARE(parse("jobs = 3\n", {u"-j"_s, u"0"_s}).error(),
                 u"the number of jobs at a time must be between 1 and 1000"_s);
    }

    void filesThatCannotBeRead()
    {
        QVERIFY(
            readTomlConfig(m_folder.filePath(u"none.toml"_s)).error().contains("there is no"_L1));
        QVERIFY(readTomlConfig(m_folder.path()).error().contains("there is no"_L1));
        const QString large = put(QByteArray((1 << 20) + 1, '#'), u"large.toml"_s);
        QVERIFY(readTomlConfig(large).error().contains("too large"_L1));
        QCOMPARE(complaintOf(""), u"none"_s);
        QCOMPARE(complaintOf("# only a comment\r\n"), u"none"_s);
    }

    void passwordsThatOthersCanReadAreWarnedOf()
    {
        const QString file = put("connection = \"postgres://u:s3cret@h/d\"\n");
        QVERIFY(readTomlConfig(file)->warnings.isEmpty());
        QFile(file).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther);
        const QStringList warnings = readTomlConfig(file)->warnings;
        QCOMPARE(warnings.size(), 1);
        QVERIFY(warnings[0].contains("can read the password"_L1)
                && !warnings[0].contains("s3cret"_L1));
    }

    void theCommandLineComesFirstThenVariables()
    {
        const QByteArray text = "jobs = 2\nmax_pool_size = 5\nlocal_queue_size = 9\nwatch = true\n"
                                "forbidden_flag = [\"a\"]\n";
        const auto line = parse(text, {u"-j"_s, u"4"_s, u"--forbidden-flag"_s, u"b"_s},
                                {{u"YARDMASTER_JOBS"_s, u"3"_s},
                                 {u"YARDMASTER_MAX_POOL_SIZE"_s, u"6"_s},
                                 {u"YARDMASTER_WATCH"_s, u"0"_s}});
        QVERIFY(line);
        QCOMPARE(line->worker.concurrency, 4);
        QCOMPARE(line->worker.maxPoolSize, 6);
        QCOMPARE(line->worker.localQueueSize, 9);
        QVERIFY(!line->hosts.isWatching);
        QCOMPARE(line->worker.flags.forbidden, QStringList{u"b"_s}); // lists are not merged
    }

    void switchesHaveVariables()
    {
        const auto with = [](const QString &value) {
            return CommandLine::parse({}, environmentOf({{u"YARDMASTER_ONCE"_s, value}}));
        };
        for (const QString &yes : {u"1"_s, u"true"_s, u"Yes"_s, u"on"_s})
            QVERIFY2(with(yes)->worker.once && with(yes)->warnings.isEmpty(), qPrintable(yes));
        for (const QString &no : {u"0"_s, u"false"_s, u"NO"_s, u"off"_s})
            QVERIFY2(!with(no)->worker.once, qPrintable(no));
        QCOMPARE(with(u"maybe"_s).error(), u"YARDMASTER_ONCE takes 1 or 0, not 'maybe'"_s);
        QVERIFY(with(QString()).error().contains("YARDMASTER_ONCE has no value"_L1));
    }

    void showTellsValuesAndSources()
    {
        const QString file
            = put("connection = \"postgres://u:s3cret@h/d\"\njobs = 3\nwatch = true\n"
                  "http = [\"a=http://me:pa55@b.example/x?key=t0ken\"]\n[limit]\nmail = 2\n");
        const CommandRun shown
            = show({u"--config"_s, file, u"--poll-interval"_s, u"7s"_s, u"--json"_s},
                   {{u"YARDMASTER_NO_LISTEN"_s, u"1"_s}});
        QVERIFY2(shown.exitCode == 0, qPrintable(shown.err));
        QVERIFY(!shown.out.contains("s3cret"_L1) && !shown.out.contains("pa55"_L1)
                && !shown.out.contains("t0ken"_L1));
        QMap<QString, QJsonObject> options;
        const QJsonArray array = QJsonDocument::fromJson(shown.out.toUtf8()).array();
        for (const QJsonValue &one : array)
            options.insert(one["option"_L1].toString(), one.toObject());
        const auto is = [&options](const QString &name, const QString &value, const QString &from) {
            const QJsonObject one = options.value(name);
            return one["value"_L1].toString() == value && one["from"_L1].toString() == from;
        };
        QVERIFY(is(u"connection"_s, u"u@h/d"_s, u"worker.toml:1: connection"_s));
        QVERIFY(is(u"jobs"_s, u"3"_s, u"worker.toml:2: jobs"_s));
        QVERIFY(is(u"watch"_s, u"on"_s, u"worker.toml:3: watch"_s));
        QVERIFY(is(u"http"_s, u"a=http://me:***@b.example/x?***"_s, u"worker.toml:4: http"_s));
        QVERIFY(is(u"limit"_s, u"mail=2"_s, u"worker.toml:5: limit"_s));
        QVERIFY(is(u"no-listen"_s, u"on"_s, u"YARDMASTER_NO_LISTEN"_s));
        QVERIFY(is(u"poll-interval"_s, u"7s"_s, u"--poll-interval"_s));
        QVERIFY(is(u"grace-period"_s, u"10s"_s, u"default"_s));
        QVERIFY(is(u"config"_s, file, u"--config"_s));
        // The values, not what --help says of them.
        QVERIFY(is(u"schema"_s, u"graphile_worker"_s, u"default"_s));
        QVERIFY(is(u"log-level"_s, u"info"_s, u"default"_s));
        QVERIFY(is(u"host-memory"_s, u"1024"_s, u"default"_s));
        QVERIFY(is(u"host-jobs"_s, u"0"_s, u"default"_s));
        const CommandRun table = show({u"--config"_s, file});
        QVERIFY2(table.out.contains(u"worker.toml:2: jobs"_s), qPrintable(table.out));
    }

    void showHidesArgumentsOfCommands()
    {
        const QString file = put("node = \"node --require x --secret\"\npython = 'python3'\n"
                                 "password_command = \"vault read s3cret\"\n"
                                 "ssh = \"bastion\"\nssh_options = \"-i s3cret\"\n"
                                 "editor = \"edit --secret %f\"\n");
        const CommandRun run = show({u"--config"_s, file});
        QVERIFY2(run.exitCode == 0, qPrintable(run.err));
        QVERIFY2(!run.out.contains("s3cret"_L1) && !run.out.contains("--secret"_L1),
                 qPrintable(run.out));
        QVERIFY2(run.out.contains("node *** "_L1) && run.out.contains("vault *** "_L1)
                     && run.out.contains("python3 "_L1),
                 qPrintable(run.out));
    }

    void showReportsMistakes()
    {
        const CommandRun run = show({u"--config"_s, put("jobz = 3\n")});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains("did you mean jobs?"_L1), qPrintable(run.err));
        QCOMPARE(show({u"-c"_s, u"mysql://u:s3cret@h/d"_s}).exitCode, 2);
    }

    void showKnowsWhoAsksForDebugging()
    {
        const CommandRun run = show({u"--no-config"_s}, {{u"GRAPHILE_LOGGER_DEBUG"_s, u"1"_s}});
        QVERIFY2(run.out.contains(QRegularExpression(u"log-level +debug +GRAPHILE_LOGGER_DEBUG"_s)),
                 qPrintable(run.out));
    }

    void showKnowsOtherVariables()
    {
        const CommandRun run = show({u"--no-config"_s},
                                    {{u"DATABASE_URL"_s, u"postgres://u:s3cret@h/shop"_s},
                                     {u"GRAPHILE_WORKER_SCHEMA"_s, u"node"_s}});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.out.contains("u@h/shop"_L1) && run.out.contains("DATABASE_URL"_L1)
                     && run.out.contains("GRAPHILE_WORKER_SCHEMA"_L1),
                 qPrintable(run.out));
        QVERIFY(!run.out.contains("s3cret"_L1));
    }
};

YARDMASTER_TEST(TestTomlConfig)
#include "tst_tomlconfig.moc"
