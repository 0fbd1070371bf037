#include "ui/kit/messagebox.h"

#include "models/values/showntext.h"

namespace yardmaster {

QMessageBox *makeMessageBox(QWidget *parent, const QString &name, const QString &title,
                            const QString &text, const QString &meaning)
{
    Q_ASSERT(!Qt::mightBeRichText(meaning));
    auto *box = new QMessageBox(parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(name);
    box->setWindowTitle(shownText(title));
    box->setTextFormat(Qt::PlainText); // before there is text to be taken for markup
    box->setText(shownText(text));
    box->setInformativeText(meaning);
    return box;
}

} // namespace yardmaster
