# Sourced by tools/quickstart and tools/check: installs what is missing, and nothing otherwise.
# Needs root or sudo, and only when something is missing; without either it prints the line to run.

build_packages="g++ cmake ninja-build pkg-config opencl-c-headers opencl-clhpp-headers ocl-icd-libopencl1
  libcxxopts-dev doctest-dev nlohmann-json3-dev libfmt-dev libtbb-dev zlib1g-dev libsuitesparse-dev libmetis-dev libzip-dev
  libzstd-dev libpugixml-dev pocl-opencl-icd"

# What tools/check needs in addition to build_packages.
check_packages="oclgrind clang-format-14 clang-14 mesa-opencl-icd python3-scipy libboost-dev libboost-graph-dev
  python3-matplotlib python3-dev python3-venv libopenmpi-dev openmpi-bin zsh fish help2man groff-base
  clang-19 libc++-19-dev libc++abi-19-dev libfast-float-dev"
# For pages. Ubuntu has no package of a browser that runs in a container.
! grep -qs '^ID=debian' /etc/os-release || check_packages+=" chromium"

installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# What tools/package needs in addition to build_packages.
package_packages="build-essential debhelper fakeroot help2man libopenmpi-dev lintian make"

# ensure_packages PACKAGE...
ensure_packages() {
  local missing=() package
  if ! command -v dpkg-query >/dev/null; then
    echo "Not a Debian or Ubuntu system: install the equivalents of: $*" >&2
    return 0
  fi
  for package in "$@"; do
    installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0

  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null; then
      as_root=(sudo)
    else
      echo "These packages are missing. As root, run:" >&2
      echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
      exit 1
    fi
  fi
  echo "installing: ${missing[*]}" >&2
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# What wheels and packages compile CUDA's kernels for; later cards compile them once.
cuda_architectures="75-real;80-real;86-real;89-real;90"

# configure_and_build PRESET [TARGET...]
configure_and_build() {
  local preset=$1
  shift
  cmake --preset "$preset" -G Ninja >/dev/null
  cmake --build --preset "$preset" ${*:+--target "$@"}
}
