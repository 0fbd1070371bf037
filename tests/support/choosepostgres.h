#pragma once

#include "app/sandbox/privatecluster.h"

namespace yardmaster::test {

/// The folder of the server programs to test with, which packaging/test --postgres names; empty:
/// those of the system.
inline QString chosenPostgres()
{
    return qEnvironmentVariable("YARDMASTER_PG_BINDIR");
}

/// For a test's cluster.
inline void choosePostgres(PrivateClusterOptions *options, const QString &folder = chosenPostgres())
{
    if (!folder.isEmpty())
        options->bindir = folder; // and no others
    else
        options->searchFolders = usualPostgresFolders(QProcessEnvironment::systemEnvironment());
}

} // namespace yardmaster::test
