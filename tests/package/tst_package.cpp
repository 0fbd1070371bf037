#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// Installs the build, and builds and runs somebody else's program against what is installed.
class TestPackage : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    /// Standard output of the last command; all output if it failed.
    QByteArray m_output;

    [[nodiscard]] bool run(const QString &program, const QStringList &arguments)
    {
        QProcess process;
        process.start(program, arguments);
        const bool isFine = process.waitForFinished(600'000)
            && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
        m_output = process.readAllStandardOutput();
        if (!isFine)
            m_output += process.readAllStandardError() + process.errorString().toUtf8();
        return isFine;
    }
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }

private slots:
    void othersCanBuildAgainstIt()
    {
        const QString cmake = u"" YARDMASTER_CMAKE ""_s;
        const QString prefix = path(u"prefix"_s);
        const QString build = path(u"build"_s);
        QVERIFY2(run(cmake, {u"--install"_s, u"" YARDMASTER_BUILD ""_s, u"--prefix"_s, prefix}),
                 m_output.constData());
        QVERIFY(QFileInfo(prefix + "/bin/yardmaster"_L1).isExecutable());
        const QStringList pages = QDir(u"" YARDMASTER_MANUAL ""_s).entryList({u"*.md"_s});
        QVERIFY(pages.contains(u"index.md"_s));
        const QDir installed(prefix + u"/" YARDMASTER_DOCDIR "/manual"_s);
        QCOMPARE(installed.entryList({u"*.md"_s}), pages);
        if (const QString window = u"" YARDMASTER_WINDOW ""_s; !window.isEmpty())
            QVERIFY(QFileInfo(prefix + u'/' + window).isExecutable());
        QVERIFY2(run(cmake,
                     {u"-G"_s, u"" YARDMASTER_GENERATOR ""_s, u"-S"_s, u"" YARDMASTER_EXAMPLE ""_s,
                      u"-B"_s, build, u"-DCMAKE_PREFIX_PATH="_s + prefix,
                      u"-DCMAKE_CXX_COMPILER="_s + u"" YARDMASTER_COMPILER ""_s}),
                 m_output.constData());
        QVERIFY2(run(cmake, {u"--build"_s, build}), m_output.constData());

        const TestDatabase database = TestDatabase::createEmpty();
        QVERIFY2(run(build + "/example"_L1, {database.url()}), m_output.constData());
        QCOMPARE(m_output,
                 QByteArray("greet: hello world {}\n"
                            "count: jobs seen {\"any\":true}\n"
                            "3 jobs done\n"));
        QCOMPARE(database.scalar("select count(*) from graphile_worker.jobs"), u"0"_s);
    }
};

YARDMASTER_TEST(TestPackage)
#include "tst_package.moc"
