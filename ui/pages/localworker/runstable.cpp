#include "ui/pages/localworker/runstable.h"

#include "ui/kit/density.h"
#include "ui/kit/theme.h"
#include "ui/pages/localworker/runsdelegate.h"

#include <QHeaderView>

namespace yardmaster {

using namespace Qt::StringLiterals;

RunsTable::RunsTable(RunsModel::Kind kind, QWidget *parent)
    : QTableView(parent)
    , m_kind(kind)
    , m_model(kind)
{
    setModel(&m_model);
    setItemDelegate(new RunsDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setWordWrap(false);
    setMouseTracking(true); // hover
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    Density::instance()->apply(this);
    setColumnWidths();
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { Q_EMIT currentJobChanged(currentJob()); });
    connect(this, &QTableView::activated, this, [this](const QModelIndex &index) {
        Q_EMIT jobActivated(m_model.at(index.row()).job.id);
    });
}

RunsTable::~RunsTable()
{
    setModel(nullptr); // it goes before the view does
}

qint64 RunsTable::currentJob() const
{
    const QModelIndex index = currentIndex();
    return index.isValid() ? m_model.at(index.row()).job.id : 0;
}

void RunsTable::setColumnWidths()
{
    using Column = RunsModel::Column;
    const QFontMetrics figures(tabularFont(font()));
    const auto fit = [this](Column column, int width) {
        if (const int section = m_model.sectionOf(column); section >= 0)
            horizontalHeader()->resizeSection(section, width + 24);
    };
    fit(Column::Outcome, fontMetrics().horizontalAdvance(u"Failed for good"_s) + 24);
    fit(Column::Job, figures.horizontalAdvance(u"10000000"_s));
    fit(Column::Task, fontMetrics().horizontalAdvance(u"send_newsletter"_s));
    fit(Column::Queue, fontMetrics().horizontalAdvance(u"customer-10000"_s));
    fit(Column::Attempt, figures.horizontalAdvance(u"25 of 25"_s) - 8);
    fit(Column::Started, figures.horizontalAdvance(u"14:03:07"_s));
    fit(Column::Place, fontMetrics().horizontalAdvance(u"thread 100"_s));
    fit(Column::Time, figures.horizontalAdvance(u"59 min 59"_s));
    const Column last = m_kind == RunsModel::Kind::Running ? Column::Progress : Column::Error;
    horizontalHeader()->setSectionResizeMode(m_model.sectionOf(last), QHeaderView::Stretch);
}

} // namespace yardmaster
