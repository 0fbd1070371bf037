#include "models/views/viewargument.h"

#include "models/query/filterparser.h"
#include "models/views/viewstore.h"

#include <QCoreApplication>
#include <QDir>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct ViewArgumentText
{
    Q_DECLARE_TR_FUNCTIONS(ViewArgument)
};

tl::expected<SavedView, QString> checked(SavedView view)
{
    const ParsedFilter parsed = parseFilter(view.filter);
    if (parsed.isValid())
        return view;
    const FilterError &error = parsed.errors.first();
    const QString part
        = view.filter.sliced(error.span.begin, error.span.end - error.span.begin).left(40);
    QString sentence = part.isEmpty()
        ? ViewArgumentText::tr("the filter is not valid at its end: %1").arg(error.message)
        : ViewArgumentText::tr("the filter is not valid at '%1': %2").arg(part, error.message);
    if (part.isEmpty() && error.span.begin < view.filter.size())
        sentence = ViewArgumentText::tr("the filter is not valid after '%1': %2")
                       .arg(view.filter.first(error.span.begin).right(40), error.message);
    if (!error.hint.isEmpty())
        sentence += u' ' + error.hint;
    return tl::make_unexpected(sentence);
}

} // namespace

tl::expected<SavedView, QString> viewForFilter(const QString &text)
{
    SavedView view;
    view.filter = text;
    return checked(std::move(view));
}

tl::expected<SavedView, QString> viewForArgument(const QString &fileOrLink)
{
    if (fileOrLink.startsWith("yardmaster:"_L1)) {
        auto view = viewFromLink(fileOrLink);
        return view ? checked(*std::move(view)) : tl::make_unexpected(view.error());
    }
    const auto views = ViewStore::readFile(fileOrLink);
    if (!views)
        return tl::make_unexpected(views.error());
    if (views->isEmpty())
        return tl::make_unexpected(ViewArgumentText::tr("There are no views in %1.")
                                       .arg(QDir::toNativeSeparators(fileOrLink)));
    return checked(views->first());
}

} // namespace yardmaster
