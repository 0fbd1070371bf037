#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"

#include <yardmaster/pluginfile.h>
#include <yardmaster/taskregistry.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// Handlers from a plugin file.
class TestPlugins : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] static QString plugin(const QString &name)
    {
        return u"" YARDMASTER_TEST_PLUGIN_DIR "/"_s + name + ".so"_L1;
    }
    [[nodiscard]] QString file(const QString &name, const QByteArray &body, bool isProgram) const
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("cannot write %s", qPrintable(file.fileName()));
        file.write(body);
        if (isProgram)
            file.setPermissions(QFileDevice::ReadOwner | QFileDevice::ExeOwner);
        return file.fileName();
    }

private slots:
    void aPluginRegistersItsHandlers()
    {
        TaskRegistry registry;
        const auto loaded = loadPlugin(plugin(u"greeting"_s), &registry);
        QVERIFY2(loaded, qPrintable(loaded ? QString() : loaded.error()));
        QCOMPARE(registry.identifiers(), (QStringList{u"greet"_s, u"greet_later"_s}));
        QCOMPARE(registry.entry(u"greet"_s)->source, TaskRegistry::Source::Plugin);
        QCOMPARE(registry.asynchronous(), QSet<QString>{u"greet_later"_s});
        // The same again: every identifier is taken.
        QVERIFY(loadPlugin(plugin(u"greeting"_s), &registry));
        QCOMPARE(registry.problems().size(), 2);
    }

    void incompatiblePluginsAreRefused_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("reason");
        QTest::newRow("missing") << plugin(u"nope"_s) << u"does not exist"_s;
        QTest::newRow("folder") << m_folder.path() << u"not a file"_s;
        QTest::newRow("text") << file(u"text.so"_s, "hello", false) << u"not a Qt plugin"_s;
        QTest::newRow("other kind") << plugin(u"something_else"_s) << u"a different kind"_s;
        QTest::newRow("other version")
            << plugin(u"greeting_of_tomorrow"_s) << u"for another version of Yardmaster"_s;
    }
    void incompatiblePluginsAreRefused()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, reason);
        TaskRegistry registry;
        const auto loaded = loadPlugin(path, &registry);
        QVERIFY(!loaded);
        QVERIFY2(loaded.error().startsWith("the plugin '%1' "_L1.arg(path))
                     && loaded.error().contains(reason) && !loaded.error().contains(u'\n'),
                 qPrintable(loaded.error()));
        QVERIFY(registry.isEmpty());
    }

    void theProgramRunsPlugins()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        database.script("select graphile_worker.add_job('greet'), "
                        "graphile_worker.add_job('greet_later')");
        const QStringList arguments{u"--once"_s, u"-c"_s, database.url(), u"--plugin"_s,
                                    plugin(u"greeting"_s)};
        YardmasterProcess process(arguments);
        QCOMPARE(process.waitForExit(), 0);
        QVERIFY2(process.standardError().contains("hello from the plugin"_L1),
                 qPrintable(process.standardError()));
        QVERIFY2(process.standardError().contains("[greet 1] logged by the plugin"_L1),
                 qPrintable(process.standardError()));
        QVERIFY2(process.standardOutput().contains("4 jobs succeeded"_L1),
                 qPrintable(process.standardOutput())); // two of them added by the plugin
        QCOMPARE(database.scalar("select count(*) from graphile_worker.jobs"), u"0"_s);
    }

    void pluginsComeBeforeFiles()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        (void)file(u"greet"_s, "#!/bin/sh\n", true);
        YardmasterProcess process({u"--once"_s, u"-c"_s, database.url(), u"--plugin"_s,
                                   plugin(u"greeting"_s), u"--tasks"_s, m_folder.path()});
        QCOMPARE(process.waitForExit(), 0);
        QVERIFY2(process.standardError().contains("serves the task 'greet'"_L1),
                 qPrintable(process.standardError()));
    }

    void aWrongPluginIsAUsageError()
    {
        YardmasterProcess process(
            {u"--once"_s, u"-c"_s, u"postgres:///nowhere"_s, u"--plugin"_s, plugin(u"nope"_s)});
        QCOMPARE(process.waitForExit(), 2);
        QVERIFY2(process.standardError().contains("the plugin '"_L1),
                 qPrintable(process.standardError()));
    }
};

YARDMASTER_TEST(TestPlugins)
#include "tst_plugins.moc"
