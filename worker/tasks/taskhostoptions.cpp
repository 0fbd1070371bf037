#include <yardmaster/taskhostoptions.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

QStringList TaskHostOptions::problems() const
{
    QStringList problems;
    if (processes < 1 || processes > 256)
        problems << u"the number of task hosts must be between 1 and 256"_s;
    if (jobs < 0)
        problems << u"the number of jobs of a task host must not be negative"_s;
    if (memory < 0)
        problems << u"the memory of a task host must not be negative"_s;
    return problems;
}

} // namespace yardmaster
