#include "worker/db/migrationsteps.h"
#include "worker/db/migrator.h"
#include "worker/db/sqltext.h"

#include <QFile>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QByteArray fileName(int number)
{
    return "migrations/graphile/" + QByteArray::number(number).rightJustified(6, '0') + ".sql";
}

MigrationStep readStep(int number)
{
    QFile file(u":/yardmaster/%1"_s.arg(QLatin1StringView(fileName(number))));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("migration %d is not compiled in", number);
    return {number, file.readLine().trimmed() == "-- breaking"};
}

} // namespace

QByteArray MigrationStep::script(QStringView schema) const
{
    return sqlText(fileName(number).constData(), schema).trimmed();
}

const std::vector<MigrationStep> &migrationSteps()
{
    static const std::vector<MigrationStep> steps = [] {
        std::vector<MigrationStep> all;
        for (int number = 1; number <= kSchemaRevision; ++number)
            all.push_back(readStep(number));
        return all;
    }();
    return steps;
}

} // namespace yardmaster
