#pragma once

#include "models/jobs/emptyadvice.h"
#include "models/jobs/jobsmodel.h"

#include <QTimer>
#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace yardmaster {

class Label;

/// Takes the place of a list without rows: why there are none, and what to do about it.
class JobsHint final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobsHint)

public:
    /// Both are borrowed and must outlive the hint.
    JobsHint(JobsModel *model, EmptyAdvice *advice, QWidget *parent = nullptr);

    /// What to read with, to find advice.
    void setReader(std::shared_ptr<JobsReader> reader) { m_reader = std::move(reader); }
    /// There is something to say instead of showing the list.
    [[nodiscard]] bool isNeeded() const;

Q_SIGNALS:
    void said();
    /// Show this instead.
    void filterWanted(const QString &filter);
    void filterEditWanted();
    void retryWanted();

private:
    void onPhase();
    struct Offer
    {
        QString text;
        std::function<void()> run;
    };

    void tell();
    void say(const QString &title, const QString &sentence);
    void offer(const QString &text, std::function<void()> run);
    void sayEmpty();
    void sayFailed();
    void showOffers();

    JobsModel *const m_model;
    EmptyAdvice *const m_advice;
    std::shared_ptr<JobsReader> m_reader;
    Label *m_title;
    Label *m_sentence;
    QVBoxLayout *m_offers;
    QList<Offer> m_offered;
    QList<QPushButton *> m_buttons; // of these
    QTimer m_slow;                  // nothing is said of a read that is quick
};

} // namespace yardmaster
