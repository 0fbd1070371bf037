#include "tests/support/testprogram.h"
#include "tests/worker/tasks/hosttest.h"
#include "worker/tasks/foldertasks.h"

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The host that has loaded the files to check them is the one that runs the first jobs.
class TestSpareHost final : public HostTest
{
    Q_OBJECT

    [[nodiscard]] QString loadsFile() const { return m_folder->project() + u"/loads"_s; }

    /// A task that fails with the id of its process, and whose file writes it down when it is
    /// loaded.
    void putTask(const QString &language)
    {
        const QByteArray file = '"' + loadsFile().toUtf8() + '"';
        if (language == "node"_L1)
            put(u"t.mjs"_s,
                "import fs from 'node:fs';\n"
                "fs.appendFileSync("
                    + file
                    + ", `${process.pid}\\n`);\n"
                      "console.log('said while it was loaded');\n"
                      "export default () => { throw new Error(String(process.pid)); }");
        else
            put(u"t.py"_s,
                "import os\n"
                "with open("
                    + file
                    + ", 'a') as loads: loads.write(f'{os.getpid()}\\n')\n"
                      "print('said while it was loaded', flush=True)\n"
                      "def run(payload, helpers): raise helpers.Failure(str(os.getpid()))\n");
    }
    /// Ids of the processes that have loaded the file.
    [[nodiscard]] QStringList loads() const
    {
        QFile file(loadsFile());
        if (!file.open(QIODevice::ReadOnly))
            return {};
        return QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
    }
    [[nodiscard]] HostCheck checked(std::chrono::milliseconds kept) const
    {
        return checkHosted(nodeHost(), m_folder->path(), {{u"t"_s, m_folder->path() + u"/t.mjs"_s}},
                           30s, {}, kept);
    }
    [[nodiscard]] pid_t firstProcess() const { return loads().value(0).toInt(); }
    static void addLanguages()
    {
        QTest::addColumn<QString>("language");
        for (const char *language : {"node", "python"})
            QTest::newRow(language) << QString::fromLatin1(language);
    }

private slots:
    void filesAreLoadedOnce_data() { addLanguages(); }
    void filesAreLoadedOnce()
    {
        QFETCH(const QString, language);
        putTask(language);
        const QString id = add("'t'");
        const auto worker = this->worker();
        QCOMPARE(loads().size(), 1);
        QVERIFY(!m_log->has(u"said while it was loaded"));
        QVERIFY(worker->drain());
        QCOMPARE(loads().size(), 1);
        QCOMPARE(column("last_error", id), loads().first());
        QVERIFY(m_log->has(u"said while it was loaded"));
    }

    void oneThatHasEndedIsReplaced_data() { addLanguages(); }
    void oneThatHasEndedIsReplaced()
    {
        QFETCH(const QString, language);
        putTask(language);
        const QString id = add("'t'");
        const auto worker = this->worker();
        const pid_t spare = firstProcess();
        QVERIFY(spare > 0);
        ::kill(spare, SIGKILL);
        QTRY_VERIFY(!isAlive(spare));
        QVERIFY(worker->drain());
        QCOMPARE(loads().size(), 2);
        QCOMPARE(column("last_error", id), loads().last());
    }

    void oneThatIsNotNeededEnds_data() { addLanguages(); }
    void oneThatIsNotNeededEnds()
    {
        QFETCH(const QString, language);
        putTask(language);
        auto worker = this->worker();
        const pid_t spare = firstProcess();
        QVERIFY(isAlive(spare));
        worker.reset();
        QVERIFY(!isAlive(spare));
    }

    void oneThatIsOfOldFilesEnds_data() { addLanguages(); }
    void oneThatIsOfOldFilesEnds()
    {
        QFETCH(const QString, language);
        putTask(language);
        const QString id = add("'t'");
        const auto worker = this->worker();
        const pid_t spare = firstProcess();
        for (const auto &files : hostedFilesOf(worker->registry.get()))
            files->keepSpare(nullptr);
        QVERIFY(!isAlive(spare));
        QVERIFY(worker->drain());
        QCOMPARE(column("last_error", id), loads().last());
        QVERIFY(loads().last().toInt() != spare);
    }

    void oneThatNobodyNeedsForAWhileEnds()
    {
        putTask(u"node"_s);
        const HostCheck check = checked(100ms);
        QVERIFY(check.spare);
        const pid_t spare = firstProcess();
        QTRY_VERIFY(!isAlive(spare));
        QVERIFY(!check.spare->adopt({}));
    }

    void oneThatIsKeptOnWaitsForLonger()
    {
        putTask(u"node"_s);
        const HostCheck keptOn = checked(2s);
        QVERIFY(keptOn.spare);
        keptOn.spare->keepOn();
        const HostCheck other = checked(2s);
        QVERIFY(other.spare);
        QTRY_VERIFY(!isAlive(loads().last().toInt()));
        QVERIFY(isAlive(firstProcess()));
        QVERIFY(keptOn.spare->adopt({}));
    }

    void oneThatRetiresIsReplaced()
    {
        const QByteArray writes = "fs.appendFileSync('" + loadsFile().toUtf8() + "', ";
        put(u"t.mjs"_s,
            "import fs from 'node:fs';\n" + writes + "`${process.pid}\\n`);\n"
                + "setTimeout(() => { " + writes
                + "'late\\n'); Promise.reject(new Error('late')); }, 100);\n"
                + "export default () => { throw new Error(String(process.pid)); }");
        const QString id = add("'t'");
        const auto worker = this->worker();
        QTRY_COMPARE(loads().size(), 2);
        QVERIFY(worker->drain());
        QVERIFY(column("last_error", id) != loads().first());
        QVERIFY(!m_log->has(u"ended with exit code 0"));
    }

    void filesThatHangAreFoundTogether()
    {
        putTask(u"node"_s);
        std::vector<HostedFiles::File> files{{u"t"_s, m_folder->path() + u"/t.mjs"_s}};
        for (const auto *name : {u"u1", u"u2", u"u3", u"u4"}) {
            const QString identifier = QString::fromUtf16(name);
            put(identifier + u".mjs"_s, "await new Promise(() => {});");
            files.push_back({identifier, m_folder->path() + u'/' + identifier + u".mjs"_s});
        }
        put(u"v.mjs"_s, "throw new Error('not today')");
        files.push_back({u"v"_s, m_folder->path() + u"/v.mjs"_s});
        const HostCheck check = checkHosted(nodeHost(), m_folder->path(), files, 5s);
        QCOMPARE(check.usable.size(), size_t(1));
        QCOMPARE(check.usable.front().identifier, u"t"_s);
        QCOMPARE(check.problems.size(), 5);
        QCOMPARE(check.problems.filter(u"it does not finish loading"_s).size(), 4);
        QCOMPARE(check.problems.filter(u"not today"_s).size(), 1);
        // The others after the first one that hangs are tried without it, at the same time; and it
        // once more without those.
        QCOMPARE(loads().size(), 2);
    }

    void aFileThatLeavesSomethingUnhandledIsNotServed()
    {
        putTask(u"node"_s);
        put(u"stray.cjs"_s,
            "Promise.reject(new Error('left unhandled')); module.exports = () => {};");
        auto worker = plainWorker(1);
        const QStringList warnings = m_folder->addTo(worker.get());
        QCOMPARE(warnings.size(), 1);
        QVERIFY2(warnings.first().contains("stray.cjs is not served: left unhandled"_L1),
                 qPrintable(warnings.first()));
        const QString id = add("'t'");
        QVERIFY(worker->drain());
        QCOMPARE(column("last_error", id), loads().last());
    }

    /// It has run the beginning of that file.
    void thereIsNoneWhereAFileCannotBeLoaded()
    {
        putTask(u"node"_s);
        put(u"broken.mjs"_s, "throw new Error('cannot be loaded')");
        auto worker = plainWorker(1);
        QCOMPARE(m_folder->addTo(worker.get()).size(), 1);
        const QString id = add("'t'");
        QVERIFY(worker->drain());
        QCOMPARE(loads().size(), 2);
        QCOMPARE(column("last_error", id), loads().last());
    }
};

YARDMASTER_TEST(TestSpareHost)
#include "tst_sparehost.moc"
