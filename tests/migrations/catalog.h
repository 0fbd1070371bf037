#pragma once

#include <QString>
#include <QStringList>

namespace yardmaster {
class Session;
}

namespace yardmaster::test {

/// What catalog.sql says about `schema`. Failure aborts the program.
[[nodiscard]] QStringList catalogOf(Session &session, const QString &schema);

/// The lines that graphile-worker knows too: without `_yardmaster_…` and the worker registry.
[[nodiscard]] QStringList sharedPart(const QStringList &catalog);

/// Names, numbers and bodies of all functions and tables: equal before and after means that nothing
/// was replaced or made anew.
[[nodiscard]] QString identityOf(Session &session, const QString &schema);

/// Lines of one list only, with "-" (expected) or "+" (actual) before them; empty if none differ.
[[nodiscard]] QString difference(const QStringList &expected, const QStringList &actual);

} // namespace yardmaster::test
