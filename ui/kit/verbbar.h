#pragma once

#include <QToolBar>

namespace yardmaster {

/// A toolbar of icons with words; of icons alone where the words do not fit. Only what does not fit
/// even then goes into the menu at its end.
class VerbBar final : public QToolBar
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(VerbBar)

public:
    explicit VerbBar(QWidget *parent = nullptr);

protected:
    void actionEvent(QActionEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void choose();

    int m_withWords = -1; // pixels; negative: to be measured
};

} // namespace yardmaster
