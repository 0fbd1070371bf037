#pragma once

#include "models/operations/sharedlog.h"
#include "models/session/sessionpool.h"

#include <QAbstractTableModel>
#include <QDateTime>

namespace yardmaster {

/// The end of the operator log, of this computer or of the schema, the newest first: one row for
/// each batch of an operation, and for each job added by hand. Read in the background. GUI thread.
class OperatorLogModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OperatorLogModel)

public:
    enum class Source { Computer, Schema };
    enum class Column { At, Who, What, Jobs, Outcome, Where };
    static constexpr int kColumns = 6;
    static constexpr int kMostRows = 5000;

    struct Entry
    {
        QDateTime at;
        QString who;
        QString what;
        int jobs = 0;
        QString outcome; ///< empty: it is not written how it ended
        QString where;
        QByteArray line; ///< as it was announced
    };

    /// @param folder  of the log of this computer.
    OperatorLogModel(QString folder, SessionPool sessions, QString schema,
                     QObject *parent = nullptr);

    /// Reads again. @param text  what an entry must contain somewhere, in any case; may be empty.
    void load(Source source, const QString &text);
    /// All entries, the oldest first, in one new file. Ends with exported().
    void exportTo(Source source, const QString &path);
    [[nodiscard]] const Entry &at(int row) const { return m_tail.entries[row]; }
    [[nodiscard]] bool isLoading() const { return m_isLoading; }
    /// There are older entries than those that were read.
    [[nodiscard]] bool isCut() const { return m_tail.isCut; }
    /// The schema keeps a log; as of the last time it was read.
    [[nodiscard]] bool isShared() const { return m_tail.isShared; }
    /// Why it could not be read.
    [[nodiscard]] const std::optional<DbError> &error() const { return m_error; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

Q_SIGNALS:
    void loaded();
    /// @param problem  one sentence; empty: it was written.
    void exported(const QString &path, const QString &problem);

private:
    /// What was read.
    struct Tail
    {
        QList<Entry> entries;
        bool isCut = false;
        bool isShared = false;
    };
    [[nodiscard]] static Result<Tail> readFiles(const QString &folder, const QString &text);
    [[nodiscard]] static Result<Tail> readRows(Session &session, const QString &schema,
                                               const QString &text);
    void onLoaded(const Result<Tail> &answer);

    QString m_folder;
    QString m_schema;
    WorkQueue m_queue;
    Tail m_tail;
    std::optional<DbError> m_error;
    bool m_isLoading = false;
    quint64 m_epoch = 0;
};

} // namespace yardmaster
