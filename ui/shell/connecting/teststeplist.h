#pragma once

#include "models/connecting/connectiontest.h"
#include "ui/kit/tone.h"

#include <QWidget>

namespace yardmaster {

class Label;

/// A character that tells an outcome without its colour.
[[nodiscard]] QString stepShape(TestStep::Outcome outcome);
[[nodiscard]] Tone stepTone(TestStep::Outcome outcome);

/// The steps of a connection test, one a line: shape, word, what was found; details in the tooltip.
class TestStepList final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TestStepList)

public:
    /// `test` is borrowed and must outlive the list.
    explicit TestStepList(const ConnectionTest *test, QWidget *parent = nullptr);

private:
    void showStep(int index);
    void showAll();

    struct Line
    {
        Label *shape;
        Label *word;
        Label *sentence;
    };

    const ConnectionTest *const m_test;
    std::array<Line, kTestSteps> m_lines{};
};

} // namespace yardmaster
