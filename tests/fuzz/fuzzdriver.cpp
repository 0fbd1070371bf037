// fuzz_crontab SECONDS CORPUS [SEED]
// fuzz_crontab FILE
// Feeds mutated crontabs to the target for a time, or one file once. An input that crashes it is
// saved as crash-crontab in the working folder.
#include "tests/worker/cron/crontabgenerator.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>

#include <csignal>
#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const quint8 *data, size_t size);

using namespace yardmaster::test;

namespace {

QByteArray current;

extern "C" void saveCurrent(int signal)
{
    const int file = ::open("crash-crontab", O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0 || ::write(file, current.constData(), size_t(current.size())) < 0)
        ::_exit(3);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void feed(const QByteArray &input)
{
    current = input;
    LLVMFuzzerTestOneInput(reinterpret_cast<const quint8 *>(current.constData()),
                           size_t(current.size()));
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        std::fprintf(stderr, "cannot read %s\n", qPrintable(path));
        std::exit(2);
    }
    return file.readAll();
}

QByteArray mutated(QByteArray bytes, const QByteArray &other, CrontabGenerator *random)
{
    for (int changes = 1 + random->number(4); changes > 0; --changes) {
        const int size = int(bytes.size());
        const int at = random->number(size + 1);
        const int length = random->number(8);
        switch (random->number(6)) {
        case 0:
            bytes.insert(at, char(random->number(256)));
            break;
        case 1:
            bytes.remove(at, 1 + length);
            break;
        case 2:
            if (at < size)
                bytes[at] = char(random->number(256));
            break;
        case 3:
            if (at < size)
                bytes[at] = char(bytes[at] ^ char(1 << random->number(8)));
            break;
        case 4: // a part once more
            bytes.insert(at, bytes.mid(random->number(size + 1), 1 + length));
            break;
        default: // a part of another one
            bytes.insert(at, other.mid(random->number(int(other.size()) + 1), 1 + length * 4));
        }
    }
    return bytes;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s SECONDS CORPUS [SEED], or %s FILE\n", argv[0], argv[0]);
        return 2;
    }
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS})
        std::signal(signal, &saveCurrent);
    if (argc == 2) {
        feed(contentOf(QString::fromLocal8Bit(argv[1])));
        return 0;
    }

    const quint32 seed = argc > 3 ? QByteArray(argv[3]).toUInt() : seedOfRun();
    std::printf("seed %u\n", seed);
    std::fflush(stdout);
    CrontabGenerator random(seed);
    QByteArrayList corpus;
    const QDir folder(QString::fromLocal8Bit(argv[2]));
    for (const QString &name : folder.entryList(QDir::Files, QDir::Name))
        corpus << contentOf(folder.filePath(name));
    for (int i = 0; i < 200; ++i)
        corpus << random.crontab().toUtf8();
    for (const QByteArray &input : std::as_const(corpus))
        feed(input);

    const QDeadlineTimer end(QByteArray(argv[1]).toInt() * 1000LL);
    qint64 runs = 0;
    while (!end.hasExpired()) {
        QByteArray &input = corpus[random.number(int(corpus.size()))];
        const QByteArray other = corpus[random.number(int(corpus.size()))];
        const QByteArray next = mutated(input, other, &random);
        feed(next);
        if (next.size() < 4096 && random.oneIn(8))
            input = next; // drift away, now and then back
        if (random.oneIn(64))
            input = random.crontab().toUtf8();
        ++runs;
    }
    std::printf("%lld inputs\n", static_cast<long long>(runs));
    return 0;
}
