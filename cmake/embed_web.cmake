# Writes the front end as a C++ source:
#   cmake -D WEB=web -D TEMPLATE=x.cc.in -D OUTPUT=x.cc -D STYLES=a.css,b.css -D SCRIPTS=a.js,b.js
#         -P embed_web.cmake
# Files are named relative to WEB and joined in the order given; the modules of web/report/ share
# one function scope, so that they see one another and nothing else does.

function(join_files out files)
  string(REPLACE "," ";" files "${files}")
  set(joined "")
  foreach(file IN LISTS files)
    file(READ ${WEB}/${file} text)
    string(APPEND joined "${text}\n")
  endforeach()
  set(${out} "${joined}" PARENT_SCOPE)
endfunction()

file(READ ${WEB}/report/page.html page)
join_files(style "${STYLES}")
join_files(libraries "${LIBRARIES}")
join_files(modules "${SCRIPTS}")
set(script "${libraries}(() => {\n\"use strict\";\n${modules}})();\n")
foreach(text "${page}" "${style}" "${script}")
  if(text MATCHES "\\)assay_web\"")
    message(FATAL_ERROR "web/ holds the mark that ends a raw string")
  endif()
endforeach()
# A script element ends at the first of these, wherever it stands.
if(script MATCHES "</[sS][cC][rR][iI][pP][tT]|<!--" OR style MATCHES "</[sS][tT]")
  message(FATAL_ERROR "web/ holds a tag that would end its own element")
endif()

file(READ ${TEMPLATE} source)
foreach(part PAGE STYLE SCRIPT)
  string(TOLOWER ${part} value)
  string(REPLACE "@${part}@" "${${value}}" source "${source}")
endforeach()
file(WRITE ${OUTPUT} "${source}")
