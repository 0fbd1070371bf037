# The Qt and standard headers most files need; halves a full build on two cores.
function(yardmaster_precompile target)
    target_precompile_headers(${target} PRIVATE
        <QByteArray> <QDateTime> <QHash> <QList> <QObject> <QString> <QStringList>
        <chrono> <functional> <memory> <optional> <vector>)
endfunction()
