#pragma once

#include <yardmaster/eventbus.h>

#include <QTest>
#include <QVariant>

#include <memory>
#include <mutex>
#include <type_traits>

namespace yardmaster::test {

/// As QSignalSpy, for the signals of a bus, which several threads emit at the same time: a
/// QSignalSpy is corrupted by that before Qt 6.8. Records each emission before it returns; read on
/// any thread.
template <typename... Args> class EventSpy final
{
public:
    EventSpy(const EventBus *events, void (EventBus::*signal)(Args...))
    {
        m_connection = QObject::connect(
            events, signal, events,
            [calls = m_calls](const std::remove_cvref_t<Args> &...arguments) {
                const std::scoped_lock lock(calls->mutex);
                calls->all.append({QVariant::fromValue(arguments)...});
            },
            Qt::DirectConnection);
    }
    ~EventSpy() { QObject::disconnect(m_connection); }
    Q_DISABLE_COPY_MOVE(EventSpy)

    /// The arguments of each call.
    [[nodiscard]] QList<QVariantList> all() const
    {
        const std::scoped_lock lock(m_calls->mutex);
        return m_calls->all;
    }
    [[nodiscard]] qsizetype count() const { return all().size(); }
    [[nodiscard]] bool isEmpty() const { return count() == 0; }
    [[nodiscard]] QVariantList at(qsizetype index) const { return all().at(index); }
    [[nodiscard]] QVariantList first() const { return all().first(); }
    [[nodiscard]] QVariantList last() const { return all().last(); }
    [[nodiscard]] QVariantList operator[](qsizetype index) const { return at(index); }
    void clear()
    {
        const std::scoped_lock lock(m_calls->mutex);
        m_calls->all.clear();
    }
    /// For one more. @param timeout  ms
    [[nodiscard]] bool wait(int timeout) const
    {
        const qsizetype before = count();
        return QTest::qWaitFor([&] { return count() > before; }, timeout);
    }

private:
    struct Calls // outlives this object while another thread is in a call
    {
        std::mutex mutex;
        QList<QVariantList> all;
    };
    const std::shared_ptr<Calls> m_calls = std::make_shared<Calls>();
    QMetaObject::Connection m_connection;
};

} // namespace yardmaster::test
