#pragma once

#include <yardmaster/jobservices.h>

#include <functional>

namespace yardmaster::test {

/// For handlers that a test calls directly: passes on their output.
class OutputServices final : public JobServices
{
public:
    using OnLine = std::function<void(const QString &line, bool isError)>;

    explicit OutputServices(OnLine onLine)
        : m_onLine(std::move(onLine))
    { }
    void output(const Job &, const QString &line, bool isError) override
    {
        m_onLine(line, isError);
    }

private:
    OnLine m_onLine;
};

} // namespace yardmaster::test
