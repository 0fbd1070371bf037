#pragma once

#include "models/values/count.h"
#include "models/values/jobstate.h"

#include <QAbstractButton>
#include <QDateTime>

class QBoxLayout;

namespace yardmaster {

class Label;

/// One number of the board: shape and word of a state above, how many jobs below. A button that
/// shows those jobs; checked while they are what is shown.
class StateTile final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StateTile)

public:
    explicit StateTile(JobState state, QWidget *parent = nullptr);

    void setCount(const Count &count);
    /// When it was counted, for the tooltip.
    void setReadAt(const QDateTime &readAt);
    /// The numbers are old: the server does not answer at the moment.
    void setStale(bool isStale);
    /// Word and number in one line.
    void setCompact(bool isCompact);
    /// How the state is called here.
    enum class Words {
        Full,
        Short, ///< "Failed" for "Failed for good"
    };
    /// Pixels that such a word and the number take in one line.
    [[nodiscard]] int lineWidth(Words words) const;
    void setWords(Words words);

    [[nodiscard]] JobState state() const { return m_state; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] QString word(Words words) const;
    void fitWord();
    void updateLook();
    [[nodiscard]] QString explanation() const;

    const JobState m_state;
    Count m_count;
    QDateTime m_readAt;
    bool m_isStale = false;
    bool m_isCompact = false;
    Words m_words = Words::Full;
    QBoxLayout *m_layout;
    Label *m_word;
    Label *m_number;
};

} // namespace yardmaster
