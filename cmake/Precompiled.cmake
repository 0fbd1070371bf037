# The Qt and standard headers most files need; halves a full build on two cores.
function(yardmaster_precompile target)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${target} PRIVATE -fpch-preprocess) # or ccache cannot cache its users
    endif()
    target_precompile_headers(${target} PRIVATE
        <QByteArray> <QDateTime> <QHash> <QList> <QObject> <QString> <QStringList>
        <chrono> <functional> <memory> <optional> <vector>)
endfunction()
