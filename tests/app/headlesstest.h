#pragma once

#include "tests/support/testdatabase.h"
#include "tests/support/yardmasterprocess.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

#include <sys/types.h>

namespace yardmaster::test {

/// Base of the tests of the headless program: a process, a database and a folder with tasks.
class HeadlessTest : public QObject
{
    Q_OBJECT

protected:
    std::unique_ptr<TestDatabase> m_database;
    QTemporaryDir m_folder;

    void task(const QString &name, const QByteArray &body) const
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n" + body);
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner
                            | QFileDevice::ExeOwner);
    }
    static void put(const QString &path, const QByteArray &text)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    /// A zombie, which its new parent has not waited for yet, is not.
    static bool isRunning(pid_t process)
    {
        QFile status(QStringLiteral("/proc/%1/stat").arg(process));
        if (!status.open(QIODevice::ReadOnly))
            return false;
        const QByteArray text = status.readAll();
        return !text.sliced(text.lastIndexOf(')') + 1).trimmed().startsWith('Z');
    }
    [[nodiscard]] QStringList worker(const QStringList &more = {}) const
    {
        return QStringList{QStringLiteral("--no-gui"), QStringLiteral("-c"), m_database->url(),
                           QStringLiteral("--tasks"), m_folder.path()}
        + more;
    }

private slots:
    void init()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        task(QStringLiteral("hello"), "echo \"hi from $GRAPHILE_WORKER_TASK_IDENTIFIER\"\n");
        task(QStringLiteral("boom"), "echo 'the reason' >&2; exit 7\n");
        task(QStringLiteral("slow"), "echo started; sleep 300\n");
    }
};

} // namespace yardmaster::test
