#pragma once

#include "tests/support/testprogram.h"
#include "ui/shell/watchedapplication.h"

#include <QStringList>
#include <QTest>

namespace yardmaster::test {

/// Watches the GUI thread while it lives, and fails the test at its end if an event took too long.
/// Needs YARDMASTER_WATCHED_TEST.
///
/// A busy machine must not fail the test: measured is the CPU time of the thread, and, at four
/// times the limit, the time it was blocked although it could have run (a lock may be held by a
/// thread that is not being run). Both leave out the time it waited for a processor, and the latter
/// the stalls in which it had to read from the disk (a system short of memory drops pages of
/// programs), or waited until the settings were on it. Unoptimized and sanitized programs get more;
/// YARDMASTER_STALL_SCALE multiplies the limit for slow machines.
class StallWatch final
{
public:
    explicit StallWatch(std::chrono::milliseconds limit = std::chrono::milliseconds(50))
        : m_application(qobject_cast<WatchedApplication *>(QCoreApplication::instance()))
    {
        if (!m_application)
            qFatal("StallWatch needs YARDMASTER_WATCHED_TEST");
        const std::chrono::microseconds scaled = limit * scale();
        m_application->watch(limit, [this, scaled](const UiStall &stall) {
            m_all << stall;
            const bool isDisk = stall.diskReads > 0 || stall.receiver == u"QSettings";
            const auto blocked
                = isDisk ? std::chrono::microseconds(0) : stall.time - stall.busy - stall.starved;
            if (stall.busy > scaled || blocked > 4 * scaled) {
                m_complaints << QStringLiteral("%1 ms, computing %2 ms, starved %3 ms: %4, %5")
                                    .arg(stall.time.count() / 1000)
                                    .arg(stall.busy.count() / 1000)
                                    .arg(stall.starved.count() / 1000)
                                    .arg(stall.receiver, stall.event);
            }
        });
    }

    ~StallWatch()
    {
        m_application->endWatch();
        if (!m_complaints.isEmpty())
            QTest::qFail(qPrintable(QStringLiteral("the window did not answer for\n    ")
                                    + m_complaints.join(QStringLiteral("\n    "))),
                         __FILE__, __LINE__);
    }
    Q_DISABLE_COPY_MOVE(StallWatch)

    /// What would fail the test. Taken: it no longer does.
    [[nodiscard]] QStringList takeComplaints() { return std::exchange(m_complaints, {}); }
    /// Everything above the plain limit, whatever the cause.
    [[nodiscard]] const QList<UiStall> &all() const { return m_all; }

    [[nodiscard]] static int scale()
    {
        int scale = std::max(1, qEnvironmentVariableIntValue("YARDMASTER_STALL_SCALE"));
#ifndef NDEBUG
        scale *= 2;
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        scale *= 5;
#endif
        return scale;
    }

private:
    WatchedApplication *const m_application;
    QList<UiStall> m_all;
    QStringList m_complaints;
};

} // namespace yardmaster::test

/// A test of a window whose application can be watched.
#define YARDMASTER_WATCHED_TEST(TestClass)                                                         \
    YARDMASTER_TEST_RUN((yardmaster::test::runTest<TestClass, yardmaster::WatchedApplication>))
