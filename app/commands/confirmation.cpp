#include "app/commands/confirmation.h"

#include "app/commands/commandcall.h"
#include "app/commands/operationwords.h"
#include "app/commands/texttable.h"
#include "models/connecting/profilestore.h"

#include <QFileInfo>
#include <QIODevice>
#include <QSettings>

namespace yardmaster {

using namespace Qt::StringLiterals;

QList<Profile> savedProfiles()
{
    // Beside the settings, as the window keeps them.
    const QString folder = QFileInfo(QSettings().fileName()).absolutePath();
    return ProfileStore(folder + "/profiles.ini"_L1).profiles();
}

Confirmation::Confirmation(const CommandCall &call, const ConnectionSettings &connection,
                           QStringList *problems)
    : m_call(call)
    , m_profile(profileFor(connection, savedProfiles()))
    , m_isProduction(m_profile && m_profile->environment == Environment::Production)
{
    if (call.isSet(u"dry-run"_s) && call.isSet(u"yes"_s))
        *problems << u"--dry-run and --yes exclude each other"_s;
    if (call.isSet(u"dry-run"_s))
        return;
    if (!call.isSet(u"yes"_s) && !call.streams().isTerminal)
        *problems
            << u"there is no terminal to ask on: look with --dry-run, then repeat with --yes"_s;
    if (call.isSet(u"yes"_s) && m_isProduction && !call.isSet(u"production"_s))
        *problems << u"this is the production database '%1': add --production to --yes"_s.arg(
            m_profile->name);
}

QString Confirmation::prohibition() const
{
    if (!m_profile || !m_profile->isReadOnly || m_call.isSet(u"dry-run"_s))
        return {};
    return u"the profile '%1' of this database is read-only"_s.arg(m_profile->name);
}

bool Confirmation::isGiven(const OperationPreview &preview) const
{
    return isGiven(previewText(preview), preview.affected());
}

bool Confirmation::isGiven(const QString &what, qint64 jobs) const
{
    if (m_call.isSet(u"yes"_s))
        return true;
    const CommandStreams &streams = m_call.streams();
    const QString count = QString::number(jobs);
    const QString answer = m_isProduction ? count : u"yes"_s;
    write(streams.err, what.trimmed() + u'\n');
    write(streams.err,
          m_isProduction
              ? u"\nThis is the production database '%1'. Type the number of jobs, %2, to go on: "_s
                    .arg(m_profile->name, count)
              : u"\nChange %1? Type yes to go on: "_s.arg(jobsText(jobs)));
    const bool isGiven = QString::fromUtf8(streams.in->readLine()).trimmed() == answer;
    if (!isGiven)
        complainTo(streams, u"nothing was changed"_s);
    return isGiven;
}

std::vector<Option> Confirmation::options()
{
    return {
        {{u"dry-run"_s}, {}, u"change nothing; print how many jobs, of which tasks, and samples"_s},
        {{u"y"_s, u"yes"_s}, {}, u"do not ask; without a terminal, changes need it"_s},
        {{u"production"_s},
         {},
         u"with --yes, where a profile of the window says that this is production"_s}};
}

} // namespace yardmaster
