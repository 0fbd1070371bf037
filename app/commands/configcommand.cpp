#include "app/commands/configcommand.h"

#include "app/commands/commandcall.h"
#include "app/commands/texttable.h"
#include "app/exitcodes.h"
#include "app/optionvalues.h"
#include "app/readoptions.h"

#include <QIODevice>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct ShownOption
{
    QString name;
    QString value; ///< empty: not set
    QString from;
};

/// Without the passwords and queries of URLs and the passwords of libpq's keywords.
QString withoutPasswords(QString text)
{
    static const QRegularExpression inUrl(u"(://[^/?#@\\s:]*):[^/?#@\\s]*@"_s);
    static const QRegularExpression query(u"(://[^\\s?]*)\\?[^\\s,]*"_s);
    static const QRegularExpression keyword(
        u"((?:ssl)?password\\s*=\\s*)('(?:[^'\\\\]|\\\\.)*'|[^\\s&]*)"_s,
        QRegularExpression::CaseInsensitiveOption);
    return text.replace(inUrl, u"\\1:***@"_s)
        .replace(query, u"\\1?***"_s)
        .replace(keyword, u"\\1***"_s);
}

/// Of a command the program only: what comes after it may be a secret.
QString shownText(const Option &option, const QString &text)
{
    if (option.valueName == "OPTIONS"_L1)
        return u"***"_s;
    if (option.valueName != "COMMAND"_L1)
        return withoutPasswords(text);
    const QStringList words = QProcess::splitCommand(text);
    return words.size() < 2 ? text : words[0] + " ***"_L1;
}

/// What --help says in brackets, without what it means.
QString defaultOf(const Option &option)
{
    static const QRegularExpression brackets(u"\\[([^\\[\\]]*)\\]$"_s);
    static const QRegularExpression meaning(u"^(\\d+): .*"_s);
    QString words = brackets.match(option.help).captured(1).section(u';', 0, 0);
    return words.replace(meaning, u"\\1"_s);
}

/// A connection that no option sets.
ShownOption connectionElsewhere(const QString &name, const CommandCall &call)
{
    const auto found = ConnectionSettings::resolve(std::nullopt, call.environment());
    if (!found || !found->has_value())
        return {name, {}, {}};
    return {name, (*found)->describe(), (*found)->origin()};
}

ShownOption shown(const Option &option, OptionValues &values, const CommandCall &call)
{
    const QString name = option.longName();
    if (const auto given = values.given(name)) {
        if (option.valueName.isEmpty())
            return {name, values.isSet(name) ? u"on"_s : u"off"_s, given->source};
        if (name == "connection"_L1) {
            const auto settings = ConnectionSettings::parse(given->text);
            return {name, settings.value().describe(), given->source};
        }
        const QString text = given->list.isEmpty() ? given->text : given->list.join(", "_L1);
        return {name, shownText(option, text), given->source};
    }
    if (name == "connection"_L1)
        return connectionElsewhere(name, call);
    const QString schema = call.environment().value(u"GRAPHILE_WORKER_SCHEMA"_s);
    if (name == "schema"_L1)
        return schema.isEmpty() ? ShownOption{name, queueSchema({}, {}), u"default"_s}
                                : ShownOption{name, schema, u"GRAPHILE_WORKER_SCHEMA"_s};
    if (name == "log-level"_L1 && values.asksForDebug())
        return {name, u"debug"_s, u"GRAPHILE_LOGGER_DEBUG"_s};
    return {name, option.valueName.isEmpty() ? u"off"_s : defaultOf(option), u"default"_s};
}

int runConfigShow(const CommandCall &call)
{
    QStringList options = call.rest();
    options.removeAll(u"--json"_s);
    if (!options.contains(u"--no-gui"_s))
        options.prepend(u"--no-gui"_s); // what a worker would do
    const auto read = readOptions(options, call.environment());
    if (!read)
        return call.refuse(read.error().split(u'\n'));
    QCommandLineParser parser;
    addOptionsTo(&parser);
    parser.parse(QStringList{u"yardmaster"_s} + call.rest());
    OptionValues values(parser, call.environment(), read->config ? &*read->config : nullptr);
    if (const auto given = values.given(u"connection"_s)) {
        if (const auto settings = ConnectionSettings::parse(given->text); !settings)
            return call.refuse({settings.error()});
    }
    std::vector<QStringList> rows{{u"OPTION"_s, u"VALUE"_s, u"FROM"_s}};
    QJsonArray array;
    for (const OptionGroup &group : optionGroups()) {
        for (const Option &option : group.options) {
            if (!hasVariable(option))
                continue;
            const ShownOption one = shown(option, values, call);
            rows.push_back({one.name, one.value, one.from});
            array.append(QJsonObject{{u"option"_s, one.name},
                                     {u"value"_s, one.value.isEmpty() ? QJsonValue() : one.value},
                                     {u"from"_s, one.from},
                                     {u"variable"_s, variableOf(one.name)}});
        }
    }
    const CommandStreams &streams = call.streams();
    if (call.isSet(u"json"_s))
        streams.out->write(QJsonDocument(array).toJson(QJsonDocument::Compact) + '\n');
    else
        write(streams.out, textTable(rows));
    for (const QString &warning : read->line.warnings)
        write(streams.err, u"warning: %1\n"_s.arg(warning));
    return ExitOk;
}

} // namespace

ShellCommand configShowCommand()
{
    ShellCommand command;
    command.words = {u"config"_s, u"show"_s};
    command.summary = u"Shows the options of a worker, and where each is set"_s;
    command.description
        = u"Takes the options of a worker. For each option, it prints the value that a worker\n"
          "started here and now would use, and where the value comes from: the command line\n"
          "first, then variables, then the configuration file, then the default. Passwords,\n"
          "and the arguments of commands, are left out. Errors are reported as by the\n"
          "worker. It does not check whether the database, folders and files exist.\n"_s;
    command.uses = ShellCommand::Uses::WorkerOptions;
    command.options = {jsonOption(u"print one JSON array"_s)};
    command.examples
        = {u"yardmaster config show --config /etc/yardmaster/worker.toml"_s,
           u"YARDMASTER_JOBS=4 yardmaster config show --once"_s,
           u"yardmaster config show --json | jq '.[] | select(.from != \"default\")'"_s};
    command.exits
        = {{ExitOk, u"these options are well-formed"_s},
           {ExitUsage, u"they are not, and no worker would start; the errors were printed"_s}};
    command.run = &runConfigShow;
    return command;
}

} // namespace yardmaster
