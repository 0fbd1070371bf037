#include "app/server/metricstext.h"

#include <QRegularExpression>

#include <cmath>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// In the value of a label three characters have a meaning; NUL, which no parser accepts, has none.
QByteArray escaped(const QString &value)
{
    QByteArray text;
    const QByteArray utf8 = value.toUtf8();
    text.reserve(utf8.size());
    for (const char c : utf8) {
        if (c == '\\')
            text += "\\\\";
        else if (c == '"')
            text += "\\\"";
        else if (c == '\n')
            text += "\\n";
        else if (c != '\0')
            text += c;
    }
    return text;
}

QByteArray numberText(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "+Inf" : "-Inf";
    if (std::abs(value) < 1e15 && value == std::floor(value))
        return QByteArray::number(qint64(value));
    return QByteArray::number(value, 'g', 12);
}

} // namespace

QString MetricsText::taskLabel(const QString &task)
{
    static const QRegularExpression others(u"^\\(+other\\)+$"_s);
    return others.match(task).hasMatch() ? u'(' + task + u')' : task;
}

void MetricsText::begin(const char *name, Type type, const char *help)
{
    static constexpr const char *kTypes[] = {"counter", "gauge", "histogram"};
    m_name = name;
    m_text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    m_text.append("# TYPE ").append(name).append(' ').append(kTypes[size_t(type)]).append('\n');
}

void MetricsText::add(double value, const Labels &labels, const char *suffix)
{
    m_text.append(m_name).append(suffix);
    char separator = '{';
    for (const auto &[label, text] : labels) {
        m_text.append(separator).append(label).append("=\"").append(escaped(text)).append('"');
        separator = ',';
    }
    if (!labels.empty())
        m_text.append('}');
    m_text.append(' ').append(numberText(value)).append('\n');
}

void MetricsText::single(const char *name, Type type, const char *help, double value)
{
    begin(name, type, help);
    add(value);
}

} // namespace yardmaster
