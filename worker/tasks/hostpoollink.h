#pragma once

#include <functional>
#include <mutex>

namespace yardmaster {

class HostPool;

/// What other threads hold of a pool that may be gone.
class HostPoolLink final
{
public:
    explicit HostPoolLink(HostPool *pool)
        : m_pool(pool)
    { }
    /// Calls `call` on the pool's thread; not at all once the pool is gone. Any thread.
    void post(std::function<void(HostPool &)> call);
    void close();

private:
    std::mutex m_mutex; // guards the next
    HostPool *m_pool;
};

} // namespace yardmaster
