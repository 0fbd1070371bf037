#include "models/values/language.h"

#include "app/commandline.h"
#include "models/jobs/jobcolumns.h"
#include "models/values/format.h"
#include "models/values/jobstate.h"
#include "tests/support/testprogram.h"
#include "ui/shell/commands/appearance.h"
#include "ui/shell/commands/command.h"
#include "ui/shell/mainwindow.h"

#include <QAction>
#include <QMenuBar>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace yardmaster;
using namespace Qt::StringLiterals;

namespace {

struct Text
{
    QString source;
    QStringList translations; // one, or one for each form of the plural
};

/// The texts of a .ts file.
QList<Text> textsOf(const QString &file)
{
    QFile source(file);
    if (!source.open(QFile::ReadOnly))
        qFatal("cannot read %s", qUtf8Printable(file));
    QXmlStreamReader xml(&source);
    QList<Text> texts;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == "source"_L1)
            texts << Text{xml.readElementText(), {}};
        else if (xml.name() == "numerusform"_L1)
            texts.last().translations << xml.readElementText();
        else if (xml.name() == "translation"_L1 && xml.readNext() == QXmlStreamReader::Characters
                 && !xml.isWhitespace())
            texts.last().translations << xml.text().toString();
    }
    if (xml.hasError())
        qFatal("%s: %s", qUtf8Printable(file), qUtf8Printable(xml.errorString()));
    return texts;
}

QStringList found(const QString &text, const QString &pattern)
{
    QStringList all;
    const QRegularExpression expression(pattern);
    for (auto it = expression.globalMatch(text); it.hasNext();)
        all << it.next().captured();
    all.sort();
    all.removeDuplicates();
    return all;
}

} // namespace

class TestLanguage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup();
    void textsAndNumbersFollow();
    void unknownOnesFallBack();
    void windowSpeaksGerman();
    void mnemonicsAreUniqueInGermanToo();
    void choiceIsKept();
    void commandLineKnowsThem();
    void translationsKeepWhatIsFilledIn();
};

void TestLanguage::cleanup()
{
    Language::install(u"en"_s);
}

void TestLanguage::textsAndNumbersFollow()
{
    QCOMPARE(Language::current(), u"en"_s);
    QCOMPARE(jobStateWord(JobState::Ready), u"Ready"_s);
    Language::install(u"de"_s);
    QCOMPARE(Language::current(), u"de"_s);
    QCOMPARE(jobStateWord(JobState::Ready), u"Bereit"_s);
    QCOMPARE(formatNumber(8214), u"8.214"_s);
    QCOMPARE(formatDuration(std::chrono::milliseconds(1270)), u"1,27 s"_s);
    QCOMPARE(formatAge(std::chrono::minutes(4)), u"vor 4 min"_s);
    Language::install(u"en"_s);
    QCOMPARE(jobStateWord(JobState::Ready), u"Ready"_s);
    QCOMPARE(formatNumber(8214), u"8,214"_s);
}

void TestLanguage::unknownOnesFallBack()
{
    Language::install(u"tlh"_s);
    QVERIFY(Language::available().contains(Language::current()));
}

void TestLanguage::windowSpeaksGerman()
{
    Language::install(u"de"_s);
    QTemporaryDir folder;
    QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
    const MainWindow window(&settings);
    QStringList menus;
    const auto actions = window.menuBar()->actions();
    for (const QAction *action : actions)
        menus << QString(action->text()).remove(u'&');
    QVERIFY2(menus.contains(u"Datei"_s) && menus.contains(u"Hilfe"_s),
             qUtf8Printable(menus.join(u' ')));
    QCOMPARE(commandGroupTitle(u"view"_s), u"Ansicht"_s);
    const auto *palette = window.findChild<QAction *>(u"edit.find-command"_s);
    QCOMPARE(Command({}, {}, const_cast<QAction *>(palette)).title(), u"Befehl finden…"_s);
    QCOMPARE(jobColumns().first().title, u"Zustand"_s);
}

void TestLanguage::mnemonicsAreUniqueInGermanToo()
{
    Language::install(u"de"_s);
    QTemporaryDir folder;
    QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
    const MainWindow window(&settings);
    const auto check = [](const QList<QAction *> &actions) {
        QSet<QString> seen;
        for (const QAction *action : actions) {
            const QString key = QKeySequence::mnemonic(action->text()).toString();
            QVERIFY2(key.isEmpty() || !seen.contains(key), qUtf8Printable(action->text()));
            seen.insert(key);
        }
    };
    check(window.menuBar()->actions());
    const auto bars = window.menuBar()->actions();
    for (const QAction *bar : bars)
        check(bar->menu()->actions());
}

void TestLanguage::choiceIsKept()
{
    QTemporaryDir folder;
    QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
    QCOMPARE(appearance::language(settings), QString());
    QWidget owner;
    const auto actions = appearance::makeActions(&settings, &owner);
    actions.language.last()->trigger();
    QCOMPARE(appearance::language(settings), u"de"_s);
    actions.language.first()->trigger();
    QCOMPARE(appearance::language(settings), QString());
}

void TestLanguage::commandLineKnowsThem()
{
    const auto languages = Language::available();
    for (const QString &language : languages) {
        const auto line = CommandLine::parse({u"--language"_s, language}, {});
        QVERIFY(line);
        QCOMPARE(line->language, language);
    }
    const auto wrong = CommandLine::parse({u"--language"_s, u"tlh"_s}, {});
    QVERIFY(!wrong);
    QCOMPARE(wrong.error(), u"--language takes en or de, not 'tlh'"_s);
    const auto debugging = CommandLine::parse({u"--debug-ui-stalls"_s}, {});
    QVERIFY(debugging && debugging->debugUiStalls);
}

void TestLanguage::translationsKeepWhatIsFilledIn()
{
    const auto texts = textsOf(QStringLiteral(YARDMASTER_TRANSLATIONS "/yardmaster_de.ts"));
    QVERIFY(texts.size() > 500);
    static const QRegularExpression ordinal(u"^%1(st|nd|rd|th)$"_s);
    for (const Text &text : texts) {
        // A singular may say "the only one"; check_translations reports what is missing.
        const QString all = text.translations.join(u'\n');
        if (!all.isEmpty())
            QVERIFY2(found(text.source, u"%\\d"_s) == found(all, u"%\\d"_s),
                     qUtf8Printable(text.source + u"\n => "_s + all));
        for (const QString &translation : text.translations) {
            const QByteArray where = (text.source + u"\n => "_s + translation).toUtf8();
            QVERIFY2(text.source.contains(u"…"_s) == translation.contains(u"…"_s),
                     where.constData());
            QVERIFY2(text.source.contains(u'&') == translation.contains(u'&'), where.constData());
            QVERIFY2(text.source.endsWith(u'.') == translation.endsWith(u'.')
                         || ordinal.match(text.source).hasMatch(), // "3rd" is "3."
                     where.constData());
            QVERIFY2(text.source.contains(u'\n') == translation.contains(u'\n'), where.constData());
        }
    }
}

YARDMASTER_WINDOW_TEST(TestLanguage)
#include "tst_language.moc"
