#include "worker/db/effectivesettings.h"

#include <yardmaster/dberror.h>

#include <libpq-fe.h>

#include <memory>

namespace yardmaster {

using namespace Qt::StringLiterals;

tl::expected<ConnectionSettings, QString> effectiveSettings(const ConnectionSettings &settings)
{
    std::vector<QByteArray> texts;
    const QMap<QString, QString> &given = settings.keywords();
    for (auto it = given.begin(); it != given.end(); ++it) {
        if (it.key() == "channel_binding"_L1)
            continue;
        texts.push_back(it.key().toUtf8());
        texts.push_back(it.value().toUtf8());
    }
    // libpq looks at this last of what matters here, and then does not begin to connect.
    texts.insert(texts.end(), {"channel_binding", "not a libpq parameter"});
    std::vector<const char *> keywords;
    std::vector<const char *> values;
    for (std::size_t i = 0; i < texts.size(); i += 2) {
        keywords.push_back(texts[i].constData());
        values.push_back(texts[i + 1].constData());
    }
    keywords.push_back(nullptr);
    values.push_back(nullptr);

    // Only a connection object knows its service's values, and starting is how to get one.
    const std::unique_ptr<PGconn, decltype(&PQfinish)> connection(
        PQconnectStartParams(keywords.data(), values.data(), 0), PQfinish);
    const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(
        connection ? PQconninfo(connection.get()) : nullptr, PQconninfoFree);
    if (!options)
        return tl::make_unexpected(u"out of memory"_s);

    ConnectionSettings effective;
    for (const PQconninfoOption *option = options.get(); option->keyword; ++option) {
        if (option->val)
            effective.set(QString::fromLatin1(option->keyword), QString::fromUtf8(option->val));
    }
    effective.set(u"channel_binding"_s, settings.value(u"channel_binding"_s));
    if (const char *password = PQpass(connection.get()))
        effective.set(u"password"_s, QString::fromUtf8(password));
    // Of the failures only those of reading the settings count. libpq sets a user as soon as it has
    // read everything.
    const bool hasRead = !effective.value(u"user"_s).isEmpty();
    if (!hasRead)
        return tl::make_unexpected(singleLine(QString::fromUtf8(PQerrorMessage(connection.get()))));
    return effective;
}

} // namespace yardmaster
