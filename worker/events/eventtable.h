#pragma once

#include <yardmaster/eventbus.h>

#include <QLatin1StringView>

#include <array>
#include <tuple>

namespace yardmaster {

/// The name of one signal of EventBus in event files, and its keys.
template <auto Signal> struct EventEntry
{
    QLatin1StringView name;         ///< graphile-worker's `group:event` where it has one, else ours
    QLatin1StringView forcefulName; ///< where a Shutdown among the arguments is Forceful, or empty
    /// Keys of the arguments, in their order, in event files. Empty: not written; ending in a
    /// question mark: null where it is empty or 0. Some structs stand for several:
    ///   JobEvent       job, duration, error, retryAt
    ///   JobProgress    job, fraction, text
    ///   CronEvent      minute, isBackfilled, runs
    ///   RefetchDelay   jobCount, threshold, delay, abortThreshold
    ///   RecoveryEvent  staleWorkers, jobs
    /// The worker of a struct is not among them. "stream" is of a bool: standard error or output.
    std::array<QLatin1StringView, 5> keys;

    template <typename... Arguments>
    [[nodiscard]] QLatin1StringView nameFor(const Arguments &...arguments) const
    {
        return !forcefulName.isEmpty() && (isForceful(arguments) || ...) ? forcefulName : name;
    }

private:
    template <typename Argument> static bool isForceful(const Argument &argument)
    {
        if constexpr (std::is_same_v<Argument, Shutdown>)
            return argument == Shutdown::Forceful;
        else
            return false;
    }
};

template <auto Signal, typename... Keys>
consteval EventEntry<Signal> eventEntry(const char *name, Keys... keys)
{
    return {QLatin1StringView(name), {}, {QLatin1StringView(keys)...}};
}

template <auto Signal, typename... Keys>
consteval EventEntry<Signal> shutdownEntry(const char *name, const char *forcefulName, Keys... keys)
{
    return {QLatin1StringView(name), QLatin1StringView(forcefulName), {QLatin1StringView(keys)...}};
}

/// All events there are, one entry for each signal. A new signal needs its entry here, its
/// line to resources/events.schema.json, and its text in models/live/livelistener.cpp.
inline constexpr std::tuple kEvents{
    eventEntry<&EventBus::poolCreated>("pool:create", "worker", "schema", "concurrency"),
    eventEntry<&EventBus::workerStarted>("worker:create", "worker", "tasks"),
    eventEntry<&EventBus::workerReleased>("worker:release", "worker"),
    eventEntry<&EventBus::workerStopped>("worker:stop", "worker", "error?"),
    eventEntry<&EventBus::poolReleased>("pool:release", "worker"),
    eventEntry<&EventBus::poolFailed>("pool:fatalError", "worker", "error", "action"),

    eventEntry<&EventBus::stopRequested>("stop", "worker"),
    shutdownEntry<&EventBus::signalReceived>("gracefulShutdown", "forcefulShutdown", "", "signal"),
    shutdownEntry<&EventBus::shutdownStarted>("pool:gracefulShutdown", "pool:forcefulShutdown",
                                              "worker", "", "message"),
    shutdownEntry<&EventBus::shutdownCompleted>("pool:gracefulShutdown:complete",
                                                "pool:forcefulShutdown:complete", "worker"),
    shutdownEntry<&EventBus::shutdownFailed>("pool:gracefulShutdown:error",
                                             "pool:forcefulShutdown:error", "worker", "", "error"),

    eventEntry<&EventBus::listenConnecting>("pool:listen:connecting", "worker", "attempts"),
    eventEntry<&EventBus::listenSucceeded>("pool:listen:success", "worker"),
    eventEntry<&EventBus::listenFailed>("pool:listen:error", "worker", "error"),
    eventEntry<&EventBus::listenNotified>("pool:listen:notification", "worker", "channel",
                                          "payload"),
    eventEntry<&EventBus::listenReleased>("pool:listen:release", "worker"),

    eventEntry<&EventBus::localQueueCreated>("localQueue:init", "worker", "size"),
    eventEntry<&EventBus::localQueueModeChanged>("localQueue:setMode", "worker", "oldMode",
                                                 "newMode"),
    eventEntry<&EventBus::refetchDelayStarted>("localQueue:refetchDelay:start", "worker",
                                               "jobCount", "threshold", "delayMs",
                                               "abortThreshold"),
    eventEntry<&EventBus::refetchDelayAborted>("localQueue:refetchDelay:abort", "worker", "count",
                                               "abortThreshold"),
    eventEntry<&EventBus::refetchDelayExpired>("localQueue:refetchDelay:expired", "worker"),
    eventEntry<&EventBus::fetchStarted>("worker:getJob:start", "worker"),
    eventEntry<&EventBus::fetchFailed>("worker:getJob:error", "worker", "error"),
    eventEntry<&EventBus::fetchFoundNothing>("worker:getJob:empty", "worker"),
    eventEntry<&EventBus::jobsFetched>("localQueue:getJobs:complete", "worker", "jobs"),
    eventEntry<&EventBus::jobsReturned>("localQueue:returnJobs", "worker", "jobs"),

    eventEntry<&EventBus::jobStarted>("job:start", "job"),
    eventEntry<&EventBus::jobSucceeded>("job:success", "job", "durationMs"),
    eventEntry<&EventBus::jobErrored>("job:error", "job", "durationMs", "error"),
    eventEntry<&EventBus::jobFailed>("job:failed", "job", "durationMs", "error"),
    eventEntry<&EventBus::jobCompleted>("job:complete", "job", "durationMs", "error?", "retryAt"),
    eventEntry<&EventBus::jobInterrupted>("job:interrupted", "job", "durationMs", "reason?"),
    eventEntry<&EventBus::jobSnoozed>("job:snoozed", "job", "durationMs", "reason?"),
    eventEntry<&EventBus::jobLostLease>("job:lostLease", "job", "durationMs"),
    eventEntry<&EventBus::jobOutput>("job:output", "job", "line", "stream", "worker"),
    eventEntry<&EventBus::jobProgressed>("job:progress", "job", "fraction", "text?"),

    eventEntry<&EventBus::cronStarting>("cron:starting", "worker", "start"),
    eventEntry<&EventBus::cronStarted>("cron:started", "worker", "start"),
    eventEntry<&EventBus::cronBackfill>("cron:backfill", "timestamp", "", "items"),
    eventEntry<&EventBus::cronPrematureTimer>("cron:prematureTimer", "worker", "currentTimestamp",
                                              "expectedTimestamp"),
    eventEntry<&EventBus::cronOverdueTimer>("cron:overdueTimer", "worker", "currentTimestamp",
                                            "expectedTimestamp"),
    eventEntry<&EventBus::cronSchedule>("cron:schedule", "timestamp", "", "items"),
    eventEntry<&EventBus::cronScheduled>("cron:scheduled", "timestamp", "backfilled", "items"),
    eventEntry<&EventBus::cronReloaded>("cron:reloaded", "worker", "identifiers", "added",
                                        "removed"),
    eventEntry<&EventBus::cronReloadFailed>("cron:reloadFailed", "worker", "errors"),

    eventEntry<&EventBus::staleLockResetStarted>("resetLocked:started", "worker"),
    eventEntry<&EventBus::staleLockResetSucceeded>("resetLocked:success", "worker", "jobs",
                                                   "delayMs?"),
    eventEntry<&EventBus::staleLockResetFailed>("resetLocked:failure", "worker", "error",
                                                "delayMs?"),
    eventEntry<&EventBus::workerRecovered>("worker:recovered", "staleWorkers", "jobs"),

    eventEntry<&EventBus::databaseTrouble>("database:trouble", "during", "error", "worker"),
    eventEntry<&EventBus::databaseRecovered>("database:recovered", "during", "worker"),
};

/// The entry of one signal: kEvent<&EventBus::jobStarted>.name.
template <auto Signal>
inline constexpr const EventEntry<Signal> &kEvent = std::get<EventEntry<Signal>>(kEvents);

} // namespace yardmaster
