#pragma once

#include "models/values/payloaddocument.h"

#include <QObject>

namespace yardmaster {

/// Takes payloads apart: short ones at once, long ones in the background. Answers about an earlier
/// text are dropped. GUI thread.
class PayloadReader final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PayloadReader)

public:
    /// Longer ones go to the background. Bytes.
    static constexpr qsizetype kMostAtOnce = 64 << 10;

    explicit PayloadReader(QObject *parent = nullptr);

    void read(const QByteArray &text, const RedactionRules &rules);
    void clear();
    /// Null while it is being taken apart, and after clear().
    [[nodiscard]] const PayloadDocumentPtr &document() const { return m_document; }

Q_SIGNALS:
    void changed();

private:
    void set(PayloadDocumentPtr document);

    PayloadDocumentPtr m_document;
    quint64 m_epoch = 0;
};

} // namespace yardmaster
