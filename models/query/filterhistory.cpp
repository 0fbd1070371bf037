#include "models/query/filterhistory.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace yardmaster {

namespace {

constexpr qint64 kLargestFile = 1 << 20;

} // namespace

FilterHistory::FilterHistory(QString file)
    : m_file(std::move(file))
{
    QFile stored(m_file);
    if (m_file.isEmpty() || !stored.open(QFile::ReadOnly))
        return;
    const auto lines = QString::fromUtf8(stored.read(kLargestFile)).split(u'\n');
    for (const QString &line : lines) {
        const QString filter = line.trimmed();
        if (filter.isEmpty())
            continue;
        m_filters.removeAll(filter);
        m_filters << filter;
    }
    m_filters = m_filters.mid(std::max<qsizetype>(0, m_filters.size() - kLongest));
}

void FilterHistory::add(const QString &filter)
{
    const QString line = filter.trimmed();
    if (line.isEmpty() || line.contains(u'\n') || m_filters.value(m_filters.size() - 1) == line)
        return;
    m_filters.removeAll(line);
    m_filters << line;
    while (m_filters.size() > kLongest)
        m_filters.removeFirst();
    write();
}

void FilterHistory::write() const
{
    if (m_file.isEmpty())
        return;
    QDir().mkpath(QFileInfo(m_file).absolutePath());
    QSaveFile stored(m_file);
    if (!stored.open(QFile::WriteOnly))
        return;
    stored.write(m_filters.join(u'\n').toUtf8() + '\n');
    stored.commit();
}

} // namespace yardmaster
