#include "ui/kit/consoledialog.h"

#include "models/console/consolecontext.h"
#include "models/values/showntext.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/label.h"

#include <QFontDatabase>
#include <QFormLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace yardmaster {

ConsoleDialog::ConsoleDialog(const QString &title, const ConsoleTarget *target, QWidget *parent)
    : QDialog(parent)
    , m_root(new QVBoxLayout(this))
    , m_column(new QVBoxLayout)
    , m_body(new QVBoxLayout)
    , m_buttons(new QHBoxLayout)
    , m_problem(new Label(this))
    , m_close(new QPushButton(this))
    , m_confirm(new QPushButton(this))
{
    setWindowTitle(shownText(title));
    m_root->setContentsMargins(0, 0, 0, 0);
    m_root->setSpacing(0);
    if (target) {
        auto *strip = new EnvironmentStrip(this);
        strip->showTarget(*target);
        m_root->addWidget(strip);
    }
    m_problem->setWordWrap(true);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_body->setSpacing(12);
    m_buttons->setSpacing(8);
    m_buttons->addStretch();
    m_buttons->addWidget(m_close);
    m_buttons->addWidget(m_confirm);
    m_column->setContentsMargins(16, 16, 16, 16);
    m_column->setSpacing(12);
    m_column->addLayout(m_body, 1);
    m_column->addWidget(m_problem);
    m_column->addLayout(m_buttons);
    m_root->addLayout(m_column, 1);
    setProblem({});

    connect(m_close, &QPushButton::clicked, this, &ConsoleDialog::reject);
    connect(m_confirm, &QPushButton::clicked, this, [this] {
        if (!m_isBusy && obstacle().isEmpty())
            confirm();
        else
            updateButtons(); // of what has changed since, as the guard with time
    });
    setConfirmRole(m_role, m_keys);
}

ConsoleDialog::~ConsoleDialog() = default;

void ConsoleDialog::setNames(const char *dialog, const char *confirm, const char *close,
                             const char *problem)
{
    setObjectName(QLatin1StringView(dialog));
    m_confirm->setObjectName(QLatin1StringView(confirm));
    m_close->setObjectName(QLatin1StringView(close));
    m_problem->setObjectName(QLatin1StringView(problem));
}

Label *ConsoleDialog::addHeading(const QString &text)
{
    Label *heading = addText(text);
    QFont large = font();
    large.setPointSizeF(font().pointSizeF() * 1.35);
    large.setWeight(QFont::DemiBold);
    heading->setFont(large);
    return heading;
}

Label *ConsoleDialog::addText(const QString &text, const char *name, Tone tone)
{
    auto *label = new Label(text, this);
    label->setObjectName(QLatin1StringView(name));
    label->setWordWrap(true);
    setTone(label, tone);
    m_body->addWidget(label);
    return label;
}

QFormLayout *ConsoleDialog::addForm()
{
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    form->setLabelAlignment(Qt::AlignLeft);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_body->addLayout(form);
    return form;
}

QPlainTextEdit *ConsoleDialog::makeStatement(const char *name)
{
    auto *sql = new QPlainTextEdit(this);
    sql->setObjectName(QLatin1StringView(name));
    sql->setAccessibleName(tr("Statement"));
    sql->setReadOnly(true);
    sql->setTabChangesFocus(true);
    sql->setLineWrapMode(QPlainTextEdit::NoWrap);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    sql->setFont(fixed);
    return sql;
}

void ConsoleDialog::setWide(QWidget *widget)
{
    m_root->setStretchFactor(m_column, 0);
    m_column->setStretchFactor(m_body, 0);
    m_root->insertWidget(m_root->count() - 1, widget, 1);
}

void ConsoleDialog::addAboveButtons(QWidget *widget)
{
    m_column->insertWidget(m_column->count() - 1, widget);
}

QProgressBar *ConsoleDialog::addProgress(const QString &accessibleName)
{
    auto *bar = new QProgressBar(this);
    bar->setAccessibleName(accessibleName);
    bar->setRange(0, 0);
    bar->setTextVisible(false);
    bar->setFixedHeight(6);
    QSizePolicy policy = bar->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    bar->setSizePolicy(policy);
    addAboveButtons(bar);
    return bar;
}

void ConsoleDialog::addBesideButtons(QWidget *widget, int stretch)
{
    m_buttons->insertWidget(m_beside++, widget, stretch);
}

QPushButton *ConsoleDialog::addButton(const QString &text, const char *name)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(QLatin1StringView(name));
    addBesideButtons(button);
    return button;
}

void ConsoleDialog::setConfirmText(const QString &text)
{
    if (text == m_confirm->text())
        return;
    m_confirm->setText(text);
    updateButtons();
}

void ConsoleDialog::setConfirmRole(ButtonRole role, Keys keys)
{
    m_role = role;
    m_keys = keys;
    setButtonRole(m_confirm, role);
    updateButtons();
}

void ConsoleDialog::setConfirmShown(bool isShown)
{
    if (std::exchange(m_isConfirmShown, isShown) != isShown)
        updateButtons();
}

void ConsoleDialog::setCloseText(const QString &text)
{
    if (std::exchange(m_closeText, text) != text)
        updateButtons();
}

void ConsoleDialog::setProblem(const QString &problem, Tone tone)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    setTone(m_problem, tone);
}

void ConsoleDialog::setObstacle(const QString &obstacle)
{
    if (std::exchange(m_obstacle, obstacle) != obstacle)
        updateButtons();
}

void ConsoleDialog::setBusy(bool isBusy)
{
    if (std::exchange(m_isBusy, isBusy) != isBusy)
        updateButtons();
}

void ConsoleDialog::updateButtons()
{
    const QString missing = obstacle();
    const bool isShown = m_isConfirmShown && !m_confirm->text().isEmpty();
    m_confirm->setVisible(isShown);
    m_confirm->setEnabled(missing.isEmpty() && !m_isBusy);
    m_confirm->setToolTip(missing.trimmed());
    m_close->setText(!m_closeText.isEmpty() ? m_closeText : isShown ? tr("Cancel") : tr("Close"));
    m_confirm->setDefault(isShown && m_keys == Keys::Enter && m_role != ButtonRole::Destructive);
    m_close->setDefault(!isShown && m_keys == Keys::Enter);
}

void ConsoleDialog::setVisible(bool isVisible)
{
    if (isVisible) {
        // Qt would make whichever button has the focus the default.
        const auto all = findChildren<QPushButton *>();
        for (QPushButton *button : all)
            button->setAutoDefault(false);
        orderTabs();
        updateButtons();
    }
    QDialog::setVisible(isVisible);
}

/// The buttons were made before what stands above them.
void ConsoleDialog::orderTabs()
{
    QWidget *last = previousInFocusChain();
    const auto append = [&last](QWidget *widget) {
        if (widget != last)
            setTabOrder(last, widget);
        last = widget;
    };
    for (int i = 0; i < m_column->count(); ++i) {
        QWidget *widget = m_column->itemAt(i)->widget();
        const auto fields = widget ? widget->findChildren<QWidget *>() : QList<QWidget *>();
        for (QWidget *field : fields) {
            if (field->focusPolicy() & Qt::TabFocus)
                append(field);
        }
    }
    for (int i = 0; i < m_buttons->count(); ++i) {
        if (QWidget *widget = m_buttons->itemAt(i)->widget())
            append(widget);
    }
}

void ConsoleDialog::reject()
{
    if (!m_isBusy || !cancelWork())
        QDialog::reject();
}

void ConsoleDialog::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!isEnter || !event->modifiers().testFlag(Qt::ControlModifier)) {
        QDialog::keyPressEvent(event);
        return;
    }
    event->accept();
    if (m_keys != Keys::None && m_role != ButtonRole::Destructive && !m_confirm->isHidden())
        m_confirm->click();
}

} // namespace yardmaster
