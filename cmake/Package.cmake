# What `cmake --install` installs for other programs: the library with its public headers, and
# find_package(Yardmaster) -> Yardmaster::worker. #include <yardmaster/runner.h> works both here and
# there.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Yardmaster)

set_target_properties(yardmaster_worker PROPERTIES EXPORT_NAME worker)
add_library(Yardmaster::worker ALIAS yardmaster_worker)
target_include_directories(yardmaster_worker INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

install(TARGETS yardmaster_worker EXPORT YardmasterTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT Development)
install(EXPORT YardmasterTargets NAMESPACE Yardmaster:: DESTINATION ${package_dir}
    COMPONENT Development)

# tests/package checks that this is enough.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/worker/include/yardmaster
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT Development)

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
