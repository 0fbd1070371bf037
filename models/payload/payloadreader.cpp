#include "models/payload/payloadreader.h"

#include "models/session/delivery.h"

#include <QtConcurrentRun>

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
    deliver(QtConcurrent::run([text, rules] { return PayloadDocument::read(text, rules); }), this,
            [this, epoch](const PayloadDocumentPtr &answer) {
                if (epoch == m_epoch)
                    set(answer);
            });
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
