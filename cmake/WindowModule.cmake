# The window as a module that the program loads when a window is wanted. There is one copy of
# everything in the process: the program holds the whole engine and `yardmaster_query`; the module
# holds `yardmaster_models` and `ui`. What it takes from the program is left
# undefined when it is linked; tests/app/tst_windowmodule proves that it fits.
include(${PROJECT_SOURCE_DIR}/cmake/BuildName.cmake)

set(parts_of_window
    $<TARGET_OBJECTS:yardmaster_models> ${YARDMASTER_MODELS_RESOURCES}
    $<TARGET_OBJECTS:yardmaster_ui> ${YARDMASTER_UI_RESOURCES})

add_library(yardmaster_window MODULE
    windowed.cpp windowed.h windowmodule.h
    # Only the window asks for passwords.
    ${PROJECT_SOURCE_DIR}/models/connecting/keychainsecrets.cpp
    ${PROJECT_SOURCE_DIR}/models/connecting/keychainsecrets.h
    ${parts_of_window})
set_target_properties(yardmaster_window PROPERTIES PREFIX "" OUTPUT_NAME yardmaster-window)
target_include_directories(yardmaster_window PRIVATE
    ${PROJECT_SOURCE_DIR}/worker/include ${TL_EXPECTED_INCLUDE_DIR})
target_link_libraries(yardmaster_window PRIVATE
    Qt6::Core Qt6::Sql Qt6::Network Qt6::Concurrent Qt6::Widgets
    Qt6Keychain::Qt6Keychain QCoro6::Core PostgreSQL::PostgreSQL yardmaster_build_flags)
yardmaster_unity(yardmaster_window)
# As in one program: the window's calls of itself need no look-up.
check_linker_flag(CXX "LINKER:-Bsymbolic-functions" YARDMASTER_HAS_SYMBOLIC_FUNCTIONS)
if(YARDMASTER_HAS_SYMBOLIC_FUNCTIONS)
    target_link_options(yardmaster_window PRIVATE LINKER:-Bsymbolic-functions)
endif()

# The whole engine, not only what headless workers call.
target_link_options(yardmaster PRIVATE
    LINKER:--whole-archive
    $<TARGET_FILE:yardmaster_worker> $<TARGET_FILE:yardmaster_query>
    $<TARGET_FILE:yardmaster_sandbox> $<TARGET_FILE:yardmaster_app_core>
    LINKER:--no-whole-archive)

# The same way from the program in the build folder as from the installed one.
file(RELATIVE_PATH window_folder
    ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR}/yardmaster)
set_target_properties(yardmaster_window PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${window_folder})
install(TARGETS yardmaster_window
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/yardmaster COMPONENT Runtime)

yardmaster_build_name(build_name)
target_sources(yardmaster PRIVATE windowmodule.cpp windowmodule.h)
target_compile_definitions(yardmaster PRIVATE YARDMASTER_HAS_GUI)
set_property(SOURCE windowmodule.cpp windowed.cpp APPEND PROPERTY COMPILE_DEFINITIONS
    YARDMASTER_BUILD_NAME="${build_name}"
    YARDMASTER_WINDOW_FILE="yardmaster-window${CMAKE_SHARED_MODULE_SUFFIX}"
    YARDMASTER_WINDOW_FOLDER="${window_folder}")
add_dependencies(yardmaster yardmaster_window) # who builds the program gets its window
