#include "models/views/viewstore.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kLargestFile = 4 << 20;

struct ViewStoreText
{
    Q_DECLARE_TR_FUNCTIONS(ViewStore)
};

bool isNamed(const SavedView &view, const QString &name)
{
    return view.name.compare(name.simplified(), Qt::CaseInsensitive) == 0;
}

qsizetype indexOf(const QList<SavedView> &views, const QString &name)
{
    for (qsizetype i = 0; i < views.size(); ++i) {
        if (isNamed(views.at(i), name))
            return i;
    }
    return -1;
}

tl::unexpected<QString> noSuchView(const QString &name)
{
    return tl::make_unexpected(ViewStoreText::tr("The view “%1” no longer exists.").arg(name));
}

ViewStore::Done writeFile(const QString &file, const QList<SavedView> &views)
{
    QDir().mkpath(QFileInfo(file).absolutePath());
    QSaveFile stored(file);
    const QByteArray json = viewsToJson(views);
    if (!stored.open(QFile::WriteOnly) || stored.write(json) != json.size() || !stored.commit())
        return tl::make_unexpected(ViewStoreText::tr("The views cannot be written to %1: %2.")
                                       .arg(QDir::toNativeSeparators(file), stored.errorString()));
    return {};
}

} // namespace

ViewStore::ViewStore(QString profileFile, QString sharedFile)
    : m_profileFile(std::move(profileFile))
    , m_sharedFile(std::move(sharedFile))
{ }

ViewStore ViewStore::forProfile(const QString &profileId)
{
    const QString folder
        = QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + u"/views/"_s;
    QString name = profileId.isEmpty() ? u"default"_s : profileId;
    for (QChar &c : name) {
        if (!c.isLetterOrNumber() && c != u'-')
            c = u'_'; // never a path
    }
    return {folder + name + u".json"_s, folder + u"shared.json"_s};
}

const QString &ViewStore::fileFor(bool isShared) const
{
    return isShared || m_profileFile.isEmpty() ? m_sharedFile : m_profileFile;
}

tl::expected<QList<SavedView>, QString> ViewStore::readFile(const QString &file)
{
    const auto sentence = [&file](const QString &why) {
        return tl::make_unexpected(ViewStoreText::tr("The views in %1 cannot be read: %2.")
                                       .arg(QDir::toNativeSeparators(file), why));
    };
    QFile stored(file);
    if (!stored.open(QFile::ReadOnly))
        return sentence(stored.errorString());
    if (stored.size() > kLargestFile)
        return sentence(ViewStoreText::tr("it is larger than 4 MiB"));
    auto views = viewsFromJson(stored.readAll());
    if (!views)
        return sentence(views.error());
    return views;
}

QList<SavedView> ViewStore::read(bool isShared) const
{
    const QString &file = fileFor(isShared);
    if (file.isEmpty() || !QFileInfo::exists(file))
        return {};
    auto views = readFile(file);
    if (!views) {
        m_problem += (m_problem.isEmpty() ? QString() : u" "_s) + views.error();
        return {};
    }
    for (SavedView &view : *views)
        view.isShared = isShared;
    return *views;
}

QList<SavedView> ViewStore::views() const
{
    m_problem.clear();
    const bool hasOwn = !m_profileFile.isEmpty();
    return (hasOwn ? read(false) : QList<SavedView>()) + read(true);
}

std::optional<SavedView> ViewStore::find(const QString &name) const
{
    const QList<SavedView> all = views();
    const qsizetype at = indexOf(all, name);
    return at < 0 ? std::nullopt : std::optional(all.at(at));
}

ViewStore::Done ViewStore::write(bool isShared, const QList<SavedView> &views) const
{
    const QString &file = fileFor(isShared);
    if (QFileInfo::exists(file) && !readFile(file)) {
        const QString aside = file + u".broken-"_s
            + QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-HHmmss-zzz"_s);
        if (!QFile::rename(file, aside))
            return tl::make_unexpected(
                ViewStoreText::tr(
                    "%1 is damaged and cannot be moved aside; the views are not saved.")
                    .arg(QDir::toNativeSeparators(file)));
    }
    return writeFile(file, views);
}

ViewStore::Done ViewStore::save(const SavedView &view)
{
    SavedView clean = view;
    clean.name = view.name.simplified();
    if (clean.name.isEmpty())
        return tl::make_unexpected(ViewStoreText::tr("A view needs a name."));
    const auto old = find(clean.name);
    if (old && old->isShared != clean.isShared) { // it moves to the other file
        if (auto removed = remove(clean.name); !removed)
            return removed;
    }
    QList<SavedView> kept = read(clean.isShared);
    const qsizetype at = indexOf(kept, clean.name);
    if (at < 0)
        kept << clean;
    else
        kept[at] = clean;
    return write(clean.isShared, kept);
}

ViewStore::Done ViewStore::rename(const QString &name, const QString &newName)
{
    const auto view = find(name);
    if (!view)
        return noSuchView(name);
    if (newName.simplified().isEmpty())
        return tl::make_unexpected(ViewStoreText::tr("A view needs a name."));
    if (!isNamed(*view, newName) && find(newName))
        return tl::make_unexpected(
            ViewStoreText::tr("A view “%1” already exists.").arg(newName.simplified()));
    QList<SavedView> kept = read(view->isShared);
    const qsizetype at = indexOf(kept, name);
    if (at < 0)
        return noSuchView(name);
    kept[at].name = newName.simplified();
    return write(view->isShared, kept);
}

ViewStore::Done ViewStore::remove(const QString &name)
{
    const auto view = find(name);
    if (!view)
        return {};
    QList<SavedView> kept = read(view->isShared);
    kept.removeIf([&name](const SavedView &other) { return isNamed(other, name); });
    return write(view->isShared, kept);
}

ViewStore::Done ViewStore::move(const QString &name, int steps)
{
    const auto view = find(name);
    if (!view)
        return noSuchView(name);
    QList<SavedView> kept = read(view->isShared);
    const qsizetype at = indexOf(kept, name);
    if (at < 0)
        return noSuchView(name);
    kept.move(at, std::clamp<qsizetype>(at + steps, 0, kept.size() - 1));
    return write(view->isShared, kept);
}

ViewStore::Done ViewStore::exportTo(const QString &file, const QList<SavedView> &views) const
{
    return writeFile(file, views);
}

QString ViewStore::freeName(const QString &name) const
{
    QString candidate = name;
    for (int number = 2; find(candidate); ++number)
        candidate = u"%1 (%2)"_s.arg(name).arg(number);
    return candidate;
}

tl::expected<int, QString> ViewStore::importFrom(const QString &file)
{
    const auto imported = readFile(file);
    if (!imported)
        return tl::make_unexpected(imported.error());
    int added = 0;
    for (SavedView view : *imported) {
        const auto known = find(view.name);
        if (known && isSameFilter(known->filter, view.filter) && known->order == view.order
            && known->columns == view.columns && known->grouping == view.grouping)
            continue; // the same once more
        view.name = freeName(view.name);
        view.isShared = m_profileFile.isEmpty();
        if (auto saved = save(view); !saved)
            return tl::make_unexpected(saved.error());
        ++added;
    }
    return added;
}

} // namespace yardmaster
