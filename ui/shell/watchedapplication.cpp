#include "ui/shell/watchedapplication.h"

#include <QFile>
#include <QLoggingCategory>
#include <QMetaEnum>
#include <QThread>

#include <atomic>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <thread>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

Q_LOGGING_CATEGORY(lcStall, "yardmaster.ui.stall", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace {

std::chrono::microseconds cpuTime()
{
    timespec spent{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::seconds(spent.tv_sec) + std::chrono::nanoseconds(spent.tv_nsec));
}

/// How often this thread has waited for the disk, page faults included.
long diskReads()
{
    rusage usage{};
    ::getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_majflt + usage.ru_inblock;
}

QString eventName(QEvent::Type type)
{
    const char *name = QMetaEnum::fromType<QEvent::Type>().valueToKey(type);
    return name ? QString::fromLatin1(name) : QString::number(int(type));
}

/// Does not answer for this long: worth saying before it is over.
constexpr auto kHang = 1s;

} // namespace

class WatchedApplication::Meter
{
public:
    Meter(std::chrono::milliseconds limit, Report report)
        : m_limit(limit)
        , m_report(std::move(report))
        , m_schedstat(::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC))
        , m_watcher([this] { lookForHangs(); })
    { }

    ~Meter()
    {
        {
            const std::scoped_lock lock(m_mutex);
            m_isEnding = true;
        }
        m_wake.notify_one();
        m_watcher.join();
        if (m_schedstat >= 0)
            ::close(m_schedstat);
    }
    Q_DISABLE_COPY_MOVE(Meter)

    /// An event under way.
    struct Span
    {
        int level = -1; ///< of event loops; -1: none under way
        bool hadNestedLoop = false;
        Clock::time_point began;
        std::chrono::microseconds cpu{0};
        std::chrono::microseconds waited{0};
        long diskReads = 0;
        const char *receiverClass = nullptr;
        QString receiverName;
        QEvent::Type type = QEvent::None;
    };

    /// Whether an event in `level` is part of one that is measured already.
    [[nodiscard]] bool isMeasured(int level) const { return level <= m_current.level; }

    /// @returns the event around this one, for end().
    [[nodiscard]] Span begin(int level, const QObject *receiver, QEvent::Type type)
    {
        Span outer = std::exchange(m_current, {});
        outer.hadNestedLoop = true;
        m_current.level = level;
        m_current.receiverClass = receiver->metaObject()->className();
        m_current.receiverName = receiver->objectName();
        m_current.type = type;
        m_current.began = Clock::now();
        m_current.cpu = cpuTime();
        m_current.waited = waitedForProcessor();
        m_current.diskReads = diskReads();
        m_hangClass = m_current.receiverClass;
        m_hangType = int(type);
        m_beganAt = m_current.began.time_since_epoch().count();
        return outer;
    }

    void end(Span outer)
    {
        m_beganAt = 0;
        const Span span = std::exchange(m_current, std::move(outer));
        UiStall stall;
        stall.time
            = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - span.began);
        if (stall.time <= m_limit || span.hadNestedLoop)
            return;
        stall.busy = cpuTime() - span.cpu;
        stall.starved = waitedForProcessor() - span.waited;
        stall.diskReads = diskReads() - span.diskReads;
        stall.receiver = QString::fromLatin1(span.receiverClass);
        if (!span.receiverName.isEmpty())
            stall.receiver += u' ' + span.receiverName;
        stall.event = eventName(span.type);
        m_report(stall);
    }

private:
    /// How long this thread has waited, runnable, since it began. The second number of schedstat.
    [[nodiscard]] std::chrono::microseconds waitedForProcessor() const
    {
        char text[96] = {};
        if (m_schedstat < 0 || ::pread(m_schedstat, text, sizeof text - 1, 0) <= 0)
            return 0us;
        char *rest = nullptr;
        std::strtoll(text, &rest, 10);
        return std::chrono::duration_cast<std::chrono::microseconds>(
            std::chrono::nanoseconds(std::strtoll(rest, nullptr, 10)));
    }

    void lookForHangs()
    {
        Clock::rep reported = 0;
        std::unique_lock lock(m_mutex);
        while (!m_wake.wait_for(lock, 100ms, [this] { return m_isEnding; })) {
            const Clock::rep began = m_beganAt;
            if (began == 0 || began == reported
                || Clock::now().time_since_epoch() - Clock::duration(began) < kHang)
                continue;
            reported = began;
            const char *receiver = m_hangClass;
            const QString event = eventName(QEvent::Type(m_hangType.load()));
            qCWarning(lcStall, "the window has not responded for a second: %s, %s", receiver,
                      qUtf8Printable(event));
        }
    }

    const std::chrono::milliseconds m_limit;
    const Report m_report;
    const int m_schedstat; ///< of the GUI thread
    Span m_current;
    // Written by the GUI thread, read by the watcher; they may be of two events for an instant.
    std::atomic<Clock::rep> m_beganAt = 0; ///< 0: nothing under way
    std::atomic<const char *> m_hangClass = nullptr;
    std::atomic<int> m_hangType = 0;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_isEnding = false; ///< guarded by m_mutex
    std::thread m_watcher;   ///< last: it uses all of the above
};

WatchedApplication::WatchedApplication(int &argc, char **argv)
    : QApplication(argc, argv)
{ }

WatchedApplication::~WatchedApplication() = default;

void WatchedApplication::watch(std::chrono::milliseconds limit, Report report)
{
    m_meter.reset();
    m_meter = std::make_unique<Meter>(limit, std::move(report));
    ++m_watches;
}

void WatchedApplication::endWatch()
{
    m_meter.reset();
}

bool WatchedApplication::notify(QObject *receiver, QEvent *event)
{
    if (!m_meter || QThread::currentThread() != thread())
        return QApplication::notify(receiver, event);
    const int level = thread()->loopLevel();
    if (m_meter->isMeasured(level))
        return QApplication::notify(receiver, event);
    const quint64 watch = m_watches;
    Meter::Span outer = m_meter->begin(level, receiver, event->type());
    const bool wasHandled = QApplication::notify(receiver, event);
    if (m_meter && watch == m_watches) // or the watch was ended, or begun anew, in the meantime
        m_meter->end(std::move(outer));
    return wasHandled;
}

void logUiStalls(WatchedApplication *application)
{
    application->watch(50ms, [](const UiStall &stall) {
        const auto ms = [](std::chrono::microseconds time) { return double(time.count()) / 1000; };
        qCWarning(lcStall,
                  "the window did not respond for %.0f ms: %s, %s (computing %.0f ms, waiting for "
                  "the processor %.0f ms, disk reads %ld)",
                  ms(stall.time), qUtf8Printable(stall.receiver), qUtf8Printable(stall.event),
                  ms(stall.busy), ms(stall.starved), stall.diskReads);
    });
}

} // namespace yardmaster
