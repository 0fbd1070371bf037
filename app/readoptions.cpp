#include "app/readoptions.h"

#include "app/tomlconfig.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

tl::expected<ConfigFile, QString> readConfig(const QString &file, const CommandLine &line)
{
    if (isTomlConfig(file))
        return readTomlConfig(file);
    std::unique_ptr<QCoreApplication> app; // for child processes
    int argc = 1;
    char name[] = "yardmaster";
    char *argv[] = {name, nullptr};
    if (!QCoreApplication::instance())
        app = std::make_unique<QCoreApplication>(argc, argv);
    return readGraphileConfig(file, line.hosts.node);
}

} // namespace

tl::expected<ReadOptions, QString> readOptions(const QStringList &arguments,
                                               const QProcessEnvironment &environment)
{
    const auto line = CommandLine::parse(arguments, environment);
    if (!line)
        return tl::make_unexpected(line.error());
    if (line->showHelp || line->showVersion || !line->usesConfig)
        return ReadOptions{*line, std::nullopt};
    // Graphile-worker's is code, and a window may be opened anywhere.
    const QString file = line->config.value_or(line->gui ? QString() : graphileConfigIn(u"."_s));
    if (file.isEmpty())
        return ReadOptions{*line, std::nullopt};
    auto config = readConfig(file, *line);
    if (!config)
        return tl::make_unexpected(config.error());
    // As in graphile-worker, whose tasks run in the process that reads the file.
    QProcessEnvironment changed = environment;
    for (auto it = config->environment.cbegin(); it != config->environment.cend(); ++it) {
        if (it->isNull()) {
            changed.remove(it.key());
            qunsetenv(qPrintable(it.key()));
        } else {
            changed.insert(it.key(), *it);
            qputenv(qPrintable(it.key()), it->toLocal8Bit());
        }
    }
    const auto whole = CommandLine::parse(arguments, changed, &*config);
    if (!whole)
        return tl::make_unexpected(whole.error());
    return ReadOptions{*whole, *std::move(config)};
}

} // namespace yardmaster
