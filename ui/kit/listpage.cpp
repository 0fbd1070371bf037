#include "ui/kit/listpage.h"

#include "models/tables/column.h"
#include "ui/kit/celldelegate.h"
#include "ui/kit/command.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/freshnesswords.h"
#include "ui/kit/rowmenu.h"
#include "ui/kit/tablesetup.h"
#include "ui/kit/tone.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

ListPage::ListPage(QAbstractItemModel *model, const QString &prefix, const QString &accessibleName,
                   QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_prefix(prefix)
    , m_proxy(new QSortFilterProxyModel(this))
    , m_bar(new QHBoxLayout)
    , m_find(new QLineEdit(this))
    , m_remark(new ElidedLabel(Qt::ElideRight, this))
    , m_refresh(new QPushButton(tr("Refresh"), this))
    , m_pages(new QStackedWidget(this))
    , m_hint(new EmptyHint(this))
    , m_noMatch(new EmptyHint(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_table(new QTableView(m_splitter))
    , m_delegate(setUpTable(m_table, accessibleName))
{
    m_proxy->setDynamicSortFilter(false);
    m_proxy->setSortRole(RawValueRole);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_proxy->setSourceModel(model);
    m_table->setModel(m_proxy);
    m_table->setObjectName(prefix + "Table"_L1);
    fitColumns(m_table);
    m_find->setObjectName(prefix + "Find"_L1);
    m_find->setClearButtonEnabled(true);
    m_find->setMaximumWidth(280);
    m_find->hide();
    m_remark->setObjectName(prefix + "Remark"_L1);
    m_remark->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_refresh->setObjectName(prefix + "Refresh"_L1);

    m_bar->setContentsMargins(16, 8, 16, 8);
    m_bar->setSpacing(8);
    m_bar->addWidget(m_find, 1);
    m_bar->addWidget(m_remark, 3);
    m_bar->addWidget(m_refresh);
    m_splitter->addWidget(m_table);
    m_splitter->setChildrenCollapsible(false);
    m_pages->addWidget(m_hint);
    m_pages->addWidget(m_splitter);
    m_pages->addWidget(m_noMatch);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_bar);
    layout->addWidget(m_pages, 1);

    connect(m_find, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_proxy->setFilterFixedString(text.trimmed());
        showTable();
        setCurrentRow(currentRow());
    });
    connect(m_refresh, &QPushButton::clicked, this, [this] {
        sort();
        Q_EMIT refreshRequested();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ListPage::currentChanged);
    connect(m_table, &QTableView::activated, this, &ListPage::activated);
    connect(model, &QAbstractItemModel::rowsInserted, this, &ListPage::onRows);
    setTone(m_remark, Tone::Muted);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        if (isVisible())
            showRemark();
    });
    m_tick.start(1s);
}

ListPage::~ListPage()
{
    // The table goes after the model it shows.
    m_table->setModel(nullptr);
}

void ListPage::setFind(int column, const QString &placeholder)
{
    m_proxy->setFilterKeyColumn(column);
    m_find->setPlaceholderText(placeholder);
    m_find->setAccessibleName(placeholder);
    m_find->show();
    addCommand(this, m_prefix + ".find"_L1, placeholder,
               tr("Goes to the search field of the list."),
               [this] {
                   m_find->setFocus(Qt::ShortcutFocusReason);
                   m_find->selectAll();
               })
        ->withKeys({Qt::CTRL | Qt::Key_F, Qt::Key_Slash})
        ->alsoCalled(tr("search, filter"));
}

void ListPage::setStateLook(const StateLook &look)
{
    m_delegate->setStateLook(look);
}

void ListPage::sortBy(int column, Qt::SortOrder order)
{
    m_table->sortByColumn(column, order);
    m_table->setSortingEnabled(true);
    m_refresh->setToolTip(tr("Reads the list again and sorts it."));
}

void ListPage::setRowCommands(const QList<QAction *> &commands)
{
    RowMenu::of(m_table)->addCommands(commands);
}

void ListPage::addAtStart(QWidget *widget)
{
    m_bar->insertWidget(m_bar->indexOf(m_remark), widget);
}

void ListPage::addAtEnd(QWidget *widget)
{
    m_bar->insertWidget(m_bar->indexOf(m_refresh), widget);
}

void ListPage::setDetail(QWidget *detail, int tableShare, int detailShare)
{
    m_splitter->addWidget(detail);
    m_splitter->setStretchFactor(0, tableShare);
    m_splitter->setStretchFactor(1, detailShare);
}

void ListPage::setRemark(const QString &text, bool isTrouble, const QString &toolTip)
{
    m_remarkText = text;
    m_remarkToolTip = toolTip.isNull() ? text : toolTip;
    m_isRemarkTrouble = isTrouble;
    showRemark();
}

void ListPage::showRemark()
{
    // Where nothing was read, what stands in place of the table says it.
    const bool isEmpty = m_model->rowCount() == 0;
    const QString freshness
        = isEmpty && !m_freshness.readAt.isValid() ? QString() : freshnessWords(m_freshness);
    const bool isStale = !freshness.isEmpty() && (m_freshness.error || m_freshness.isOverdue);
    QStringList parts{m_remarkText};
    parts.insert(isStale ? 0 : 1, freshness);
    parts.removeAll(QString());
    QStringList lines{m_remarkToolTip};
    if (!freshness.isEmpty())
        lines << freshnessSentence(m_freshness);
    lines.removeAll(QString());
    m_remark->setText(parts.join(u" · "_s));
    m_remark->setToolTip(lines.join(u'\n'));
    setTone(m_remark, m_isRemarkTrouble || isStale ? Tone::Trouble : Tone::Muted);
}

void ListPage::setLooking(const QString &title, const QString &sentence)
{
    m_lookingTitle = title;
    m_lookingSentence = sentence;
}

bool ListPage::isKnownEmpty(const Freshness &freshness)
{
    m_freshness = freshness;
    const bool isStale = freshness.error || freshness.isOverdue;
    if (m_delegate->isStale() != isStale) {
        m_delegate->setStale(isStale);
        m_table->viewport()->update();
    }
    showRemark();
    if (m_model->rowCount() > 0) {
        showTable();
        return false;
    }
    if (freshness.error) {
        showHint(errorTitle(*freshness.error), errorSentence(*freshness.error));
        return false;
    }
    if (!freshness.readAt.isValid() || freshness.isOverdue) {
        showHint(m_lookingTitle, m_lookingSentence);
        return false;
    }
    return true;
}

void ListPage::showHint(const QString &title, const QString &sentence)
{
    m_hint->setTexts(title, sentence);
    m_pages->setCurrentWidget(m_hint);
}

void ListPage::showTable()
{
    if (m_model->rowCount() == 0)
        return; // what stands there says why
    const bool hasMatch = m_proxy->rowCount() > 0;
    if (!hasMatch)
        m_noMatch->setTexts(
            tr("No name contains “%1”").arg(m_find->text().trimmed()),
            tr("Only listed names are searched. Clear the search to see all of them."));
    m_pages->setCurrentWidget(hasMatch ? static_cast<QWidget *>(m_splitter) : m_noMatch);
    // Whoever came here while nothing was read goes on in the list.
    const QWidget *focus = QApplication::focusWidget();
    if (hasMatch && focus && focus->isAncestorOf(this) && !focus->isWindow())
        m_table->setFocus(Qt::OtherFocusReason);
}

int ListPage::currentRow() const
{
    const QModelIndex index = m_proxy->mapToSource(m_table->selectionModel()->currentIndex());
    return index.isValid() ? index.row() : -1;
}

void ListPage::setCurrentRow(int row)
{
    QModelIndex index = m_proxy->mapFromSource(m_model->index(row, 0));
    if (!index.isValid())
        index = m_proxy->index(0, 0);
    if (index.isValid())
        m_table->setCurrentIndex(index);
}

void ListPage::sort()
{
    m_proxy->sort(m_proxy->sortColumn(), m_proxy->sortOrder());
}

void ListPage::onRows()
{
    // The first ones; those that come later stand at the end until somebody sorts.
    if (currentRow() >= 0)
        return;
    sort();
    setCurrentRow(-1);
}

} // namespace yardmaster
