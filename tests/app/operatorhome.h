#pragma once

#include <QCoreApplication>
#include <QSettings>
#include <QTemporaryDir>

namespace yardmaster::test {

/// Journals, settings and profiles of a test's own, here and in the programs that it starts.
class OperatorHome final
{
public:
    OperatorHome()
    {
        QCoreApplication::setOrganizationName(QStringLiteral("yardmaster"));
        QCoreApplication::setApplicationName(QStringLiteral("yardmaster"));
        qputenv("XDG_DATA_HOME", m_folder.path().toLocal8Bit());
        qputenv("XDG_CONFIG_HOME", m_folder.path().toLocal8Bit());
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    }

    /// Where journals are.
    [[nodiscard]] QString operations() const
    {
        return m_folder.filePath(QStringLiteral("yardmaster/yardmaster/operations"));
    }

private:
    QTemporaryDir m_folder;
};

} // namespace yardmaster::test
