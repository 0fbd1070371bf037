# cmake -DROOT=<source folder> -P includes.cmake
# Includes between the folders point one way: app → ui → models → worker. Fails with file:line of
# each one that does not. Qt classes by plain name (<QColor>) need no rule: the compiler does not
# find those of modules a folder is not linked to.

cmake_minimum_required(VERSION 3.23)
set(upwards_from_worker "\"(models|ui|app|tests)/|<Qt(Gui|Widgets)[/>]")
set(upwards_from_models "\"(ui|app|tests)/|<Qt(Gui|Widgets)[/>]")
set(upwards_from_ui "\"(app|tests)/|\"worker/db/(session|rows)\\.h|<(QSql|QtSql|libpq)")
set(upwards_from_app "\"tests/")

set(complaints "")
foreach(folder worker models ui app)
    file(GLOB_RECURSE sources ${ROOT}/${folder}/*.h ${ROOT}/${folder}/*.cpp)
    foreach(source IN LISTS sources)
        # Relative includes would hide the direction.
        file(STRINGS ${source} wrong
            REGEX "^[ \t]*#[ \t]*include[ \t]*(\"\\.|${upwards_from_${folder}})")
        foreach(include IN LISTS wrong)
            file(READ ${source} text)
            string(FIND "${text}" "${include}" offset)
            string(SUBSTRING "${text}" 0 ${offset} before)
            string(REGEX MATCHALL "\n" newlines "${before}")
            list(LENGTH newlines line)
            math(EXPR line "${line} + 1")
            file(RELATIVE_PATH name ${ROOT} ${source})
            string(APPEND complaints "${name}:${line}: ${folder} may not ${include}\n")
        endforeach()
    endforeach()
endforeach()
if(complaints)
    message(FATAL_ERROR "${complaints}")
endif()
