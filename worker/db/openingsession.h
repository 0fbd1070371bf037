#pragma once

namespace yardmaster {

/// While this thread opens a session. Where that one breaks off meanwhile, which pgbouncer does
/// during an outage, Qt's driver prints that the server's version is not supported, and more; what
/// is true is in the error of Session::open().
class OpeningSession final
{
public:
    OpeningSession() { s_isAny = true; }
    ~OpeningSession() { s_isAny = false; }
    OpeningSession(const OpeningSession &) = delete;
    OpeningSession &operator=(const OpeningSession &) = delete;

    [[nodiscard]] static bool isAny() { return s_isAny; }

private:
    inline static thread_local bool s_isAny = false;
};

} // namespace yardmaster
