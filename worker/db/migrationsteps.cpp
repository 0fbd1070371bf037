#include "worker/db/migrationsteps.h"
#include "worker/db/sqltext.h"
#include <yardmaster/migrator.h>

namespace yardmaster {

namespace {

QByteArray fileName(int number)
{
    return "migrations/graphile/" + QByteArray::number(number).rightJustified(6, '0') + ".sql";
}

MigrationStep readStep(int number)
{
    return {number, sqlSource(fileName(number).constData()).startsWith("-- breaking\n")};
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
