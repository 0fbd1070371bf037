#include "tests/bench/bench.h"

#include "worker/db/sqltext.h"
#include <yardmaster/migrator.h>

#include <QCoreApplication>
#include <QJsonDocument>

#include <cmath>

namespace yardmaster::bench {

using namespace Qt::StringLiterals;

int Bench::complain(const QString &message)
{
    err << QCoreApplication::applicationName() << ": " << message << Qt::endl;
    return 1;
}

int Bench::print(const QJsonObject &line)
{
    out << QJsonDocument(line).toJson(QJsonDocument::Compact) << Qt::endl;
    return 0;
}

std::optional<qint64> Bench::number(const QString &option, qint64 least, qint64 most)
{
    QString text = parser.value(option);
    qint64 unit = 1;
    if (text.endsWith(u'k', Qt::CaseInsensitive))
        unit = 1000;
    if (text.endsWith(u'm', Qt::CaseInsensitive))
        unit = 1000000;
    if (unit > 1)
        text.chop(1);
    bool isNumber = false;
    const qint64 count = text.toLongLong(&isNumber);
    if (isNumber && count <= most / unit && count * unit >= least)
        return count * unit;
    (void)complain(u"--%1 needs a number from %2 to %3, like 50000, 500k or 10m"_s.arg(
        option, QString::number(least), QString::number(most)));
    return std::nullopt;
}

std::optional<Target> Bench::target(bool installs)
{
    Target target;
    target.connection = parser.value(u"connection"_s);
    target.schema = parser.value(u"schema"_s);
    if (!parser.isSet(u"connection"_s)) {
        (void)complain(u"-c is needed: the database to measure on"_s);
        return std::nullopt;
    }
    const auto settings = ConnectionSettings::parse(target.connection);
    if (!settings) {
        (void)complain(settings.error());
        return std::nullopt;
    }
    target.settings = *settings;
    auto session = Session::open(target.settings, u"bench"_s);
    if (!session) {
        (void)complain(session.error());
        return std::nullopt;
    }
    target.session = *std::move(session);
    if (installs) {
        if (const auto installed = migrate(*target.session, target.schema); !installed) {
            (void)complain(installed.error());
            return std::nullopt;
        }
    }
    return target;
}

Result<void> addNoopJobs(Session &session, const QString &schema, qint64 jobs, int priority)
{
    return session
        .query(sqlText("tests/bench/add_noop_jobs.sql", schema), {param(jobs), param(priority)})
        .map([](const Rows &) {});
}

QByteArray payloads(qint64 begin, qint64 end)
{
    QByteArray array = "[";
    for (qint64 n = begin; n < end; ++n)
        array += (n == begin ? "{\"n\":" : ",{\"n\":") + QByteArray::number(n) + '}';
    return array + ']';
}

Result<void> settle(Session &session, const QString &schema)
{
    const QByteArray table = quotedIdentifier(schema) + "._private_jobs";
    if (auto vacuumed = session.script("vacuum analyze " + table); !vacuumed)
        return vacuumed;
    (void)session.script("checkpoint"); // needs a superuser; not essential
    return {};
}

Result<qint64> countNoopJobs(Session &session, const QString &schema)
{
    return session.query(sqlText("tests/bench/count_noop_jobs.sql", schema))
        .map([](const Rows &rows) { return rows.int64(0, 0); });
}

QJsonValue rounded(std::optional<double> value)
{
    return value && std::isfinite(*value) ? QJsonValue(std::round(*value * 1000) / 1000)
                                          : QJsonValue();
}

int installVerb(Bench &bench)
{
    return bench.target(true) ? 0 : 1;
}

} // namespace yardmaster::bench
