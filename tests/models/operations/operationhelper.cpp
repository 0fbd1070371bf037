#include "models/operations/operationrunner.h"

#include <QCoreApplication>

#include <cstdio>

using namespace yardmaster;

/// operation_helper CONNINFO FOLDER FILTER-OR-ID BATCH: moves every job, from a fresh preview's
/// scope given as "maxid takenat"; meant to be killed.
int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    const QStringList arguments = app.arguments();
    OperationSpec spec;
    spec.id = QUuid(arguments.at(3));
    spec.change.kind = OperationKind::Reschedule;
    spec.change.timing = OperationTiming::ByInterval;
    spec.change.shift = std::chrono::hours(1);
    spec.scope.maxId = arguments.at(4).toLongLong();
    spec.scope.takenAt = Timestamp(std::chrono::microseconds(arguments.at(5).toLongLong()));
    OperationControl control;
    OperationRunner runner(*ConnectionSettings::parse(arguments.at(1)), arguments.at(2), &control,
                           {});
    const OperationOutcome outcome = runner.begin(spec);
    if (outcome.error)
        std::fprintf(stderr, "%s\n", qUtf8Printable(outcome.error->message));
    return outcome.state == OperationState::Finished ? 0 : 1;
}
