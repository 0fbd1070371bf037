#pragma once

#include "models/operations/sharedlog.h"
#include "models/session/sessionpool.h"
#include "models/tables/rowsmodel.h"

#include <QDateTime>

namespace yardmaster {

/// A batch of an operation, or an action, as the operator log has it. A value.
struct OperatorLogEntry
{
    QDateTime at;
    QString who;
    QString what;
    int jobs = 0;
    QString outcome; ///< empty: it is not written how it ended
    QString where;
    QByteArray line; ///< as it was announced
};

/// The end of the operator log, of this computer or of the schema, the newest first: one row for
/// each batch of an operation, and for each job added by hand. Read in the background. GUI thread.
class OperatorLogModel final : public RowsModel<OperatorLogEntry, &OperatorLogEntry::line>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OperatorLogModel)

public:
    enum class Source { Computer, Schema };
    static constexpr int kMostRows = 5000;

    /// @param folder  of the log of this computer.
    OperatorLogModel(QString folder, SessionPool sessions, QString schema,
                     QObject *parent = nullptr);

    /// Reads again. @param text  what an entry must contain somewhere, in any case; may be empty.
    void load(Source source, const QString &text);
    /// All entries, the oldest first, in one new file. Ends with exported().
    void exportTo(Source source, const QString &path);
    [[nodiscard]] bool isLoading() const { return m_isLoading; }
    /// There are older entries than those that were read.
    [[nodiscard]] bool isCut() const { return m_isCut; }
    /// The schema keeps a log; as of the last time it was read.
    [[nodiscard]] bool isShared() const { return m_isShared; }
    /// Why it could not be read.
    [[nodiscard]] const std::optional<DbError> &error() const { return m_error; }

Q_SIGNALS:
    void loaded();
    /// @param problem  one sentence; empty: it was written.
    void exported(const QString &path, const QString &problem);

private:
    /// What was read.
    struct Tail
    {
        QList<OperatorLogEntry> entries;
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
    bool m_isCut = false;
    bool m_isShared = false;
    std::optional<DbError> m_error;
    bool m_isLoading = false;
    quint64 m_epoch = 0;
};

} // namespace yardmaster
