#pragma once

#include "models/query/jobdetails.h"
#include "models/values/payloaddocument.h"

#include <QWidget>

namespace yardmaster {

class ElidedLabel;
class PayloadDiffView;
class PayloadReader;

/// How the payload of the job that is shown differs from that of a pinned one, which is kept here.
class ComparePage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ComparePage)

public:
    explicit ComparePage(QWidget *parent = nullptr);

    /// Keeps this payload to compare others with.
    void pin(const JobDetails &details);
    void unpin();
    /// 0: none.
    [[nodiscard]] qint64 pinnedId() const { return m_pinnedId; }
    void setRules(const RedactionRules &rules);
    /// @param payload  of that job; null while it is not known yet. Large ones are compared in the
    /// background.
    void compare(const JobDetails &details, const PayloadDocumentPtr &payload, bool isRevealed);

Q_SIGNALS:
    /// Another payload is pinned, or it can be seen now.
    void pinnedChanged();

private:
    void read();

    qint64 m_pinnedId = 0;
    QByteArray m_pinnedText;
    RedactionRules m_rules = RedactionRules::defaults();
    PayloadReader *m_reader;
    ElidedLabel *m_pinned;
    ElidedLabel *m_shown;
    PayloadDiffView *m_diff;
};

} // namespace yardmaster
