# The Qt and standard headers most files need; halves a full build on two cores.
function(yardmaster_precompile target)
    yardmaster_cache_precompiled(${target})
    target_precompile_headers(${target} PRIVATE
        <QByteArray> <QDateTime> <QHash> <QList> <QObject> <QString> <QStringList>
        <chrono> <functional> <memory> <optional> <vector>)
endfunction()

# The headers precompiled for `other`, which must be compiled with the same definitions.
function(yardmaster_reuse_precompiled target other)
    yardmaster_cache_precompiled(${target})
    target_precompile_headers(${target} REUSE_FROM ${other})
endfunction()

function(yardmaster_cache_precompiled target)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${target} PRIVATE -fpch-preprocess) # or ccache cannot cache its users
    endif()
endfunction()
