#pragma once

#include <QStringList>

namespace yardmaster {

/// The filters a person has used, the latest last, in a text file with one on each line. A file
/// that cannot be read is an empty history, one that cannot be written is forgotten at the end:
/// neither is worth a word. One thread.
class FilterHistory final
{
public:
    static constexpr int kLongest = 100;

    /// @param file  empty: kept in memory only.
    explicit FilterHistory(QString file = {});

    /// Moves it to the end if it is there; the oldest make room.
    void add(const QString &filter);
    [[nodiscard]] const QStringList &filters() const { return m_filters; }

private:
    void write() const;

    QString m_file;
    QStringList m_filters;
};

} // namespace yardmaster
