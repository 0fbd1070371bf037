#pragma once

#include "ui/shell/commands/command.h"

#include <QAbstractListModel>
#include <QPointer>
#include <QWidget>

namespace yardmaster {

/// Another window that can be gone to.
struct PaletteWindow
{
    QPointer<QWidget> window;
    QString name;
    QString sentence;
};

/// What the palette offers for what was typed: commands, best first, and before them a job where a
/// number was typed and a filter where one was.
class PaletteEntries final : public QAbstractListModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PaletteEntries)

public:
    enum class Kind { Command, Job, Filter, Window };
    enum Role {
        KindRole = Qt::UserRole + 1,
        IdRole,        ///< of a command
        GroupRole,     ///< its title
        KeysRole,      ///< "Ctrl+K"
        SentenceRole,  ///< what it does, or why it is not possible
        PositionsRole, ///< QList<qsizetype>: letters of the title that were typed
        JobRole,       ///< qint64
        FilterRole,    ///< as typed
    };

    explicit PaletteEntries(QObject *parent = nullptr);

    /// @param recent  ids, the last used first; they lead while nothing is typed.
    /// @param offersJobs  whether there is anybody to show a job or take a filter.
    void setCommands(const QList<Command> &commands, const QStringList &recent, bool offersJobs);
    /// After setCommands().
    void setWindows(const QList<PaletteWindow> &windows);
    void setTyped(const QString &typed);

    [[nodiscard]] QAction *action(int row) const;
    [[nodiscard]] QWidget *window(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Entry
    {
        Kind kind = Kind::Command;
        QString title;
        QString sentence;
        QString keys;
        QString group;
        QString synonyms;
        QString id;
        bool isPossible = true;
        QPointer<QAction> action;
        QPointer<QWidget> window;
        qint64 job = 0;
        QString filter;
        int score = 0;
        QList<qsizetype> positions;
    };

    QList<Entry> m_commands; ///< all, recent ones first
    QList<Entry> m_shown;
    QStringList m_recent;
    bool m_offersJobs = false;
};

} // namespace yardmaster
