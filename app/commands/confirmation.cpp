#include "app/commands/confirmation.h"

#include "app/commands/commandcall.h"
#include "app/commands/operationwords.h"
#include "app/commands/texttable.h"

#include <QIODevice>

namespace yardmaster {

using namespace Qt::StringLiterals;

Confirmation::Confirmation(const CommandCall &call, const QueueTarget &target,
                           QStringList *problems)
    : m_call(call)
    , m_profile(profileFor(target.connection, savedProfiles()))
{
    // The strictest of those that lead there: another name for production does not unlock it.
    if (target.profile && (!m_profile || target.profile->environment == Environment::Production))
        m_profile = target.profile;
    m_isProduction = m_profile && m_profile->environment == Environment::Production;
    if (call.isSet(u"dry-run"_s) && call.isSet(u"yes"_s))
        *problems << u"--dry-run and --yes exclude each other"_s;
    if (call.isSet(u"dry-run"_s))
        return;
    if (!call.isSet(u"yes"_s) && !call.streams().isTerminal)
        *problems
            << u"there is no terminal to ask on: check with --dry-run, then repeat with --yes"_s;
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
    return isGiven(Confirmation::Question{what, u"Change %1?"_s.arg(jobsText(jobs)),
                                          QString::number(jobs), u"the number of jobs"_s});
}

bool Confirmation::isGiven(const Question &question) const
{
    if (m_call.isSet(u"yes"_s))
        return true;
    const CommandStreams &streams = m_call.streams();
    const bool isTyped = m_isProduction || question.isAlwaysTyped;
    write(streams.err, question.what.trimmed() + u"\n\n"_s);
    if (m_isProduction)
        write(streams.err, u"This is the production database '%1'. "_s.arg(m_profile->name));
    write(streams.err,
          isTyped ? u"Type %1, %2, to continue: "_s.arg(question.meaning, question.word)
                  : u"%1 Type yes to continue: "_s.arg(question.question));
    const QString answer = QString::fromUtf8(streams.in->readLine()).trimmed();
    const bool isGiven = answer == (isTyped ? question.word : u"yes"_s);
    if (!isGiven)
        complainTo(streams, u"nothing was changed"_s);
    return isGiven;
}

std::vector<Option> Confirmation::options(const QString &dryRun)
{
    return {{{u"dry-run"_s}, {}, dryRun},
            {{u"y"_s, u"yes"_s}, {}, u"do not ask; required for changes without a terminal"_s},
            {{u"production"_s},
             {},
             u"with --yes, where a profile of the window says that this is production"_s}};
}

} // namespace yardmaster
