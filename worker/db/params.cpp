#include <yardmaster/params.h>

#include <charconv>
#include <utility>

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
    ArrayParam array;
    for (const QString &element : list)
        array.addText(element.toUtf8());
    return array.param();
}

Param param(std::span<const qint64> list)
{
    // Into one piece of memory: the results of a drain pass here.
    constexpr qsizetype kDigits = 20; // and a sign
    QByteArray text(2 + qsizetype(list.size()) * (kDigits + 1), Qt::Uninitialized);
    char *at = text.data();
    char separator = '{';
    for (const qint64 number : list) {
        *at++ = std::exchange(separator, ',');
        at = std::to_chars(at, at + kDigits, number).ptr;
    }
    if (list.empty())
        *at++ = separator;
    *at++ = '}';
    text.truncate(at - text.constData());
    return text;
}

void ArrayParam::add(const std::optional<QByteArray> &element)
{
    if (!m_elements.isEmpty())
        m_elements += ',';
    m_elements += element.value_or("null");
}

void ArrayParam::addText(const std::optional<QByteArray> &text)
{
    if (!text) {
        add(std::nullopt);
        return;
    }
    if (!m_elements.isEmpty())
        m_elements += ',';
    m_elements += '"';
    // In runs: characters are copied only once, when appended.
    const char *run = text->cbegin();
    for (const char *at = run; at != text->cend(); ++at) {
        if (*at == '"' || *at == '\\') {
            m_elements.append(run, at - run).append('\\');
            run = at;
        }
    }
    m_elements.append(run, text->cend() - run).append('"');
}

} // namespace yardmaster
