#pragma once

#include "models/cron/cronfile.h"

#include <QWidget>

class QPushButton;

namespace yardmaster {

class Label;

/// One line above the editor while the file on the disk is not the one that was opened, with what
/// can be done about it; also says how saving went. Hidden while there is nothing to say.
class CronDiskBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronDiskBar)

public:
    explicit CronDiskBar(QWidget *parent = nullptr);

    void setState(CronFileState state, bool hasChanges);
    /// Until the next state or sentence. Empty: nothing.
    void say(const QString &sentence, bool isTrouble);

Q_SIGNALS:
    void compareRequested();
    void reloadRequested();

private:
    void showAll();

    CronFileState m_state = CronFileState::Same;
    bool m_hasChanges = false;
    QString m_sentence;
    bool m_isTrouble = false;
    Label *m_text;
    QPushButton *m_compare;
    QPushButton *m_reload;
    QPushButton *m_close;
};

} // namespace yardmaster
