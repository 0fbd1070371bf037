#include "worker/tasks/hostcheck.h"

#include "worker/json/jsonstring.h"
#include "worker/tasks/hostmessages.h"
#include "worker/time/duration.h"

#include <QEventLoop>
#include <QHash>
#include <QTimer>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// One host that loads files; on a thread of its own, which may run an event loop.
class LoadingRun
{
public:
    /// @param sayings  gets what the host says beside of loading.
    LoadingRun(const HostProgram &program, const HostedFiles &files,
               std::chrono::milliseconds patience, const std::stop_token &stop,
               HostSayings *sayings)
        : m_sayings(sayings)
        , m_files(files.files().size())
        , m_child(std::make_unique<HostChild>(
              program,
              HostChild::Handlers{[this](QByteArrayView text) { onMessage(text); },
                                  [](QByteArrayView) {},
                                  [this](const QString &line, bool isError) {
                                      m_sayings->addLine(line, isError);
                                      if (isError && m_said.size() < 5)
                                          m_said << line;
                                  },
                                  [this](const QString &how) {
                                      m_ended = how;
                                      m_loop.quit();
                                  }}))
    {
        m_patience.setSingleShot(true);
        m_patience.setInterval(patience);
        QObject::connect(&m_patience, &QTimer::timeout, &m_loop, &QEventLoop::quit);
        m_child->start();
        QByteArray load;
        appendFrame(&load, loadMessage(files, nullptr));
        m_child->send(load);
        m_patience.start();
        const std::stop_callback onStop(stop, [this] {
            QMetaObject::invokeMethod(&m_loop, &QEventLoop::quit,
                                      Qt::QueuedConnection); // from the stopping thread
        });
        if (!m_ended)
            m_loop.exec();
    }

    [[nodiscard]] bool isLoaded() const { return m_isLoaded; }
    [[nodiscard]] bool wasKilled() const { return m_ended && m_child->wasKilled(); }
    /// Last of all.
    [[nodiscard]] std::unique_ptr<HostChild> takeChild() { return std::move(m_child); }
    /// By identifier.
    [[nodiscard]] const QHash<QString, QString> &problems() const { return m_problems; }
    /// Index of the file that was being loaded last.
    [[nodiscard]] std::optional<size_t> loading() const { return m_loading; }
    [[nodiscard]] bool hangs() const { return !m_isLoaded && !m_ended; }
    /// Why it did not load all: what comes after the name of the process.
    [[nodiscard]] QString why() const
    {
        if (!m_ended)
            return u"does not answer"_s;
        return m_said.isEmpty() ? *m_ended : *m_ended + u": "_s + m_said.join(u' ').trimmed();
    }
    /// The same about the file that was being loaded last.
    [[nodiscard]] QString whyNotServed() const
    {
        return m_ended ? u"while it is loaded, the process "_s + why()
                       : u"it does not finish loading within "_s
                + durationText(m_patience.intervalAsDuration());
    }

private:
    void onMessage(QByteArrayView text)
    {
        m_patience.start();
        const auto items = messageItems(text);
        if (!items || items->size() < 2)
            return;
        if (items->front() == "\"loading\"") {
            bool isNumber = false;
            const size_t index = (*items)[1].toUInt(&isNumber);
            m_loading = isNumber && index < m_files ? std::optional(index) : std::nullopt;
            return;
        }
        if (items->front() != "\"loaded\"") {
            m_sayings->addMessage(text);
            return;
        }
        for (const QByteArrayView problem : itemsIn((*items)[1])) {
            const std::vector<QByteArrayView> parts = itemsIn(problem);
            if (parts.size() > 1)
                m_problems.insert(plainJsonString(parts[0]), plainJsonString(parts[1]));
        }
        m_isLoaded = true;
        m_loop.quit();
    }

    QEventLoop m_loop;
    QTimer m_patience;
    QStringList m_said;
    std::optional<QString> m_ended;
    bool m_isLoaded = false;
    QHash<QString, QString> m_problems;
    std::optional<size_t> m_loading;
    HostSayings *const m_sayings;
    const size_t m_files;
    std::unique_ptr<HostChild> m_child;
};

/// @param reasons  by identifier
void takeOut(HostCheck *check, const QHash<QString, QString> &reasons)
{
    std::erase_if(check->usable, [&](const HostedFiles::File &file) {
        const auto reason = reasons.constFind(file.identifier);
        if (reason == reasons.constEnd())
            return false;
        check->problems << u"%1 is not served: %2"_s.arg(file.path, *reason);
        check->unusable.push_back({file, *reason, check->problems.last()});
        return true;
    });
}

/// Checks the files of a host on the thread that its process is going to die with.
class Checking
{
public:
    Checking(const HostProgram &program, const QString &folder, std::chrono::milliseconds patience,
             const std::stop_token &stop)
        : m_program(program)
        , m_folder(folder)
        , m_patience(patience)
        , m_stop(stop)
    { }

    /// @returns the host that has loaded all, or null.
    std::unique_ptr<HostChild> run(HostCheck *check, HostSayings *sayings) const
    {
        bool isSecond = false;
        while (!check->usable.empty()) {
            *sayings = {};
            LoadingRun run = load(check->usable, sayings);
            if (m_stop.stop_requested())
                return nullptr;
            if (run.isLoaded() && run.problems().isEmpty())
                return run.takeChild();
            if (run.isLoaded()) {
                takeOut(check, run.problems());
                return nullptr; // it has run the beginning of files that are not served
            }
            // It may have been anyone: the system is short of memory, or the process was stopped
            // by hand.
            if (run.wasKilled() && !std::exchange(isSecond, true))
                continue;
            isSecond = false;
            if (!run.loading()) {
                giveUp(check, run.why());
                return nullptr;
            }
            const auto guilty = check->usable.begin() + std::ptrdiff_t(*run.loading());
            const Files behind(guilty + 1, check->usable.end());
            takeOut(check, {{guilty->identifier, run.whyNotServed()}});
            if (run.hangs()) {
                run.takeChild().reset(); // it may use all of a core
                takeOutOthers(check, behind);
            }
        }
        return nullptr;
    }

private:
    using Files = std::vector<HostedFiles::File>;

    /// Those that one of several processes loads at the same time.
    struct Share
    {
        Files files;
        QHash<QString, QString> reasons; ///< of those that cannot be loaded, by identifier
        Files behind;                    ///< not tried yet
    };

    [[nodiscard]] LoadingRun load(const Files &files, HostSayings *sayings) const
    {
        return LoadingRun(m_program, HostedFiles(m_program, m_folder, files), m_patience, m_stop,
                          sayings);
    }

    /// Where one file hangs, others may, too, and shall not cost a wait each.
    /// @param untried  those behind that one
    void takeOutOthers(HostCheck *check, Files untried) const
    {
        while (!untried.empty() && !m_stop.stop_requested()) {
            std::vector<Share> shares(std::min(kSharesAtOnce, untried.size()));
            for (size_t i = 0; i < untried.size(); ++i)
                shares[i % shares.size()].files.push_back(untried[i]);
            std::vector<std::unique_ptr<QThread>> threads;
            for (Share &share : shares) {
                threads.emplace_back(QThread::create([this, &share] { tryShare(&share); }));
                threads.back()->start();
            }
            untried.clear();
            for (size_t i = 0; i < shares.size(); ++i) {
                threads[i]->wait();
                takeOut(check, shares[i].reasons);
                std::ranges::move(shares[i].behind, std::back_inserter(untried));
            }
        }
    }

    void tryShare(Share *share) const
    {
        HostSayings sayings;
        const LoadingRun run = load(share->files, &sayings);
        if (run.isLoaded()) {
            share->reasons = run.problems();
        } else if (run.loading()) {
            const auto guilty = share->files.begin() + std::ptrdiff_t(*run.loading());
            if (!run.wasKilled()) // else all of them together show whether it was this one
                share->reasons.insert(guilty->identifier, run.whyNotServed());
            share->behind.assign(guilty + 1, share->files.end());
        }
    }

    void giveUp(HostCheck *check, const QString &why) const
    {
        check->problems << u"files for %1 are not served: %2 %3 (%4)"_s.arg(
            m_program.name, m_program.command.first(), why, m_program.hint);
        const QString &problem = check->problems.last();
        for (const HostedFiles::File &file : check->usable)
            check->unusable.push_back({file, problem, problem});
        check->usable.clear();
    }

    static constexpr size_t kSharesAtOnce = 4; // a process may take much memory

    const HostProgram &m_program;
    const QString &m_folder;
    const std::chrono::milliseconds m_patience;
    const std::stop_token m_stop;
};

} // namespace

HostCheck checkHosted(const HostProgram &program, const QString &folder,
                      std::vector<HostedFiles::File> files, std::chrono::milliseconds patience,
                      const std::stop_token &stop, std::chrono::milliseconds kept)
{
    HostCheck check{std::move(files), {}, {}, {}};
    const Checking checking(program, folder, patience, stop);
    check.spare = SpareHost::loaded(
        [&](HostSayings *sayings) { return checking.run(&check, sayings); }, kept);
    return check;
}

} // namespace yardmaster
