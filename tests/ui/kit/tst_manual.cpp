#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/widgets.h"
#include "tests/ui/wholewindow.h"
#include "ui/kit/manualviewer.h"
#include "ui/kit/theme.h"
#include "ui/shell/mainwindow.h"

#include <QAction>
#include <QDir>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using yardmaster::test::child;
using yardmaster::test::openWindow;
using yardmaster::test::takePictures;
using yardmaster::test::TestDatabase;

/// The manual in the window: every page is there, and every link leads somewhere.
class TestManual : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyLinkLeadsSomewhere();
    void linksAreFollowedAndBackReturns();
    void f1OpensItAtThePageInFront();
    void itIsPainted();

private:
    static QStringList pages()
    {
        return QDir(u":/yardmaster/manual"_s).entryList({u"*.md"_s}, QDir::Files);
    }
    static QTextBrowser *shown(QWidget &window, const QString &place)
    {
        ManualViewer::showFor(&window, place);
        return child<QTextBrowser>(window, "manualText");
    }
    /// Of the text that is shown: targets of links, and the names they can lead to.
    static QStringList links(const QTextBrowser &text)
    {
        return collected(
            text, [](const QTextCharFormat &format) { return QStringList{format.anchorHref()}; });
    }
    static QStringList anchors(const QTextBrowser &text)
    {
        return collected(text, [](const QTextCharFormat &format) { return format.anchorNames(); });
    }
    template <typename Get> static QStringList collected(const QTextBrowser &text, Get get)
    {
        QStringList all;
        const QTextDocument &document = *text.document();
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            for (auto it = block.begin(); !it.atEnd(); ++it)
                all << get(it.fragment().charFormat());
        }
        all.removeAll(QString());
        all.removeDuplicates();
        return all;
    }
};

void TestManual::everyLinkLeadsSomewhere()
{
    QVERIFY(pages().contains(u"index.md"_s));
    QWidget window;
    QHash<QString, QStringList> places;
    QHash<QString, QStringList> targets;
    for (const QString &page : pages()) {
        const QTextBrowser *text = shown(window, page);
        QVERIFY2(!text->toPlainText().isEmpty(), qUtf8Printable(page));
        places.insert(page, anchors(*text));
        targets.insert(page, links(*text));
    }
    QStringList wrong;
    int checked = 0;
    for (auto it = targets.cbegin(); it != targets.cend(); ++it) {
        for (const QString &target : it.value()) {
            const QUrl url(target);
            if (!url.isRelative())
                continue;
            const QString page = url.path().isEmpty() ? it.key() : url.path();
            ++checked;
            if (!places.contains(page)
                || (url.hasFragment() && !places.value(page).contains(url.fragment())))
                wrong << it.key() + u": "_s + target;
        }
    }
    QCOMPARE(wrong, QStringList());
    QVERIFY(checked > pages().size()); // the contents alone have as many
    for (const QString &page : pages()) {
        if (page != "index.md"_L1)
            QVERIFY2(targets.value(u"index.md"_s).contains(page), qUtf8Printable(page));
    }
}

void TestManual::linksAreFollowedAndBackReturns()
{
    QWidget window;
    window.resize(400, 300);
    QTextBrowser *text = shown(window, u"index.md"_s);
    auto *back = child<QToolButton>(window, "manualBack");
    QVERIFY(!back->isEnabled());
    Q_EMIT text->anchorClicked(QUrl(u"filters.md"_s));
    QCOMPARE(text->source(), QUrl(u"qrc:/yardmaster/manual/filters.md"_s));
    QVERIFY(back->isEnabled());
    back->click();
    QCOMPARE(text->source(), QUrl(u"qrc:/yardmaster/manual/index.md"_s));
    child<QToolButton>(window, "manualContents")->click();
    QCOMPARE(text->source(), QUrl(u"qrc:/yardmaster/manual/index.md"_s));
    QCOMPARE(window.findChildren<ManualViewer *>().size(), 1);
}

void TestManual::f1OpensItAtThePageInFront()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
    const auto window = openWindow(&settings, database, Environment::Staging);
    const auto actions = window->findChildren<QAction *>(QRegularExpression(u"^view\\.page-"_s));
    QVERIFY(actions.size() > 8);
    for (QAction *action : actions) {
        action->trigger();
        QTest::keyClick(window.get(), Qt::Key_F1);
        auto *text = child<QTextBrowser>(*window, "manualText");
        const QString place = ManualViewer::anchorOf(action->text());
        QCOMPARE(text->source().fragment(), place);
        QVERIFY2(anchors(*text).contains(place), qUtf8Printable(place));
    }
    auto *text = child<QTextBrowser>(*window, "manualText");
    QVERIFY(text->verticalScrollBar()->value() > 0); // the last page is far down
    child<ManualViewer>(*window, "manual")->close();
}

void TestManual::itIsPainted()
{
    Theme theme;
    QWidget window;
    for (const QString &place : {u"index.md"_s, u"worker.md"_s, u"console.md#operator-log"_s,
                                 u"from-graphile-worker.md"_s, u"pages.md#queues"_s}) {
        const QTextBrowser *text = shown(window, place);
        const QUrl url = text->source();
        QVERIFY2(takePictures(&theme, child<ManualViewer>(window, "manual"),
                              u"manual-"_s + url.fileName().chopped(3)),
                 qUtf8Printable(place));
        QCOMPARE(text->source(), url);
    }
}

YARDMASTER_WINDOW_TEST(TestManual)
#include "tst_manual.moc"
