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

/// libpq's "connection to server at … failed: " says again where, which is on the screen already.
QString withoutAddress(QString text)
{
    static const QRegularExpression prefix(
        uR"(connection to server (?:at|on) .*? failed: (?:FATAL:\s+)?)"_s);
    return text.remove(prefix);
}

QString capitalised(const QString &text)
{
    return text.isEmpty() ? text : text.at(0).toUpper() + text.mid(1);
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
    const QString reason = capitalised(withoutAddress(error.message));
    switch (error.kind) {
    case DbError::Kind::ConnectionLost:
    case DbError::Kind::CannotConnect:
        return ErrorWordsText::tr("%1. Jobs stay safe in the database.").arg(reason);
    case DbError::Kind::Authentication:
        return ErrorWordsText::tr(
                   "%1. Check the user name, the password (~/.pgpass) and pg_hba.conf.")
            .arg(reason);
    case DbError::Kind::Certificate:
        return ErrorWordsText::tr(
                   "%1. Check the host name, and the certificate of the authority (sslrootcert).")
            .arg(reason);
    case DbError::Kind::PermissionDenied:
        return ErrorWordsText::tr("%1. The owner of the schema can grant it.").arg(reason);
    case DbError::Kind::SchemaMissing:
        return ErrorWordsText::tr("%1. yardmaster --schema-only installs it.").arg(reason);
    default:
        return ErrorWordsText::tr("%1.").arg(reason);
    }
}

} // namespace yardmaster
