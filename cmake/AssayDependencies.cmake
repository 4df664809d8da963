# Everything assay links. A parent build that already has a target wins.
set(ASSAY_DEPS_DIR ${PROJECT_SOURCE_DIR}/.deps CACHE PATH "Where tools/setup put the registry artefacts")

find_package(Threads REQUIRED)
if(NOT TARGET nlohmann_json::nlohmann_json)
  find_package(nlohmann_json 3.11 REQUIRED)
endif()
if(NOT TARGET tl::expected)
  find_package(tl-expected REQUIRED)
endif()
if(NOT TARGET fmt::fmt)
  find_package(fmt REQUIRED)
endif()
find_package(ICU REQUIRED COMPONENTS uc i18n data)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(CURL 7.85 REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(PCRE2 REQUIRED IMPORTED_TARGET libpcre2-8)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(ONIGURUMA REQUIRED IMPORTED_TARGET oniguruma)
# Header-only, and so is all that is used of it: the distributions of its Math library.
find_path(BOOST_MATH_INCLUDE_DIR boost/math/distributions.hpp REQUIRED)
# Header-only; its CMake package would pull in Boost, which MSGPACK_NO_BOOST makes unnecessary.
find_path(MSGPACK_CXX_INCLUDE_DIR msgpack.hpp REQUIRED)

# OpenVINO's wheel is a C++ SDK as it is.
if(NOT OpenVINO_DIR)
  set(OpenVINO_DIR ${ASSAY_DEPS_DIR}/openvino/cmake)
endif()
find_package(OpenVINO REQUIRED COMPONENTS Runtime)

# llama.cpp, built by tools/llama/build.sh; in the order in which they need one another.
set(ASSAY_LLAMA_DIR ${ASSAY_DEPS_DIR}/llama)
set(ASSAY_LLAMA_LIBRARIES libllama.a libggml.a libggml-cpu.a libggml-base.a)
list(TRANSFORM ASSAY_LLAMA_LIBRARIES PREPEND ${ASSAY_LLAMA_DIR}/lib/)
set(ASSAY_JINJA_DIR ${ASSAY_DEPS_DIR}/llama-jinja)  # of llama.cpp too, by tools/llama/build_jinja.sh
list(PREPEND ASSAY_LLAMA_LIBRARIES ${ASSAY_JINJA_DIR}/lib/libjinja.a)
foreach(library ${ASSAY_LLAMA_LIBRARIES})
  if(NOT EXISTS ${library})
    message(FATAL_ERROR "${library} is missing: run tools/setup.sh core")
  endif()
endforeach()

# Names the source in fingerprints; its own version does not change with every release.
file(READ ${ASSAY_DEPS_DIR}/stamps/llama-cpp-python ASSAY_LLAMA_SOURCE)
string(SUBSTRING "${ASSAY_LLAMA_SOURCE}" 0 12 ASSAY_LLAMA_SOURCE)

# The installed library needs the same, found again by cmake/assayConfig.cmake.in; where it takes
# something from elsewhere than the build does, $<INSTALL_INTERFACE> says so.
function(assay_link_dependencies target)
  target_link_libraries(${target} PUBLIC tl::expected Threads::Threads
    PRIVATE $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>
    fmt::fmt ICU::uc ICU::i18n ICU::data OpenSSL::Crypto
    CURL::libcurl SQLite::SQLite3 PkgConfig::PCRE2 PkgConfig::XXHASH PkgConfig::ONIGURUMA
    $<BUILD_INTERFACE:openvino::runtime> $<INSTALL_INTERFACE:assay::openvino>
    "$<BUILD_INTERFACE:${ASSAY_LLAMA_LIBRARIES}>" $<INSTALL_INTERFACE:assay::llama> ${CMAKE_DL_LIBS})
  target_include_directories(${target} SYSTEM PRIVATE ${BOOST_MATH_INCLUDE_DIR}
    ${MSGPACK_CXX_INCLUDE_DIR} ${ASSAY_LLAMA_DIR}/include ${ASSAY_JINJA_DIR}/include)
  target_compile_definitions(${target} PRIVATE MSGPACK_NO_BOOST)
endfunction()

if(ASSAY_TESTS)
  find_package(GTest REQUIRED)
  enable_testing()
  include(GoogleTest)
endif()
