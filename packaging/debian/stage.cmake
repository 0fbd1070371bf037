# Run by cpack on what will be packed, a folder for each component: gives it the form that Debian's policy asks for.
cmake_minimum_required(VERSION 3.23)
find_program(gzip gzip REQUIRED)
find_program(strip strip REQUIRED)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    set(folder ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr)
    # The licence is in "copyright".
    file(GLOB_RECURSE licences ${folder}/share/doc/*/LICENSE)
    if(licences)
        file(REMOVE ${licences})
    endif()
    file(GLOB_RECURSE compressed
        ${folder}/share/man/*.1 ${folder}/share/doc/*/changelog ${folder}/share/doc/*/changelog.Debian)
    file(GLOB_RECURSE archives ${folder}/lib/*.a)
    if(compressed)
        execute_process(COMMAND ${gzip} --no-name --best ${compressed} COMMAND_ERROR_IS_FATAL ANY)
    endif()
    if(archives)
        execute_process(
            COMMAND ${strip} --strip-debug --enable-deterministic-archives
                --remove-section=.comment --remove-section=.note ${archives}
            COMMAND_ERROR_IS_FATAL ANY)
    endif()
endforeach()
# For the configuration files of workers.
file(MAKE_DIRECTORY ${CPACK_TEMPORARY_DIRECTORY}/Worker/etc/yardmaster)
