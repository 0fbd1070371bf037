#include "app/commands/commandstreams.h"

#include "worker/json/visibletext.h"

#include <QIODevice>

namespace yardmaster {

using namespace Qt::StringLiterals;

void write(QIODevice *device, const QString &text)
{
    device->write(visibleText(text).toUtf8()); // names, errors and crontabs may hold anything
}

void complainTo(const CommandStreams &streams, const QString &sentences)
{
    for (const QString &sentence : sentences.split(u'\n'))
        write(streams.err, u"yardmaster: %1\n"_s.arg(sentence));
}

} // namespace yardmaster
