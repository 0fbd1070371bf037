#pragma once

#include <QWidget>

class QStackedWidget;
class QToolButton;

namespace yardmaster {

class CopyButton;
class EmptyHint;
class Label;
class TextViewer;

/// A job's last error: what it says in bold, the stack folded below.
class ErrorPage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ErrorPage)

public:
    explicit ErrorPage(QWidget *parent = nullptr);

    /// The same text changes nothing. Empty: there is none.
    void setError(const QString &error, bool isRetried);

private:
    void updateFold();

    QString m_error;
    QString m_below;             // of the first line
    bool m_isBelowShown = false; // it is in m_rest
    QStackedWidget *m_stack;
    EmptyHint *m_none;
    Label *m_first;
    CopyButton *m_copy;
    QToolButton *m_fold;
    TextViewer *m_rest;
    QWidget *m_space;
    int m_lines = 0;
};

} // namespace yardmaster
