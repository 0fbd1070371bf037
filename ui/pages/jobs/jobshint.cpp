#include "ui/pages/jobs/jobshint.h"

#include "models/values/format.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/label.h"
#include "ui/kit/passfocus.h"
#include "ui/kit/tone.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr qsizetype kOffers = 4;

/// The term that makes the filter slow, as it is written; empty if none does.
QString costlyTerm(const JobQuery &query)
{
    const QList<TermCost> costs = termCosts(query.filter, query.order, query.indexes);
    for (const FilterCost wanted : {FilterCost::Scan, FilterCost::Bounded}) {
        const auto costly = std::ranges::find(costs, wanted, &TermCost::cost);
        if (costly != costs.end())
            return query.filter.terms.at(costly - costs.begin()).text();
    }
    return {};
}

} // namespace

JobsHint::JobsHint(JobsModel *model, EmptyAdvice *advice, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_advice(advice)
    , m_title(new Label(this))
    , m_sentence(new Label(this))
    , m_offers(new QVBoxLayout)
{
    setObjectName(QStringLiteral("jobsHint"));
    m_title->setObjectName(QStringLiteral("jobsHintTitle"));
    m_sentence->setObjectName(QStringLiteral("jobsHintSentence"));
    QFont strong = font();
    strong.setPointSizeF(font().pointSizeF() * 1.2);
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    for (Label *label : {m_title, m_sentence}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_offers->setSpacing(8);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->setSpacing(8);
    layout->addStretch(1);
    layout->addWidget(m_title);
    layout->addWidget(m_sentence);
    layout->addSpacing(8);
    layout->addLayout(m_offers);
    layout->addStretch(2);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setTone(m_sentence, Tone::Muted);

    m_slow.setSingleShot(true);
    m_slow.setInterval(300ms);
    connect(&m_slow, &QTimer::timeout, this, &JobsHint::tell);
    connect(m_model, &JobsModel::phaseChanged, this, &JobsHint::onPhase);
    connect(m_model, &JobsModel::refreshed, this, &JobsHint::tell);
    connect(m_advice, &EmptyAdvice::changed, this, &JobsHint::tell);
    onPhase();
}

void JobsHint::onPhase()
{
    m_advice->forget();
    const bool isEmpty = m_model->rowCount() == 0;
    if (isEmpty && m_model->phase() == JobsModel::Phase::Ready && m_reader)
        m_advice->ask(m_reader, m_model->query());
    if (isEmpty && m_model->phase() == JobsModel::Phase::Loading) {
        m_slow.start();
    } else {
        m_slow.stop();
    }
    tell();
}

bool JobsHint::isNeeded() const
{
    return m_model->rowCount() == 0 && !m_title->text().isEmpty();
}

void JobsHint::say(const QString &title, const QString &sentence)
{
    m_title->setText(title);
    m_sentence->setText(sentence);
    m_sentence->setVisible(!sentence.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(m_sentence->text());
    m_offered.clear();
}

/// The first one offered is the one to take.
void JobsHint::offer(const QString &text, std::function<void()> run)
{
    m_offered << Offer{text, std::move(run)};
}

/// Buttons that stay the same are kept: one of them may have the focus.
void JobsHint::showOffers()
{
    while (m_buttons.size() > m_offered.size()) {
        m_buttons.last()->hide(); // it may be the one that was clicked
        m_buttons.takeLast()->deleteLater();
    }
    while (m_buttons.size() < m_offered.size()) {
        auto *button = new QPushButton(this);
        const qsizetype place = m_buttons.size();
        button->setObjectName(QStringLiteral("jobsHintOffer%1").arg(place));
        connect(button, &QPushButton::clicked, this, [this, place] {
            if (const auto run = m_offered.value(place).run)
                run();
        });
        m_offers->addWidget(button, 0, Qt::AlignHCenter);
        tabBehind(place > 0 ? m_buttons.last() : this->previousInFocusChain(), button);
        m_buttons << button;
    }
    for (qsizetype place = 0; place < m_buttons.size(); ++place)
        m_buttons.at(place)->setText(m_offered.at(place).text);
}

void JobsHint::tell()
{
    if (m_model->rowCount() == 0) {
        switch (m_model->phase()) {
        case JobsModel::Phase::Nothing:
            say(tr("Not connected"),
                tr("The jobs of the queue appear here once the window is connected."));
            break;
        case JobsModel::Phase::Loading:
            if (m_slow.isActive())
                say({}, {});
            else
                say(tr("Reading jobs…"), {});
            break;
        case JobsModel::Phase::Stopped:
            say(tr("None found so far"),
                tr("The search stopped before the end of the table. It can continue from there."));
            offer(tr("Continue search"), [this] { m_model->continueSearch(); });
            offer(tr("Change the filter"), [this] { Q_EMIT filterEditWanted(); });
            break;
        case JobsModel::Phase::Failed:
            sayFailed();
            break;
        case JobsModel::Phase::Ready:
            sayEmpty();
            break;
        }
        showOffers();
    }
    Q_EMIT said();
}

void JobsHint::sayEmpty()
{
    const Filter &filter = m_model->query().filter;
    const std::optional<Restriction> &hiding = m_advice->restriction();
    if (hiding) {
        say(hiding->kind == Restriction::Kind::RowsHidden
                ? tr("You see no jobs, but there may be some")
                : tr("Jobs cannot be shown"),
            hiding->sentence);
        return offer(tr("Try again"), [this] { Q_EMIT retryWanted(); });
    }
    if (filter.isEmpty()) {
        say(tr("No jobs"),
            tr("The queue is empty: all jobs that were added are done. New jobs appear here as "
               "soon as they are added."));
        return offer(tr("Check again"), [this] { Q_EMIT retryWanted(); });
    }
    QString sentence = tr("No job matches %1.").arg(filter.text());
    if (!m_advice->isComplete())
        sentence += u' ' + tr("Looking for near matches…");
    else if (!m_advice->broader().isEmpty())
        sentence += u' ' + tr("Near matches:");
    say(tr("No job matches"), sentence);
    for (const EmptyAdvice::Broader &broader : m_advice->broader().mid(0, kOffers)) {
        offer(tr("Without %1: %2").arg(broader.without, formatCount(broader.count)),
              [this, text = broader.filter.text()] { Q_EMIT filterWanted(text); });
    }
    offer(tr("Show all jobs"), [this] { Q_EMIT filterWanted({}); });
}

void JobsHint::sayFailed()
{
    const DbError &error = m_model->error();
    const auto retry = [this] { Q_EMIT retryWanted(); };
    const auto edit = [this] { Q_EMIT filterEditWanted(); };
    switch (error.kind) {
    case DbError::Kind::Cancelled: {
        const QString costly = costlyTerm(m_model->query());
        say(tr("It took too long"),
            costly.isEmpty()
                ? tr("The server stopped reading after its time limit. Workers are not affected.")
                : tr("The server stopped searching after its time limit; %1 makes it slow. Workers "
                     "are not affected.")
                      .arg(costly));
        offer(tr("Change the filter"), edit);
        return offer(tr("Try again"), retry);
    }
    case DbError::Kind::InvalidInput:
        say(tr("The server rejected the filter"), errorSentence(error));
        return offer(tr("Change the filter"), edit);
    case DbError::Kind::ConnectionLost:
    case DbError::Kind::CannotConnect:
        say(errorTitle(error), errorSentence(error) + u' ' + tr("Retrying every few seconds."));
        return offer(tr("Try now"), retry);
    default:
        say(errorTitle(error), errorSentence(error));
        return offer(tr("Try again"), retry);
    }
}

} // namespace yardmaster
