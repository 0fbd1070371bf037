#include "ui/pages/localworker/pathfield.h"

#include "ui/kit/consolehost.h"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

PathField::PathField(Kind kind, const QString &objectName, const QString &name, QWidget *parent)
    : QWidget(parent)
    , m_kind(kind)
    , m_line(new QLineEdit(this))
    , m_choose(new QPushButton(kind == Kind::Files ? tr("Add…") : tr("Choose…"), this))
{
    m_line->setObjectName(objectName);
    m_line->setAccessibleName(name);
    m_line->setClearButtonEnabled(true);
    m_choose->setObjectName(objectName + "Choose"_L1);
    m_choose->setAccessibleName(tr("Choose: %1").arg(name));
    setFocusProxy(m_line);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_line, 1);
    layout->addWidget(m_choose);
    connect(m_line, &QLineEdit::textChanged, this, &PathField::edited);
    connect(m_choose, &QPushButton::clicked, this, &PathField::choose);
}

QString PathField::path() const
{
    return m_line->text().trimmed();
}

QStringList PathField::paths() const
{
    QStringList paths;
    for (const QString &part : m_line->text().split(QDir::listSeparator(), Qt::SkipEmptyParts))
        paths << part.trimmed();
    return paths;
}

void PathField::setPath(const QString &path)
{
    m_line->setText(path);
}

void PathField::setPaths(const QStringList &paths)
{
    m_line->setText(paths.join(QDir::listSeparator()));
}

void PathField::choose()
{
    auto *dialog = new QFileDialog(consoleHost(this), m_line->accessibleName());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(m_kind == Kind::Folder     ? QFileDialog::Directory
                            : m_kind == Kind::File ? QFileDialog::ExistingFile
                                                   : QFileDialog::ExistingFiles);
    const QString known = paths().isEmpty() ? QString() : paths().constLast();
    if (!known.isEmpty())
        dialog->setDirectory(m_kind == Kind::Folder ? known : QFileInfo(known).absolutePath());
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList &chosen) {
        if (m_kind == Kind::Files)
            setPaths(paths() + chosen);
        else if (!chosen.isEmpty())
            setPath(chosen.first());
    });
    dialog->open();
}

} // namespace yardmaster
