#include "tests/migrations/catalog.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using yardmaster::test::TestDatabase;

/// The catalog of a migrated schema is checked in, so that a change to it shows in review.
class SchemaDumpTest final : public QObject
{
    Q_OBJECT

private slots:
    void checkedInDumpIsTheCatalog();
};

void SchemaDumpTest::checkedInDumpIsTheCatalog()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const auto session = database.session();
    const QStringList catalog = yardmaster::test::catalogOf(*session, u"graphile_worker"_s);

    QFile file(QStringLiteral(YARDMASTER_SCHEMA_DUMP));
    if (qEnvironmentVariableIsSet("YARDMASTER_WRITE_SCHEMA_DUMP")) { // the target schema-dump
        QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(file.errorString()));
        file.write(catalog.join(u'\n').toUtf8() + '\n');
        return;
    }
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.errorString()));
    const QStringList checkedIn
        = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
    const QString difference = yardmaster::test::difference(checkedIn, catalog);
    QVERIFY2(
        difference.isEmpty(),
        qPrintable(u"migrations/schema.txt is not what the migrations make. If that is wanted, "
                   "write it anew: cmake --build --preset dev --target schema-dump\n"_s
                   + difference));
}

YARDMASTER_TEST(SchemaDumpTest)
#include "tst_schemadump.moc"
