#include "worker/tasks/json.h"

namespace yardmaster {

QByteArray compactJson(QByteArrayView json)
{
    QByteArray compact;
    compact.reserve(json.size());
    bool inString = false;
    bool escaped = false;
    for (const char c : json) {
        if (!inString && (c == ' ' || c == '\n' || c == '\r' || c == '\t'))
            continue;
        compact += c;
        if (escaped)
            escaped = false;
        else if (inString && c == '\\')
            escaped = true;
        else if (c == '"')
            inString = !inString;
    }
    return compact;
}

} // namespace yardmaster
