#include "models/query/outputfile.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace yardmaster;
using namespace Qt::StringLiterals;

/// Files that people ask for.
class TestOutputFile : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] static mode_t modeOf(const QString &path)
    {
        struct stat status = {};
        return ::stat(QFile::encodeName(path).constData(), &status) == 0 ? status.st_mode : 0;
    }
    static void create(const QString &path, const QByteArray &text)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    [[nodiscard]] static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("none");
    }

private slots:
    void aNewOneIsForItsOwner()
    {
        const QString path = m_folder.filePath(u"new"_s);
        auto file = OutputFile::open(path);
        QVERIFY(file);
        QCOMPARE(file->device()->write("text"), qint64{4});
        QVERIFY2(!QFile::exists(path), "before it is complete");
        QVERIFY(file->commit());
        QCOMPARE(contentOf(path), "text");
        QCOMPARE(modeOf(path) & 0777, mode_t{0600});
    }

    void oneThatIsReplacedKeepsItsPermissions()
    {
        const QString path = m_folder.filePath(u"shared"_s);
        create(path, "before");
        const auto permissions
            = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther;
        QVERIFY(QFile::setPermissions(path, permissions));
        {
            auto abandoned = OutputFile::open(path);
            QVERIFY(abandoned);
            abandoned->device()->write("half");
        }
        QCOMPARE(contentOf(path), "before");
        auto file = OutputFile::open(path);
        QVERIFY(file);
        file->device()->write("after");
        QVERIFY(file->commit());
        QCOMPARE(contentOf(path), "after");
        QCOMPARE(modeOf(path) & 0777, mode_t{0644});
        QCOMPARE(QDir(m_folder.path()).entryList({u"shared*"_s}, QDir::Files),
                 QStringList{u"shared"_s});
    }

    void specialFilesStayWhatTheyAre()
    {
        const QString path = m_folder.filePath(u"full"_s);
        QVERIFY(QFile::link(u"/dev/full"_s, path));
        for (const QString &full : {u"/dev/full"_s, path}) {
            auto file = OutputFile::open(full);
            QVERIFY(file);
            file->device()->write("text");
            const auto committed = file->commit();
            QVERIFY(!committed);
            QVERIFY2(committed.error().contains("No space"_L1), qPrintable(committed.error()));
            QVERIFY(S_ISCHR(modeOf(full)));
        }
        auto nothing = OutputFile::open(u"/dev/null"_s);
        QVERIFY(nothing && nothing->device()->write("text") == 4 && nothing->commit());
        QVERIFY(S_ISCHR(modeOf(u"/dev/null"_s)));
    }

    void unwritableFileIsReported()
    {
        for (const QString &path : {m_folder.filePath(u"no/such/folder"_s), m_folder.path()}) {
            const auto file = OutputFile::open(path);
            QVERIFY(!file);
            QVERIFY2(file.error().startsWith(path), qPrintable(file.error()));
        }
    }
};

YARDMASTER_TEST(TestOutputFile)
#include "tst_outputfile.moc"
