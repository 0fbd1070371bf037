#include "worker/tasks/hostcheck.h"

#include "worker/json/jsonstring.h"
#include "worker/tasks/hostmessages.h"

#include <QEventLoop>
#include <QHash>
#include <QTimer>

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
    [[nodiscard]] std::optional<int> loading() const { return m_loading; }
    /// Why it did not load all.
    [[nodiscard]] QString why() const
    {
        if (!m_ended)
            return u"it does not finish loading"_s;
        return m_said.isEmpty() ? *m_ended : *m_ended + u": "_s + m_said.join(u' ').trimmed();
    }

private:
    void onMessage(QByteArrayView text)
    {
        m_patience.start();
        const auto items = messageItems(text);
        if (!items || items->size() < 2)
            return;
        if (items->front() == "\"loading\"") {
            m_loading = (*items)[1].toInt();
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
    std::optional<int> m_loading;
    HostSayings *const m_sayings;
    std::unique_ptr<HostChild> m_child;
};

void noteUnusable(HostCheck *check, const HostedFiles::File &file, const QString &reason)
{
    check->problems << u"%1 is not served: %2"_s.arg(file.path, reason);
    check->unusable.push_back({file, reason, check->problems.last()});
}

/// @returns the host that has loaded all, or null.
std::unique_ptr<HostChild> checkOnThread(const HostProgram &program, const QString &folder,
                                         std::chrono::milliseconds patience,
                                         const std::stop_token &stop, HostCheck *check,
                                         HostSayings *sayings)
{
    bool isSecond = false;
    while (!check->usable.empty()) {
        const HostedFiles files(program, folder, check->usable);
        *sayings = {};
        LoadingRun run(program, files, patience, stop, sayings);
        if (stop.stop_requested())
            return nullptr;
        if (run.isLoaded() && run.problems().isEmpty())
            return run.takeChild();
        if (run.isLoaded()) {
            std::erase_if(check->usable, [&](const HostedFiles::File &file) {
                const auto problem = run.problems().constFind(file.identifier);
                if (problem == run.problems().constEnd())
                    return false;
                noteUnusable(check, file, *problem);
                return true;
            });
            return nullptr; // it has run the beginning of files that are not served
        }
        // It may have been anyone: the system is short of memory, or the process was stopped by
        // hand.
        if (run.wasKilled() && !std::exchange(isSecond, true))
            continue;
        isSecond = false;
        const std::optional<int> at = run.loading();
        if (!at || *at < 0 || size_t(*at) >= check->usable.size()) {
            check->problems << u"files for %1 are not served: %2 %3 (%4)"_s.arg(
                program.name, program.command.first(), run.why(), program.hint);
            const QString &problem = check->problems.last();
            for (const HostedFiles::File &file : check->usable)
                check->unusable.push_back({file, problem, problem});
            check->usable.clear();
            return nullptr;
        }
        const auto guilty = check->usable.begin() + *at;
        noteUnusable(check, *guilty, u"while it is loaded, the process "_s + run.why());
        check->usable.erase(guilty);
    }
    return nullptr;
}

} // namespace

HostCheck checkHosted(const HostProgram &program, const QString &folder,
                      std::vector<HostedFiles::File> files, std::chrono::milliseconds patience,
                      const std::stop_token &stop, std::chrono::milliseconds kept)
{
    HostCheck check{std::move(files), {}, {}, {}};
    check.spare = SpareHost::loaded(
        [&](HostSayings *sayings) {
            return checkOnThread(program, folder, patience, stop, &check, sayings);
        },
        kept);
    return check;
}

} // namespace yardmaster
