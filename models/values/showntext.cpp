#include "models/values/showntext.h"

#include "worker/json/visibletext.h"

namespace yardmaster {

QString shownText(const QString &text, qsizetype longest)
{
    if (text.size() <= longest)
        return visibleText(text);
    const qsizetype end = text.at(longest).isLowSurrogate() ? longest - 1 : longest;
    return visibleText(text.first(end)) + QChar(u'…');
}

} // namespace yardmaster
