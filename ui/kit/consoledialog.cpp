#include "ui/kit/consoledialog.h"

#include "models/console/consolecontext.h"
#include "models/values/showntext.h"
#include "ui/kit/announcement.h"
#include "ui/kit/dialogbody.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/fold.h"
#include "ui/kit/label.h"
#include "ui/kit/screenfit.h"

#include <QFontDatabase>
#include <QFormLayout>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace yardmaster {

ConsoleDialog::ConsoleDialog(const QString &title, const ConsoleTarget *target, QWidget *parent)
    : QDialog(parent)
    , m_root(new QVBoxLayout(this))
    , m_column(new QVBoxLayout)
    , m_body(new DialogBody(this))
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
    body()->setSpacing(12);
    m_buttons->setSpacing(8);
    m_buttons->addStretch();
    m_buttons->addWidget(m_close);
    m_buttons->addWidget(m_confirm);
    m_column->setContentsMargins(16, 16, 16, 16);
    m_column->setSpacing(12);
    m_column->addWidget(m_body, 1);
    m_column->addWidget(m_problem);
    m_column->addLayout(m_buttons);
    m_root->addLayout(m_column, 1);
    setProblem({});

    connect(m_body, &DialogBody::needChanged, this, &ConsoleDialog::growToNeed);
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

QVBoxLayout *ConsoleDialog::body() const
{
    return m_body->column();
}

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
    body()->addWidget(label);
    return label;
}

QFormLayout *ConsoleDialog::addForm()
{
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    form->setLabelAlignment(Qt::AlignLeft);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    body()->addLayout(form);
    return form;
}

QPlainTextEdit *ConsoleDialog::makeStatement(const char *name)
{
    auto *sql = new QPlainTextEdit(this);
    sql->setLayoutDirection(Qt::LeftToRight); // a formal language
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
    m_body->hide();
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
    if (isVisible() && shownText(problem) != m_problem->text())
        announce(this, problem);
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
        if (!this->isVisible())
            fitBeforeShown();
    }
    {
        const QScopedValueRollback isFitting(m_isFitting, true);
        QDialog::setVisible(isVisible);
    }
    if (isVisible)
        growToNeed();
}

void ConsoleDialog::fitBeforeShown()
{
    if (!testAttribute(Qt::WA_Resized) && !m_body->isHidden()) {
        adjustSize();
        const QMargins margins = m_column->contentsMargins();
        const int width = this->width() - margins.left() - margins.right();
        resize(this->width(),
               sizeHint().height() - m_body->sizeHint().height() + m_body->heightFor(width));
    }
    resizeToFit(this, size());
    const auto folds = findChildren<Fold *>();
    for (Fold *fold : folds)
        connect(fold, &Fold::folded, this, &ConsoleDialog::shrinkAfterFolding,
                Qt::UniqueConnection);
}

/// Only by what was not missing before: who has made it lower by hand wants it so.
void ConsoleDialog::growToNeed()
{
    if (!isVisible() || m_body->isHidden())
        return;
    const int more = std::min(m_body->missing() - m_missing, roomFor(this).height() - height());
    if (more > 0) {
        const QScopedValueRollback isFitting(m_isFitting, true);
        m_grown += more;
        resize(width(), height() + more);
        keepOnScreen(this);
    }
    m_missing = m_body->missing();
}

void ConsoleDialog::shrinkAfterFolding(QWidget *fold)
{
    // What is folded is hidden, but the layouts around it learn that from their own events.
    for (QWidget *widget = fold; widget != this; widget = widget->parentWidget()) {
        if (widget->layout())
            widget->layout()->activate();
    }
    const int less = std::min(m_grown, m_body->spare());
    if (less > 0) {
        const QScopedValueRollback isFitting(m_isFitting, true);
        m_grown -= less;
        resize(width(), height() - less);
    }
    m_missing = m_body->missing();
}

bool ConsoleDialog::event(QEvent *event)
{
    const bool isHandled = QDialog::event(event);
    if (event->type() == QEvent::LayoutRequest)
        growToNeed(); // of what stands below the body
    // The window manager has given it its frame, which may be larger than expected, or put the
    // middle of its title on no screen.
    if (event->type() == QEvent::Move && isVisible()
        && (height() > roomFor(this).height()
            || !QGuiApplication::screenAt({frameGeometry().center().x(), y()}))) {
        const QScopedValueRollback isFitting(m_isFitting, true);
        resizeToFit(this, size());
        keepOnScreen(this);
    }
    return isHandled;
}

void ConsoleDialog::resizeEvent(QResizeEvent *event)
{
    QDialog::resizeEvent(event);
    if (!m_isFitting) {
        m_grown = 0;
        m_missing = m_body->missing();
    }
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
        if (widget == m_body)
            continue;
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
    if (event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown) {
        m_body->verticalScrollBar()->triggerAction(event->key() == Qt::Key_PageUp
                                                       ? QAbstractSlider::SliderPageStepSub
                                                       : QAbstractSlider::SliderPageStepAdd);
        return;
    }
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
