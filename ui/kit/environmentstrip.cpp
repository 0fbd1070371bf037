#include "ui/kit/environmentstrip.h"

#include "models/console/consolecontext.h"
#include "models/values/showntext.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/theme.h"

#include <QHBoxLayout>

namespace yardmaster {

EnvironmentStrip::EnvironmentStrip(QWidget *parent)
    : QWidget(parent)
    , m_word(new Label(this))
    , m_profile(new ElidedLabel(Qt::ElideRight, this))
{
    QFont bold = font();
    bold.setWeight(QFont::Bold);
    bold.setLetterSpacing(QFont::AbsoluteSpacing, 1);
    m_word->setFont(bold);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 4, 16, 4);
    layout->setSpacing(12);
    layout->addWidget(m_word);
    layout->addWidget(m_profile, 1);
    setAutoFillBackground(true);
}

void EnvironmentStrip::setEnvironment(Environment environment, const QString &profileName,
                                      const QString &colour)
{
    QPalette colors = palette();
    colors.setColor(QPalette::Window,
                    colour.isEmpty() ? environmentColor(environment) : QColor(colour));
    colors.setColor(QPalette::WindowText, Qt::white);
    setPalette(colors);
    const QString word = environmentWord(environment);
    m_word->setText(word.toUpper());
    // A profile named after its environment would say it twice.
    const bool repeats = profileName.compare(word, Qt::CaseInsensitive) == 0;
    m_profile->setText(repeats ? QString() : profileName);
    setAccessibleName(tr("Environment: %1 %2").arg(word, shownText(profileName)));
}

void EnvironmentStrip::showTarget(const ConsoleTarget &target)
{
    setEnvironment(target.environment, target.profileName, target.colour);
}

} // namespace yardmaster
