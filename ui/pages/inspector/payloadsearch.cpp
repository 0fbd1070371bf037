#include "ui/pages/inspector/payloadsearch.h"

#include "models/payload/payloadreader.h"
#include "models/session/delivery.h"
#include "models/values/format.h"
#include "ui/kit/label.h"
#include "ui/kit/tone.h"

#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QtConcurrentRun>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostHits = 9999;

} // namespace

PayloadSearch::PayloadSearch(QWidget *parent)
    : QWidget(parent)
    , m_field(new QLineEdit(this))
    , m_count(new Label(this))
{
    m_field->setObjectName(u"payloadSearch"_s);
    m_field->setPlaceholderText(tr("Search names and values"));
    m_field->setAccessibleName(m_field->placeholderText());
    m_field->setClearButtonEnabled(true);
    m_count->setObjectName(u"payloadHits"_s);
    setTone(m_count, Tone::Muted);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 0);
    layout->setSpacing(8);
    layout->addWidget(m_field, 1);
    layout->addWidget(m_count);

    connect(m_field, &QLineEdit::textChanged, this, &PayloadSearch::search);
    connect(m_field, &QLineEdit::returnPressed, this, [this] {
        Q_EMIT stepRequested(!QGuiApplication::keyboardModifiers().testFlag(Qt::ShiftModifier));
    });
}

void PayloadSearch::setDocument(const PayloadDocumentPtr &document, bool isRevealed)
{
    m_document = document;
    m_isRevealed = isRevealed;
    search();
}

void PayloadSearch::start()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

QString PayloadSearch::text() const
{
    return m_field->text();
}

void PayloadSearch::setRemark(const QString &text)
{
    m_count->setText(text);
}

void PayloadSearch::setLineVisible(bool isVisible)
{
    m_field->setVisible(isVisible);
}

void PayloadSearch::search()
{
    const quint64 epoch = ++m_epoch;
    m_hits.clear();
    m_hit = -1;
    m_count->clear();
    if (text().isEmpty() || !m_document || !m_document->tree())
        return;
    auto look = [document = m_document, text = text(), isRevealed = m_isRevealed] {
        return document->find(text, isRevealed, kMostHits);
    };
    if (m_document->text().size() <= PayloadReader::kMostAtOnce) {
        onHits(look());
        return;
    }
    m_count->setText(tr("searching…"));
    using Hits = std::vector<JsonTree::Node>;
    deliver(QtConcurrent::run(std::move(look)), this, [this, epoch](const Hits &answer) {
        if (epoch == m_epoch)
            onHits(answer);
    });
}

void PayloadSearch::onHits(std::vector<JsonTree::Node> hits)
{
    m_hits = std::move(hits);
    m_hit = m_hits.empty() ? -1 : 0;
    showHit();
}

void PayloadSearch::step(bool isForward)
{
    if (m_hits.empty())
        return;
    const int count = int(m_hits.size());
    m_hit = (m_hit + (isForward ? 1 : count - 1)) % count;
    showHit();
}

void PayloadSearch::showHit()
{
    if (m_hit < 0) {
        m_count->setText(tr("nothing found"));
        return;
    }
    const int count = int(m_hits.size());
    m_count->setText(tr("%1 of %2")
                         .arg(formatNumber(m_hit + 1),
                              formatNumber(count) + (count == kMostHits ? u"+"_s : QString())));
    Q_EMIT found(m_hits[std::size_t(m_hit)]);
}

} // namespace yardmaster
