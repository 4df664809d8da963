# Helpers that every folder's build uses: one way to make a target, a folder of the library, a test.

function(assay_configure_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor)
  # GCC 12 sees overlapping copies in the concatenation of strings (its bug 105651).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(ASSAY_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  # Contraction into fused multiply-adds would let the compiler decide the last bit of a score.
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  if(ASSAY_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${ASSAY_SANITIZE} -fno-omit-frame-pointer
      -fno-sanitize-recover=all)
    # What GCC 12 takes for uninitialised in instrumented code are std::optionals without a value.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    target_link_options(${target} PUBLIC -fsanitize=${ASSAY_SANITIZE})
  endif()
endfunction()

# Adds src/<folder>/*.cc to the library and src/<folder>/*_test.cc to one test program of the folder.
function(assay_add_folder folder)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/${folder}/*.cc)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  target_sources(assay PRIVATE ${sources})
  # Kernels that the program calls only after asking the processor.
  foreach(kernel_source ${sources})
    if(kernel_source MATCHES "_avx2\\.cc$")
      set_source_files_properties(${kernel_source} PROPERTIES COMPILE_OPTIONS "-mavx2;-mfma")
    elseif(kernel_source MATCHES "_vnni\\.cc$")
      # GCC 12 warns of its own header, whose intrinsics begin with an undefined register.
      set_source_files_properties(${kernel_source} PROPERTIES COMPILE_OPTIONS
        "-mavx2;-mfma;-mavx512f;-mavx512bw;-mavx512vl;-mavx512vnni;$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>")
    endif()
  endforeach()
  if(ASSAY_TESTS AND tests)
    string(REPLACE "/" "_" name ${folder})
    assay_add_test(${name}_test ${tests})
  endif()
endfunction()

# A GoogleTest program that sees the library's internals; each TEST is a ctest entry.
function(assay_add_test name)
  add_executable(${name} ${ARGN})
  assay_configure_target(${name})
  # Tests spend their time in the library; optimising them too would double the build.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O0>)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE assay GTest::gmock_main)
  assay_link_dependencies(${name})
  target_compile_definitions(${name} PRIVATE ASSAY_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES PROPERTIES TIMEOUT 600)
endfunction()
