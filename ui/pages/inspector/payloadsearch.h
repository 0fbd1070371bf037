#pragma once

#include "models/values/payloaddocument.h"

#include <QWidget>

class QLineEdit;

namespace yardmaster {

class Label;

/// The line that a payload is searched with, and how many places it has found. Long payloads are
/// searched in the background. GUI thread.
class PayloadSearch final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PayloadSearch)

public:
    explicit PayloadSearch(QWidget *parent = nullptr);

    /// Searches it for what is on the line.   @param document  null: there is nothing to search.
    /// @param isRevealed  values that the rules hide are searched, too.
    void setDocument(const PayloadDocumentPtr &document, bool isRevealed);
    /// Puts the cursor into the line.
    void start();
    [[nodiscard]] QString text() const;
    /// To the next place or the one before, round the ends.
    void step(bool isForward);
    /// Instead of the number of places; to be seen without the line, too.
    void setRemark(const QString &text);
    void setLineVisible(bool isVisible);

Q_SIGNALS:
    /// This place is the one to show.
    void found(yardmaster::JsonTree::Node node);
    /// Enter was pressed.
    void stepRequested(bool isForward);

private:
    void search();
    void onHits(std::vector<JsonTree::Node> hits);
    void showHit();

    PayloadDocumentPtr m_document;
    bool m_isRevealed = false;
    quint64 m_epoch = 0;
    std::vector<JsonTree::Node> m_hits;
    int m_hit = -1;
    QLineEdit *m_field;
    Label *m_count;
};

} // namespace yardmaster
