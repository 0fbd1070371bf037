#include "models/views/viewstore.h"

#include "models/query/filterhistory.h"
#include "models/query/filterindexes.h"
#include "models/query/filterparser.h"
#include "models/views/builtinviews.h"
#include "models/views/viewargument.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

namespace {

SavedView view(const QString &name, const QString &filter, bool isShared = false)
{
    return {name, filter, {}, {}, isShared};
}

QStringList namesOf(const QList<SavedView> &views)
{
    QStringList names;
    for (const SavedView &one : views)
        names << one.name;
    return names;
}

void write(const QString &file, const QByteArray &content)
{
    QFile out(file);
    if (!out.open(QFile::WriteOnly) || out.write(content) != content.size())
        qFatal("%s cannot be written", qUtf8Printable(file));
}

} // namespace

class TestViewStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void viewsAreKept();
    void sharedViewsAreSeenByAllProfiles();
    void savingReplacesInPlace();
    void viewsAreRenamedMovedAndRemoved();
    void windowsKeepEachOthersViews();
    void damagedFilesAreReportedAndPutAside_data();
    void damagedFilesAreReportedAndPutAside();
    void unwritableFolderIsReported();
    void exportedViewsAreImported();
    void linksReadBack_data();
    void linksReadBack();
    void wrongLinksAreReported();
    void commandLinesNameViews();
    void filtersAreComparedByMeaning();
    void builtInViewsAreUnderstood();
    void historyIsShortAndWithoutRepeats();
    void indexesAreOfferedWhereTheySpareAScan();

private:
    [[nodiscard]] QString path(const char *name) const
    {
        return m_folder->filePath(QString::fromLatin1(name));
    }
    [[nodiscard]] ViewStore store(const char *profile = "billing.json") const
    {
        return {path(profile), path("shared.json")};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestViewStore::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestViewStore::viewsAreKept()
{
    SavedView full{u"Café “x”"_s,
                   u"error~\"a|b\" task:\"send sms\""_s,
                   JobOrder::OldestFirst,
                   {u"id"_s, u"payload.user.id"_s},
                   false,
                   FilterKey::Task};
    QVERIFY(store().views().isEmpty());
    QVERIFY(store().save(full));
    QCOMPARE(store().views(), QList<SavedView>{full});
    QCOMPARE(store().find(u"café “X”"_s), std::optional(full));
    QVERIFY(store().problem().isEmpty());
    QVERIFY(!store().save(view(u"  "_s, {})));
}

void TestViewStore::sharedViewsAreSeenByAllProfiles()
{
    QVERIFY(store().save(view(u"mine"_s, u"id:1"_s)));
    QVERIFY(store().save(view(u"ours"_s, u"id:2"_s, true)));
    QCOMPARE(namesOf(store().views()), (QStringList{u"mine"_s, u"ours"_s}));
    QCOMPARE(namesOf(store("other.json").views()), QStringList{u"ours"_s});
    // Sharing it moves it.
    QVERIFY(store().save(view(u"mine"_s, u"id:1"_s, true)));
    QCOMPARE(namesOf(store("other.json").views()), (QStringList{u"ours"_s, u"mine"_s}));
    QCOMPARE(store().views().size(), 2);
}

void TestViewStore::savingReplacesInPlace()
{
    for (const QString &name : {u"a"_s, u"b"_s, u"c"_s})
        QVERIFY(store().save(view(name, u"id:1"_s)));
    QVERIFY(store().save(view(u"B"_s, u"id:2"_s)));
    QCOMPARE(namesOf(store().views()), (QStringList{u"a"_s, u"B"_s, u"c"_s}));
    QCOMPARE(store().find(u"b"_s)->filter, u"id:2"_s);
}

void TestViewStore::viewsAreRenamedMovedAndRemoved()
{
    for (const QString &name : {u"a"_s, u"b"_s, u"c"_s})
        QVERIFY(store().save(view(name, u"id:1"_s)));
    QVERIFY(store().rename(u"b"_s, u" B b "_s));
    QVERIFY(store().rename(u"B b"_s, u"b B"_s));
    const auto taken = store().rename(u"a"_s, u"C"_s);
    QCOMPARE(taken.error(), u"A view “C” already exists."_s);
    QVERIFY(!store().rename(u"a"_s, u" "_s));
    QVERIFY(!store().rename(u"nobody"_s, u"x"_s));
    QVERIFY(store().move(u"c"_s, -1));
    QCOMPARE(namesOf(store().views()), (QStringList{u"a"_s, u"c"_s, u"b B"_s}));
    QVERIFY(store().move(u"c"_s, -5)); // stops at the end
    QCOMPARE(namesOf(store().views()), (QStringList{u"c"_s, u"a"_s, u"b B"_s}));
    QVERIFY(store().remove(u"a"_s));
    QVERIFY(store().remove(u"a"_s)); // gone is gone
    QCOMPARE(namesOf(store().views()), (QStringList{u"c"_s, u"b B"_s}));
}

void TestViewStore::windowsKeepEachOthersViews()
{
    ViewStore one = store();
    ViewStore two = store();
    QVERIFY(one.views().isEmpty() && two.views().isEmpty());
    QVERIFY(one.save(view(u"one"_s, u"id:1"_s)));
    QVERIFY(two.save(view(u"two"_s, u"id:2"_s)));
    QCOMPARE(namesOf(one.views()), (QStringList{u"one"_s, u"two"_s}));
}

void TestViewStore::damagedFilesAreReportedAndPutAside_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("reason");
    QTest::newRow("cut off") << QByteArray("{\n  \"views\": [\n") << u"line 3"_s;
    QTest::newRow("something else") << QByteArray("{\"jobs\": []}") << u"no list of views"_s;
    QTest::newRow("binary") << QByteArray("\0\xff\xfe\x01", 4) << u"it is not JSON"_s;
    QTest::newRow("empty") << QByteArray() << u"it is not JSON"_s;
}

void TestViewStore::damagedFilesAreReportedAndPutAside()
{
    QFETCH(const QByteArray, content);
    QFETCH(const QString, reason);
    write(path("billing.json"), content);
    ViewStore damaged = store();
    QVERIFY(damaged.views().isEmpty());
    QVERIFY2(damaged.problem().contains(reason), qUtf8Printable(damaged.problem()));
    QVERIFY(damaged.problem().contains(u"billing.json"_s));
    QVERIFY(damaged.save(view(u"a"_s, u"id:1"_s)));
    QCOMPARE(namesOf(damaged.views()), QStringList{u"a"_s});
    QVERIFY(damaged.problem().isEmpty());
    const QStringList aside
        = QDir(m_folder->path()).entryList({u"billing.json.broken-*"_s}, QDir::Files);
    QCOMPARE(aside.size(), 1);
    QFile kept(m_folder->filePath(aside.first()));
    QVERIFY(kept.open(QFile::ReadOnly));
    QCOMPARE(kept.readAll(), content);
    // Entries that are no views do not hide the others.
    write(path("billing.json"), R"({"views": [1, {"filter": "id:1"}, {"name": "b"}, null]})");
    QCOMPARE(namesOf(damaged.views()), QStringList{u"b"_s});
}

void TestViewStore::unwritableFolderIsReported()
{
    write(path("file"), "not a folder");
    ViewStore nowhere(path("file") + u"/billing.json"_s, path("shared.json"));
    const auto saved = nowhere.save(view(u"a"_s, u"id:1"_s));
    QVERIFY(!saved);
    QVERIFY2(saved.error().startsWith(u"The views cannot be written to"_s),
             qUtf8Printable(saved.error()));
}

void TestViewStore::exportedViewsAreImported()
{
    QVERIFY(store().save(view(u"a"_s, u"id:1"_s)));
    QVERIFY(store().save(view(u"b"_s, u"id:2"_s, true)));
    QVERIFY(store().exportTo(path("sent.json"), store().views()));
    ViewStore other(path("elsewhere.json"), path("elsewhere-shared.json"));
    QVERIFY(other.save(view(u"A"_s, u"id:9"_s)));
    QCOMPARE(other.importFrom(path("sent.json")), (tl::expected<int, QString>(2)));
    QCOMPARE(namesOf(other.views()), (QStringList{u"A"_s, u"a (2)"_s, u"b"_s}));
    QCOMPARE(other.find(u"A"_s)->filter, u"id:9"_s);
    QCOMPARE(other.importFrom(path("missing.json")).error().startsWith(u"The views in"_s), true);
}

void TestViewStore::linksReadBack_data()
{
    QTest::addColumn<QString>("filter");
    for (const char *filter :
         {"", "state:failed", "task:\"a&b=c\" error~\"x+y|%20#\"", "payload.a>=1,5 -queue:\"\"",
          "task:שליחה", "error:\"https://a/b?c=d\""})
        QTest::newRow(filter) << QString::fromUtf8(filter);
}

void TestViewStore::linksReadBack()
{
    QFETCH(const QString, filter);
    const SavedView sent{u"What & why? 100 %"_s,      filter, JobOrder::Pickup,
                         {u"id"_s, u"payload.a,b"_s}, false,  FilterKey::LockedBy};
    const QString link = viewLink(sent);
    QVERIFY(link.startsWith(u"yardmaster:view?"_s));
    QVERIFY(!link.contains(u' ') && !link.contains(u'"'));
    const auto read = viewFromLink(u"  "_s + link + u"\n"_s);
    QVERIFY2(read, read ? "" : qUtf8Printable(read.error()));
    QCOMPARE(*read, sent);
}

void TestViewStore::wrongLinksAreReported()
{
    for (const QString &link :
         {u""_s, u"https://example.com"_s, u"yardmaster:job?id=1"_s, u"yardmaster:view?name=a"_s,
          u"state:failed"_s, u"yardmaster:view?filter=%zz%"_s.left(16)}) {
        const auto read = viewFromLink(link);
        QVERIFY2(!read && read.error().endsWith(u'.'), qUtf8Printable(link));
    }
    // A grouping of a newer version is left out.
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"not known: \"?colour"_s));
    const auto newer = viewFromLink(u"yardmaster:view?filter=id%3A1&group-by=colour"_s);
    QVERIFY(newer && !newer->grouping);
    for (const QString &link :
         {u"yardmaster:view?filter=id%3A1"_s, u"yardmaster://view?filter=id%3A1"_s,
          u"yardmaster://view/?filter=id%3A1"_s})
        QCOMPARE(viewFromLink(link)->name, u"id:1"_s);
}

void TestViewStore::commandLinesNameViews()
{
    QCOMPARE(viewForFilter(u"state:failed"_s)->filter, u"state:failed"_s);
    QCOMPARE(viewForFilter({})->filter, QString());
    const auto wrong = viewForFilter(u"task:a stat:failed"_s);
    QCOMPARE(wrong.error(),
             u"the filter is not valid at 'stat': There is no key “stat”. "
             "Did you mean state?"_s);
    QVERIFY(viewForFilter(u"task:"_s).error().contains(u"at its end"_s));
    QVERIFY(viewForFilter(u"task: id:1"_s).error().contains(u"after 'task:'"_s));

    const SavedView sent{u"sent"_s, u"id:42"_s, JobOrder::OldestFirst, {u"id"_s}, false};
    QCOMPARE(*viewForArgument(viewLink(sent)), sent);
    QVERIFY(store().exportTo(path("sent.json"), {sent, view(u"second"_s, u"id:1"_s)}));
    QCOMPARE(*viewForArgument(path("sent.json")), sent);
    QVERIFY(store().exportTo(path("sent.json"), {}));
    QVERIFY(viewForArgument(path("sent.json")).error().contains(u"no views"_s));
    QVERIFY(viewForArgument(path("none.json")).error().contains(u"none.json"_s));
    QVERIFY(!viewForArgument(u"yardmaster:view?filter=nonsense"_s));
}

void TestViewStore::filtersAreComparedByMeaning()
{
    QVERIFY(isSameFilter(u"state:failed  task:a"_s, u"state=failed task:\"a\""_s));
    QVERIFY(!isSameFilter(u"state:failed"_s, u"state:ready"_s));
    QVERIFY(isSameFilter(u"broken "_s, u"broken"_s));
    QVERIFY(!isSameFilter(u"broken"_s, {}));
}

void TestViewStore::builtInViewsAreUnderstood()
{
    QStringList names;
    const auto views = builtInViews();
    for (const BuiltInView &builtIn : views) {
        const ParsedFilter parsed = parseFilter(builtIn.filter);
        QVERIFY2(parsed.isValid(), qUtf8Printable(builtIn.filter));
        QCOMPARE(parsed.filter.text(), builtIn.filter);
        QVERIFY(!builtIn.name.isEmpty() && !builtIn.meaning.isEmpty());
        QVERIFY(!names.contains(builtIn.name));
        names << builtIn.name;
    }
    QVERIFY(names.size() >= 8);
}

void TestViewStore::historyIsShortAndWithoutRepeats()
{
    const QString file = path("folder/history.txt");
    FilterHistory history(file);
    for (int i = 0; i < 130; ++i)
        history.add(u"id:%1"_s.arg(i));
    history.add(u"id:60"_s);
    history.add(u"   "_s);
    QCOMPARE(history.filters().size(), FilterHistory::kLongest);
    QCOMPARE(history.filters().last(), u"id:60"_s);
    QCOMPARE(history.filters().count(u"id:60"_s), 1);
    QCOMPARE(FilterHistory(file).filters(), history.filters());
    write(file, "\xff\xfe\n\n id:1 \nid:1\n");
    QCOMPARE(FilterHistory(file).filters().last(), u"id:1"_s);
    QVERIFY(FilterHistory(m_folder->path()).filters().isEmpty()); // a folder
}

void TestViewStore::indexesAreOfferedWhereTheySpareAScan()
{
    const auto helpful = [](const QString &filter, const QSet<SupportingIndex> &present = {}) {
        return helpfulIndexes(parseFilter(filter).filter, present);
    };
    QCOMPARE(helpful(u"state:failed task:a"_s), QList{SupportingIndex::Failed});
    QCOMPARE(helpful(u"state:running,stuck"_s), QList{SupportingIndex::Locked});
    QCOMPARE(helpful(u"key:welcome-*"_s), QList{SupportingIndex::KeyPrefix});
    QVERIFY(helpful(u"state:failed"_s, {SupportingIndex::Failed}).isEmpty());
    QVERIFY(helpful(u"state:failed id:1..5"_s).isEmpty()); // bounded already
    QVERIFY(helpful(u"error:timeout"_s).isEmpty());        // none would help
    QVERIFY(helpful({}).isEmpty());
}

YARDMASTER_TEST(TestViewStore)
#include "tst_viewstore.moc"
