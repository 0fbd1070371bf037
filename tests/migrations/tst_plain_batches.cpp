#include "tests/migrations/functiontest.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using yardmaster::test::FunctionTest;

/// add_jobs has a shorter way for jobs without keys for one known task. Nobody may notice.
class PlainBatchesTest final : public FunctionTest
{
    Q_OBJECT

private slots:
    void theyAreLikeOthers_data();
    void theyAreLikeOthers();
    void triggersCanTellNoDifference();
};

void PlainBatchesTest::theyAreLikeOthers_data()
{
    // One task and no keys is a way of its own through the function, if the task is known.
    QTest::addColumn<bool>("isKnown");
    QTest::addColumn<QByteArray>("last");
    for (const bool isKnown : {false, true}) {
        const char *suffix = isKnown ? "known" : "new";
        const auto row = [&](const char *name, const char *last) {
            QTest::addRow("%s, %s", name, suffix) << isKnown << QByteArray(last);
        };
        row("one task", "'t'");
        row("another task", "'u'");
        row("a key", "'t', job_key => 'k'");
        row("a queue", "'t', queue_name => 'q'");
    }
}

void PlainBatchesTest::theyAreLikeOthers()
{
    QFETCH(bool, isKnown);
    QFETCH(QByteArray, last);
    if (isKnown)
        m_schema->script("insert into @._private_tasks (identifier) values ('t'), ('u')");
    const auto spec = [](QByteArray arguments) {
        const auto part = [&arguments](const char *name) {
            const QByteArray key = QByteArray(", ") + name + " => ";
            const qsizetype at = arguments.indexOf(key);
            if (at < 0)
                return QByteArray("null");
            const QByteArray value = arguments.mid(at + key.size());
            arguments.truncate(at);
            return value;
        };
        const QByteArray key = part("job_key");
        const QByteArray queue = part("queue_name");
        return "row(" + arguments + ", null, " + queue + ", null, null, " + key
            + ", null, null)::@.job_spec";
    };
    (void)m_schema->notices();
    m_schema->script("select count(*) from @.add_jobs(array["
                     "row('t', '[1]', null, 'infinity', 3, null, -32768, '{a,b,a}')::@.job_spec,"
                     "row('t', null, null, '2040-01-02 03:04:05.678901Z', null, null, 32767, "
                     "'{}')::@.job_spec,"
                     + spec(last) + "])");
    QCOMPARE(m_schema->rows("select id, task_identifier, queue_name, run_at = 'infinity', "
                            "max_attempts, key, priority, flags from @.jobs order by id limit 2"),
             (QList<QStringList>{
                 {u"1"_s, u"t"_s, u"null"_s, u"t"_s, u"3"_s, u"null"_s, u"-32768"_s,
                  u"{\"a\": true, \"b\": true}"_s},
                 {u"2"_s, u"t"_s, u"null"_s, u"f"_s, u"25"_s, u"null"_s, u"32767"_s, u"null"_s}}));
    QCOMPARE(
        m_schema->rows("select task_identifier, queue_name is not null, key is not null, "
                       "run_at = created_at and created_at = updated_at, max_attempts, "
                       "priority, attempts, revision from @.jobs where id = 3"),
        (QList<QStringList>{
            {last.startsWith("'u'") ? u"u"_s : u"t"_s, last.contains("queue") ? u"t"_s : u"f"_s,
             last.contains("key") ? u"t"_s : u"f"_s, u"t"_s, u"25"_s, u"0"_s, u"0"_s, u"0"_s}}));
    QCOMPARE(m_schema->notices(), QStringList{u"jobs:insert {\"r\":0,\"count\":3}"_s});
}

void PlainBatchesTest::triggersCanTellNoDifference()
{
    // One that sets keys meets the conflict it makes, as if the caller had given the key.
    m_schema->script("insert into @._private_tasks (identifier) values ('t');"
                     "select @.add_job('t', '1', job_key => 'k');"
                     "create function @.set_key() returns trigger language plpgsql as "
                     "'begin new.key := ''k''; return new; end';"
                     "create trigger set_key before insert on @._private_jobs for each row "
                     "execute function @.set_key()");
    QCOMPARE(m_schema->stateOf("select @.add_job('t', '2')"), QString());
    m_schema->script("drop trigger set_key on @._private_jobs; drop function @.set_key()");
    QCOMPARE(m_schema->rows("select payload::text, key, revision from @._private_jobs"),
             (QList<QStringList>{{u"2"_s, u"k"_s, u"1"_s}}));
}

YARDMASTER_TEST(PlainBatchesTest)
#include "tst_plain_batches.moc"
