#include "models/values/language.h"

#include <QCoreApplication>

/// What tests of the window compare with is English, plurals included.
static void speakEnglish()
{
    yardmaster::Language::install(QStringLiteral("en"));
}
Q_COREAPP_STARTUP_FUNCTION(speakEnglish)
