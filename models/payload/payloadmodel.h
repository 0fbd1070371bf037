#pragma once

#include "models/values/payloaddocument.h"

#include <QAbstractItemModel>
#include <QHash>

namespace yardmaster {

/// A payload as a tree: one row for the whole, its values below. Containers show their children in
/// portions, so that a list of a million numbers costs no more than what is looked at. Hidden
/// values stay dots until revealed, in every role. GUI thread.
class PayloadModel final : public QAbstractItemModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PayloadModel)

public:
    enum class Column { Name, Value };

    enum Role {
        PathRole = Qt::UserRole + 1, ///< QStringList
        KindRole,                    ///< int(JsonKind)
        HiddenRole,                  ///< bool: dots are shown
        DuplicateRole,               ///< bool: the key stands there twice
        PlainRole,                   ///< QString: what ->> gives; not shortened
        RawRole,                     ///< QByteArray: the JSON text
    };

    static constexpr int kPortion = 500;

    explicit PayloadModel(QObject *parent = nullptr);

    /// May be null, or without a tree: then the model is empty. Hides again what was revealed.
    void setDocument(PayloadDocumentPtr document);
    [[nodiscard]] const PayloadDocumentPtr &document() const { return m_document; }
    void setRevealed(bool isRevealed);
    [[nodiscard]] bool isRevealed() const { return m_isRevealed; }

    /// The row of a node; fetches as many portions as are needed to have it.
    [[nodiscard]] QModelIndex reveal(JsonTree::Node node);
    [[nodiscard]] JsonTree::Node nodeOf(const QModelIndex &index) const;

    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &index) const override;
    using QObject::parent;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] bool hasChildren(const QModelIndex &parent = {}) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] const JsonTree *tree() const { return m_document ? m_document->tree() : nullptr; }
    [[nodiscard]] QModelIndex indexOf(JsonTree::Node node, Column column = Column::Name) const;
    /// Children that have rows so far.
    [[nodiscard]] int shownChildren(JsonTree::Node node) const;
    void fetchUpTo(JsonTree::Node node, int rows);
    [[nodiscard]] bool isHidden(JsonTree::Node node) const;
    [[nodiscard]] bool isDuplicate(JsonTree::Node node) const;
    [[nodiscard]] QString valueText(JsonTree::Node node) const;
    [[nodiscard]] QString toolTip(JsonTree::Node node) const;

    PayloadDocumentPtr m_document;
    bool m_isRevealed = false;
    QHash<JsonTree::Node, int> m_fetched; // of containers with more than one portion
    /// By object, of those that were shown: rows ask whenever they are painted, and keys may be
    /// long.
    mutable QHash<JsonTree::Node, QSet<JsonTree::Node>> m_duplicates;
};

} // namespace yardmaster
