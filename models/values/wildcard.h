#pragma once

#include <QRegularExpression>
#include <QStringList>

namespace yardmaster {

/// A pattern for the whole of a name, in which `*` stands for anything.
[[nodiscard]] inline QRegularExpression
wildcardPattern(const QString &text, QRegularExpression::PatternOptions options = {})
{
    QStringList pieces = text.split(u'*');
    for (QString &piece : pieces)
        piece = QRegularExpression::escape(piece);
    return QRegularExpression(
        QRegularExpression::anchoredPattern(pieces.join(QStringLiteral(".*"))),
        options | QRegularExpression::DotMatchesEverythingOption);
}

} // namespace yardmaster
