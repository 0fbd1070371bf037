#pragma once

#include "tests/ui/wholewindow.h"
#include "ui/kit/theme.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"

namespace yardmaster::test {

/// A window on twenty jobs of one queue, for tests of what keys reach. Base of a test class.
class JobsWindow
{
protected:
    void open()
    {
        m_settings = m_folder.emptySettings();
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_database->script("select graphile_worker.add_job('send', queue_name := 'mail') from "
                           "generate_series(1, 20)");
        m_window = openWindow(m_settings.get(), *m_database, Environment::Development);
        QTRY_COMPARE_WITH_TIMEOUT(jobs()->model()->rowCount(), 20, kPatience);
    }
    void close()
    {
        m_window.reset();
        m_database.reset();
    }

    [[nodiscard]] JobsPanel *jobs() const { return child<JobsPanel>(*m_window); }
    /// The dialog over the window; null: there is none.
    [[nodiscard]] QDialog *dialog() const
    {
        for (QDialog *each : m_window->findChildren<QDialog *>()) {
            if (each->isVisible())
                return each;
        }
        return nullptr;
    }

    WindowFolder m_folder;
    Theme m_theme;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace yardmaster::test
