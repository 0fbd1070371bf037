#pragma once

#include <memory>
#include <typeindex>
#include <unordered_map>

namespace yardmaster {

/// Objects that handlers share, one per type: a mail client, a cache. Filled before the worker
/// starts; afterwards any thread may read, and the objects themselves must be safe to use from
/// several handlers at once.
class SharedState final
{
public:
    /// Replaces an earlier object of the same type.
    template <typename T> void set(std::shared_ptr<T> object)
    {
        m_objects.insert_or_assign(typeid(T), std::move(object));
    }
    /// @returns the object set as T, not as a base of it; null if there is none.
    template <typename T> [[nodiscard]] T *find() const
    {
        const auto it = m_objects.find(typeid(T));
        return it == m_objects.end() ? nullptr : static_cast<T *>(it->second.get());
    }

private:
    std::unordered_map<std::type_index, std::shared_ptr<void>> m_objects;
};

} // namespace yardmaster
