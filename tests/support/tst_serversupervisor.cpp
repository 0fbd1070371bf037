#include "tests/support/testprogram.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

constexpr int kPatienceMs = 60'000;

/// A process that starts the server as ctest does, then lives until it is killed.
class Holder final
{
public:
    explicit Holder(const QString &folder)
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(u"sh"_s,
                        {u"-c"_s, u"\"$0\" start \"$1\" && echo ready && exec sleep 1000"_s,
                         QCoreApplication::applicationDirPath() + "/yardmaster_test_server"_L1,
                         folder});
    }
    ~Holder() { kill(); }

    bool isReady()
    {
        while (!m_process.canReadLine() && m_process.waitForReadyRead(kPatienceMs)) { }
        return m_process.readLine() == "ready\n";
    }
    void kill()
    {
        m_process.kill(); // SIGKILL
        m_process.waitForFinished(kPatienceMs);
    }

private:
    QProcess m_process;
};

} // namespace

class tst_serversupervisor final : public QObject
{
    Q_OBJECT

private slots:
    void serverEndsWithItsLastHolder()
    {
        const QTemporaryDir folder;
        const QString conninfo = folder.filePath(u"conninfo"_s);
        Holder first(folder.path());
        QVERIFY(first.isReady());
        QVERIFY(QFile::exists(conninfo));
        QFile log(folder.filePath(u"log"_s));
        QVERIFY(log.open(QIODevice::ReadOnly));
        const QString cluster = QFileInfo(QString::fromUtf8(log.readAll())).path();
        QVERIFY(QFile::exists(cluster + "/data/postmaster.pid"_L1));

        Holder second(folder.path());
        QVERIFY(second.isReady());
        first.kill();
        QVERIFY(QFile::exists(conninfo));
        qputenv("YARDMASTER_PG_BINDIR", "/another/version");
        Holder other(folder.path());
        qunsetenv("YARDMASTER_PG_BINDIR");
        QVERIFY(!other.isReady());
        second.kill();
        QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(conninfo), kPatienceMs);
        QVERIFY(!QFile::exists(cluster));

        Holder third(folder.path()); // and it can be had again
        QVERIFY(third.isReady());
        third.kill();
        QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(conninfo), kPatienceMs);
    }
};

YARDMASTER_TEST(tst_serversupervisor)
#include "tst_serversupervisor.moc"
