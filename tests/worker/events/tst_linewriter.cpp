#include "tests/support/testprogram.h"
#include <yardmaster/linewriter.h>

#include <QFile>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <csignal>
#include <mutex>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

std::mutex g_mutex; // guards g_warnings
QStringList g_warnings;

void keepWarnings(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    if (qstrcmp(context.category, "yardmaster.events") == 0) {
        const std::scoped_lock lock(g_mutex);
        if (type == QtWarningMsg)
            g_warnings << message;
    }
}

QStringList warnings()
{
    const std::scoped_lock lock(g_mutex);
    return g_warnings;
}

QByteArray gap(qint64 lines)
{
    return "gap " + QByteArray::number(lines) + '\n';
}

/// Lines written, and those counted by gap lines.
int told(const QByteArray &text)
{
    int count = 0;
    for (const QByteArray &line : text.split('\n'))
        count += line.startsWith("gap ") ? line.mid(4).toInt() : line.isEmpty() ? 0 : 1;
    return count;
}

struct Pipe
{
    Pipe()
    {
        if (::pipe(ends.data()) != 0)
            qFatal("pipe");
    }
    ~Pipe()
    {
        closeReader();
        ::close(ends[1]);
    }
    void closeReader() { ::close(std::exchange(ends[0], -1)); }
    /// Everything until `last` has been read.
    [[nodiscard]] QByteArray readUntil(const QByteArray &last) const
    {
        QByteArray text;
        std::array<char, 65536> part{};
        while (!text.contains(last)) {
            const auto count = ::read(ends[0], part.data(), part.size());
            if (count <= 0)
                break;
            text.append(part.data(), count);
        }
        return text;
    }
    std::array<int, 2> ends{-1, -1};
};

} // namespace

/// Lines are written, and those that cannot be written do not disturb the program.
class TestLineWriter : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QtMessageHandler m_handler = nullptr;

    [[nodiscard]] QByteArray contents(const QString &path) const
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void initTestCase()
    {
        std::signal(SIGPIPE, SIG_DFL); // the writer has to cope by itself
        std::signal(SIGXFSZ, SIG_IGN);
    }
    void init()
    {
        m_handler = qInstallMessageHandler(keepWarnings);
        g_warnings.clear();
    }
    void cleanup() { qInstallMessageHandler(m_handler); }

    void aSingleLineIsWrittenAtOnce()
    {
        const Pipe pipe;
        LineWriter writer(pipe.ends[1], false, u"pipe"_s, gap, {});
        writer.write("one\n");
        QCOMPARE(pipe.readUntil("\n"), QByteArray("one\n"));
        writer.write("two\n");
        QCOMPARE(pipe.readUntil("\n"), QByteArray("two\n"));
    }

    void theEndWritesTheBuffer()
    {
        const QString path = m_folder.filePath(u"end"_s);
        {
            const auto writer = LineWriter::open(path, gap);
            QVERIFY(writer);
            for (int i = 0; i < 1000; ++i)
                (*writer)->write(QByteArray::number(i) + '\n');
        }
        const QByteArray text = contents(path);
        QCOMPARE(text.count('\n'), 1000);
        QVERIFY(text.endsWith("\n999\n"));
    }

    void aSlowReaderSlowsTheWriterAndGetsEverything()
    {
        const Pipe pipe;
        LineWriter writer(pipe.ends[1], false, u"pipe"_s, gap, {1000, 10s, 10s});
        const QByteArray line = QByteArray(99, 'x') + '\n';
        const std::jthread producer([&] {
            for (int i = 0; i < 3000; ++i) // many times what pipe and buffer hold
                writer.write(line);
            writer.write("end\n");
        });
        const QByteArray text = pipe.readUntil("end\n");
        QCOMPARE(text.count('\n'), 3001);
        QVERIFY(!text.contains("gap"));
        QCOMPARE(warnings(), QStringList());
    }

    void withoutAReaderLinesAreLeftOutAndCounted()
    {
        const Pipe pipe;
        LineWriter writer(pipe.ends[1], false, u"the pipe"_s, gap, {1000, 10ms, 10ms});
        const QByteArray line = QByteArray(99, 'x') + '\n';
        constexpr int kLines = 2000; // 200 kB, where a pipe holds 64 kB
        for (int i = 0; i < kLines; ++i)
            writer.write(line);
        // Not one for each line; a busy machine may make it wait before the pipe is full, too.
        QVERIFY(!warnings().isEmpty() && warnings().size() <= 3);
        QVERIFY(warnings().constFirst().startsWith("the pipe does not accept events"_L1));
        QByteArray text;
        while (told(text) < kLines)
            text += pipe.readUntil("\n");
        QCOMPARE(told(text), kLines);
        QVERIFY(text.contains("gap "));
        // And later lines are written.
        writer.write("more\n");
        QVERIFY(pipe.readUntil("more\n").endsWith("more\n"));
    }

    void aStuckPipeDoesNotDelayTheEnd()
    {
        const Pipe pipe;
        LineWriter writer(pipe.ends[1], false, u"pipe"_s, gap, {200000, 10ms, 10ms});
        for (int i = 0; i < 1000; ++i)
            writer.write(QByteArray(99, 'x') + '\n');
    }

    void aNewFileIsForItsOwner()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"events"_s);
        QVERIFY(LineWriter::open(path, {}));
        QCOMPARE(QFile::permissions(path) & ~(QFile::ReadUser | QFile::WriteUser),
                 QFile::ReadOwner | QFile::WriteOwner);
    }

    void aClosedPipeIsOneWarning()
    {
        Pipe pipe;
        LineWriter writer(pipe.ends[1], false, u"the pipe"_s, gap, {1000, 10s, 1ms});
        pipe.closeReader();
        for (int i = 0; i < 1000; ++i)
            writer.write(QByteArray(99, 'x') + '\n');
        QTRY_COMPARE(warnings(),
                     QStringList{u"the pipe no longer has a reader; events are dropped"_s});
    }

    void aFullDiskIsOneWarning()
    {
        const auto writer = LineWriter::open(u"/dev/full"_s, gap);
        if (!writer)
            QSKIP("no /dev/full here");
        (*writer)->write("lost\n");
        QTRY_COMPARE(warnings().size(), 1);
        QVERIFY2(warnings().constFirst().contains("No space left"_L1),
                 qPrintable(warnings().constFirst()));
        for (int i = 0; i < 100; ++i)
            (*writer)->write("lost\n");
        QCOMPARE(warnings().size(), 1);
    }

    void aLineCutOffByAFullDiskIsCompletedLater()
    {
        const QString path = m_folder.filePath(u"full"_s);
        const int file = ::open(QFile::encodeName(path).constData(),
                                O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
        QVERIFY(file >= 0);
        rlimit before{};
        ::getrlimit(RLIMIT_FSIZE, &before);
        rlimit small = before;
        small.rlim_cur = 250;
        ::setrlimit(RLIMIT_FSIZE, &small);
        {
            LineWriter writer(file, true, u"file"_s, gap, {1000000, 10s, 1ms});
            const QByteArray line = QByteArray(99, 'x') + '\n';
            for (int i = 0; i < 9; ++i)
                writer.write(line);
            QTRY_COMPARE(warnings().size(), 1);
            QCOMPARE(contents(path).size(), 250);
            ::setrlimit(RLIMIT_FSIZE, &before);
            writer.write("after\n");
        }
        const QByteArray text = contents(path);
        QVERIFY(text.startsWith((QByteArray(99, 'x') + '\n').repeated(3)));
        QVERIFY(text.contains("\nafter\n"));
        QCOMPARE(told(text), 10);
        // No line is broken: each is one of those written, or a gap line.
        for (const QByteArray &line : text.trimmed().split('\n')) {
            QVERIFY2(line == QByteArray(99, 'x') || line == "after" || line.startsWith("gap "),
                     line.constData());
        }
    }

    void aNamedPipeWithoutReaderIsAnErrorNotAHang()
    {
        const QString path = m_folder.filePath(u"fifo"_s);
        QCOMPARE(::mkfifo(QFile::encodeName(path).constData(), 0600), 0);
        const auto writer = LineWriter::open(path, gap);
        QVERIFY(!writer);
        QVERIFY2(writer.error().endsWith("has no reader"_L1), qPrintable(writer.error()));
    }
};

YARDMASTER_TEST(TestLineWriter)
#include "tst_linewriter.moc"
