#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// What desktops install the console from, as far as it can be checked without network: the
/// Flatpak's manifest, what is in an AppImage, and the desktop files; and the example of a fleet in
/// containers.
class TestDesktopPackages : public QObject
{
    Q_OBJECT

    const QDir m_packaging{u"" YARDMASTER_PACKAGING ""_s};
    const QString m_id = u"org.yardmaster.yardmaster"_s;

    static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// @returns what it printed if it has failed.
    static QByteArray complaintOf(const QString &program, const QStringList &arguments)
    {
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(program, arguments);
        if (process.waitForFinished(300'000) && process.exitStatus() == QProcess::NormalExit
            && process.exitCode() == 0)
            return {};
        return process.readAll() + process.errorString().toUtf8();
    }

private slots:
    void theFlatpaksManifestFitsTheSources()
    {
        const QString folder = m_packaging.filePath(u"flatpak"_s);
        QJsonParseError error;
        const QJsonObject manifest
            = QJsonDocument::fromJson(contentOf(folder + u'/' + m_id + ".json"_L1), &error)
                  .object();
        QCOMPARE(error.errorString(), u"no error occurred"_s);
        QCOMPARE(manifest["id"_L1].toString(), m_id);
        for (const QString &name : {m_id + ".desktop"_L1, m_id + ".metainfo.xml"_L1})
            QVERIFY(m_packaging.exists("desktop/"_L1 + name));
        QCOMPARE(manifest["command"_L1].toString(), u"yardmaster"_s);
        const QByteArray desktop
            = contentOf(m_packaging.filePath("desktop/"_L1 + m_id + ".desktop"_L1));
        QVERIFY(
            desktop.contains("\nIcon=" + manifest["rename-icon"_L1].toString().toUtf8() + '\n'));

        const QJsonArray modules = manifest["modules"_L1].toArray();
        QStringList names;
        for (const QJsonValue &module : modules) {
            names << module["name"_L1].toString();
            const QJsonArray sources = module["sources"_L1].toArray();
            QVERIFY2(!sources.isEmpty(), qPrintable(names.last()));
            for (const QJsonValue &source : sources) {
                if (source["type"_L1] == "dir"_L1)
                    QVERIFY(QFile::exists(folder + u'/' + source["path"_L1].toString()
                                          + "/CMakeLists.txt"_L1));
                else // always the same one
                    QVERIFY2(source["url"_L1].toString().startsWith("https://"_L1)
                                 && source["tag"_L1].isString(),
                             qPrintable(names.last()));
            }
        }
        QCOMPARE(names.last(), u"yardmaster"_s);
        const QByteArray cmake = contentOf(m_packaging.filePath(u"../CMakeLists.txt"_s));
        static const QRegularExpression option(u"^-D(YARDMASTER_[A-Z]+)="_s);
        const QJsonArray options = modules.last()["config-opts"_L1].toArray();
        for (const QJsonValue &set : options) {
            const QString name = option.match(set.toString()).captured(1);
            QVERIFY2(name.isEmpty() || cmake.contains("option(" + name.toUtf8() + ' '),
                     qPrintable(name));
        }
    }

    void desktopFilesAreValid_data()
    {
        QTest::addColumn<QStringList>("needed");
        QTest::addColumn<QStringList>("command");
        QTest::newRow("entry and metainfo")
            << QStringList{u"desktop-file-validate"_s, u"appstreamcli"_s}
            << QStringList{m_packaging.filePath(u"desktop/validate"_s)};
        QTest::newRow("manifest") << QStringList{u"flatpak-builder"_s}
                                  << QStringList{
                                         u"flatpak-builder"_s, u"--show-manifest"_s,
                                         m_packaging.filePath("flatpak/"_L1 + m_id + ".json"_L1)};
    }
    void desktopFilesAreValid()
    {
        QFETCH(const QStringList, needed);
        QFETCH(const QStringList, command);
        for (const QString &program : needed) {
            if (QStandardPaths::findExecutable(program).isEmpty())
                QSKIP(qPrintable("there is no "_L1 + program));
        }
        const QByteArray complaint = complaintOf(command.first(), command.sliced(1));
        QVERIFY2(complaint.isEmpty(), complaint.constData());
    }

    /// Misspelt variables are not used, with a warning.
    void theFleetOfContainersSetsOptionsThatExist()
    {
        const QString text
            = QString::fromUtf8(contentOf(m_packaging.filePath(u"container/compose.yaml"_s)));
        static const QRegularExpression variable(u"^ +(YARDMASTER_\\w+|DATABASE_URL): (.+)$"_s,
                                                 QRegularExpression::MultilineOption);
        QProcessEnvironment environment = YardmasterProcess::cleanEnvironment();
        QStringList names;
        for (const QRegularExpressionMatch &each : variable.globalMatch(text)) {
            const QString value = each.captured(2).section(" #"_L1, 0, 0).remove(u'"').trimmed();
            names << each.captured(1);
            environment.insert(names.last(), value);
        }
        QVERIFY(names.size() >= 4);
        YardmasterProcess process({u"config"_s, u"show"_s}, environment);
        const int exitCode = process.waitForExit();
        QCOMPARE(process.standardError(), QString());
        QCOMPARE(exitCode, 0);
        for (const QString &name : std::as_const(names))
            QVERIFY2(process.standardOutput().contains(name), qPrintable(name));
    }

    void whatIsInAnAppImageRuns()
    {
        for (const QString &tool : {u"patchelf"_s, u"qmake6"_s}) {
            if (QStandardPaths::findExecutable(tool).isEmpty())
                QSKIP(qPrintable("there is no "_L1 + tool));
        }
        const QTemporaryDir folder;
        const QString staged = QFileInfo(folder.path()).canonicalFilePath() + "/AppDir"_L1;
        const QByteArray complaint = complaintOf(m_packaging.filePath(u"appimage/build"_s),
                                                 {u"--stage"_s, u"" YARDMASTER_BUILD ""_s, staged});
        QVERIFY2(complaint.isEmpty(), complaint.constData());
        const QString run = staged + "/AppRun"_L1;
        const auto environment = YardmasterProcess::cleanEnvironment();
        for (const auto &[argument, begin] : {std::pair(u"--version"_s, "yardmaster "_L1),
                                              std::pair(u"--help"_s, "Usage: yardmaster "_L1)}) {
            YardmasterProcess process({argument}, environment, run);
            QCOMPARE(process.waitForExit(), 0);
            QVERIFY2(process.standardOutput().startsWith(begin), qPrintable(argument));
        }

        // The window, on Qt and plugins of its own.
        const TestDatabase database = TestDatabase::createEmpty();
        YardmasterProcess window({u"-c"_s, database.url()}, environment, run);
        QTRY_COMPARE_WITH_TIMEOUT(
            database.scalar("select least(count(*), 1) from pg_stat_activity where datname = "
                            "current_database() and pid <> pg_backend_pid()"),
            u"1"_s, 60000);
        const QByteArray mapped = contentOf(u"/proc/%1/maps"_s.arg(window.pid()));
        for (const char *file :
             {"lib/libQt6Widgets.so.6", "lib/libpq.so.5", "plugins/sqldrivers/libqsqlpsql.so",
              "plugins/platforms/libqoffscreen.so"})
            QVERIFY2(mapped.contains(staged.toUtf8() + "/usr/" + file), file);
        for (const QByteArray &line : mapped.split('\n')) {
            if (line.contains("/libQt6") || line.contains("/libpq.so"))
                QVERIFY2(line.contains(staged.toUtf8()), line.constData());
        }
        window.sendSignal(SIGTERM);
        QCOMPARE(window.waitForExit(), 0);
    }
};

YARDMASTER_TEST(TestDesktopPackages)
#include "tst_desktoppackages.moc"
