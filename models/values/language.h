#pragma once

#include <QLocale>
#include <QString>
#include <QStringList>

namespace yardmaster {

/// The language of the window. Chosen once, before the first text is made.
///
/// The texts are in resources/translations; English ones are in the source.
class Language final
{
public:
    /// "de", "en": what there is a translation for.
    [[nodiscard]] static QStringList available();

    /// Makes texts and numbers of this process follow `asked`, or the system's languages where it
    /// is empty or not available. Needs a QCoreApplication. GUI thread; calling it again replaces
    /// the language for texts that are made from then on.
    static void install(const QString &asked);

    /// "de". "en" until install() was called.
    [[nodiscard]] static QString current();

    /// For numbers: "8,214" in English, "8.214" in German. Any thread.
    [[nodiscard]] static const QLocale &locale();
};

} // namespace yardmaster
