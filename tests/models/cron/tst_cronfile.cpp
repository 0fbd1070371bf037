#include "models/cron/crondocument.h"
#include "models/cron/cronsaveplan.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace { } // namespace

/// Opening and saving crontab files, and noticing changes by other programs.
class TestCronFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void savingKeepsLineEndsBomAndPermissions();
    void theOldFileIsBackedUp();
    void onlyTheNewestBackupsAreKept();
    void aFileChangedMeanwhileIsNotOverwritten();
    void aFileRemovedMeanwhileIsNotMadeAnew();
    void unreadableFilesAreReported();
    void invalidBytesAreReported();
    void linksStayLinks();
    void aDocumentAnalysesWhatTheEditorSays();
    void theNewestTextIsAnalysed();
    void aDocumentNoticesChangesOnTheDisk();
    void aDocumentSavesUnderAnotherName();
    void thePlanShowsWhatSavingDoes();
    void aLargeFileIsAnalysedInTheBackground();

private:
    void write(const QByteArray &bytes, const QString &name = u"crontab"_s) const;
    [[nodiscard]] QByteArray content(const QString &path) const;
    [[nodiscard]] QString path(const QString &name = u"crontab"_s) const
    {
        return m_folder->filePath(name);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestCronFile::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestCronFile::write(const QByteArray &bytes, const QString &name) const
{
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(bytes), bytes.size());
}

QByteArray TestCronFile::content(const QString &path) const
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(no file)");
}

void TestCronFile::savingKeepsLineEndsBomAndPermissions()
{
    write("\xef\xbb\xbf"
          "0 4 * * * a\r\n# b\r\n");
    const auto permissions = QFileDevice::ReadOwner | QFileDevice::WriteOwner
        | QFileDevice::ReadGroup | QFileDevice::ReadUser | QFileDevice::WriteUser;
    QVERIFY(QFile::setPermissions(path(), permissions));
    const auto file = readCronFile(path());
    QVERIFY(file);
    QVERIFY(file->hasBom && file->usesCrLf && file->exists && file->losses.isEmpty());
    QCOMPARE(file->text, u"0 4 * * * a\n# b\n"_s);
    QCOMPARE(file->encode(file->text), file->bytes);
    const auto saved = saveCronFile(*file, u"0 5 * * * é\n"_s);
    QVERIFY(saved);
    QCOMPARE(content(path()),
             QByteArray("\xef\xbb\xbf"
                        "0 5 * * * \xc3\xa9\r\n"));
    QCOMPARE(QFile::permissions(path()), permissions);
    QCOMPARE(saved->file.bytes, content(path()));
}

void TestCronFile::theOldFileIsBackedUp()
{
    write("# one\n");
    const auto saved = saveCronFile(*readCronFile(path()), u"# two\n"_s);
    QVERIFY(saved);
    QCOMPARE(content(saved->backup), QByteArray("# one\n"));
    QCOMPARE(cronBackups(path()), QStringList{saved->backup});
    QCOMPARE(QFileInfo(saved->backup).path(), m_folder->path());
    const auto again = saveCronFile(saved->file, u"# three\n"_s);
    QVERIFY(again);
    QCOMPARE(content(again->backup), QByteArray("# two\n"));
    QCOMPARE(cronBackups(path()), (QStringList{again->backup, saved->backup}));
    // A new file has nothing to keep.
    const auto fresh = saveCronFile(*readCronFile(path(u"new"_s)), u"# x"_s);
    QVERIFY(fresh && fresh->backup.isEmpty());
    QCOMPARE(content(path(u"new"_s)), QByteArray("# x"));
}

void TestCronFile::onlyTheNewestBackupsAreKept()
{
    write("# 0\n");
    write("mine", u"crontab.bak"_s); // not one of ours
    write("mine", u"crontab.20260101-000000.bak.txt"_s);
    write("old", u"crontab.20200101-000000.bak"_s);
    CronFile file = *readCronFile(path());
    for (int i = 1; i <= kCronBackups + 3; ++i) {
        const auto saved = saveCronFile(file, u"# %1\n"_s.arg(i));
        QVERIFY(saved);
        file = saved->file;
    }
    const QStringList copies = cronBackups(path());
    QCOMPARE(copies.size(), kCronBackups);
    for (int i = 0; i < kCronBackups; ++i)
        QCOMPARE(content(copies[i]), "# " + QByteArray::number(kCronBackups + 2 - i) + '\n');
    QCOMPARE(content(path(u"crontab.bak"_s)), QByteArray("mine"));
    QCOMPARE(content(path(u"crontab.20260101-000000.bak.txt"_s)), QByteArray("mine"));
}

void TestCronFile::aFileChangedMeanwhileIsNotOverwritten()
{
    write("# one\n");
    const auto file = readCronFile(path());
    QCOMPARE(cronFileState(*file), CronFileState::Same);
    write("# theirs\n");
    QCOMPARE(cronFileState(*file), CronFileState::Changed);
    const auto saved = saveCronFile(*file, u"# mine\n"_s);
    QVERIFY(!saved);
    QCOMPARE(saved.error().kind, CronSaveError::Kind::Changed);
    QCOMPARE(content(path()), QByteArray("# theirs\n"));
    QVERIFY(cronBackups(path()).isEmpty());
    const auto forced = saveCronFile(*file, u"# mine\n"_s, true);
    QVERIFY(forced);
    QCOMPARE(content(path()), QByteArray("# mine\n"));
    QCOMPARE(content(forced->backup), QByteArray("# theirs\n"));
}

void TestCronFile::aFileRemovedMeanwhileIsNotMadeAnew()
{
    write("# one\n");
    const auto file = readCronFile(path());
    QVERIFY(QFile::remove(path()));
    QCOMPARE(cronFileState(*file), CronFileState::Gone);
    QVERIFY(!saveCronFile(*file, u"# mine\n"_s));
    QVERIFY(!QFile::exists(path()));
    QVERIFY(saveCronFile(*file, u"# mine\n"_s, true));
    // One that appeared meanwhile is not overwritten either.
    const auto fresh = readCronFile(path(u"new"_s));
    write("# theirs\n", u"new"_s);
    QVERIFY(!saveCronFile(*fresh, u"# mine\n"_s));
}

void TestCronFile::unreadableFilesAreReported()
{
    const auto folder = readCronFile(m_folder->path());
    QVERIFY(!folder && folder.error().contains(m_folder->path()));
    QFile large(path(u"large"_s));
    QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(kLargestCrontab + 1));
    QVERIFY(!readCronFile(path(u"large"_s)));
    const auto nowhere = saveCronFile(*readCronFile(path(u"no/such/crontab"_s)), u"# a"_s);
    QVERIFY(!nowhere);
    QCOMPARE(nowhere.error().kind, CronSaveError::Kind::Failed);
    QVERIFY(nowhere.error().sentence.contains(u"no/such/crontab"_s));
}

void TestCronFile::invalidBytesAreReported()
{
    const auto lossesOf
        = [](const QByteArray &bytes) { return cronFileOf(u"x"_s, bytes).losses.size(); };
    QCOMPARE(lossesOf("# a\n# b\n"), 0);
    QCOMPARE(lossesOf("# a\n# \xff\n"), 1);
    QVERIFY(cronFileOf(u"x"_s, "# a\n# \xff\n").losses.first().contains(u"2"_s));
    QCOMPARE(lossesOf("# a\r\n# b\n"), 1);
    QCOMPARE(lossesOf("# a\r# b\n"), 1);
    QCOMPARE(lossesOf(QByteArray("# a\0b\n", 6)), 1);
}

void TestCronFile::linksStayLinks()
{
    write("# one\n", u"real"_s);
    QVERIFY(QFile::link(path(u"real"_s), path()));
    const auto saved = saveCronFile(*readCronFile(path()), u"# two\n"_s);
    QVERIFY(saved);
    QVERIFY(QFileInfo(path()).isSymLink());
    QCOMPARE(content(path(u"real"_s)), QByteArray("# two\n"));
    QCOMPARE(content(saved->backup), QByteArray("# one\n"));
}

void TestCronFile::aDocumentAnalysesWhatTheEditorSays()
{
    write("0 4 * * * a\n");
    CronDocument document;
    QVERIFY(!document.isOpen());
    QString text = u"0 4 * * * a\n"_s;
    document.setSource([&] { return text; });
    QVERIFY(document.open(path()).isEmpty());
    QVERIFY(document.isOpen());
    QTRY_VERIFY_WITH_TIMEOUT(document.isUpToDate(), kPatience);
    QCOMPARE(document.analysis()->entries.size(), 1);
    text = u"61 4 * * * a\n0 5 * * * b ?tz=UTC\n"_s;
    document.touch();
    QVERIFY(!document.isUpToDate());
    QTRY_VERIFY_WITH_TIMEOUT(document.isUpToDate(), kPatience);
    QCOMPARE(document.analysis()->problems.size(), 1);
    document.setDialect(CrontabDialect::Strict);
    QTRY_VERIFY_WITH_TIMEOUT(document.isUpToDate(), kPatience);
    QCOMPARE(document.analysis()->problems.size(), 2);
    QCOMPARE(document.analyseNow().problems.size(), 2);
}

void TestCronFile::theNewestTextIsAnalysed()
{
    CronDocument document;
    QString text;
    document.setSource([&] { return text; });
    document.create({});
    QTRY_VERIFY_WITH_TIMEOUT(document.isUpToDate(), kPatience);
    QSignalSpy analysed(&document, &CronDocument::analysed);
    for (int i = 0; i < 10; ++i) {
        text = u"0 4 * * * t%1\n"_s.arg(i);
        document.setNames({{u"t%1"_s.arg(i)}, {}, true}); // begins at once
    }
    QTRY_VERIFY_WITH_TIMEOUT(document.isUpToDate(), kPatience);
    QCOMPARE(analysed.count(), 1);
    QCOMPARE(document.analysis()->entries.first().item.task, u"t9"_s);
    QVERIFY(document.analysis()->warnings.isEmpty());
}

void TestCronFile::aDocumentNoticesChangesOnTheDisk()
{
    write("# one\n");
    CronDocument document;
    QVERIFY(document.open(path()).isEmpty());
    QCOMPARE(document.diskState(), CronFileState::Same);
    write("# theirs\n");
    QTRY_COMPARE_WITH_TIMEOUT(document.diskState(), CronFileState::Changed, kPatience);
    write("# one\n");
    QTRY_COMPARE_WITH_TIMEOUT(document.diskState(), CronFileState::Same, kPatience);
    QVERIFY(QFile::remove(path()));
    QTRY_COMPARE_WITH_TIMEOUT(document.diskState(), CronFileState::Gone, kPatience);
    write("# theirs\n");
    QVERIFY(document.open(path()).isEmpty());
    QCOMPARE(document.diskState(), CronFileState::Same);
    QCOMPARE(document.file().text, u"# theirs\n"_s);
}

void TestCronFile::aDocumentSavesUnderAnotherName()
{
    CronDocument document;
    document.setSource([] { return u"0 4 * * * a\n"_s; });
    document.create({});
    const auto saved = document.saveAs(path());
    QVERIFY(saved);
    QCOMPARE(content(path()), QByteArray("0 4 * * * a\n"));
    QCOMPARE(document.file().path, path());
    QVERIFY(!document.saveAs(path(u"no/such"_s)));
    QCOMPARE(document.file().path, path());
}

void TestCronFile::thePlanShowsWhatSavingDoes()
{
    write("0 4 * * * a ?id=x\n0 5 * * * b\n");
    CronDocument document;
    QVERIFY(document.open(path()).isEmpty());
    QVERIFY(planSave(document, document.file().text, {})->isEmpty());
    const auto plan
        = planSave(document, u"0 4 * * * a ?id=y\n0 5 * * * b\n61 * * * * c\n"_s, {u"x"_s});
    QVERIFY(plan);
    QCOMPARE(plan->diff.added, 2);
    QCOMPARE(plan->diff.removed, 1);
    QCOMPARE(plan->ids.size(), 1);
    QVERIFY(plan->ids.first().isKnown);
    QCOMPARE(plan->problems.size(), 1);
    QVERIFY(!plan->isNew && !plan->overwrites && !plan->isEmpty());
    write("# theirs\n");
    QVERIFY(planSave(document, u"# mine"_s, {})->overwrites);
}

void TestCronFile::aLargeFileIsAnalysedInTheBackground()
{
    QString text;
    for (int i = 0; i < 10'000; ++i)
        text += u"%1 4 * * * t%2 ?fill=1d {n: %2}\n"_s.arg(i % 70).arg(i);
    CronDocument document;
    document.setSource([&] { return text; });
    document.create(text);
    QVERIFY(!document.isUpToDate()); // and this thread is free
    QTRY_VERIFY_WITH_TIMEOUT(document.isUpToDate(), kPatience);
    QCOMPARE(document.analysis()->entries.size() + document.analysis()->problems.size(), 10'000);
    QVERIFY(document.analysis()->problems.size() > 1000); // minutes above 59
}

YARDMASTER_TEST(TestCronFile)
#include "tst_cronfile.moc"
