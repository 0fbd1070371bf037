#include "models/values/environment.h"

#include <QCoreApplication>

namespace yardmaster {

QString environmentWord(Environment environment)
{
    switch (environment) {
    case Environment::Production:
        return QCoreApplication::translate("Environment", "Production");
    case Environment::Staging:
        return QCoreApplication::translate("Environment", "Staging");
    case Environment::Development:
        return QCoreApplication::translate("Environment", "Development");
    case Environment::Sandbox:
        return QCoreApplication::translate("Environment", "Sandbox");
    case Environment::Unknown:
        return QCoreApplication::translate("Environment", "Unknown");
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster
