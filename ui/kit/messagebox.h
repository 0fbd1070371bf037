#pragma once

#include <QMessageBox>

namespace yardmaster {

/// A box of plain text without an icon, which deletes itself when it is closed; not open yet. The
/// caller adds buttons.
/// @param meaning  a second paragraph, in words of our own.
[[nodiscard]] QMessageBox *makeMessageBox(QWidget *parent, const QString &name,
                                          const QString &title, const QString &text,
                                          const QString &meaning = {});

} // namespace yardmaster
