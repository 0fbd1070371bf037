#pragma once

#include <QAbstractButton>

namespace yardmaster {

class Label;

/// One figure of the overview: what it is, how much, and a remark. A button that shows the jobs
/// behind it.
class KeyFigure final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(KeyFigure)

public:
    /// @param meaning  what the number really counts, for the tooltip.
    KeyFigure(const QString &title, const QString &meaning, QWidget *parent = nullptr);

    /// @param filter  of the jobs behind it.
    void setFigure(const QString &figure, const QString &remark, const QString &filter);
    /// It is old: the server does not answer at the moment.
    void setStale(bool isStale);
    /// Draws the eye, in the colour of what failed.
    void setAlarming(bool isAlarming);

    [[nodiscard]] const QString &filter() const { return m_filter; }
    [[nodiscard]] QString figure() const;
    [[nodiscard]] QString remark() const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void updateLook();

    const QString m_name;
    QString m_filter;
    bool m_isStale = false;
    bool m_isAlarming = false;
    Label *m_title;
    Label *m_figure;
    Label *m_remark;
};

} // namespace yardmaster
