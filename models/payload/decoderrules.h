#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

#include <tl/expected.hpp>

class QSettings;

namespace yardmaster {

/// How payloads of some tasks are made readable: by a program that gets them on its standard input.
/// Written as one line, "temporal/* payload.data => base64 -d":
///
///     tasks [place] => command
///
/// `*` in the tasks stands for anything; the place is what a filter calls it, and without one the
/// program gets the whole payload. The command runs without a shell. A value.
struct DecoderRule
{
    QString tasks;
    QStringList place; ///< keys and indices; empty: the whole payload
    QString command;

    /// Errors: one sentence.
    [[nodiscard]] static tl::expected<DecoderRule, QString> parse(const QString &line);
    /// What is wrong with a line, its program not being there included; empty if nothing.
    [[nodiscard]] static QString problem(const QString &line);
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool matches(const QString &task) const;
    /// Program and arguments, quotation marks taken off.
    [[nodiscard]] QStringList arguments() const;

    [[nodiscard]] bool operator==(const DecoderRule &) const = default;
};

/// The rules of one profile. Nothing is ever run that is not in them. A value.
class DecoderRules final
{
public:
    /// Lines that cannot be understood are left out, see DecoderRule::parse().
    [[nodiscard]] static DecoderRules fromLines(const QStringList &lines);
    /// @param profileId  may be empty: of no profile.
    [[nodiscard]] static DecoderRules load(const QSettings &settings, const QString &profileId);
    void save(QSettings *settings, const QString &profileId) const;

    [[nodiscard]] QStringList lines() const;
    /// The first that matches.
    [[nodiscard]] std::optional<DecoderRule> ruleFor(const QString &task) const;

private:
    QList<DecoderRule> m_rules;
};

} // namespace yardmaster
