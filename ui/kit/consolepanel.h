#pragma once

#include <QWidget>

#include <optional>

namespace yardmaster {

struct JobTarget;

/// A page of the window, and all that the window knows of it. Pages know nothing of each other:
/// what they want they ask of ConsoleContext.
class ConsolePanel : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConsolePanel)

public:
    explicit ConsolePanel(QWidget *parent = nullptr);
    ~ConsolePanel() override;

    /// What is lost if the window closes now, one sentence; empty: nothing.
    [[nodiscard]] virtual QString unsavedChanges() const { return {}; }
    /// The jobs it lists, for an export; unset: it lists none.
    [[nodiscard]] virtual std::optional<JobTarget> listedJobs() const;

Q_SIGNALS:
    /// It is worth a look now: bring it to the front.
    void attentionRequested();

protected:
    /// It has come into sight, or left it: pages read only while they are seen.
    virtual void setActive(bool isActive) { Q_UNUSED(isActive) }
    void showEvent(QShowEvent *event) final;
    void hideEvent(QHideEvent *event) final;
};

} // namespace yardmaster
