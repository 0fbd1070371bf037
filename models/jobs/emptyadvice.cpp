#include "models/jobs/emptyadvice.h"

#include "models/session/delivery.h"

#include <algorithm>

namespace yardmaster {

namespace {

/// More terms than these are not tried.
constexpr qsizetype kTried = 6;
constexpr qint64 kCounted = 10000;

} // namespace

EmptyAdvice::EmptyAdvice(SessionPool sessions, QObject *parent)
    : QObject(parent)
    , m_queue(std::move(sessions), SessionPool::Use::Polling)
{ }

EmptyAdvice::~EmptyAdvice()
{
    if (m_control)
        m_control->cancel();
}

template <typename T, typename Handler>
void EmptyAdvice::await(const QFuture<T> &future, Handler handler)
{
    ++m_open;
    deliver(future, this, [this, epoch = m_epoch, handler](const T &answer) {
        if (epoch != m_epoch)
            return;
        --m_open;
        handler(answer);
        Q_EMIT changed();
    });
}

void EmptyAdvice::forget()
{
    ++m_epoch;
    m_open = 0;
    m_isAsked = false;
    if (m_control)
        m_control->cancel();
    m_control.reset();
    m_broader.clear();
    m_restriction.reset();
}

void EmptyAdvice::ask(std::shared_ptr<JobsReader> reader, const JobQuery &query)
{
    forget();
    m_isAsked = true;
    m_control = std::make_shared<ReadControl>();
    const QList<FilterTerm> &terms = query.filter.terms;
    for (qsizetype term = 0; terms.size() > 1 && term < std::min(terms.size(), kTried); ++term) {
        JobQuery wider = query;
        wider.filter.terms.remove(term);
        wider.order = naturalOrder(wider.filter);
        await(reader->count(wider, kCounted, m_control),
              [this, wider, without = terms.at(term).text()](const Result<Count> &count) {
                  if (!count || count->value.value_or(0) == 0)
                      return;
                  m_broader << Broader{without, wider.filter, *count};
                  std::ranges::stable_sort(
                      m_broader, {}, [](const Broader &broader) { return *broader.count.value; });
              });
    }
    await(m_queue.run([schema = reader->context().schema](Session &session) {
        return probeSchema(session, schema);
    }),
          [this](const Result<SchemaProbe> &probe) {
              if (!probe)
                  return;
              const QList<Restriction> restrictions = restrictionsOf(*probe);
              const auto hiding = std::ranges::find(restrictions, Restriction::Weight::Reading,
                                                    &Restriction::weight);
              if (hiding != restrictions.end())
                  m_restriction = *hiding;
          });
}

} // namespace yardmaster
