#include "models/views/savedview.h"

#include "models/query/filterparser.h"
#include "models/query/jobgroups.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUrl>
#include <QUrlQuery>

#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kScheme = "yardmaster"_L1;
constexpr qsizetype kLongestName = 200;

struct OrderKey
{
    JobOrder order;
    QLatin1StringView key;
};
constexpr std::array kOrders{OrderKey{JobOrder::NewestFirst, "newest"_L1},
                             OrderKey{JobOrder::OldestFirst, "oldest"_L1},
                             OrderKey{JobOrder::Pickup, "pickup"_L1}};

struct SavedViewText
{
    Q_DECLARE_TR_FUNCTIONS(SavedView)
};

SavedView viewFrom(const QJsonObject &object)
{
    SavedView view;
    view.name = object.value("name"_L1).toString().simplified().left(kLongestName);
    view.filter = object.value("filter"_L1).toString();
    view.order = jobOrderFromKey(object.value("order"_L1).toString());
    const auto columns = object.value("columns"_L1).toArray();
    for (const auto &column : columns) {
        if (!column.toString().isEmpty())
            view.columns << column.toString();
    }
    view.grouping = groupingFromName(object.value("group-by"_L1).toString());
    return view;
}

} // namespace

QString jobOrderKey(JobOrder order)
{
    for (const OrderKey &known : kOrders) {
        if (known.order == order)
            return known.key;
    }
    Q_UNREACHABLE();
}

std::optional<JobOrder> jobOrderFromKey(const QString &key)
{
    for (const OrderKey &known : kOrders) {
        if (known.key == key)
            return known.order;
    }
    return std::nullopt;
}

bool isSameFilter(const QString &a, const QString &b)
{
    const ParsedFilter left = parseFilter(a);
    const ParsedFilter right = parseFilter(b);
    if (!left.isValid() || !right.isValid())
        return a.trimmed() == b.trimmed();
    return left.filter == right.filter;
}

QByteArray viewsToJson(const QList<SavedView> &views)
{
    QJsonArray list;
    for (const SavedView &view : views) {
        QJsonObject object{{"name"_L1, view.name}, {"filter"_L1, view.filter}};
        if (view.order)
            object.insert("order"_L1, jobOrderKey(*view.order));
        if (!view.columns.isEmpty())
            object.insert("columns"_L1, QJsonArray::fromStringList(view.columns));
        if (view.grouping)
            object.insert("group-by"_L1, groupingName(*view.grouping));
        list << object;
    }
    return QJsonDocument(QJsonObject{{"views"_L1, list}, {"version"_L1, 1}}).toJson();
}

tl::expected<QList<SavedView>, QString> viewsFromJson(const QByteArray &json)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (document.isNull()) {
        const auto line = json.first(std::min<qsizetype>(error.offset, json.size())).count('\n');
        return tl::make_unexpected(SavedViewText::tr("it is not JSON: line %1, %2")
                                       .arg(line + 1)
                                       .arg(error.errorString()));
    }
    const QJsonValue list = document.object().value("views"_L1);
    if (!list.isArray())
        return tl::make_unexpected(SavedViewText::tr("it contains no list of views"));
    QList<SavedView> views;
    const QJsonArray entries = list.toArray();
    for (const auto &entry : entries) {
        const SavedView view = viewFrom(entry.toObject());
        if (!view.name.isEmpty())
            views << view;
    }
    return views;
}

QString viewLink(const SavedView &view)
{
    // QUrlQuery leaves what a reader of links might cut at; so everything is encoded here.
    const auto encoded
        = [](const QString &text) { return QString::fromLatin1(QUrl::toPercentEncoding(text)); };
    QString link
        = kScheme + ":view?name="_L1 + encoded(view.name) + "&filter="_L1 + encoded(view.filter);
    if (view.order)
        link += "&order="_L1 + jobOrderKey(*view.order);
    if (!view.columns.isEmpty()) {
        QStringList columns;
        for (const QString &column : view.columns)
            columns << encoded(column);
        link += "&columns="_L1 + columns.join(u',');
    }
    if (view.grouping)
        link += "&group-by="_L1 + groupingName(*view.grouping);
    return link;
}

tl::expected<SavedView, QString> viewFromLink(const QString &link)
{
    const QUrl url(link.trimmed(), QUrl::StrictMode);
    const QString place = url.host() + url.path(); // some programs write links with slashes
    if (url.scheme() != kScheme || (place != "view"_L1 && place != "view/"_L1))
        return tl::make_unexpected(
            SavedViewText::tr("This is not a link to a view; such a link begins with %1.")
                .arg(u"yardmaster:view?"_s));
    const QUrlQuery query(url);
    const auto value
        = [&query](const QString &key) { return query.queryItemValue(key, QUrl::FullyDecoded); };
    SavedView view;
    view.name = value(u"name"_s).simplified().left(kLongestName);
    view.filter = value(u"filter"_s);
    view.order = jobOrderFromKey(value(u"order"_s));
    const auto columns
        = query.queryItemValue(u"columns"_s, QUrl::FullyEncoded).split(u',', Qt::SkipEmptyParts);
    for (const QString &column : columns)
        view.columns << QUrl::fromPercentEncoding(column.toLatin1());
    view.grouping = groupingFromName(value(u"group-by"_s));
    if (!query.hasQueryItem(u"filter"_s))
        return tl::make_unexpected(SavedViewText::tr("This link to a view has no filter."));
    if (view.name.isEmpty())
        view.name = view.filter.isEmpty() ? SavedViewText::tr("All jobs")
                                          : view.filter.left(kLongestName);
    return view;
}

} // namespace yardmaster
