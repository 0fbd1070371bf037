#pragma once

#include <QDialog>

class QTextBrowser;

namespace yardmaster {

/// The page about the filter language: the README of models/filter, in our colours.
class FilterHelp final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilterHelp)

public:
    /// Opens the page of this window, or brings it to the front. It goes with the window.
    static void showFor(QWidget *window);

protected:
    void changeEvent(QEvent *event) override;

private:
    explicit FilterHelp(QWidget *parent);
    void render();

    QTextBrowser *m_page;
};

} // namespace yardmaster
