#pragma once

#include "models/cron/cronentriesmodel.h"
#include "models/cron/cronforecast.h"
#include "models/cron/knowncrontabs.h"
#include "models/session/freshness.h"

#include <QWidget>

class QSpinBox;
class QStackedWidget;
class QTableView;
class QTreeWidget;

namespace yardmaster {

class CronWeek;
class EmptyHint;
class Label;
class PageTabs;

/// Below the crontab: what is wrong with it, the week it makes, where its jobs pile up, what a
/// start would make up for, and what the database knows. Choosing a row goes to its line. GUI
/// thread.
class CronDetails final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CronDetails)

public:
    enum Page { Problems, Week, PileUps, Start, KnownEntries };

    explicit CronDetails(QWidget *parent = nullptr);
    ~CronDetails() override;

    void setPage(Page page);
    [[nodiscard]] Page page() const;
    /// @param analysis  null: no file is open.
    void setAnalysis(CronAnalysisPtr analysis);
    void setForecast(CronForecastPtr forecast);
    /// @param freshness  of what is known.
    void setKnownEntries(CronAnalysisPtr analysis, const KnownCrontabs &known,
                         const Freshness &freshness);
    void setCurrentLine(int line);
    void setNow(const QDateTime &now);
    /// Entries that make a pile-up.
    [[nodiscard]] int least() const;
    [[nodiscard]] CronEntriesModel *entries() { return &m_entries; }
    [[nodiscard]] CronWeek *week() const { return m_week; }

Q_SIGNALS:
    void placeChosen(int line, int column);
    void leastChanged();

private:
    QWidget *makePileUps();
    QWidget *makeStart();
    QWidget *makeEntries();
    void fillPileUps(const CronForecast &forecast);
    void fillStart(const CronForecast &forecast);
    void showEntriesHint(const KnownCrontabs &known);
    void showFreshness();

    CronEntriesModel m_entries;
    PageTabs *m_tabs;
    QStackedWidget *m_stack;
    QTreeWidget *m_problems;
    CronWeek *m_week;
    QSpinBox *m_least = nullptr;
    Label *m_pileUpRemark = nullptr;
    QTreeWidget *m_pileUps = nullptr;
    Label *m_startRemark = nullptr;
    QTreeWidget *m_start = nullptr;
    Freshness m_freshness; // of the known entries
    Label *m_entriesRemark = nullptr;
    QStackedWidget *m_entriesPages = nullptr;
    EmptyHint *m_entriesHint = nullptr;
    QTableView *m_entriesTable = nullptr;
};

} // namespace yardmaster
