#include "models/values/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QTranslator>

#include <array>
#include <atomic>
#include <memory>
#include <vector>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct Entry
{
    QLatin1StringView code;
    QLocale locale;
};

const std::array<Entry, 2> &entries()
{
    static const std::array<Entry, 2> all{{
        {"en"_L1, QLocale(QLocale::English, QLocale::UnitedStates)},
        {"de"_L1, QLocale(QLocale::German, QLocale::Germany)},
    }};
    return all;
}

/// Of entries(); written on the GUI thread, read anywhere.
std::atomic<const Entry *> &chosen()
{
    static std::atomic<const Entry *> entry = entries().data();
    return entry;
}

const Entry *entryFor(const QString &code)
{
    for (const Entry &entry : entries()) {
        if (code == entry.code)
            return &entry;
    }
    return nullptr;
}

const Entry *systemEntry()
{
    const QStringList languages = QLocale::system().uiLanguages();
    for (const QString &language : languages) {
        if (const Entry *entry = entryFor(language.section(u'-', 0, 0).section(u'_', 0, 0)))
            return entry;
    }
    return entries().data();
}

std::vector<std::unique_ptr<QTranslator>> &installed()
{
    static std::vector<std::unique_ptr<QTranslator>> translators;
    return translators;
}

void add(const QString &file, const QString &folder)
{
    auto translator = std::make_unique<QTranslator>();
    if (translator->load(file, folder) && QCoreApplication::installTranslator(translator.get()))
        installed().push_back(std::move(translator));
}

} // namespace

QStringList Language::available()
{
    QStringList codes;
    for (const Entry &entry : entries())
        codes << QString(entry.code);
    return codes;
}

void Language::install(const QString &asked)
{
    const Entry *entry = entryFor(asked);
    if (!entry)
        entry = systemEntry();
    installed().clear(); // each one takes itself out of the application
    chosen() = entry;
    // Qt's own buttons and menus first: what is installed last is asked first.
    add("qtbase_"_L1 + entry->code, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    add("yardmaster_"_L1 + entry->code, u":/yardmaster/translations"_s);
}

QString Language::current()
{
    return QString(chosen().load()->code);
}

const QLocale &Language::locale()
{
    return chosen().load()->locale;
}

} // namespace yardmaster
