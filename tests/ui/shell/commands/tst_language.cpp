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
    QString translation;
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
        else if (xml.name() == "translation"_L1)
            texts.last().translation = xml.readElementText(QXmlStreamReader::IncludeChildElements);
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
    for (const Text &text : texts) {
        if (text.translation.isEmpty())
            continue; // check_translations tells
        const QByteArray where = (text.source + u"\n => "_s + text.translation).toUtf8();
        QVERIFY2(found(text.source, u"%\\d"_s) == found(text.translation, u"%\\d"_s),
                 where.constData());
        QVERIFY2(text.source.contains(u"…"_s) == text.translation.contains(u"…"_s),
                 where.constData());
        QVERIFY2(text.source.contains(u'&') == text.translation.contains(u'&'), where.constData());
        QVERIFY2(text.source.endsWith(u'.') == text.translation.endsWith(u'.'), where.constData());
        QVERIFY2(text.source.contains(u'\n') == text.translation.contains(u'\n'),
                 where.constData());
    }
}

YARDMASTER_WINDOW_TEST(TestLanguage)
#include "tst_language.moc"
