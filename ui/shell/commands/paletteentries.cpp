#include "ui/shell/commands/paletteentries.h"

#include "models/query/filterparser.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/shell/commands/fuzzymatch.h"

#include <QAction>
#include <QRegularExpression>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// "123", "#123", "1,234"; 0 if it is none.
qint64 jobNumber(QString typed)
{
    typed = typed.trimmed();
    if (typed.startsWith(u'#'))
        typed.remove(0, 1);
    typed.remove(u',').remove(u' ');
    bool isNumber = false;
    const qint64 number = typed.toLongLong(&isNumber);
    return isNumber && number > 0 ? number : 0;
}

/// What is left of `typed` without the words that begin `group`: "worker start" → "start".
QString withoutGroup(const QString &typed, const QString &group)
{
    QStringList words = typed.simplified().split(u' ', Qt::SkipEmptyParts);
    words.removeIf(
        [&group](const QString &word) { return group.startsWith(word, Qt::CaseInsensitive); });
    return words.join(u' ');
}

/// Less than where the same letters are in the title.
constexpr int kSynonym = 10;

/// Whether each word of `typed` begins a word of the names, title and group, or of what else it is
/// called, at least one of these: "delete job" finds "Remove by key…". No looser, or everything
/// would be found.
std::optional<FuzzyMatch> matchSynonyms(const QString &typed, const QString &names,
                                        const QString &synonyms)
{
    const auto beginsOneOf = [](const QString &word, const QString &text) {
        static const QRegularExpression gaps(u"[^\\w]+"_s,
                                             QRegularExpression::UseUnicodePropertiesOption);
        const QStringList words = text.split(gaps, Qt::SkipEmptyParts);
        return std::any_of(words.begin(), words.end(), [&word](const QString &other) {
            return other.startsWith(word, Qt::CaseInsensitive);
        });
    };
    bool isSynonym = false;
    const QStringList words = typed.simplified().split(u' ', Qt::SkipEmptyParts);
    for (const QString &word : words) {
        const bool isOne = beginsOneOf(word, synonyms);
        if (!isOne && !beginsOneOf(word, names))
            return std::nullopt;
        isSynonym = isSynonym || isOne;
    }
    auto match = isSynonym ? fuzzyMatch(typed, synonyms + u' ' + names) : std::nullopt;
    if (match) {
        match->score -= kSynonym;
        match->positions.clear(); // not in the title
    }
    return match;
}

} // namespace

PaletteEntries::PaletteEntries(QObject *parent)
    : QAbstractListModel(parent)
{ }

void PaletteEntries::setCommands(const QList<Command> &commands, const QStringList &recent,
                                 bool offersJobs)
{
    m_commands.clear();
    m_recent = recent;
    m_offersJobs = offersJobs;
    for (const Command &command : commands) {
        if (!command.action->isVisible())
            continue;
        Entry entry;
        entry.title = command.title();
        entry.isPossible = command.action->isEnabled();
        entry.sentence = entry.isPossible ? command.sentence() : command.obstacle();
        entry.keys = command.keys();
        entry.group = commandGroupTitle(command.group);
        entry.id = command.id;
        entry.synonyms = command.synonyms();
        entry.action = command.action;
        m_commands << entry;
    }
    const auto rank = [&recent](const Entry &entry) {
        const qsizetype at = recent.indexOf(entry.id);
        return at < 0 ? recent.size() : at;
    };
    std::stable_sort(m_commands.begin(), m_commands.end(),
                     [&](const Entry &a, const Entry &b) { return rank(a) < rank(b); });
    setTyped({});
}

void PaletteEntries::setWindows(const QList<PaletteWindow> &windows)
{
    for (const PaletteWindow &window : windows) {
        Entry entry;
        entry.kind = Kind::Window;
        entry.title = tr("Go to %1").arg(window.name);
        entry.sentence = window.sentence;
        entry.group = tr("Connections");
        entry.synonyms = tr("switch, window, connection");
        entry.window = window.window;
        m_commands << entry;
    }
    setTyped({});
}

void PaletteEntries::setTyped(const QString &typed)
{
    beginResetModel();
    m_shown.clear();
    for (const Entry &command : std::as_const(m_commands)) {
        auto match = fuzzyMatch(typed, command.title);
        const QString rest = withoutGroup(typed, command.group);
        if (!match && rest != typed.simplified())
            match = fuzzyMatch(rest, command.title);
        const auto synonym
            = matchSynonyms(typed, command.title + u' ' + command.group, command.synonyms);
        if (synonym && (!match || synonym->score > match->score))
            match = synonym;
        if (!match)
            continue;
        Entry entry = command;
        entry.score = match->score;
        entry.positions = match->positions;
        if (const qsizetype used = m_recent.indexOf(entry.id); used >= 0)
            entry.score += int(std::max<qsizetype>(1, 6 - used));
        if (!entry.isPossible)
            entry.score -= 2;
        m_shown << entry;
    }
    if (!typed.trimmed().isEmpty())
        std::stable_sort(m_shown.begin(), m_shown.end(),
                         [](const Entry &a, const Entry &b) { return a.score > b.score; });

    if (const qint64 number = jobNumber(typed); m_offersJobs && number > 0) {
        Entry entry;
        entry.kind = Kind::Job;
        entry.title = tr("Go to job %1").arg(number);
        entry.sentence = tr("Shows it in the inspector, whether or not it is in the list.");
        entry.group = commandGroupTitle(u"go"_s);
        entry.job = number;
        m_shown.prepend(entry);
    }
    const ParsedFilter parsed = parseFilter(typed);
    if (m_offersJobs && parsed.isValid() && !parsed.filter.terms.isEmpty()) {
        Entry entry;
        entry.kind = Kind::Filter;
        entry.title = tr("List jobs with %1").arg(typed.trimmed());
        entry.sentence = tr("Puts it into the filter.");
        entry.group = commandGroupTitle(u"filter"_s);
        entry.filter = typed.trimmed();
        m_shown.prepend(entry);
    }
    endResetModel();
}

QAction *PaletteEntries::action(int row) const
{
    return m_shown.at(row).action;
}

QWidget *PaletteEntries::window(int row) const
{
    return m_shown.at(row).window;
}

int PaletteEntries::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_shown.size());
}

QVariant PaletteEntries::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= m_shown.size())
        return {};
    const Entry &entry = m_shown.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return shownText(entry.title);
    case Qt::ToolTipRole:
    case SentenceRole:
        return shownText(entry.sentence);
    case Qt::AccessibleTextRole: {
        QStringList words{entry.title, entry.group};
        if (!entry.keys.isEmpty())
            words << entry.keys;
        if (!entry.isPossible)
            words << entry.sentence;
        return shownText(words.join(", "_L1));
    }
    case KindRole:
        return QVariant::fromValue(entry.kind);
    case IdRole:
        return entry.id;
    case GroupRole:
        return entry.group;
    case KeysRole:
        return entry.keys;
    case PositionsRole:
        return QVariant::fromValue(entry.positions);
    case JobRole:
        return entry.job;
    case FilterRole:
        return entry.filter;
    default:
        return {};
    }
}

Qt::ItemFlags PaletteEntries::flags(const QModelIndex &index) const
{
    // One that is not possible can be chosen, to read why.
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren
                           : Qt::NoItemFlags;
}

} // namespace yardmaster
