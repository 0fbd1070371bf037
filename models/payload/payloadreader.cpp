#include "models/payload/payloadreader.h"

#include <QFutureWatcher>
#include <QtConcurrent>

namespace yardmaster {

PayloadReader::PayloadReader(QObject *parent)
    : QObject(parent)
{ }

void PayloadReader::read(const QByteArray &text, const RedactionRules &rules)
{
    const quint64 epoch = ++m_epoch;
    if (text.size() <= kMostAtOnce) {
        set(PayloadDocument::read(text, rules));
        return;
    }
    set(nullptr);
    auto *watcher = new QFutureWatcher<PayloadDocumentPtr>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, epoch] {
        watcher->deleteLater();
        if (epoch == m_epoch)
            set(watcher->result());
    });
    watcher->setFuture(
        QtConcurrent::run([text, rules] { return PayloadDocument::read(text, rules); }));
}

void PayloadReader::clear()
{
    ++m_epoch;
    set(nullptr);
}

void PayloadReader::set(PayloadDocumentPtr document)
{
    m_document = std::move(document);
    Q_EMIT changed();
}

} // namespace yardmaster
