#include "models/query/payloadcell.h"

#include "models/query/filteredit.h"
#include "models/query/filtertokenizer.h"
#include "models/values/payloaddocument.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Kind = PayloadCell::Kind;

struct PayloadCellText
{
    Q_DECLARE_TR_FUNCTIONS(PayloadCell)
};

/// The first letters of json_typeof(), and FilterSql's own.
constexpr int kTagLength = 3;
constexpr std::array<std::pair<QLatin1StringView, Kind>, 8> kTags{{
    {"nul"_L1, Kind::Null},
    {"obj"_L1, Kind::Object},
    {"arr"_L1, Kind::Array},
    {"str"_L1, Kind::String},
    {"num"_L1, Kind::Number},
    {"boo"_L1, Kind::Boolean},
    {"lon"_L1, Kind::TooLong},
    {"bad"_L1, Kind::Unreadable},
}};

bool isContainer(const PayloadCell &cell)
{
    return cell.kind == Kind::Object || cell.kind == Kind::Array;
}

/// The container without what is hidden in it. Rules look at whole paths, so the value is put back
/// to its place, in a payload that has nothing else.
QString redacted(const PayloadCell &cell, const QStringList &path, const RedactionRules &rules)
{
    QByteArray text;
    for (const QString &name : path) {
        // An object writes its key as JSON does.
        const QByteArray named
            = QJsonDocument(QJsonObject{{name, 0}}).toJson(QJsonDocument::Compact);
        text += named.chopped(2);
    }
    text += cell.text.toUtf8() + QByteArray(path.size(), '}');
    const PayloadDocumentPtr document = PayloadDocument::read(text, rules);
    if (!document->tree() || document->hiddenCount() == 0)
        return cell.text;
    JsonTree::Node node = document->tree()->root();
    for (qsizetype depth = 0; depth < path.size(); ++depth)
        node = document->tree()->child(node, 0);
    return QString::fromUtf8(document->redacted(node));
}

/// What ends a line would end a filter's, or hide the rest of a cell.
bool isBreak(QChar c)
{
    return c == u'\n' || c == u'\r' || c == u'\t' || c == QChar::LineSeparator
        || c == QChar::ParagraphSeparator || c == u'\v' || c == u'\f';
}

} // namespace

tl::expected<QStringList, QString> parsePayloadPath(const QString &text)
{
    const auto fault = [](const QString &sentence) { return tl::make_unexpected(sentence); };
    QString path = text.trimmed();
    if (path.isEmpty())
        return fault(PayloadCellText::tr("Enter a path, for example payload.user.id."));
    if (path.compare("payload"_L1, Qt::CaseInsensitive) == 0)
        return fault(
            PayloadCellText::tr("Enter a path in the payload, for example payload.user.id."));
    if (path.contains(QChar::Null))
        return fault(PayloadCellText::tr("A null character cannot occur in a payload."));
    if (!path.startsWith("payload."_L1, Qt::CaseInsensitive))
        path.prepend("payload."_L1);
    // One way of writing places for the whole program: that of a term.
    QList<FilterError> errors;
    const QList<RawFilterTerm> terms = tokenizeFilter(path + u"=x"_s, &errors);
    if (!errors.isEmpty())
        return fault(errors.first().message);
    if (terms.size() != 1 || terms.first().path.isEmpty()
        || terms.first().keySpan.end != path.size())
        return fault(PayloadCellText::tr(
            "This is not a path. Dots separate names; names with other characters "
            "need quotes: payload.\"first name\".0"));
    return terms.first().path;
}

PayloadCell payloadCellFrom(const std::optional<QString> &answer)
{
    PayloadCell cell;
    cell.kind = Kind::Missing;
    if (!answer)
        return cell;
    const auto *const tag = std::ranges::find_if(
        kTags, [&answer](const auto &known) { return answer->startsWith(known.first); });
    if (tag == kTags.end())
        return cell;
    cell.kind = tag->second;
    cell.text = answer->sliced(kTagLength);
    // Counted as the server counts: characters, not halves of them.
    qsizetype end = 0;
    for (int count = 0; count < kPayloadPreview && end < cell.text.size(); ++count)
        end += cell.text.at(end).isHighSurrogate() && end + 1 < cell.text.size() ? 2 : 1;
    cell.isCut = end < cell.text.size();
    cell.text.truncate(end);
    return cell;
}

void dressPayloadCell(PayloadCell *cell, const QStringList &path, const RedactionRules &rules)
{
    const bool isValue = cell->kind == Kind::Number || cell->kind == Kind::String
        || cell->kind == Kind::Boolean || cell->kind == Kind::Null || isContainer(*cell);
    cell->isHidden = isValue && rules.hides(path);
    cell->shown = cell->text + (cell->isCut ? u"…"_s : QString());
    if (cell->isHidden) {
        cell->shown = u"••••••"_s; // as in the tree of a payload
    } else if (cell->kind == Kind::Null) {
        cell->shown = u"null"_s;
    } else if (isContainer(*cell) && cell->isCut) {
        // What is hidden in a part cannot be told.
        cell->shown = cell->kind == Kind::Object ? u"{…}"_s : u"[…]"_s;
    } else if (isContainer(*cell)) {
        cell->shown = redacted(*cell, path, rules);
        cell->isHidden = cell->shown != cell->text;
    } else if (cell->kind == Kind::Unread || cell->kind == Kind::TooLong) {
        cell->shown = u"…"_s;
    } else if (cell->kind == Kind::Unreadable) {
        cell->shown = u"?"_s;
    }
}

QString payloadCellText(const PayloadCell &cell)
{
    QString text = cell.shown;
    std::ranges::replace_if(text, isBreak, QChar(u' '));
    return text;
}

QString payloadCellToolTip(const PayloadCell &cell)
{
    if (cell.isHidden)
        return PayloadCellText::tr("Hidden by a redaction rule. The inspector can reveal it.");
    switch (cell.kind) {
    case Kind::Unread:
        return PayloadCellText::tr("Not read yet.");
    case Kind::Missing:
        return PayloadCellText::tr("The payload has nothing at this path.");
    case Kind::Null:
        return PayloadCellText::tr("The value is null.");
    case Kind::TooLong:
        return PayloadCellText::tr(
            "The payload is too long to be read for a list. The inspector shows it.");
    case Kind::Unreadable:
        return PayloadCellText::tr(
            "PostgreSQL cannot read this payload: it contains \\u0000 or half a surrogate pair.");
    case Kind::Object:
    case Kind::Array:
        return cell.isCut ? PayloadCellText::tr("Too long for a list. The inspector shows it.")
                          : QString();
    case Kind::String:
    case Kind::Number:
    case Kind::Boolean:
        return cell.isCut || std::ranges::any_of(cell.text, isBreak) ? cell.shown : QString();
    }
    Q_UNREACHABLE();
}

QVariant payloadCellValue(const PayloadCell &cell)
{
    if (cell.kind == Kind::Missing || cell.kind == Kind::Unread)
        return {};
    if (cell.isHidden)
        return cell.shown;
    switch (cell.kind) {
    case Kind::Null:
        return {};
    case Kind::Boolean:
        return cell.text == "true"_L1;
    case Kind::Number: {
        bool isWhole = false;
        const qint64 whole = cell.text.toLongLong(&isWhole);
        if (isWhole && QString::number(whole) == cell.text && qAbs(whole) < (1LL << 53))
            return whole;
        const double number = cell.text.toDouble();
        return QString::number(number, 'g', 15) == cell.text ? QVariant(number) : cell.shown;
    }
    default:
        return cell.shown;
    }
}

std::optional<FilterTerm> payloadCellTerm(const PayloadCell &cell, const QStringList &path)
{
    if (cell.isHidden)
        return std::nullopt;
    switch (cell.kind) {
    case Kind::Unread:
    case Kind::TooLong:
    case Kind::Unreadable:
        return std::nullopt;
    case Kind::Missing:
        return termForPayload(path, {});
    case Kind::Null:
        return termForPayload(path, u"null"_s);
    case Kind::Object:
    case Kind::Array:
        if (cell.isCut || std::ranges::any_of(cell.text, isBreak))
            return std::nullopt;
        return termForPayload(path, cell.text);
    case Kind::String:
    case Kind::Number:
    case Kind::Boolean:
        break;
    }
    const auto broken = std::ranges::find_if(cell.text, isBreak);
    const auto length = qsizetype(broken - cell.text.begin());
    if (!cell.isCut && length == cell.text.size())
        return termForPayload(path, cell.text);
    if (length == 0)
        return std::nullopt;
    // Its beginning stands for it: the rest is not known here, or does not fit one line.
    FilterTerm term = termForPayload(path, {});
    term.op = FilterOperator::Is;
    term.values = {{{cell.text.first(length), QString()}, false, {}}};
    return term;
}

} // namespace yardmaster
