#include "ui/pages/inspector/sqlpage.h"

#include "ui/kit/copybutton.h"
#include "ui/kit/label.h"
#include "ui/kit/textviewer.h"
#include "ui/kit/theme.h"

#include <QVBoxLayout>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

SqlPage::SqlPage(QWidget *parent)
    : ScrollPage(tr("SQL"), parent)
{
    setObjectName(u"sqlPage"_s);
}

void SqlPage::setStatements(const QList<JobSql> &statements)
{
    const bool isSame
        = std::ranges::equal(statements, m_statements, [](const JobSql &one, const JobSql &other) {
              return one.title == other.title && one.sql == other.sql && one.note == other.note;
          });
    if (isSame)
        return;
    m_statements = statements;
    auto *page = new QWidget(this);
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(4);
    for (const JobSql &statement : statements) {
        auto *title = new Label(statement.title, page);
        QFont strong = font();
        strong.setWeight(QFont::DemiBold);
        title->setFont(strong);
        auto *copy = new CopyButton(tr("Copy"), page);
        copy->setContent(statement.sql);
        copy->setToolTip({});
        copy->setAccessibleName(tr("Copy: %1").arg(title->text()));
        auto *top = new QHBoxLayout;
        top->addWidget(title, 1);
        top->addWidget(copy);
        layout->addLayout(top);
        auto *text = new TextViewer(page);
        text->setAccessibleName(title->text());
        text->viewport()->setBackgroundRole(QPalette::AlternateBase);
        text->setMostLines(12);
        text->setText(statement.sql);
        layout->addWidget(text);
        if (!statement.note.isEmpty()) {
            auto *note = new Label(statement.note, page);
            note->setWordWrap(true);
            note->setForegroundRole(QPalette::PlaceholderText);
            layout->addWidget(note);
        }
        layout->addSpacing(12);
    }
    layout->addStretch(1);
    setWidget(page); // deletes the one before
}

} // namespace yardmaster
