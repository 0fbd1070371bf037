# What `cmake --install` puts in place for other programs: the library with its public headers, and
# find_package(Yardmaster) -> Yardmaster::worker. Headers keep their spelling: #include
# "worker/yardmaster.h" works both here and there.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Yardmaster)
set(header_dir ${CMAKE_INSTALL_INCLUDEDIR}/yardmaster)

set_target_properties(yardmaster_worker PROPERTIES EXPORT_NAME worker)
add_library(Yardmaster::worker ALIAS yardmaster_worker)
target_include_directories(yardmaster_worker INTERFACE $<INSTALL_INTERFACE:${header_dir}>)

install(TARGETS yardmaster_worker EXPORT YardmasterTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT Development)
install(EXPORT YardmasterTargets NAMESPACE Yardmaster:: DESTINATION ${package_dir}
    COMPONENT Development)

# Everything but what only the engine itself includes; tests/package proves that this is closed.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/worker DESTINATION ${header_dir} COMPONENT Development
    FILES_MATCHING PATTERN "*.h"
    REGEX "/cron/(cronbackfill|cronjob|cronscheduler|cronservice|cronstore|crontabwatch)\\.h$" EXCLUDE
    REGEX "/cron/(crontabline|crontaboptions|crontimezone|json5|json5identifier|jsspace|jstext|querystring)\\.h$" EXCLUDE
    REGEX "/db/(arraytext|endingtransactions|migrationsteps|opensessions|schemafacts|sqltext|threadsession)\\.h$" EXCLUDE
    REGEX "/queue/(atomically|bulkchanges|jobqueue|jsonscanner|keptplans|plainadds|queueerror|queuerelease|recoverydecisions|remainingjobs|retirements|surelyjson|workernames)\\.h$" EXCLUDE
    REGEX "/events/(errorsummary|outagelog)\\.h$" EXCLUDE
    REGEX "/runner/(asyncrun|backoff|deadlines|dispatcher|engine|forbiddenflags|jobrunner)\\.h$" EXCLUDE
    REGEX "/runner/(heartbeats|heartbeatwatch|listener|localqueue|outcomerules|recovery|refetchdelay|releaser)\\.h$" EXCLUDE
    REGEX "/runner/(databaseactivity|fetcher|fetchloop|fetchplan|graceperiod|jobquotas|quotas|runreport|schemaguard|stalelockreset)\\.h$" EXCLUDE
    REGEX "/runner/(dryrun|handlerthreads|jobsender|prefetch|preparedadd|progressmeter|queuesearch|workerservices)\\.h$" EXCLUDE
    REGEX "/tasks/(handlererror|outputlines|readyfuture)\\.h$" EXCLUDE
    REGEX "/worker/testservices\\.h$" EXCLUDE)

configure_package_config_file(
    ${PROJECT_SOURCE_DIR}/cmake/YardmasterConfig.cmake.in
    ${CMAKE_CURRENT_BINARY_DIR}/YardmasterConfig.cmake
    INSTALL_DESTINATION ${package_dir})
# Before 1.0 every minor version may break.
write_basic_package_version_file(
    ${CMAKE_CURRENT_BINARY_DIR}/YardmasterConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
    ${CMAKE_CURRENT_BINARY_DIR}/YardmasterConfig.cmake
    ${CMAKE_CURRENT_BINARY_DIR}/YardmasterConfigVersion.cmake
    DESTINATION ${package_dir} COMPONENT Development)
