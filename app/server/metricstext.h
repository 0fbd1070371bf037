#pragma once

#include <QByteArray>
#include <QString>

#include <utility>
#include <vector>

namespace yardmaster {

/// Writes Prometheus's text format, version 0.0.4. By hand: prometheus-cpp would be one more
/// library to install, and a lock for each value of a histogram.
class MetricsText final
{
public:
    enum class Type { Counter, Gauge, Histogram };
    using Labels = std::vector<std::pair<const char *, QString>>;

    static constexpr const char *kContentType = "text/plain; version=0.0.4; charset=utf-8";

    /// Samples of this metric follow. `name` and `help` are ours and need no escaping.
    void begin(const char *name, Type type, const char *help);
    /// @param suffix  "_sum", "_count", "_bucket" of a histogram.
    void add(double value, const Labels &labels = {}, const char *suffix = "");
    /// All of a metric that has one sample.
    void single(const char *name, Type type, const char *help, double value);

    /// The label of all tasks that are too many for labels of their own.
    static inline const QString kOtherTasks = QStringLiteral("(other)");
    /// The label of a task. One that looks like kOtherTasks gets one more pair of brackets.
    [[nodiscard]] static QString taskLabel(const QString &task);

    /// Ends the object's life.
    [[nodiscard]] QByteArray take() { return std::move(m_text); }

private:
    QByteArray m_text;
    const char *m_name = "";
};

} // namespace yardmaster
