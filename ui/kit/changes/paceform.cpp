#include "ui/kit/changes/paceform.h"

#include "models/values/format.h"

#include <QFormLayout>
#include <QSpinBox>

namespace yardmaster {

using namespace Qt::StringLiterals;

PaceForm::PaceForm(QWidget *parent)
    : QWidget(parent)
{
    auto *form = new QFormLayout(this);
    form->setContentsMargins(24, 0, 0, 4);
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    form->setLabelAlignment(Qt::AlignLeft);
    m_batch
        = addNumber(tr("Jobs per batch"), "batchSize", 1, 10000, OperationOptions().batchSize, {});
    m_pace = addNumber(tr("Max jobs per second"), "jobsPerSecond", 0, 1000000, 0,
                       tr("as fast as possible"));
    m_errors = addNumber(tr("Stop after errors"), "stopAfterErrors", 0, 1000000, 0, tr("never"));
}

QSpinBox *PaceForm::addNumber(const QString &label, const char *name, int least, int most,
                              int value, const QString &special)
{
    auto *box = new QSpinBox(this);
    box->setObjectName(QLatin1StringView(name));
    box->setAccessibleName(label);
    box->setRange(least, most);
    box->setGroupSeparatorShown(true);
    box->setSpecialValueText(special);
    box->setValue(value);
    box->setMinimumWidth(180);
    static_cast<QFormLayout *>(layout())->addRow(label, box);
    connect(box, &QSpinBox::valueChanged, this, &PaceForm::edited);
    return box;
}

OperationOptions PaceForm::options() const
{
    OperationOptions options;
    options.batchSize = m_batch->value();
    options.jobsPerSecond = m_pace->value();
    options.stopAfterErrors = m_errors->value();
    return options;
}

QString PaceForm::summary() const
{
    const OperationOptions chosen = options();
    QStringList parts{tr("%1 jobs per batch", nullptr, pluralOf(chosen.batchSize))
                          .arg(formatNumber(chosen.batchSize))};
    parts << (m_pace->value() == 0 ? tr("as fast as possible")
                                   : tr("%1 jobs per second", nullptr, pluralOf(m_pace->value()))
                                         .arg(formatNumber(m_pace->value())));
    if (chosen.stopAfterErrors > 0)
        parts << tr("stops after %1 errors", nullptr, pluralOf(chosen.stopAfterErrors))
                     .arg(formatNumber(chosen.stopAfterErrors));
    return parts.join(u", "_s);
}

} // namespace yardmaster
