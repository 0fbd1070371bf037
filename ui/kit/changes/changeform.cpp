#include "ui/kit/changes/changeform.h"

#include "models/query/typedtime.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "ui/kit/label.h"
#include "ui/kit/passfocus.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "worker/queue/namelist.h"
#include "worker/time/duration.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

Timestamp timeNow()
{
    return std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
}

} // namespace

QString timeHelp()
{
    return QCoreApplication::translate(
        "ChangeForm", "For example: now, in 10 min, 14:30, tomorrow 9:00, 2026-11-20 14:00, never");
}

ChangeForm::ChangeForm(OperationChange change, QWidget *parent)
    : QWidget(parent)
    , m_change(std::move(change))
    , m_form(new QFormLayout(this))
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setHorizontalSpacing(12);
    m_form->setVerticalSpacing(8);
    m_form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_form->setLabelAlignment(Qt::AlignLeft);
    switch (m_change.kind) {
    case OperationKind::Reschedule:
        addReschedule(m_form);
        break;
    case OperationKind::Change:
        addNumbers(m_form);
        break;
    case OperationKind::FailForGood:
        m_reason
            = addLine(m_form, tr("Reason"), "failReason", tr("Why these jobs must no longer run"));
        m_reason->setText(m_change.reason);
        break;
    default:
        break;
    }
    if (m_hasFields)
        m_hint = addHint(m_form, "changeHint");
    fillIn();
    update();
}

void ChangeForm::fillIn()
{
    if (m_timing) {
        // What would have been an example is the value: it can be confirmed as it is.
        m_shift->setText(u"1 h"_s);
        m_window->setText(u"30 min"_s);
        m_timing->setCurrentIndex(int(m_change.timing));
        showTiming();
        if (m_change.runAt == Timestamp::max())
            m_time->setText(u"never"_s);
        else if (m_change.runAt)
            m_time->setText(dateTime(*m_change.runAt).toString(u"yyyy-MM-dd hh:mm:ss'Z'"_s));
    }
    const auto put = [](QLineEdit *field, const std::optional<int> &number) {
        if (field && number)
            field->setText(QString::number(*number));
    };
    put(m_priority, m_change.priority);
    put(m_attempts, m_change.attempts);
    put(m_maxAttempts, m_change.maxAttempts);
    putPlace(m_queue, m_change.queue);
    if (m_change.flags)
        putPlace(m_flags, m_change.flags->join(u", "_s));
    putPlace(m_key, m_change.key);
}

QLineEdit *ChangeForm::addLine(QFormLayout *form, const QString &label, const char *name,
                               const QString &placeholder)
{
    QLineEdit *field = makeLine(label, name, placeholder);
    form->addRow(label, field);
    return field;
}

QLineEdit *ChangeForm::makeLine(const QString &label, const char *name, const QString &placeholder)
{
    auto *field = new QLineEdit(this);
    field->setObjectName(QLatin1StringView(name));
    field->setPlaceholderText(placeholder);
    field->setAccessibleName(label);
    connect(field, &QLineEdit::textEdited, this, [this] { m_isTouched = true; });
    connect(field, &QLineEdit::textChanged, this, &ChangeForm::update);
    if (!m_hasFields)
        passFocus(this, field);
    m_hasFields = true;
    return field;
}

Label *ChangeForm::addHint(QFormLayout *form, const char *name)
{
    auto *hint = new Label(this);
    hint->setObjectName(QLatin1StringView(name));
    hint->setWordWrap(true);
    hint->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    form->addRow(QString(), hint);
    return hint;
}

void ChangeForm::addReschedule(QFormLayout *form)
{
    m_timing = new QComboBox(this);
    m_timing->setObjectName("timing"_L1);
    m_timing->setAccessibleName(tr("How"));
    m_timing->addItems({tr("All at the same time"), tr("Each moved by an interval"),
                        tr("Spread over a window, with jitter")});
    form->addRow(tr("How"), m_timing);
    m_time = addLine(form, tr("At"), "rescheduleAt", {});
    m_shift = addLine(form, tr("By"), "rescheduleBy", {});
    m_window = addLine(form, tr("Over"), "rescheduleOver", {});
    connect(m_timing, &QComboBox::currentIndexChanged, this, [this] {
        showTiming();
        update();
    });
    showTiming();
}

void ChangeForm::showTiming()
{
    const auto timing = OperationTiming(m_timing->currentIndex());
    const auto show = [this](QWidget *field, bool isShown) {
        field->setVisible(isShown);
        m_form->labelForField(field)->setVisible(isShown);
    };
    show(m_time, timing != OperationTiming::ByInterval);
    show(m_shift, timing == OperationTiming::ByInterval);
    show(m_window, timing == OperationTiming::Spread);
    const bool isSpread = timing == OperationTiming::Spread;
    if (auto *label = qobject_cast<Label *>(m_form->labelForField(m_time)))
        label->setText(isSpread ? tr("From") : tr("At"));
    if (!m_time->isModified())
        m_time->setText(isSpread ? u"now"_s : u"in 10 min"_s);
    for (QLineEdit *field : {m_time, m_shift, m_window})
        field->selectAll(); // typing replaces it
}

void ChangeForm::addNumbers(QFormLayout *form)
{
    m_priority = addLine(form, tr("Priority"), "changePriority", tr("unchanged; lower runs first"));
    m_attempts = addLine(form, tr("Attempts made"), "changeAttempts", tr("unchanged"));
    m_maxAttempts = addLine(form, tr("Max attempts"), "changeMaxAttempts", tr("unchanged"));
    m_queue = addPlace(form, tr("Queue"), tr("No queue"), "changeQueue");
    m_flags = addPlace(form, tr("Flags"), tr("No flags"), "changeFlags");
    m_flags.field->setToolTip(tr("All flags they will have, separated by commas"));
    m_key = addPlace(form, tr("Key"), tr("No key"), "changeKey");
}

ChangeForm::Place ChangeForm::addPlace(QFormLayout *form, const QString &label, const QString &none,
                                       const char *name)
{
    Place place{makeLine(label, name, tr("unchanged")), new QCheckBox(none, this)};
    place.none->setObjectName(QLatin1StringView(name) + "None"_L1);
    place.none->setMinimumWidth(QCheckBox(tr("No queue")).sizeHint().width()); // all alike
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(place.field, 1);
    row->addWidget(place.none);
    form->addRow(label, row);
    connect(place.none, &QCheckBox::toggled, this, [this, field = place.field](bool isNone) {
        m_isTouched = true;
        field->setEnabled(!isNone);
        update();
    });
    return place;
}

void ChangeForm::putPlace(const Place &place, const std::optional<QString> &text)
{
    if (!place.field || !text)
        return;
    place.field->setText(*text);
    place.none->setChecked(text->isEmpty());
}

std::optional<QString> ChangeForm::placeOf(const Place &place)
{
    if (place.none->isChecked())
        return QString();
    const QString text = place.field->text();
    return text.isEmpty() ? std::nullopt : std::optional(text);
}

void ChangeForm::update()
{
    m_result = read();
    if (!m_result)
        say(m_result.error().message, m_isTouched); // what is not there yet is no mistake
    Q_EMIT edited();
}

void ChangeForm::say(const QString &text, bool isProblem)
{
    if (!m_hint)
        return;
    m_hint->setText(text);
    setTone(m_hint, isProblem ? Tone::Trouble : Tone::Muted);
}

Result<OperationChange> ChangeForm::read()
{
    Result<OperationChange> change = m_change;
    if (m_timing) {
        change = readTiming();
    } else if (m_priority) {
        change = readNumbers();
        if (change)
            say({}, false);
    } else if (m_reason) {
        change->reason = m_reason->text().trimmed();
        if (m_reason->text().trimmed().isEmpty())
            return fail(DbError::Kind::InvalidInput,
                        tr("Enter a reason: it is stored with every job."));
        say(tr("Put before the last error of each job."), false);
    }
    if (change) {
        if (const auto fine = change->validate(); !fine)
            return tl::make_unexpected(fine.error());
    }
    return change;
}

Result<OperationChange> ChangeForm::readTiming()
{
    OperationChange change = m_change;
    change.timing = OperationTiming(m_timing->currentIndex());
    const auto invalid
        = [](const QString &text) { return fail(DbError::Kind::InvalidInput, text); };
    const QTimeZone zone = TimeDisplay::instance().timeZone();
    const Timestamp now = timeNow();
    if (change.timing == OperationTiming::ByInterval) {
        const auto shift = parseDuration(m_shift->text(), DurationSyntax::Typed);
        if (!shift || shift->count() == 0)
            return invalid(tr("By how much? For example: 1 h 30 min, or -15 min for earlier."));
        change.shift = *shift;
        say(shift->count() > 0 ? tr("Each runs %1 later than planned.")
                                     .arg(formatDuration(std::chrono::abs(*shift)))
                               : tr("Each runs %1 earlier than planned.")
                                     .arg(formatDuration(std::chrono::abs(*shift))),
            false);
        return change;
    }
    const bool isSpread = change.timing == OperationTiming::Spread;
    const QString typed = m_time->text().trimmed();
    std::optional<Timestamp> time;
    if (!isSpread || !typed.isEmpty()) {
        time = parseTypedTime(typed, now, zone);
        if (!time)
            return invalid(typed.isEmpty() ? timeHelp()
                                           : tr("This is not a time. %1").arg(timeHelp()));
        change.runAt = time;
    }
    if (!isSpread) {
        say(describeMoment(*time), false);
        return change;
    }
    const auto window = parseDuration(m_window->text(), DurationSyntax::Typed);
    if (!window || window->count() <= 0)
        return invalid(tr("Over how long? For example: 30 min."));
    change.window = *window;
    const Timestamp from = time.value_or(now);
    if (from == Timestamp::max())
        return invalid(tr("A window cannot begin at “never”."));
    say(tr("Evenly between %1 and %2, each job at a random moment within its share.")
            .arg(describeMoment(from), describeMoment(from + *window)),
        false);
    return change;
}

Result<OperationChange> ChangeForm::readNumbers() const
{
    OperationChange change = m_change;
    change.queue = placeOf(m_queue);
    change.key = placeOf(m_key);
    change.flags.reset();
    if (const auto typed = placeOf(m_flags))
        change.flags = namesIn(*typed);
    const auto read = [](const QLineEdit *field, const QString &name,
                         std::optional<int> *number) -> Result<void> {
        const QString typed = field->text().trimmed();
        number->reset();
        if (typed.isEmpty())
            return {};
        bool isNumber = false;
        *number = typed.toInt(&isNumber);
        if (!isNumber)
            return fail(DbError::Kind::InvalidInput, tr("%1 must be a whole number.").arg(name));
        return {};
    };
    return read(m_priority, tr("Priority"), &change.priority)
        .and_then([&] { return read(m_attempts, tr("Attempts made"), &change.attempts); })
        .and_then([&] { return read(m_maxAttempts, tr("Max attempts"), &change.maxAttempts); })
        .map([&] { return change; });
}

} // namespace yardmaster
