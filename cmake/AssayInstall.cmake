# What `cmake --install` lays out:
#
#   bin/assay                    the program; bin/assay-train, where it is built
#   include/assay, lib/libassay.a, lib/cmake/assay    find_package(assay) -> assay::assay
#   lib/assay                    the OpenVINO and llama.cpp libraries that assay uses, and no others
#   share/assay/models           the default models
#   share/assay/licenses         licences of what is shipped along
#
# The program finds libraries and models relative to itself, so the tree can be moved as a whole.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(assay_private_libs ${CMAKE_INSTALL_LIBDIR}/assay)
set(assay_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/assay)
set(assay_share_dir share/assay)  # not CMAKE_INSTALL_DATADIR: the program looks in ../share/assay

# --- program and library -------------------------------------------------------------------------

file(RELATIVE_PATH assay_libs_from_bin
  /${CMAKE_INSTALL_BINDIR} /${assay_private_libs})
set_target_properties(assay_program PROPERTIES INSTALL_RPATH "$ORIGIN/${assay_libs_from_bin}")
install(TARGETS assay_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET assay_train)
  set_target_properties(assay_train PROPERTIES INSTALL_RPATH "$ORIGIN/${assay_libs_from_bin}")
  install(TARGETS assay_train RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(TARGETS assay EXPORT assayTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ ${PROJECT_BINARY_DIR}/include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

# --- OpenVINO: core, CPU plugin, IR and ONNX front ends, and the TBB they run on ---------------

get_target_property(openvino_library openvino::runtime IMPORTED_LOCATION_RELEASE)
get_filename_component(openvino_libs ${openvino_library} DIRECTORY)
get_filename_component(assay_openvino_name ${openvino_library} NAME)
file(GLOB openvino_shipped
  ${openvino_library}
  ${openvino_libs}/libopenvino_intel_cpu_plugin.so
  ${openvino_libs}/libopenvino_ir_frontend.so*
  ${openvino_libs}/libopenvino_onnx_frontend.so*
  ${openvino_libs}/libtbb.so*
  ${openvino_libs}/libtbbbind_2_5.so*
  ${openvino_libs}/libtbbmalloc.so*
  ${openvino_libs}/libhwloc.so*)
install(FILES ${openvino_shipped} DESTINATION ${assay_private_libs})
install(DIRECTORY ${openvino_libs}/../licenses/ DESTINATION ${assay_share_dir}/licenses/openvino
  OPTIONAL)

# --- llama.cpp, for programs that link the library: the program has it inside -----------------------

install(FILES ${ASSAY_LLAMA_LIBRARIES} DESTINATION ${assay_private_libs})
install(DIRECTORY ${ASSAY_LLAMA_DIR}/licenses/ DESTINATION ${assay_share_dir}/licenses/llama.cpp)

# --- models and documents --------------------------------------------------------------------

install(DIRECTORY ${PROJECT_SOURCE_DIR}/models/ DESTINATION ${assay_share_dir}/models)
install(DIRECTORY ${ASSAY_DEPS_DIR}/models/ DESTINATION ${assay_share_dir}/models OPTIONAL)
install(FILES LICENSE THIRD_PARTY_NOTICES.md README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

# --- package -----------------------------------------------------------------------------------

install(EXPORT assayTargets NAMESPACE assay:: DESTINATION ${assay_package_dir})
configure_package_config_file(cmake/assayConfig.cmake.in assayConfig.cmake
  INSTALL_DESTINATION ${assay_package_dir} PATH_VARS assay_private_libs)
write_basic_package_version_file(assayConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/assayConfig.cmake ${PROJECT_BINARY_DIR}/assayConfigVersion.cmake
  DESTINATION ${assay_package_dir})
