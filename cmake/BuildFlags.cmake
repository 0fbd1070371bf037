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
# What users run: not debug builds, and not the tests, which are compiled without optimization.
set(is_release $<CONFIG:Release,RelWithDebInfo,MinSizeRel>)
set(is_test $<IN_LIST:yardmaster_test_flags,$<TARGET_PROPERTY:LINK_LIBRARIES>>)
set(is_released $<AND:${is_release},$<NOT:${is_test}>>)
# Hardening; tst_hardening inspects the programs.
option(YARDMASTER_HARDEN "Harden the programs of release builds" ON)
set(YARDMASTER_HARDENED 0)
if(YARDMASTER_HARDEN AND NOT YARDMASTER_SANITIZE)
    set(YARDMASTER_HARDENED ${is_release}) # for tst_hardening
    include(CheckPIESupported)
    check_pie_supported()
    # Targets of indirect jumps are marked: Intel's CET; on ARM, also signed return addresses.
    include(CheckCXXCompilerFlag)
    check_cxx_compiler_flag(-fcf-protection YARDMASTER_HAS_CF_PROTECTION)
    check_cxx_compiler_flag(-mbranch-protection=standard YARDMASTER_HAS_BRANCH_PROTECTION)
    # Some compilers define _FORTIFY_SOURCE=2.
    set(flags -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -fstack-protector-strong -fstack-clash-protection
        $<$<BOOL:${YARDMASTER_HAS_CF_PROTECTION}>:-fcf-protection>
        $<$<BOOL:${YARDMASTER_HAS_BRANCH_PROTECTION}>:-mbranch-protection=standard>)
    target_compile_options(yardmaster_build_flags INTERFACE "$<${is_released}:${flags}>")
    target_link_options(yardmaster_build_flags INTERFACE
        "$<${is_released}:LINKER:-z,relro;LINKER:-z,now;LINKER:-z,noexecstack>")
endif()
# No path of this machine in the programs. Debuggers find the sources when started in the source folder.
target_compile_options(yardmaster_build_flags INTERFACE
    "$<${is_released}:-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.>")
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
