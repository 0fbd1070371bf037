#include "ui/pages/maintenance/maintenancesection.h"

#include "ui/kit/label.h"
#include "ui/kit/tone.h"

#include <QFrame>
#include <QVBoxLayout>

namespace yardmaster {

MaintenanceSection::MaintenanceSection(const QString &title, const QString &sentence,
                                       QWidget *parent)
    : QWidget(parent)
    , m_body(new QVBoxLayout(this))
{
    setAccessibleName(title);
    m_body->setContentsMargins(0, 0, 0, 12);
    m_body->setSpacing(8);
    auto *line = new QFrame(this);
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setFixedHeight(1);
    line->setForegroundRole(QPalette::Mid);
    m_body->addWidget(line);
    m_body->addSpacing(8);
    auto *heading = new Label(title, this);
    QFont strong = font();
    strong.setPointSizeF(font().pointSizeF() * 1.15);
    strong.setWeight(QFont::DemiBold);
    heading->setFont(strong);
    m_body->addWidget(heading);
    if (sentence.isEmpty())
        return;
    auto *text = new Label(sentence, this);
    text->setWordWrap(true);
    setTone(text, Tone::Muted);
    m_body->addWidget(text);
}

MaintenanceSection::~MaintenanceSection() = default;

} // namespace yardmaster
