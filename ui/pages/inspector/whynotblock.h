#pragma once

#include "ui/pages/inspector/helpfulaction.h"

#include <QStringList>
#include <QWidget>

class QPushButton;

namespace yardmaster {

class Label;
class WriteGuard;

/// Why a job is not running: the answer, what it follows from, what would help, and the button that
/// does it.
class WhyNotBlock final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WhyNotBlock)

public:
    /// `guard` is borrowed.
    explicit WhyNotBlock(WriteGuard *guard, QWidget *parent = nullptr);

    void show(const WhyNot &why, const HelpfulAction &action);
    /// The job is gone, so there is nothing left to explain.
    void showGone(const QString &sentence);
    [[nodiscard]] const HelpfulAction &action() const { return m_action; }

Q_SIGNALS:
    void helpRequested(const yardmaster::HelpfulAction &action);
    /// The cause may be one of the whole database.
    void checkRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void setEvidence(const QStringList &facts);
    void updateButton();

    WriteGuard *m_guard;
    HelpfulAction m_action;
    Label *m_question;
    Label *m_sentence;
    QWidget *m_evidence; // a label for each fact
    QStringList m_facts;
    Label *m_advice;
    QPushButton *m_button;
    QPushButton *m_check;
    Label *m_obstacle;
};

} // namespace yardmaster
