#include "worker/queue/fetchstatement.h"

#include "worker/queue/jobqueue.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace yardmaster {

namespace {

constexpr int kExactUpTo = 16; // free slots of a worker without a local queue
constexpr int kStep = 32;
constexpr int kShapedUpTo = 2048;
/// By kind.
constexpr std::array kNames{"yardmaster_fetch_", "yardmaster_fetch_single_"};
/// Around what only requests with readsColumns ask for.
constexpr QByteArrayView kColumns = "/*columns*/";
constexpr QByteArrayView kEnd = "/*end*/";

/// All parameters of the general text, in its order.
Params paramsOf(const FetchRequest &request, const QString &workerId)
{
    if (request.kind == FetchKind::Single)
        return {param(workerId), param(request.tasks), param(request.limit)};
    const FlagRules &flags = request.flags;
    const auto unlessEmpty
        = [](const QStringList &list) { return list.isEmpty() ? nullParam() : param(list); };
    Param dueUntil = nullParam();
    if (request.ignoresRunAt)
        dueUntil = param(u"infinity");
    else if (request.now.isValid())
        dueUntil = param(request.now.toUTC().toString(Qt::ISODateWithMs));
    ArrayParam quotas;
    for (const int quota : request.flagQuotas)
        quotas.add(QByteArray::number(quota));
    return {param(workerId),
            param(request.tasks),
            param(request.limit),
            param(request.lane),
            unlessEmpty(flags.forbidden),
            unlessEmpty(flags.accepted),
            flags.allowed ? param(*flags.allowed) : nullParam(),
            dueUntil,
            unlessEmpty(request.flagQuotas.keys()),
            request.flagQuotas.isEmpty() ? nullParam() : quotas.param(),
            unlessEmpty(request.heldQueues),
            request.onlyJob ? param(*request.onlyJob) : nullParam(),
            request.before ? Param(request.before->priority) : nullParam(),
            request.before ? Param(request.before->runAt) : nullParam(),
            request.freeFrom.priority,
            request.freeFrom.runAt,
            request.skipsQueues ? param(true) : nullParam(),
            request.leftQueues.empty() ? nullParam() : param(request.leftQueues),
            request.leavesSuspects ? param(true) : nullParam()};
}

} // namespace

int shapedLimit(int limit)
{
    if (limit <= kExactUpTo)
        return std::max(1, limit);
    return std::clamp(limit / kStep * kStep, kExactUpTo, kShapedUpTo);
}

FetchStatement FetchStatement::of(const FetchRequest &request, const QString &workerId)
{
    constexpr size_t kLimit = 2; // their indexes among the parameters
    constexpr size_t kOnlyJob = 11;
    const bool isShaped = shapedLimit(request.limit) == request.limit;
    FetchStatement statement;
    statement.name = kNames[size_t(request.kind)];
    statement.hasColumns = request.readsColumns;
    if (statement.hasColumns)
        statement.name += "columns_";
    Params all = paramsOf(request, workerId);
    for (size_t i = 0; i < all.size(); ++i) {
        // An id that is a parameter would hide its index behind the "or" around it.
        if (all[i] && ((i == kLimit && isShaped) || i == kOnlyJob)) {
            statement.constants.push_back(*all[i]);
            statement.name += *all[i] + '_';
        } else if (!all[i]) {
            statement.constants.push_back("null");
            statement.name += 'n';
        } else {
            statement.constants.push_back({});
            statement.name += 'p';
            statement.params.push_back(std::move(all[i]));
        }
    }
    return statement;
}

QByteArray FetchStatement::text(const QByteArray &general) const
{
    QByteArray text;
    text.reserve(general.size());
    int next = 0;
    std::vector<QByteArray> names;
    for (const QByteArray &constant : constants)
        names.push_back(constant.isEmpty() ? '$' + QByteArray::number(++next) : constant);
    for (qsizetype i = 0; i < general.size();) {
        if (general[i] == '"') { // the schema's name may contain any character
            const qsizetype end = general.indexOf('"', i + 1) + 1;
            text += QByteArrayView(general).sliced(i, end - i);
            i = end;
            continue;
        }
        if (!hasColumns && QByteArrayView(general).sliced(i).startsWith(kColumns)) {
            i = general.indexOf(kEnd, i);
            continue;
        }
        if (general[i] != '$') {
            // To what is looked at above, in one piece: a drain writes dozens of these texts.
            const std::string_view rest(general.constData() + i + 1,
                                        size_t(general.size() - i - 1));
            const qsizetype length
                = 1 + qsizetype(std::min(rest.find_first_of("\"$/"), rest.size()));
            text.append(general.constData() + i, length);
            i += length;
            continue;
        }
        qsizetype end = i + 1;
        while (end < general.size() && general[end] >= '0' && general[end] <= '9')
            ++end;
        const int number = general.mid(i + 1, end - i - 1).toInt();
        Q_ASSERT(number >= 1 && number <= int(names.size()));
        text += names[size_t(number - 1)];
        i = end;
    }
    return text;
}

} // namespace yardmaster
