#pragma once

#include <QAbstractTableModel>
#include <QDateTime>

namespace yardmaster {

/// The end of the operator log, the newest first: one row for each batch of an operation, and for
/// each job added by hand. Read in the background. GUI thread.
class OperatorLogModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OperatorLogModel)

public:
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

    explicit OperatorLogModel(QString folder, QObject *parent = nullptr);

    /// Reads again. @param text  what an entry must contain somewhere, in any case; may be empty.
    void load(const QString &text);
    [[nodiscard]] const Entry &at(int row) const { return m_rows[row]; }
    [[nodiscard]] bool isLoading() const { return m_isLoading; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

Q_SIGNALS:
    void loaded();

private:
    QString m_folder;
    QList<Entry> m_rows;
    bool m_isLoading = false;
    quint64 m_epoch = 0;
};

} // namespace yardmaster
