#include "worker/db/params.h"

namespace yardmaster {

Param param(QStringView text)
{
    return text.toUtf8();
}

Param param(qint64 number)
{
    return QByteArray::number(number);
}

Param param(const QStringList &list)
{
    QByteArray literal("{");
    for (const QString &element : list) {
        if (literal.size() > 1)
            literal += ',';
        QByteArray quoted = element.toUtf8();
        quoted.replace('\\', "\\\\").replace('"', "\\\"");
        literal += '"' + quoted + '"';
    }
    return literal + '}';
}

Param param(std::span<const qint64> list)
{
    QByteArray literal("{");
    for (const qint64 number : list) {
        if (literal.size() > 1)
            literal += ',';
        literal += QByteArray::number(number);
    }
    return literal + '}';
}

} // namespace yardmaster
