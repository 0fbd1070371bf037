#pragma once

#include "models/query/filterparser.h"
#include "models/query/jobreads.h"
#include "tests/bench/jobmix.h"
#include "tests/support/testdatabase.h"

#include <QTest>

namespace yardmaster::test {

inline FilterContext mixContext()
{
    FilterContext context;
    context.schema = QStringLiteral("graphile_worker");
    context.forbiddenFlags = {QString(bench::kForbiddenFlag)};
    context.zone = QTimeZone::utc();
    return context;
}

inline void fillMix(const TestDatabase &database, qint64 jobs)
{
    const auto filled = bench::fillJobMix(*database.session(), mixContext().schema, jobs);
    if (!filled)
        qFatal("%s", qUtf8Printable(filled.error().message));
}

inline JobQuery mixQuery(const QString &text, std::optional<JobOrder> order = {})
{
    const ParsedFilter parsed = parseFilter(text);
    if (!parsed.isValid())
        qFatal("%s", qUtf8Printable(text));
    return {parsed.filter, order.value_or(naturalOrder(parsed.filter)), {}};
}

} // namespace yardmaster::test
