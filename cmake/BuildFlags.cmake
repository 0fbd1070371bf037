# Every target of the project links this one INTERFACE target, so a flag is set in one place.
add_library(yardmaster_build_flags INTERFACE)
target_compile_options(yardmaster_build_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast -Woverloaded-virtual)
target_compile_definitions(yardmaster_build_flags INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_FOREACH)
target_include_directories(yardmaster_build_flags INTERFACE ${PROJECT_SOURCE_DIR})
# Plugins link the static libraries, so their code must be position-independent. Not all builds of Qt set
# this.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(YARDMASTER_WERROR)
    target_compile_options(yardmaster_build_flags INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
    # False reports about unread storage inside tl::expected<std::optional<…>>.
    target_compile_options(yardmaster_build_flags INTERFACE -Wno-maybe-uninitialized)
endif()
if(YARDMASTER_SANITIZE)
    target_compile_options(yardmaster_build_flags INTERFACE
        -fsanitize=${YARDMASTER_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
    if(YARDMASTER_SANITIZE MATCHES "undefined")
        # A fifth of the time to compile and half of the object code, for what AddressSanitizer or the
        # processor finds as well (null), x86 and ARM allow (alignment), or needs optimization (object-size).
        target_compile_options(yardmaster_build_flags INTERFACE -fno-sanitize=null,alignment,object-size)
    endif()
    target_link_options(yardmaster_build_flags INTERFACE -fsanitize=${YARDMASTER_SANITIZE})
    # GCC 12 reports false "may be used uninitialized" inside instrumented libstdc++ headers.
    target_compile_options(yardmaster_build_flags INTERFACE -Wno-maybe-uninitialized)
endif()
