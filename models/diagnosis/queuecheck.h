#pragma once

#include <QStringList>

namespace yardmaster {

/// One thing that `doctor` looks at. A value.
struct QueueCheck
{
    enum class Outcome {
        Passed,
        Warned, ///< works, with something to know or to do
        Failed, ///< a worker, or what the connection is for, cannot do its work
        Skipped,
    };

    QString name; ///< stable, for scripts: "schema"
    Outcome outcome = Outcome::Passed;
    QString sentence;      ///< what was found
    QString remedy = {};   ///< what to do about it; empty: nothing
    QStringList details{}; ///< facts, one a line
};

} // namespace yardmaster
