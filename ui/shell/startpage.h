#pragma once

#include <QWidget>

class QPushButton;

namespace yardmaster {

class Label;

/// What the window shows before there is a connection: that one is being made, or why it is not.
class StartPage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StartPage)

public:
    explicit StartPage(QWidget *parent = nullptr);

    void showWaiting(const QString &title, const QString &sentence);
    /// @param isEditable  there is a connection to edit.
    void showFailure(const QString &title, const QString &sentence, bool isEditable);

Q_SIGNALS:
    void retryRequested();
    void editRequested();

private:
    Label *m_icon;
    Label *m_title;
    Label *m_sentence;
    QPushButton *m_edit;
    QPushButton *m_retry;
};

} // namespace yardmaster
