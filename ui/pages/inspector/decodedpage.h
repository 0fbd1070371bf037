#pragma once

#include "models/payload/payloaddecoder.h"
#include "models/values/payloaddocument.h"

#include <QWidget>

class QPushButton;

namespace yardmaster {

class ElidedLabel;
class Label;
class TextViewer;

/// What the operator's decoder makes of a job's payload. Runs it only while it is seen, and only
/// for the job that is shown; once, until the payload, the rule or what is revealed changes.
class DecodedPage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DecodedPage)

public:
    /// Longer payloads are not given to a decoder. Bytes.
    static constexpr qsizetype kMostInput = 16 << 20;

    explicit DecodedPage(QWidget *parent = nullptr);

    /// @param document  null: it is being read; what was shown goes.
    void setPayload(qint64 jobId, const QString &task, const DecoderRule &rule,
                    const PayloadDocumentPtr &document, bool isRevealed);
    /// Forgets the job, and ends what runs.
    void clear();
    [[nodiscard]] PayloadDecoder *decoder() { return &m_decoder; }

Q_SIGNALS:
    void rulesRequested();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void decode();
    /// What the decoder gets; or one sentence why there is nothing to give.
    [[nodiscard]] tl::expected<QByteArray, QString> input() const;
    void onDecoded(const DecodedPayload &decoded);
    void tell(const QString &sentence, bool isTrouble);

    PayloadDecoder m_decoder;
    qint64 m_jobId = 0; // 0: nothing to decode
    QString m_task;
    DecoderRule m_rule;
    PayloadDocumentPtr m_document;
    bool m_isRevealed = false;
    bool m_isDue = false; // not decoded yet
    ElidedLabel *m_command;
    QPushButton *m_again;
    QPushButton *m_rules;
    Label *m_state;
    TextViewer *m_text;
};

} // namespace yardmaster
