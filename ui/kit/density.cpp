#include "ui/kit/density.h"

#include "ui/kit/stateglyph.h"

#include <QApplication>
#include <QEvent>
#include <QHeaderView>
#include <QPointer>
#include <QTableView>

#include <algorithm>

namespace yardmaster {

namespace {

struct Measure
{
    int height;  ///< in pixels, with a font of the usual size
    int padding; ///< at least, around text or glyph
};

Measure measureOf(Density::Choice choice)
{
    switch (choice) {
    case Density::Choice::Compact:
        return {22, 4};
    case Density::Choice::Normal:
        return {26, 8};
    case Density::Choice::Roomy:
        return {32, 14};
    }
    Q_UNREACHABLE();
}

} // namespace

Density *Density::instance()
{
    static QPointer<Density> density;
    if (!density)
        density = new Density(qApp);
    return density;
}

Density::Density(QObject *parent)
    : QObject(parent)
{
    qApp->installEventFilter(this);
}

void Density::setChoice(Choice choice)
{
    if (m_choice == choice)
        return;
    m_choice = choice;
    const auto widgets = QApplication::allWidgets();
    for (QWidget *widget : widgets) {
        if (auto *table = qobject_cast<QTableView *>(widget))
            apply(table);
    }
}

bool Density::eventFilter(QObject *watched, QEvent *event)
{
    if ((event->type() == QEvent::Polish && m_choice != Choice::Normal)
        || event->type() == QEvent::FontChange) {
        if (auto *table = qobject_cast<QTableView *>(watched))
            apply(table);
    }
    return QObject::eventFilter(watched, event);
}

void Density::apply(QTableView *table) const
{
    const Measure measure = measureOf(m_choice);
    const int content = std::max(table->fontMetrics().height(), kGlyphSize);
    table->verticalHeader()->setMinimumSectionSize(1);
    table->verticalHeader()->setDefaultSectionSize(
        std::max(measure.height, content + measure.padding));
}

} // namespace yardmaster
