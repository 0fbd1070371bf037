#pragma once

#include <QHash>
#include <QTabBar>

namespace yardmaster {

/// The names of a panel's pages in one line, the one that is shown underlined. They move closer
/// together where the line is too short for them.
class PageTabs final : public QTabBar
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PageTabs)

public:
    explicit PageTabs(QWidget *parent = nullptr);

    /// Adds one that is known by a name, which stays the same in every language and order.
    int addPage(const QString &name, const QString &title);
    /// Empty where it has none.
    [[nodiscard]] QString currentPage() const;
    /// An unknown name changes nothing.
    void setCurrentPage(const QString &name);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    /// Of one text; measured once per text, as Qt asks for every tab whenever one changes.
    [[nodiscard]] int textWidth(int index) const;
    /// Of all texts, without what is between them.
    [[nodiscard]] int textWidth() const;
    [[nodiscard]] int visibleCount() const;
    /// On both sides of each text, at this width.
    [[nodiscard]] int padding() const;

    mutable QHash<QString, int> m_textWidths; // in this font
};

} // namespace yardmaster
