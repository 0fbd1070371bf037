#include "tests/support/testprogram.h"
#include "tests/ui/pages/inspector/inspectordesk.h"

#include "models/related/jobsql.h"
#include "ui/kit/textviewer.h"
#include "ui/kit/theme.h"
#include "ui/pages/inspector/payloadpage.h"
#include "ui/pages/inspector/payloadtree.h"
#include "ui/pages/inspector/redactiondialog.h"
#include "ui/pages/inspector/sqlpage.h"

#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using yardmaster::test::TestDatabase;

using Page = InspectorPanel::Page;

/// The payload of the job that the inspector shows, and what hides parts of it.
class TestInspectedPayload : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void payloadIsShownToTheByte();
    void payloadCanBeSearched();
    void valuesCanBeFilteredBy();
    void secretsAreHidden();
    void rulesAreChangedAndKept();
    void hugePayloadsAreOpenedElsewhere();
    void sqlFollowsTheReveal();
    void pagesFollowPayloadsThatAreParsedLater();
    void pinnedPayloadIsCompared();

private:
    Theme m_theme;
};

void TestInspectedPayload::payloadIsShownToTheByte()
{
    InspectorDesk desk;
    const QByteArray payload
        = R"({ "n":12345678901234567890.10,"b":1,"a":1e400 , "b":"\u00e9" , "z":[{"k":null}]})";
    (void)desk.database.session()->query("select graphile_worker.add_job('t', $1::json)",
                                         {payload});
    QVERIFY(desk.show(1));
    desk.panel->showPage(Page::Payload);
    QCOMPARE(desk.panel->payloadPage()->shownText(), payload);
    QTest::mouseClick(child<QToolButton>(*desk.panel, "payloadAsRaw"), Qt::LeftButton);
    auto *raw = child<TextViewer>(*desk.panel, "payloadRaw");
    QVERIFY(raw->isVisible());
    QCOMPARE(raw->text().toUtf8(), payload);
    QTest::keyClick(raw, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(raw, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text().toUtf8(), payload);

    QTest::mouseClick(child<QToolButton>(*desk.panel, "payloadAsTree"), Qt::LeftButton);
    auto *tree = child<PayloadTree>(*desk.panel, "payloadTree");
    const QModelIndex root = tree->model()->index(0, 0);
    QCOMPARE(tree->model()->rowCount(root), 5);
    const QModelIndex number = tree->model()->index(0, 0, root);
    QCOMPARE(number.siblingAtColumn(1).data().toString(), u"12345678901234567890.10"_s);
    tree->setCurrentIndex(number);
    inspectorAction(*desk.panel, "inspector.copyPath")->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), u"payload.n"_s);
    inspectorAction(*desk.panel, "inspector.copyValue")->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), u"12345678901234567890.10"_s);
    // Read again, it stays as it is.
    tree->setCurrentIndex(tree->model()->index(4, 0, root));
    desk.panel->reload();
    QVERIFY(QTest::qWaitFor([&] { return !desk.panel->job()->isReading(); }, kPatience));
    QCOMPARE(labelText(*desk.panel, "payloadPath"), u"payload.z"_s);
}

void TestInspectedPayload::payloadCanBeSearched()
{
    InspectorDesk desk;
    desk.database.script(R"(select graphile_worker.add_job('t',
        '{"user":{"name":"Ada"},"list":["x","adamant"],"n":5}'))");
    QVERIFY(desk.show(1));
    desk.panel->showPage(Page::Payload);
    auto *tree = child<PayloadTree>(*desk.panel, "payloadTree");
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_F, Qt::ControlModifier);
    auto *field = child<QLineEdit>(*desk.panel, "payloadSearch");
    QTest::keyClicks(field, u"ada"_s);
    QCOMPARE(labelText(*desk.panel, "payloadHits"), u"1 of 2"_s);
    QCOMPARE(labelText(*desk.panel, "payloadPath"), u"payload.user.name"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(labelText(*desk.panel, "payloadPath"), u"payload.list.1"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(labelText(*desk.panel, "payloadPath"), u"payload.user.name"_s);
    field->setText(u"nowhere"_s);
    QCOMPARE(labelText(*desk.panel, "payloadHits"), u"nothing found"_s);
}

void TestInspectedPayload::valuesCanBeFilteredBy()
{
    InspectorDesk desk;
    desk.database.script(R"(select graphile_worker.add_job('t',
        '{"user":{"the name":"Ada, \"Countess\""},"gone":null,"token":"s"}'))");
    QVERIFY(desk.show(1));
    desk.panel->showPage(Page::Payload);
    QSignalSpy filters(&desk.context, &ConsoleContext::filterRequested);
    auto *tree = child<PayloadTree>(*desk.panel, "payloadTree");
    QAction *filter = inspectorAction(*desk.panel, "inspector.filterByValue");
    const QModelIndex root = tree->model()->index(0, 0);
    tree->setCurrentIndex(root);
    QVERIFY(!filter->isEnabled());
    const QModelIndex user = tree->model()->index(0, 0, root);
    tree->setCurrentIndex(tree->model()->index(0, 0, user));
    QVERIFY(filter->isEnabled());
    filter->trigger();
    QCOMPARE(filters.takeFirst().first().toString(),
             u"payload.user.\"the name\"=\"Ada, \\\"Countess\\\"\""_s);
    tree->setCurrentIndex(tree->model()->index(1, 0, root));
    filter->trigger();
    QCOMPARE(filters.takeFirst().first().toString(), u"payload.gone=null"_s);
    tree->setCurrentIndex(tree->model()->index(2, 0, root));
    QVERIFY(!filter->isEnabled()); // it would show what is hidden
}

void TestInspectedPayload::secretsAreHidden()
{
    InspectorDesk desk;
    desk.database.script(R"(select graphile_worker.add_job('t', '{"api_token":"s3cret","a":1}')
                            from generate_series(1, 2))");
    QVERIFY(desk.show(1));
    desk.panel->showPage(Page::Payload);
    PayloadPage *page = desk.panel->payloadPage();
    auto *reveal = child<QToolButton>(*desk.panel, "payloadReveal");
    auto *tree = child<PayloadTree>(*desk.panel, "payloadTree");
    QVERIFY(reveal->isVisible());
    QCOMPARE(page->shownText(), R"({"api_token":"[hidden]","a":1})");
    const auto secret = [tree] { return tree->model()->index(0, 0, tree->model()->index(0, 0)); };
    tree->setCurrentIndex(secret());
    QVERIFY(!inspectorAction(*desk.panel, "inspector.copyValue")->isEnabled());
    inspectorAction(*desk.panel, "inspector.copyPayload")->trigger();
    QVERIFY(!QGuiApplication::clipboard()->text().contains(u"s3cret"_s));
    child<QLineEdit>(*desk.panel, "payloadSearch")->setText(u"s3cret"_s);
    QCOMPARE(labelText(*desk.panel, "payloadHits"), u"nothing found"_s);

    QTest::mouseClick(reveal, Qt::LeftButton);
    QCOMPARE(page->shownText(), R"({"api_token":"s3cret","a":1})");
    QCOMPARE(secret().siblingAtColumn(1).data().toString(), u"\"s3cret\""_s);
    QCOMPARE(labelText(*desk.panel, "payloadHits"), u"1 of 1"_s);
    tree->setCurrentIndex(secret());
    QVERIFY(inspectorAction(*desk.panel, "inspector.copyValue")->isEnabled());
    // Another job: hidden again.
    QVERIFY(desk.show(2));
    QCOMPARE(page->shownText(), R"({"api_token":"[hidden]","a":1})");
    QVERIFY(!page->isRevealed());
}

void TestInspectedPayload::rulesAreChangedAndKept()
{
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(u"s.ini"_s), QSettings::IniFormat);
    InspectorDesk desk;
    desk.panel->setSettings(&settings);
    desk.database.script(R"(select graphile_worker.add_job('t', '{"user":{"iban":"DE1"}}'))");
    QVERIFY(desk.show(1));
    desk.panel->showPage(Page::Payload);
    QVERIFY(desk.panel->payloadPage()->shownText().contains("DE1"));
    inspectorAction(*desk.panel, "inspector.rules")->trigger();
    auto *dialog = child<RedactionDialog>(*desk.panel, "redactionDialog");
    auto *rules = child<QPlainTextEdit>(*dialog, "redactionRules");
    rules->setPlainText(u"/(/"_s);
    QVERIFY(!child<QPushButton>(*dialog, "redactionSave")->isEnabled());
    QVERIFY(labelText(*dialog, "redactionProblem").contains(u"not a regular expression"_s));
    rules->setPlainText(u"user.iban\n"_s);
    QTest::mouseClick(child<QPushButton>(*dialog, "redactionSave"), Qt::LeftButton);
    QCOMPARE(desk.panel->payloadPage()->shownText(), R"({"user":{"iban":"[hidden]"}})");
    QCOMPARE(RedactionRules::load(settings).texts(), QStringList{u"user.iban"_s});
}

void TestInspectedPayload::hugePayloadsAreOpenedElsewhere()
{
    InspectorDesk desk;
    desk.database.script("select graphile_worker.add_job('t', json_build_object('token', 'x', 'a',"
                         " repeat('y', 5000000))), graphile_worker.add_job('t', json_build_object("
                         "'a', repeat('y', 1000000)));");
    desk.panel->showPage(Page::Payload);
    QVERIFY(desk.show(2)); // in the background, but shown
    QTRY_VERIFY_WITH_TIMEOUT(desk.panel->payloadPage()->document(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(child<PayloadTree>(*desk.panel, "payloadTree")->isVisible(),
                             kPatience);
    QVERIFY(desk.show(1));
    auto *open = child<QPushButton>(*desk.panel, "payloadOpen");
    QTRY_VERIFY_WITH_TIMEOUT(open->isVisible(), kPatience);
    QUrl opened;
    desk.panel->payloadPage()->setOpener([&opened](const QUrl &url) {
        opened = url;
        return true;
    });
    QTest::mouseClick(open, Qt::LeftButton);
    QFile file(opened.toLocalFile());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray written = file.readAll();
    QVERIFY(written.size() > 5000000);
    QVERIFY(written.startsWith(R"({"token" : "[hidden]")"));
    QVERIFY(!(file.permissions() & (QFile::ReadGroup | QFile::ReadOther)));
    QVERIFY(file.remove());
}

void TestInspectedPayload::sqlFollowsTheReveal()
{
    InspectorDesk desk;
    desk.database.script(R"(select graphile_worker.add_job('t', '{"password":"pw''1"}'))");
    QVERIFY(desk.show(1));
    desk.panel->showPage(Page::Sql);
    auto *page = child<SqlPage>(*desk.panel, "sqlPage");
    const auto everything = [page] {
        QString all;
        for (const JobSql &statement : page->statements())
            all += statement.sql + u'\n' + statement.note + u'\n';
        return all;
    };
    QVERIFY(everything().contains(u"[hidden]"_s));
    QVERIFY(!everything().contains(u"pw"_s));
    desk.panel->showPage(Page::Payload);
    QTest::mouseClick(child<QToolButton>(*desk.panel, "payloadReveal"), Qt::LeftButton);
    desk.panel->showPage(Page::Sql);
    QVERIFY(everything().contains(u"pw''1"_s));
    QVERIFY(!everything().contains(u"[hidden]"_s));
}

/// Without another reading of the job.
void TestInspectedPayload::pagesFollowPayloadsThatAreParsedLater()
{
    InspectorDesk desk;
    // Long enough to be parsed after all else has been read.
    desk.database.script("select graphile_worker.add_job('t', json_build_object('n', n, 'x', "
                         "(select json_agg(i) from generate_series(1, 300000) as i))) "
                         "from generate_series(1, 2) as n");
    QVERIFY(desk.show(1));
    desk.panel->showPage(Page::Sql);
    auto *page = child<SqlPage>(*desk.panel, "sqlPage");
    const auto hasNumber = [page](int number) {
        return std::ranges::any_of(page->statements(), [number](const JobSql &statement) {
            return statement.sql.contains(u"\"n\" : %1,"_s.arg(number));
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasNumber(1), kPatience);
    inspectorAction(*desk.panel, "inspector.pin")->trigger();
    QVERIFY(desk.show(2));
    const QDateTime readAt = desk.panel->job()->readAt();
    QTRY_VERIFY_WITH_TIMEOUT(hasNumber(2), kPatience);
    QCOMPARE(desk.panel->job()->readAt(), readAt);
    desk.panel->showPage(Page::Compare);
    auto *list = child<QTreeWidget>(*desk.panel, "compareList");
    QTRY_COMPARE_WITH_TIMEOUT(list->topLevelItemCount(), 1, kPatience);
    QCOMPARE(list->topLevelItem(0)->text(1), u"n"_s);
}

void TestInspectedPayload::pinnedPayloadIsCompared()
{
    InspectorDesk desk;
    desk.database.script(R"(select graphile_worker.add_job('t', '{"a":1,"b":2,"token":"x"}'),
                                   graphile_worker.add_job('t', '{"a":1,"b":3,"c":4,"token":"y"}'))");
    QVERIFY(desk.show(1));
    inspectorAction(*desk.panel, "inspector.pin")->trigger();
    QCOMPARE(desk.panel->pinnedId(), 1);
    QVERIFY(desk.show(2));
    desk.panel->showPage(Page::Compare);
    auto *list = child<QTreeWidget>(*desk.panel, "compareList");
    QStringList lines;
    for (int row = 0; row < list->topLevelItemCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < 4; ++column)
            cells << list->topLevelItem(row)->text(column);
        lines << cells.join(u' ');
    }
    QCOMPARE(lines, QStringList({u"≠ b 2 3"_s, u"≠ token •••••• ••••••"_s, u"+ c  4"_s}));
    QVERIFY(labelText(*desk.panel, "compareSummary").contains(u"2 changed, 1 added, 0 removed"_s));
    QVERIFY(labelText(*desk.panel, "comparePinned").contains(u"#1"_s));
    inspectorAction(*desk.panel, "inspector.pin")->trigger();
    QCOMPARE(desk.panel->pinnedId(), 0);
    QCOMPARE(desk.panel->page(), Page::Payload);
}

YARDMASTER_WINDOW_TEST(TestInspectedPayload)
#include "tst_inspectedpayload.moc"
