#include "worker/queue/surelyjson.h"

#include "worker/queue/jsonscanner.h"

#include <QByteArray>

namespace yardmaster {

bool isSurelyJson(const QByteArray &text)
{
    JsonScanner scanner(text);
    return scanner.value() && scanner.isAtEnd() && text.isValidUtf8();
}

} // namespace yardmaster
