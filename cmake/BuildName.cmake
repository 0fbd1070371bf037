# Sets `result` to what names this build: the version, and a digest of what has to be the same where
# two parts of it call each other. The program and its window are two files, and a window of another
# build would crash it.
function(yardmaster_build_name result)
    set(facts "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${Qt6_VERSION} "
        "${CMAKE_BUILD_TYPE} ${CMAKE_CXX_FLAGS} ${YARDMASTER_SANITIZE}")
    file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR}
        ${PROJECT_SOURCE_DIR}/app/*.h ${PROJECT_SOURCE_DIR}/models/*.h
        ${PROJECT_SOURCE_DIR}/ui/*.h ${PROJECT_SOURCE_DIR}/worker/*.h)
    foreach(header IN LISTS headers)
        file(SHA256 ${PROJECT_SOURCE_DIR}/${header} digest)
        string(APPEND facts " ${header} ${digest}")
    endforeach()
    string(SHA256 digest "${facts}")
    string(SUBSTRING ${digest} 0 10 digest)
    set(${result} "${PROJECT_VERSION}-${digest}" PARENT_SCOPE)
endfunction()
