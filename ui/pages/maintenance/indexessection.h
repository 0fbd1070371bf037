#pragma once

#include "models/query/indexstates.h"
#include "ui/pages/maintenance/maintenancesection.h"

class QAction;
class QPushButton;

namespace yardmaster {

class FactList;

/// Which supporting indexes are there, and the way to create and drop them.
class IndexesSection final : public MaintenanceSection
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(IndexesSection)

public:
    explicit IndexesSection(QWidget *parent = nullptr);

    /// What its button does.
    void setAction(QAction *manage);
    void showIndexes(const IndexOverview &overview);

private:
    FactList *m_facts;
    QPushButton *m_manage;
};

} // namespace yardmaster
