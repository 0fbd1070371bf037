# yardmaster_translations(target): compiles resources/translations/*.ts and puts them
# into the target as :/yardmaster/translations/yardmaster_<language>.qm. To be called where the
# target is made.
function(yardmaster_translations target)
    get_target_property(qmake Qt6::qmake IMPORTED_LOCATION)
    get_filename_component(qt_tools "${qmake}" DIRECTORY)
    find_program(YARDMASTER_LRELEASE NAMES lrelease lrelease-qt6 HINTS "${qt_tools}"
        PATHS /usr/lib/qt6/bin)
    if(NOT YARDMASTER_LRELEASE)
        message(FATAL_ERROR "lrelease is missing, which compiles the translations "
            "(Debian: qt6-l10n-tools)")
    endif()
    set(folder ${PROJECT_SOURCE_DIR}/resources/translations)
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/yardmaster_*.ts)
    set(compiled "")
    foreach(source IN LISTS sources)
        get_filename_component(name ${source} NAME_WE)
        set(file ${CMAKE_CURRENT_BINARY_DIR}/translations/${name}.qm)
        add_custom_command(OUTPUT ${file}
            COMMAND ${YARDMASTER_LRELEASE} -silent ${source} -qm ${file}
            DEPENDS ${source} VERBATIM)
        list(APPEND compiled ${file})
    endforeach()
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/translations)
    qt_add_resources(${target} ${target}_translations
        PREFIX /yardmaster/translations
        BASE ${CMAKE_CURRENT_BINARY_DIR}/translations
        FILES ${compiled})
endfunction()
