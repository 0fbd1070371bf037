#pragma once

#include "models/query/indexstates.h"

#include <QWidget>

class QProgressBar;
class QPushButton;

namespace yardmaster {

class Label;

/// One supporting index: what it is good for, what it costs, how it is, and the one thing that can
/// be done about it. Asks once more, with the statement in view.
class IndexRow final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(IndexRow)

public:
    IndexRow(SupportingIndex index, QString schema, QWidget *parent = nullptr);

    /// @param isOurs  this window is at work on it.   @param obstacle  why nothing can be done now.
    void showState(const IndexState &state, bool isOurs, const QString &obstacle);

Q_SIGNALS:
    void createConfirmed(yardmaster::SupportingIndex index);
    void dropConfirmed(yardmaster::SupportingIndex index);
    void cancelRequested();

private:
    void ask(bool isAsking);
    void onConfirmed();
    void updateTexts();
    [[nodiscard]] bool wouldDrop() const;

    const SupportingIndex m_index;
    const QString m_schema;
    IndexState m_state;
    bool m_isOurs = false;
    Label *m_title;
    Label *m_word;
    Label *m_price;
    Label *m_size;
    QProgressBar *m_bar;
    QPushButton *m_button;
    QWidget *m_question;
    Label *m_warning;
    Label *m_sql;
    QPushButton *m_confirm;
};

} // namespace yardmaster
