#include "app/tomlconfig.h"

#include "app/optiontable.h"
#include "worker/tasks/filetrust.h"
#include <yardmaster/connectionsettings.h>

#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QMultiMap>
#include <QRegularExpression>

#include <optional>

#include <unistd.h>

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kLargestConfig = 1 << 20;

QString keyOf(const Option &option)
{
    return QString(option.longName()).replace(u'-', u'_');
}

/// The key for a name that graphile-worker has for it.
QString keyMeantBy(const QString &name)
{
    static const QHash<QString, QString> keys{
        {u"connection_string"_s, u"connection"_s},
        {u"database_url"_s, u"connection"_s},
        {u"task_directory"_s, u"tasks"_s},
        {u"crontab_file"_s, u"crontab"_s},
        {u"concurrent_jobs"_s, u"jobs"_s},
        {u"concurrency"_s, u"jobs"_s},
        {u"graceful_shutdown_abort_timeout"_s, u"grace_period"_s},
        {u"prepared_statements"_s, u"no_prepared_statements"_s},
        {u"use_node_time"_s, u"use_app_time"_s},
    };
    static const QRegularExpression capital(u"([a-z])([A-Z])"_s);
    const QString key = QString(name).replace(capital, u"\\1_\\2"_s).replace(u'-', u'_').toLower();
    return keys.value(key, key);
}

QString kindOf(const toml::node &node)
{
    switch (node.type()) {
    case toml::node_type::table:
        return u"a table"_s;
    case toml::node_type::array:
        return u"an array"_s;
    case toml::node_type::string:
        return u"text"_s;
    case toml::node_type::integer:
        return u"a number"_s;
    case toml::node_type::floating_point:
        return u"a number with a fraction"_s;
    case toml::node_type::boolean:
        return u"true or false"_s;
    default:
        return u"a date or time"_s;
    }
}

/// Text and whole numbers, as on the command line.
std::optional<QString> scalarOf(const toml::node &node)
{
    if (const auto text = node.value_exact<std::string>())
        return QString::fromStdString(*text);
    if (const auto number = node.value_exact<int64_t>())
        return QString::number(*number);
    return std::nullopt;
}

class TomlReader
{
public:
    explicit TomlReader(QString file)
        : m_name(QFileInfo(file).fileName())
    {
        m_config.file = std::move(file);
    }

    tl::expected<ConfigFile, QString> read(const toml::table &table)
    {
        for (auto &&[key, node] : table) { // by name
            m_line = key.source().begin.line;
            m_where = u"%1:%2"_s.arg(m_name).arg(key.source().begin.line);
            const QString name = QString::fromStdString(std::string(key.str()));
            if (const Option *option = optionFor(name))
                add(*option, name, node);
        }
        if (!m_problems.isEmpty())
            return tl::make_unexpected(m_problems.values().join(u'\n'));
        return m_config;
    }

private:
    void refuse(const QString &why) { m_problems.insert(m_line, m_where + u": "_s + why); }

    const Option *optionFor(const QString &name)
    {
        QStringList keys;
        const QString wanted = QString(name).replace(u'-', u'_');
        QString meant = keyMeantBy(name);
        for (const OptionGroup &group : optionGroups()) {
            for (const Option &option : group.options) {
                if (keyOf(option) == wanted && isInConfigFile(option))
                    return &option;
                if (keyOf(option) == wanted) {
                    refuse(u"%1 cannot be set in a configuration file"_s.arg(name));
                    return nullptr;
                }
                if (!isInConfigFile(option))
                    continue;
                keys << keyOf(option);
                if (option.names.contains(name)) // -j
                    meant = keyOf(option);
            }
        }
        const QString nearest = keys.contains(meant) ? meant : nearestOf(keys, wanted);
        refuse(u"there is no option '%1'%2"_s.arg(
            name, nearest.isEmpty() ? QString() : u"; did you mean %1?"_s.arg(nearest)));
        return nullptr;
    }

    void add(const Option &option, const QString &key, const toml::node &node)
    {
        if (m_config.options.contains(option.longName())) {
            refuse(u"%1 is set twice, with a hyphen and with an underscore"_s.arg(key));
            return;
        }
        ConfigFile::Value value{m_where + u": "_s + key, {}};
        if (option.valueName.isEmpty()) {
            const auto isOn = node.value_exact<bool>();
            if (!isOn) {
                refuse(u"%1 takes true or false, not %2"_s.arg(key, kindOf(node)));
                return;
            }
            value.text = *isOn ? u"true"_s : u"false"_s;
        } else if (const auto text = scalarOf(node)) {
            const bool isNumber = option.valueName == "N"_L1 || option.valueName == "MIB"_L1;
            if (isNumber && !node.is_integer()) {
                refuse(u"%1 takes a whole number, not %2"_s.arg(key, kindOf(node)));
                return;
            }
            value.text = *text;
            if (option.isList)
                value.list = {*text};
        } else if (option.isList || option.valueName == "FLAGS"_L1) {
            const auto items = itemsOf(key, node);
            if (!items)
                return;
            value.text = items->join(u',');
            value.list = *items;
        } else {
            refuse(u"%1 takes one value (%2), not %3"_s.arg(key, option.valueName, kindOf(node)));
            return;
        }
        m_config.options.insert(option.longName(), value);
    }

    /// Of an array, or NAME=VALUE of a table.
    std::optional<QStringList> itemsOf(const QString &key, const toml::node &node)
    {
        QStringList items;
        const auto addItem = [&](const QString &before, const toml::node &item) {
            const auto text = scalarOf(item);
            if (text)
                items << before + *text;
            else
                refuse(u"%1 takes strings, but one of its items is %2"_s.arg(key, kindOf(item)));
            return text.has_value();
        };
        if (const toml::array *array = node.as_array()) {
            for (const toml::node &item : *array) {
                if (!addItem({}, item))
                    return std::nullopt;
            }
        } else if (const toml::table *table = node.as_table()) {
            for (auto &&[name, item] : *table) {
                if (!addItem(QString::fromStdString(std::string(name.str())) + u'=', item))
                    return std::nullopt;
            }
        } else {
            refuse(u"%1 takes a list of strings, not %2"_s.arg(key, kindOf(node)));
            return std::nullopt;
        }
        return items;
    }

    const QString m_name;
    QString m_where;
    ConfigFile m_config;
    uint32_t m_line = 0;
    QMultiMap<uint32_t, QString> m_problems; ///< by line
};

/// A sentence if others can read a password in it.
QString passwordWarning(const ConfigFile &config)
{
    const auto connection = config.options.constFind(u"connection"_s);
    if (connection == config.options.constEnd())
        return {};
    const auto settings = ConnectionSettings::parse(connection->text);
    const bool others = QFileInfo(config.file).permission(QFileDevice::ReadOther);
    if (!settings || settings->value(u"password"_s).isEmpty() || !others)
        return {};
    return u"every user of this machine can read the password in %1; chmod o-r it"_s.arg(
        config.file);
}

} // namespace

bool isTomlConfig(const QString &file)
{
    return file.endsWith(".toml"_L1, Qt::CaseInsensitive);
}

tl::expected<ConfigFile, QString> readTomlConfig(const QString &file)
{
    QFile source(file);
    if (!QFileInfo(file).isFile())
        return tl::make_unexpected(u"there is no configuration file '%1'"_s.arg(file));
    if (!source.open(QFile::ReadOnly))
        return tl::make_unexpected(u"%1 cannot be read: %2"_s.arg(file, source.errorString()));
    if (source.size() > kLargestConfig)
        return tl::make_unexpected(u"%1 is too large for a configuration file"_s.arg(file));
    const QString who = whoElseMayChange(file);
    if (!who.isEmpty() && ::geteuid() == 0)
        return tl::make_unexpected(
            u"%1 cannot be used: it decides what is run, and %2"_s.arg(file, who));
    const QByteArray text = source.readAll();
    const toml::parse_result parsed
        = toml::parse(std::string_view(text.constData(), size_t(text.size())));
    if (!parsed) {
        const toml::parse_error &error = parsed.error();
        return tl::make_unexpected(
            u"%1:%2: %3"_s.arg(QFileInfo(file).fileName())
                .arg(error.source().begin.line)
                .arg(QString::fromUtf8(error.description().data(),
                                       qsizetype(error.description().size()))));
    }
    auto config = TomlReader(file).read(parsed.table());
    if (config) {
        if (!who.isEmpty())
            config->warnings << u"%1 and so decide what this worker runs"_s.arg(who);
        if (const QString warning = passwordWarning(*config); !warning.isEmpty())
            config->warnings << warning;
    }
    return config;
}

} // namespace yardmaster
