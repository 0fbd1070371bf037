#include "ui/shell/connecting/importdialog.h"

#include "models/connecting/profilestore.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/emptyhint.h"
#include "ui/kit/listdelegate.h"
#include "ui/kit/theme.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;

ImportDialog::ImportDialog(ProfileStore *profiles, const QStringList &places, QWidget *parent)
    : ConsoleDialog(tr("Import connections"), nullptr, parent)
    , m_profiles(profiles)
    , m_known(profiles->profiles())
    , m_list(new QTreeWidget(this))
    , m_text(new QLineEdit(this))
{
    setNames("importDialog", "importConfirm", "importCancel", "importProblem");
    setConfirmRole(ButtonRole::Primary, Keys::CtrlEnter); // Enter reads what was pasted
    addText(tr("Connections from pg_service.conf, .pgpass, DBeaver (data-sources.json), pgAdmin "
               "(exported servers) and .env files."));
    auto *choose = new QPushButton(tr("Choose file…"), this);
    choose->setObjectName("importChoose"_L1);
    m_text->setObjectName("importText"_L1);
    m_text->setPlaceholderText(tr("or paste postgres://…, or host=… dbname=…, and press Enter"));
    m_text->setAccessibleName(tr("Connection to import"));
    auto *sources = new QHBoxLayout;
    sources->setSpacing(8);
    sources->addWidget(choose);
    sources->addWidget(m_text, 1);
    body()->addLayout(sources);

    m_list->setObjectName("importList"_L1);
    m_list->setAccessibleName(tr("Connections found"));
    m_list->setHeaderLabels({tr("Name"), tr("Connection"), tr("Environment"), tr("Found in")});
    setUpList(m_list);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAlternatingRowColors(true);
    m_list->header()->setSectionResizeMode(QHeaderView::Interactive);
    m_list->setColumnWidth(0, 180);
    m_list->setColumnWidth(1, 320);
    m_list->setColumnWidth(2, 110);
    auto *hint = new EmptyHint(this);
    hint->setTexts(tr("No connection was found yet"),
                   tr("Choose a file, or paste a URL. None was found in the usual places."));
    m_pages = new QStackedWidget(this);
    m_pages->addWidget(hint);
    m_pages->addWidget(m_list);
    body()->addWidget(m_pages, 1);
    addText(tr("Passwords are not imported: each is asked for at the first login and can be stored "
               "then. Connections whose environment is unknown are locked against changes."),
            nullptr, Tone::Muted);

    connect(choose, &QPushButton::clicked, this, &ImportDialog::chooseFile);
    connect(m_text, &QLineEdit::returnPressed, this, &ImportDialog::readText);
    connect(m_list, &QTreeWidget::itemChanged, this, &ImportDialog::showChosen);
    for (const QString &place : places)
        readFile(place);
    m_problems.clear(); // of files that the user has not chosen
    showChosen();
    resize(820, 480);
}

void ImportDialog::readFile(const QString &path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) {
        m_problems = {tr("%1 cannot be read.").arg(shownText(path))};
        showChosen();
        return;
    }
    const QByteArray text = file.read(kLongestImport + 1);
    QString source = path;
    if (source.startsWith(QDir::homePath() + u'/'))
        source.replace(0, QDir::homePath().size(), u"~"_s);
    add(importConnections(text, importFormatOf(text)), source);
}

void ImportDialog::readText()
{
    const QString text = m_text->text().trimmed();
    if (text.isEmpty())
        return;
    const ImportOutcome outcome = importConnections(text.toUtf8(), ImportFormat::Text);
    if (!outcome.profiles.isEmpty())
        m_text->clear(); // it may hold a password
    add(outcome, tr("pasted"));
}

void ImportDialog::chooseFile()
{
    auto *chooser = new QFileDialog(this, tr("Choose a file with connections"), QDir::homePath());
    chooser->setObjectName("importChooser"_L1);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    chooser->setFilter(chooser->filter() | QDir::Hidden);
    connect(chooser, &QFileDialog::fileSelected, this,
            [this](const QString &file) { readFile(file); });
    chooser->open();
}

void ImportDialog::add(const ImportOutcome &outcome, const QString &source)
{
    {
        const QSignalBlocker quiet(m_list);
        for (const Profile &profile : outcome.profiles) {
            const bool isListed = std::ranges::any_of(m_found, [&profile](const Profile &other) {
                return other.name == profile.name && other.connection == profile.connection;
            });
            if (isListed)
                continue;
            const bool isNew = !isKnown(profile);
            m_found << profile;
            auto *item = new QTreeWidgetItem(m_list);
            item->setText(0, shownText(profile.name, 100));
            item->setText(1, shownText(profile.connection.describe(), 200));
            item->setText(2, environmentWord(profile.environment));
            item->setText(3, isNew ? shownText(source, 200) : tr("already a profile"));
            for (int column : {0, 1, 3})
                item->setToolTip(column, item->text(column));
            item->setCheckState(0, isNew ? Qt::Checked : Qt::Unchecked);
            if (!isNew)
                for (int column = 0; column < 4; ++column)
                    item->setForeground(column, mutedColor(palette()));
        }
    }
    m_problems = outcome.problems;
    showChosen();
}

bool ImportDialog::isKnown(const Profile &profile) const
{
    return std::ranges::any_of(m_known, [&profile](const Profile &known) {
        return known.connection == profile.connection;
    });
}

QList<Profile> ImportDialog::chosen() const
{
    QList<Profile> profiles;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        if (m_list->topLevelItem(i)->checkState(0) == Qt::Checked)
            profiles << m_found[i];
    }
    return profiles;
}

QString ImportDialog::obstacle() const
{
    if (m_list->topLevelItemCount() == 0)
        return tr("No connection was found yet: choose a file, or paste one.");
    return chosen().isEmpty() ? tr("Tick the connections to import.") : QString();
}

void ImportDialog::showChosen()
{
    const auto count = chosen().size();
    setConfirmText(
        count > 0 ? tr("Import %1 connections", nullptr, pluralOf(count)).arg(formatNumber(count))
                  : tr("Import"));
    m_pages->setCurrentIndex(m_found.isEmpty() ? 0 : 1);
    QStringList problems;
    for (const QString &problem : std::as_const(m_problems))
        problems << shownText(problem, 200);
    if (problems.size() > 3)
        problems = problems.mid(0, 3) << tr("And %1 more.").arg(problems.size() - 3);
    setProblem(problems.join(u'\n'), m_found.isEmpty() ? Tone::Trouble : Tone::Caution);
    updateButtons();
}

void ImportDialog::confirm()
{
    QList<Profile> all = m_profiles->profiles();
    for (Profile profile : chosen()) {
        // Two profiles of a group cannot have one name.
        const QString name = profile.name;
        const auto isTaken = [&] {
            return std::ranges::any_of(all, [&profile](const Profile &other) {
                return other.group == profile.group
                    && other.name.compare(profile.name, Qt::CaseInsensitive) == 0;
            });
        };
        for (int n = 2; isTaken(); ++n)
            profile.name = u"%1 (%2)"_s.arg(name).arg(n);
        if (const auto saved = m_profiles->save(profile); !saved) {
            setProblem(saved.error());
            return;
        }
        all << profile;
        m_stored << profile.id;
    }
    accept();
}

} // namespace yardmaster
