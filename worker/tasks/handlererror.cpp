#include "worker/tasks/handlererror.h"

#include <exception>

namespace yardmaster {

QString currentExceptionText()
{
    try {
        throw;
    } catch (const std::exception &exception) {
        return QString::fromUtf8(exception.what());
    } catch (...) {
        return QStringLiteral("the handler threw a value that is not a std::exception");
    }
}

} // namespace yardmaster
