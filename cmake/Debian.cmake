# The .deb packages, which packaging/debs builds with cpack: yardmaster-worker (the program without window),
# yardmaster (the window) and libyardmaster-dev. Each is an install component. What only a .deb has is
# EXCLUDE_FROM_ALL: `cmake --install` leaves it out.
include(GNUInstallDirs)
set(debian ${PROJECT_SOURCE_DIR}/packaging/debian)
set(YARDMASTER_PACKAGER "The Yardmaster authors <yardmaster@packages.invalid>" CACHE STRING
    "Name and address of who builds the packages")
set(YARDMASTER_DEBIAN_REVISION 1 CACHE STRING "Revision of the packages of one version")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME yardmaster)
set(CPACK_PACKAGE_VENDOR "The Yardmaster authors")
set(CPACK_PACKAGE_CONTACT "${YARDMASTER_PACKAGER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL Worker Console Development)
set(CPACK_PRE_BUILD_SCRIPTS ${debian}/stage.cmake)
set(CPACK_THREADS 0)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${YARDMASTER_DEBIAN_REVISION})
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_WORKER_PACKAGE_NAME yardmaster-worker)
set(CPACK_DEBIAN_WORKER_PACKAGE_SECTION database)
set(CPACK_DEBIAN_WORKER_DESCRIPTION "worker and commands for PostgreSQL job queues
Yardmaster runs the jobs of PostgreSQL job queues that use the schema of
graphile-worker. Any number of workers share a queue, also with those of
graphile-worker itself: executable files, JavaScript, Python and HTTP servers
as tasks, crontabs, limits, heartbeats, and metrics for Prometheus.

This package has the program without a window: the worker, a systemd unit for
it, and commands that inspect queues and change their jobs.")
# Qt loads the database driver when it runs; dpkg-shlibdeps does not see that.
set(CPACK_DEBIAN_WORKER_PACKAGE_DEPENDS "libqt6sql6-psql, tzdata")
set(CPACK_DEBIAN_WORKER_PACKAGE_RECOMMENDS "ca-certificates")
set(CPACK_DEBIAN_WORKER_PACKAGE_SUGGESTS
    "yardmaster (= \${binary:Version}), nodejs (>= 20), postgresql, python3")
set(CPACK_DEBIAN_WORKER_PACKAGE_CONTROL_EXTRA
    ${debian}/yardmaster-worker/postinst
    ${debian}/yardmaster-worker/prerm
    ${debian}/yardmaster-worker/postrm)

set(CPACK_DEBIAN_CONSOLE_PACKAGE_NAME yardmaster)
set(CPACK_DEBIAN_CONSOLE_PACKAGE_SECTION database)
set(CPACK_DEBIAN_CONSOLE_DESCRIPTION "desktop console for PostgreSQL job queues
Yardmaster shows and changes the job queues of graphile-worker: what waits,
runs and fails, and why; searches and filters in queues of millions of jobs;
retries, reschedules and removes jobs with a preview and with undo; and shows
workers, named queues, crontabs and errors.

This package has the window. It also runs jobs, for a sandbox or for your own
tasks.")
set(full_version "${PROJECT_VERSION}-${YARDMASTER_DEBIAN_REVISION}")
string(REPLACE "\${binary:Version}" "${full_version}" CPACK_DEBIAN_WORKER_PACKAGE_SUGGESTS
    "${CPACK_DEBIAN_WORKER_PACKAGE_SUGGESTS}")
# Both programs have to be of one version; yardmaster starts yardmaster-window.
set(CPACK_DEBIAN_CONSOLE_PACKAGE_DEPENDS "yardmaster-worker (= ${full_version})")
set(CPACK_DEBIAN_CONSOLE_PACKAGE_RECOMMENDS "qt6-wayland, qt6-translations-l10n")
set(CPACK_DEBIAN_CONSOLE_PACKAGE_SUGGESTS "postgresql")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libyardmaster-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "library to run and add jobs of PostgreSQL job queues
Yardmaster's engine as a static library for C++20 programs with Qt 6: workers,
handlers, crontabs, and functions that add and manage jobs in the schema of
graphile-worker.

This package has the headers, the library and its CMake package.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
# Of the minor versions that it was compiled with: a program built on Debian 13 (Qt 6.8, QCoro 0.12) with the
# library of Debian 12 (Qt 6.4, QCoro 0.8) crashed.
foreach(library IN ITEMS Qt6:qt6-base-dev QCoro6:qcoro-qt6-dev)
    string(REGEX MATCH "(.*):(.*)" library "${library}")
    set(name ${CMAKE_MATCH_2})
    string(REGEX MATCH "^([0-9]+)\\.([0-9]+)" minor "${${CMAKE_MATCH_1}_VERSION}")
    math(EXPR next "${CMAKE_MATCH_2} + 1")
    string(APPEND development_needs "${name} (>= ${minor}), ${name} (<< ${CMAKE_MATCH_1}.${next}~), ")
endforeach()
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${development_needs}libexpected-dev, libpq-dev, libcurl4-openssl-dev")

# changelog.Debian's date is that of the sources, not of the build.
set(date_command date --utc --rfc-email)
if(DEFINED ENV{SOURCE_DATE_EPOCH})
    list(APPEND date_command "--date=@$ENV{SOURCE_DATE_EPOCH}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${date_command}
    OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE)
configure_file(${debian}/changelog.in ${PROJECT_BINARY_DIR}/debian/changelog.Debian @ONLY)

foreach(package IN ITEMS Worker:yardmaster-worker Console:yardmaster Development:libyardmaster-dev)
    string(REGEX MATCH "(.*):(.*)" package "${package}")
    set(component ${CMAKE_MATCH_1})
    set(name ${CMAKE_MATCH_2})
    install(FILES ${debian}/copyright ${PROJECT_BINARY_DIR}/debian/changelog.Debian
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component} EXCLUDE_FROM_ALL)
    install(FILES ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} RENAME changelog
        COMPONENT ${component} EXCLUDE_FROM_ALL)
    install(FILES ${debian}/${name}.lintian-overrides
        DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME ${name}
        COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
install(FILES ${debian}/yardmaster-window.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
    COMPONENT Console)
include(CPack)
