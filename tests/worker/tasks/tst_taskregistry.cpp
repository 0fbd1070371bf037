#include "tests/support/testprogram.h"
#include <yardmaster/retrystrategy.h>
#include <yardmaster/taskregistry.h>

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct Mail
{
    static constexpr QLatin1StringView identifier{"mail"};
    QString to;
    int copies = 1;

    static tl::expected<Mail, QString> fromJson(const QJsonObject &object)
    {
        if (!object.value("to"_L1).isString())
            return tl::make_unexpected(u"'to' is missing"_s);
        return Mail{object.value("to"_L1).toString(), object.value("copies"_L1).toInt(1)};
    }
};

struct Number
{
    double value;

    static tl::expected<Number, QString> fromJson(const QJsonValue &value)
    {
        if (!value.isDouble())
            return tl::make_unexpected(u"it is %1, not a number"_s.arg(jsonKind(value)));
        return Number{value.toDouble()};
    }
};

TaskOutcome doNothing(const TaskContext &)
{
    return TaskOutcome::success();
}

/// Calls a blocking handler directly.
TaskOutcome runWith(const TaskRegistry &registry, const QString &task, const QByteArray &payload)
{
    Job job;
    job.info.task = task;
    job.payload = payload;
    JobServices services({.workerId = u"w"_s, .shared = &registry.shared()});
    return registry.find(task)->run({job, {}, {}, services});
}

} // namespace

class TestTaskRegistry : public QObject
{
    Q_OBJECT

private slots:
    void typedHandlersGetTheirType()
    {
        TaskRegistry registry;
        Mail seen;
        registry.add<Mail>([&](const TaskContext &, const Mail &mail) {
            seen = mail;
            return TaskOutcome::success();
        });
        QCOMPARE(runWith(registry, u"mail"_s, R"({"to": "a@b", "copies": 3})").kind,
                 TaskOutcome::Kind::Success);
        QCOMPARE(seen.to, u"a@b"_s);
        QCOMPARE(seen.copies, 3);
    }

    void unreadablePayloadsFailWithTheReason_data()
    {
        QTest::addColumn<QString>("task");
        QTest::addColumn<QByteArray>("payload");
        QTest::addColumn<QString>("reason");
        QTest::newRow("own reason") << u"mail"_s << QByteArray("{}") << u"'to' is missing"_s;
        QTest::newRow("not an object")
            << u"mail"_s << QByteArray("[]") << u"it is an array, not an object"_s;
        QTest::newRow("null") << u"mail"_s << QByteArray("null") << u"it is null, not an object"_s;
        QTest::newRow("value") << u"number"_s << QByteArray("\"7\"")
                               << u"it is a string, not a number"_s;
    }
    void unreadablePayloadsFailWithTheReason()
    {
        QFETCH(const QString, task);
        QFETCH(const QByteArray, payload);
        QFETCH(const QString, reason);
        TaskRegistry registry;
        registry.add<Mail>(
            u"mail"_s, [](const TaskContext &, const Mail &) { return TaskOutcome::success(); });
        registry.add<Number>(u"number"_s,
                             [](const TaskContext &, Number) { return TaskOutcome::success(); });
        const TaskOutcome outcome = runWith(registry, task, payload);
        QCOMPARE(outcome.kind, TaskOutcome::Kind::Failure);
        QCOMPARE(outcome.error, u"The payload cannot be read: "_s + reason);
    }

    void sharedStateIsFoundByType()
    {
        TaskRegistry registry;
        registry.share(std::make_shared<Mail>(Mail{u"shared"_s, 1}));
        registry.add(u"t"_s, [](const TaskContext &context) {
            if (context.find<Number>())
                return TaskOutcome::failure(u"there is no number"_s);
            context.find<Mail>()->copies = 5;
            return TaskOutcome::success();
        });
        QCOMPARE(runWith(registry, u"t"_s, "{}").kind, TaskOutcome::Kind::Success);
        QCOMPARE(registry.shared().find<Mail>()->copies, 5);
    }

    void modulesRegisterSeveral()
    {
        TaskRegistry registry;
        registry.addModule([](TaskRegistry &tasks) {
            tasks.add(u"b"_s, doNothing);
            tasks.add(u"a"_s, doNothing);
        });
        QCOMPARE(registry.identifiers(), (QStringList{u"a"_s, u"b"_s}));
        QVERIFY(registry.problems().isEmpty());
    }

    void cppComesBeforePluginsBeforeFiles()
    {
        using Source = TaskRegistry::Source;
        TaskRegistry registry;
        const auto from = [&](Source source, const QString &origin) {
            registry.addFrom(source, origin,
                             [](TaskRegistry &tasks) { tasks.add(u"t"_s, doNothing); });
        };
        from(Source::File, u"file"_s);
        from(Source::Plugin, u"plugin"_s);
        QCOMPARE(registry.entry(u"t"_s)->origin, u"plugin"_s);
        registry.add(u"t"_s, doNothing);
        QCOMPARE(registry.entry(u"t"_s)->source, Source::Cpp);
        QCOMPARE(registry.warnings(),
                 (QStringList{u"file is ignored: plugin serves the task 't'"_s,
                              u"plugin is ignored: C++ handler serves the task 't'"_s}));
        QVERIFY(registry.problems().isEmpty());
    }

    void twoHandlersOfOneSourceAreAProblem()
    {
        TaskRegistry registry;
        registry.add(u"t"_s, doNothing);
        registry.add(u"t"_s, doNothing);
        QCOMPARE(registry.problems().size(), 1);
        QVERIFY(registry.problems().first().contains("'t' is served twice"_L1));
        registry.add(QString(), doNothing);
        registry.add(QString(129, u'x'), doNothing);
        QCOMPARE(registry.problems().size(), 3);
    }

    void batchesKeepOnlyWhatFailed()
    {
        TaskRegistry registry;
        registry.addBatch(
            u"t"_s, [](const TaskContext &, const std::vector<QByteArrayView> &items) {
                std::vector<ItemResult> results(items.size());
                for (size_t i = 0; i < items.size(); ++i) {
                    if (items[i] != "2")
                        results[i] = tl::make_unexpected(u"no %1"_s.arg(QLatin1String(items[i])));
                }
                return results;
            });
        const TaskOutcome outcome
            = runWith(registry, u"t"_s, "[12345678901234567890, 2, {\"b\": 1.0, \"a\": 2}]");
        QCOMPARE(outcome.kind, TaskOutcome::Kind::Failure);
        QCOMPARE(outcome.error,
                 u"Batch failures:\nno 12345678901234567890\nno {\"b\": 1.0, \"a\": 2}"_s);
        QCOMPARE(outcome.payload, QByteArray("[12345678901234567890,{\"b\": 1.0, \"a\": 2}]"));
        QCOMPARE(runWith(registry, u"t"_s, "[2, 2]").kind, TaskOutcome::Kind::Success);
        QCOMPARE(runWith(registry, u"t"_s, "[]").kind, TaskOutcome::Kind::Success);
        // All of them: nothing to rewrite.
        QVERIFY(!runWith(registry, u"t"_s, "[1, 3]").payload);
    }

    void batchesOfTheWrongShapeFailWhole()
    {
        TaskRegistry registry;
        registry.addBatch(u"t"_s, [](const TaskContext &, const std::vector<QByteArrayView> &) {
            return std::vector<ItemResult>(1);
        });
        const TaskOutcome noArray = runWith(registry, u"t"_s, "{}");
        QCOMPARE(noArray.kind, TaskOutcome::Kind::Failure);
        QVERIFY(noArray.error.contains("not an array"_L1));
        QTest::ignoreMessage(
            QtWarningMsg,
            QRegularExpression(u"results \\(1\\) is not that of the items \\(2\\)"_s));
        const TaskOutcome mismatch = runWith(registry, u"t"_s, "[1, 2]");
        QCOMPARE(mismatch.kind, TaskOutcome::Kind::Failure);
        QVERIFY(!mismatch.payload);
    }

    void batchHandlersMayReturnOneOutcome()
    {
        TaskRegistry registry;
        registry.addBatch(u"t"_s, [](const TaskContext &, const std::vector<QByteArrayView> &) {
            return TaskOutcome::retryLater(u"down"_s, 5s);
        });
        const TaskOutcome outcome = runWith(registry, u"t"_s, "[1]");
        QCOMPARE(outcome.error, u"down"_s);
        QCOMPARE(outcome.retryAfter, 5s);
    }

    void typedBatchesFailUnreadableItemsAlone()
    {
        TaskRegistry registry;
        QStringList seen;
        registry.addBatch<Mail>(
            u"t"_s, [&](const TaskContext &, const std::vector<Mail> &mails) -> BatchOutcome {
                std::vector<ItemResult> results;
                for (const Mail &mail : mails) {
                    seen << mail.to;
                    results.push_back(mail.to == "b"_L1
                                          ? ItemResult(tl::make_unexpected(u"bounced"_s))
                                          : ItemResult());
                }
                return results;
            });
        const TaskOutcome outcome
            = runWith(registry, u"t"_s, R"([{"to":"a"},7,{"to":"b"},{"to":"c"}])");
        QCOMPARE(seen, (QStringList{u"a"_s, u"b"_s, u"c"_s}));
        QCOMPARE(outcome.payload, QByteArray(R"([7,{"to":"b"}])"));
        QCOMPARE(
            outcome.error,
            u"Batch failures:\nitem 1 cannot be read: it is a number, not an object\nbounced"_s);
    }

    void retryStrategies()
    {
        QVERIFY(!RetryStrategy().delay(1));
        QVERIFY(!RetryStrategy::list({}).delay(1));
        QCOMPARE(RetryStrategy::fixed(3s).delay(9), 3s);
        const RetryStrategy list = RetryStrategy::list({1s, 5s, 60s});
        QCOMPARE(list.delay(1), 1s);
        QCOMPARE(list.delay(2), 5s);
        QCOMPARE(list.delay(3), 60s);
        QCOMPARE(list.delay(100), 60s);
        const RetryStrategy doubling = RetryStrategy::exponential(100ms, 1s);
        QCOMPARE(doubling.delay(1), 100ms);
        QCOMPARE(doubling.delay(3), 400ms);
        QCOMPARE(doubling.delay(5), 1s);
        QCOMPARE(doubling.delay(32000), 1s);
        const RetryStrategy jittery = RetryStrategy::exponential(1s, 1s, 2.0, 0.5);
        for (int i = 0; i < 1000; ++i) {
            const auto delay = jittery.delay(1);
            QVERIFY(delay >= 500ms && delay <= 1s);
        }
    }
};

YARDMASTER_TEST(TestTaskRegistry)
#include "tst_taskregistry.moc"
