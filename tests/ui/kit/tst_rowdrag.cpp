#include "ui/kit/rowdrag.h"

#include "tests/support/testprogram.h"
#include "tests/ui/pages/jobs/shownjobs.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMimeData>
#include <QMouseEvent>
#include <QUrl>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

QList<QByteArray> linesOf(const QUrl &url)
{
    QFile file(url.toLocalFile());
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return file.readAll().trimmed().split('\n');
}

qint64 idOf(const QByteArray &line)
{
    return QJsonDocument::fromJson(line).object().value("id"_L1).toInteger();
}

} // namespace

/// Rows that are dragged out of a list, up to what is dropped.
class TestRowDrag : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void selectedJobsAreATextAndAFile();
    void anUnselectedRowGoesAlone();
    void aClickIsNoDrag();
    void filesArePrivateAndFew();

private:
    /// Presses at the job and moves; what hangs on the pointer then, null: nothing.
    std::unique_ptr<QMimeData> dragged(ShownJobs *shown, qint64 id, int distance)
    {
        std::unique_ptr<QMimeData> dragged;
        auto *drag = shown->table().findChild<RowDrag *>();
        drag->setRun([&](std::unique_ptr<QMimeData> data) { dragged = std::move(data); });
        QWidget *viewport = shown->table().viewport();
        const QPoint from = shown->cell(id, JobColumn::Task).center();
        const QPoint to = from + QPoint(distance, 0);
        QTest::mousePress(viewport, Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, to, viewport->mapToGlobal(to), Qt::NoButton,
                         Qt::LeftButton, {});
        QApplication::sendEvent(viewport, &move);
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, to);
        return dragged;
    }
};

void TestRowDrag::selectedJobsAreATextAndAFile()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 5);
    ShownJobs shown(database);
    QVERIFY(shown.settles());
    shown.click(4, Qt::ControlModifier);
    shown.click(2, Qt::ControlModifier);
    const auto data = dragged(&shown, 4, QApplication::startDragDistance() + 5);
    QVERIFY(data);
    QCOMPARE(data->text().count(u'\n'), 1);
    QVERIFY(data->text().contains(u"send_email"_s));
    QVERIFY(data->hasUrls());
    QCOMPARE(data->urls().size(), 1);
    const QUrl url = data->urls().first();
    QVERIFY(url.isLocalFile() && url.fileName().startsWith("jobs-"_L1));
    QCOMPARE(data->urls().first(), url); // asked again: the same
    const QList<QByteArray> lines = linesOf(url);
    QCOMPARE(lines.size(), 2);
    QCOMPARE(idOf(lines.at(0)), 4);
    QCOMPARE(idOf(lines.at(1)), 2);
    QVERIFY(data->data(u"text/uri-list"_s).startsWith("file:///"));
    QCOMPARE(shown.table().chosen().count(Count{5}), Count{2}); // they stay selected
}

void TestRowDrag::anUnselectedRowGoesAlone()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 5);
    ShownJobs shown(database);
    QVERIFY(shown.settles());
    shown.click(4, Qt::ControlModifier);
    const auto data = dragged(&shown, 1, QApplication::startDragDistance() + 5);
    QVERIFY(data);
    QCOMPARE(data->text().count(u'\n'), 0);
    QCOMPARE(idOf(linesOf(data->urls().value(0)).value(0)), 1);
}

void TestRowDrag::aClickIsNoDrag()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 5);
    ShownJobs shown(database);
    QVERIFY(shown.settles());
    QVERIFY(!dragged(&shown, 3, QApplication::startDragDistance() - 1));
    QCOMPARE(shown.table().currentId(), 3);
}

void TestRowDrag::filesArePrivateAndFew()
{
    const TestDatabase database = TestDatabase::createMigrated();
    addTimedJobs(database, 2);
    ShownJobs shown(database);
    QVERIFY(shown.settles());
    QString first;
    for (int i = 0; i <= RowDrag::kMostFiles; ++i) {
        const auto data = dragged(&shown, 2, QApplication::startDragDistance() + 5);
        const QString path = data->urls().value(0).toLocalFile();
        QVERIFY(QFile::exists(path));
        if (first.isEmpty())
            first = path;
    }
    QVERIFY(!QFile::exists(first)); // the one that is out longest
    const QFileInfo folder(QFileInfo(first).path());
    QCOMPARE(folder.permissions() & (QFile::ReadGroup | QFile::ReadOther | QFile::ExeOther),
             QFile::Permissions());
    QCOMPARE(int(QDir(folder.filePath()).entryList(QDir::Files).size()), RowDrag::kMostFiles);
}

YARDMASTER_WINDOW_TEST(TestRowDrag)

#include "tst_rowdrag.moc"
