#include "ui/kit/errorwords.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct ErrorWordsText
{
    Q_DECLARE_TR_FUNCTIONS(ErrorWords)
};

/// libpq's "connection to server at "db" (10.0.0.1), port 5432 failed: …" takes up the line that
/// the reason should be on.
QString withShortAddress(QString text)
{
    static const QRegularExpression socket(
        uR"re(connection to server on socket "([^"]*)" failed: )re"_s);
    static const QRegularExpression named(
        uR"re(connection to server at "([^"]*)" \(([^)]*)\), port (\d+) failed: )re"_s);
    static const QRegularExpression numbered(
        uR"re(connection to server at "([^"]*)", port (\d+) failed: )re"_s);
    return text.replace(socket, uR"(\1: )"_s)
        .replace(named, uR"(\1:\3 (\2): )"_s)
        .replace(numbered, uR"(\1:\2: )"_s);
}

/// A sentence, but for the case of an address.
QString sentenceOf(const QString &message)
{
    const QString text = withShortAddress(message);
    if (text.isEmpty())
        return text;
    const QString begun = text == message ? text.at(0).toUpper() + text.mid(1) : text;
    return u".?!"_s.contains(begun.back()) ? begun : begun + u'.';
}

} // namespace

QString errorTitle(const DbError &error)
{
    switch (error.kind) {
    case DbError::Kind::ConnectionLost:
        return ErrorWordsText::tr("Connection lost");
    case DbError::Kind::CannotConnect:
        return ErrorWordsText::tr("Cannot connect");
    case DbError::Kind::Authentication:
        return ErrorWordsText::tr("Login refused");
    case DbError::Kind::Certificate:
        return ErrorWordsText::tr("Certificate not trusted");
    case DbError::Kind::PermissionDenied:
        return ErrorWordsText::tr("Permission denied");
    case DbError::Kind::SchemaMissing:
        return ErrorWordsText::tr("No job queue here");
    default:
        return ErrorWordsText::tr("Cannot read the queue");
    }
}

QString errorSentence(const DbError &error)
{
    const QString reason = sentenceOf(error.message);
    switch (error.kind) {
    case DbError::Kind::ConnectionLost:
    case DbError::Kind::CannotConnect:
        return ErrorWordsText::tr("%1 Jobs stay safe in the database.").arg(reason);
    case DbError::Kind::Authentication:
        return ErrorWordsText::tr(
                   "%1 Check the user name, the password (~/.pgpass) and pg_hba.conf.")
            .arg(reason);
    case DbError::Kind::Certificate:
        return ErrorWordsText::tr(
                   "%1 Check the host name, and the certificate of the authority (sslrootcert).")
            .arg(reason);
    case DbError::Kind::PermissionDenied:
        return ErrorWordsText::tr("%1 The owner of the schema can grant it.").arg(reason);
    case DbError::Kind::SchemaMissing:
        return ErrorWordsText::tr("%1 yardmaster --schema-only installs it.").arg(reason);
    default:
        return reason;
    }
}

} // namespace yardmaster
