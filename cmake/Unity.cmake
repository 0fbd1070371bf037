# yardmaster_unity(target): compiles the .cpp files of each folder as one, because parsing Qt
# and the standard library takes most of the time a file takes. Without YARDMASTER_UNITY each file
# is compiled on its own, which shows missing includes. Files in YARDMASTER_UNITY_APART, paths from the root,
# are always compiled on their own, so that repeated changes of them do not recompile their folder. A target of
# many folders has the headers of Qt and the standard library precompiled, which saves 4 s of each folder. To be
# called when the target has its sources.
set(YARDMASTER_UNITY_APART "" CACHE STRING "Files not to be compiled together with their folder")
function(yardmaster_unity target)
    if(NOT YARDMASTER_UNITY)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    set(groups "")
    foreach(source IN LISTS sources)
        if(source MATCHES "^([^$].*)\\.cpp$" AND NOT IS_ABSOLUTE "${source}")
            get_filename_component(folder "${source}" DIRECTORY)
            string(MAKE_C_IDENTIFIER "${folder}" group)
            list(APPEND groups "${group}")
            set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${target}${group}")
            file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}/${source}")
            if(path IN_LIST YARDMASTER_UNITY_APART)
                set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
            endif()
        endif()
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # GCC treats the included files as headers, and warns of anonymous namespaces in them.
        target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
    list(REMOVE_DUPLICATES groups)
    list(LENGTH groups count)
    if(count GREATER_EQUAL 8) # making the precompiled header takes as long as it saves in three folders
        target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/precompiled.h)
        set_source_files_properties(${PROJECT_SOURCE_DIR}/cmake/precompiled.h PROPERTIES SKIP_AUTOGEN ON)
    endif()
endfunction()
