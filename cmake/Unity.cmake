# yardmaster_unity(target): compiles the .cpp files of each folder as one, because parsing Qt
# and the standard library takes most of the time a file takes. Without YARDMASTER_UNITY each file
# is compiled on its own, which shows missing includes. To be called when the target has its sources.
function(yardmaster_unity target)
    if(NOT YARDMASTER_UNITY)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        if(source MATCHES "^([^$].*)\\.cpp$" AND NOT IS_ABSOLUTE "${source}")
            get_filename_component(folder "${source}" DIRECTORY)
            string(MAKE_C_IDENTIFIER "${folder}" group)
            set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${target}${group}")
        endif()
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # GCC takes the files of a folder for headers, where anonymous namespaces would be a mistake.
        target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
endfunction()
