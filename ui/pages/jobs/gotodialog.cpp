#include "ui/pages/jobs/gotodialog.h"

#include "models/query/filtertime.h"
#include "models/values/timedisplay.h"
#include "ui/kit/label.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>

namespace yardmaster {

namespace {

std::optional<Timestamp> momentOf(const QString &text)
{
    const std::optional<FilterTime> time = parseFilterTime(text);
    if (!time)
        return std::nullopt;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    if (time->anchor == FilterTime::Anchor::Now)
        return timestamp(now) + time->offset;
    const QTimeZone zone = TimeDisplay::instance().timeZone();
    return boundsOf(*time, zone, now.toTimeZone(zone).date()).begin;
}

} // namespace

GoToDialog::GoToDialog(Kind kind, QWidget *parent)
    : ConsoleDialog(tr("Go to job"), nullptr, parent)
    , m_kind(new QComboBox(this))
    , m_field(new QLineEdit(this))
    , m_help(addText({}, "goToHelp", Tone::Muted))
    , m_problem(addText({}, "goToProblem", Tone::Trouble))
{
    setObjectName(QStringLiteral("goToDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_kind->setObjectName(QStringLiteral("goToKind"));
    m_kind->setAccessibleName(tr("What to go by"));
    m_kind->addItem(tr("Id"), int(Kind::Id));
    m_kind->addItem(tr("Key"), int(Kind::Key));
    m_kind->addItem(tr("Time added"), int(Kind::Time));
    m_kind->setCurrentIndex(int(kind));
    m_field->setObjectName(QStringLiteral("goToField"));
    m_field->setMinimumWidth(280);
    QFormLayout *form = addForm();
    form->addRow(tr("By"), m_kind);
    form->addRow(tr("Value"), m_field);
    form->addRow(QString(), m_help);
    form->addRow(QString(), m_problem);
    setConfirmText(tr("Go to job"));

    updateTexts();
    m_field->setFocus();
    connect(m_kind, &QComboBox::currentIndexChanged, this, &GoToDialog::updateTexts);
    connect(m_field, &QLineEdit::textChanged, m_problem, &Label::hide);
}

GoToDialog::Kind GoToDialog::kind() const
{
    return Kind(m_kind->currentData().toInt());
}

void GoToDialog::updateTexts()
{
    m_problem->hide();
    switch (kind()) {
    case Kind::Id:
        m_help->setText(tr("The number of a job, for example 4812."));
        break;
    case Kind::Key:
        m_help->setText(tr("The whole key of a job, for example welcome-17."));
        break;
    case Kind::Time:
        m_help->setText(tr("The first job added then or later: 2026-11-01T14:03, today, now-2h. "
                           "Times without an offset are in the time zone shown, %1.")
                            .arg(TimeDisplay::instance().zoneName(QDateTime::currentDateTime())));
        break;
    }
    m_field->setAccessibleName(m_kind->currentText());
    m_field->setAccessibleDescription(m_help->text());
}

void GoToDialog::confirm()
{
    const QString text = m_field->text().trimmed();
    const auto refuse = [this](const QString &problem) {
        m_problem->setText(problem);
        m_problem->show();
        m_field->setFocus();
        m_field->selectAll();
    };
    switch (kind()) {
    case Kind::Id: {
        bool isNumber = false;
        const qint64 id = text.toLongLong(&isNumber);
        if (!isNumber || id <= 0)
            return refuse(tr("An id must be a whole number above 0."));
        Q_EMIT idWanted(id);
        break;
    }
    case Kind::Key:
        if (text.isEmpty())
            return refuse(tr("Enter a key."));
        Q_EMIT keyWanted(text);
        break;
    case Kind::Time: {
        const auto time = momentOf(text);
        if (!time)
            return refuse(tr("This is not a time."));
        Q_EMIT timeWanted(*time);
        break;
    }
    }
    accept();
}

} // namespace yardmaster
