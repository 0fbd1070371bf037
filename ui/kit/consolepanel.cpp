#include "ui/kit/consolepanel.h"

#include "models/operations/jobtarget.h"

namespace yardmaster {

ConsolePanel::ConsolePanel(QWidget *parent)
    : QWidget(parent)
{ }

ConsolePanel::~ConsolePanel() = default;

std::optional<JobTarget> ConsolePanel::listedJobs() const
{
    return std::nullopt;
}

void ConsolePanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    setActive(true);
}

void ConsolePanel::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    setActive(false);
}

} // namespace yardmaster
