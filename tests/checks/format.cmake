# cmake -DROOT=<source folder> -P format.cmake
# .clang-format settles layout. Its reference is clang-format 14: other versions lay out some things
# differently, so they are not asked. Without it the check is skipped, except in CI.

cmake_minimum_required(VERSION 3.23)
find_program(CLANG_FORMAT NAMES clang-format-14 clang-format)
set(version "none")
if(CLANG_FORMAT)
    execute_process(COMMAND ${CLANG_FORMAT} --version OUTPUT_VARIABLE version
        OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(NOT version MATCHES "version 14\\.")
    if(DEFINED ENV{CI})
        message(FATAL_ERROR "clang-format 14 is needed, found: ${version}")
    endif()
    message(STATUS "Skipped: needs clang-format 14, found: ${version}")
    return()
endif()

set(sources "")
foreach(folder app models tests ui worker)
    file(GLOB_RECURSE found ${ROOT}/${folder}/*.h ${ROOT}/${folder}/*.cpp)
    list(APPEND sources ${found})
endforeach()
list(FILTER sources EXCLUDE REGEX "/node_modules/")
execute_process(COMMAND ${CLANG_FORMAT} --style=file --dry-run --Werror ${sources}
    RESULT_VARIABLE result ERROR_VARIABLE complaints)
if(NOT result EQUAL 0)
    string(REGEX MATCHALL "[^\n]*error:[^\n]*" lines "${complaints}")
    list(TRANSFORM lines REPLACE ":[0-9]+:[0-9]+: error: code should be.*" "")
    list(TRANSFORM lines REPLACE "^${ROOT}/" "")
    list(REMOVE_DUPLICATES lines)
    list(JOIN lines "\n  " lines)
    message(FATAL_ERROR "Not laid out as .clang-format says (run clang-format -i):\n  ${lines}")
endif()
