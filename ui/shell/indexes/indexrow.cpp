#include "ui/shell/indexes/indexrow.h"

#include "models/query/supportingindexes.h"
#include "models/values/format.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/label.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;
using Kind = IndexState::Kind;

namespace {

QString info(const char *text)
{
    return QCoreApplication::translate("SupportingIndex", text);
}

} // namespace

IndexRow::IndexRow(SupportingIndex index, QString schema, QWidget *parent)
    : QWidget(parent)
    , m_index(index)
    , m_schema(std::move(schema))
    , m_title(new Label(info(supportingIndexInfo(index).purpose), this))
    , m_word(new Label(this))
    , m_price(new Label(info(supportingIndexInfo(index).price), this))
    , m_size(new Label(this))
    , m_bar(new QProgressBar(this))
    , m_button(new QPushButton(this))
    , m_question(new QWidget(this))
    , m_warning(new Label(m_question))
    , m_sql(new Label(m_question))
    , m_confirm(new QPushButton(m_question))
{
    const QString name = QString::fromLatin1(supportingIndexInfo(index).name);
    setObjectName(name);
    m_state.index = index;
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    m_title->setWordWrap(true);
    m_price->setWordWrap(true);
    m_word->setObjectName("indexState"_L1);
    m_word->setAlignment(Qt::AlignRight);
    m_size->setObjectName("indexSize"_L1);
    m_size->setAlignment(Qt::AlignRight);
    m_size->setFont(tabularFont(font()));
    m_bar->setFixedHeight(6);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress of creating %1").arg(name));
    m_button->setObjectName("indexButton"_L1);
    m_button->setAutoDefault(false);
    m_button->setMinimumWidth(140);

    m_question->setObjectName("indexQuestion"_L1);
    m_warning->setWordWrap(true);
    m_sql->setObjectName("indexSql"_L1);
    m_sql->setFont(tabularFont(font()));
    m_sql->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    for (Label *label : {m_price, m_size, m_warning})
        setTone(label, Tone::Muted);
    m_confirm->setObjectName("indexConfirm"_L1);
    m_confirm->setAutoDefault(false);
    auto *back = new QPushButton(tr("Back"), m_question);
    back->setObjectName("indexBack"_L1);
    back->setAutoDefault(false);
    auto *answers = new QHBoxLayout;
    answers->setSpacing(8);
    answers->addStretch(1);
    answers->addWidget(back);
    answers->addWidget(m_confirm);
    auto *question = new QVBoxLayout(m_question);
    question->setContentsMargins(0, 8, 0, 0);
    question->setSpacing(8);
    question->addWidget(m_warning);
    question->addWidget(m_sql);
    question->addLayout(answers);
    m_question->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_question->hide();

    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(16, 12, 16, 12);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(0, 1);
    grid->addWidget(m_title, 0, 0);
    grid->addWidget(m_word, 0, 1);
    grid->addWidget(m_price, 1, 0);
    grid->addWidget(m_size, 1, 1);
    grid->addWidget(m_button, 0, 2, 2, 1, Qt::AlignVCenter);
    grid->addWidget(m_bar, 2, 0, 1, 3);
    grid->addWidget(m_question, 3, 0, 1, 3);
    grid->setColumnMinimumWidth(1,
                                m_word->fontMetrics().horizontalAdvance(u"Being created 100 %"_s));

    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_isOurs)
            Q_EMIT cancelRequested();
        else
            ask(true);
    });
    connect(back, &QPushButton::clicked, this, [this] {
        ask(false);
        m_button->setFocus();
    });
    connect(m_confirm, &QPushButton::clicked, this, &IndexRow::onConfirmed);
    updateTexts();
}

bool IndexRow::wouldDrop() const
{
    return m_state.kind == Kind::Present || m_state.kind == Kind::Invalid;
}

void IndexRow::showState(const IndexState &state, bool isOurs, const QString &obstacle)
{
    if (state.kind != m_state.kind || isOurs || !obstacle.isEmpty())
        ask(false); // it was asked about something else
    m_state = state;
    m_isOurs = isOurs;
    const bool isForeignWork = state.kind == Kind::Building && !isOurs;
    m_button->setEnabled(isOurs || (obstacle.isEmpty() && !isForeignWork));
    m_button->setToolTip(isOurs              ? QString()
                             : isForeignWork ? tr("Another session is creating it.")
                                             : obstacle);
    updateTexts();
}

void IndexRow::ask(bool isAsking)
{
    m_question->setVisible(isAsking);
    if (!isAsking)
        return;
    const bool drops = wouldDrop();
    // Broken by hand: a label that wraps does not tell its height to the layout around it.
    QString sql = QString::fromUtf8(drops ? dropIndexSql(m_index, m_schema)
                                          : createIndexSql(m_index, m_schema));
    sql.replace(" on "_L1, "\n    on "_L1).replace(" where "_L1, "\n    where "_L1);
    m_sql->setText(sql + u';');
    m_warning->setText(drops ? tr("Views that use it become slower at once. It can be created "
                                  "again.")
                             : tr("The whole table is read, alongside the workers and without "
                                  "making them wait. The index can be dropped here again."));
    m_confirm->setText(drops ? tr("Drop index") : tr("Create index"));
    setButtonRole(m_confirm, drops ? ButtonRole::Destructive : ButtonRole::Primary);
    m_sql->setFocus();
}

void IndexRow::onConfirmed()
{
    const bool drops = wouldDrop();
    ask(false);
    if (drops)
        Q_EMIT dropConfirmed(m_index);
    else
        Q_EMIT createConfirmed(m_index);
}

void IndexRow::updateTexts()
{
    const bool isBuilding = m_state.kind == Kind::Building;
    QString word = indexKindWord(m_state.kind);
    if (isBuilding && m_state.share >= 0)
        word += u" %1 %"_s.arg(int(m_state.share * 100));
    else if (m_isOurs && !isBuilding)
        word = wouldDrop() ? tr("Being dropped") : tr("Being created");
    m_word->setText(word);
    m_word->setToolTip(m_state.phase);
    m_size->setText(m_state.bytes > 0 ? formatBytes(m_state.bytes) : QString());
    m_bar->setVisible(isBuilding || m_isOurs);
    m_bar->setRange(0, isBuilding && m_state.share >= 0 ? 1000 : 0);
    m_bar->setValue(std::max(0, int(m_state.share * 1000)));
    if (m_isOurs)
        m_button->setText(tr("Cancel"));
    else if (m_state.kind == Kind::Invalid)
        m_button->setText(tr("Drop leftover…"));
    else
        m_button->setText(wouldDrop() ? tr("Drop…") : tr("Create…"));
    setAccessibleName(u"%1 %2"_s.arg(m_title->text(), word));

    const JobState ink = m_state.kind == Kind::Present ? JobState::Running
        : m_state.kind == Kind::Invalid                ? JobState::FailedForGood
                                                       : JobState::Scheduled;
    setTone(m_word, ink);
}

} // namespace yardmaster
