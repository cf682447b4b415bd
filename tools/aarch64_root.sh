# Sourced by tools/aarch64 and tools/wheel: Debian's packages for ARM, in a folder of their own, for the cross
# compiler and for programs in qemu. The system gets none of them.
cross_packages="g++-12-aarch64-linux-gnu qemu-user cmake ninja-build"
arm_packages="libtbb-dev zlib1g-dev libfmt-dev libsuitesparse-dev libmetis-dev libzip-dev libzstd-dev libpugixml-dev
  opencl-c-headers opencl-clhpp-headers libcxxopts-dev nlohmann-json3-dev doctest-dev libboost-graph-dev python3-dev
  python3-pip"

# unpack_for_arm FOLDER: unpacks arm_packages, and what they depend on, unless they are there.
unpack_for_arm() {
  local root=$1 apt package link target
  [ "$(cat "$root/unpacked" 2>/dev/null)" != "$arm_packages" ] || return 0
  rm -rf "$root"
  mkdir -p "$root/apt/lists/partial" "$root/apt/archives/partial"
  # apt resolves dependencies as on a machine with ARM that has no package yet.
  apt="apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root
    -o Dir::State=$root/apt -o Dir::State::status=/dev/null -o Dir::Cache=$root/apt"
  $apt update
  $apt install -y --download-only --no-install-recommends $arm_packages
  for package in "$root"/apt/archives/*.deb; do dpkg -x "$package" "$root"; done
  # Links to the root of a file system stay within this one.
  find "$root" -type l -lname '/*' -printf '%p %l\n' | while read -r link target; do
    ln -sfnr "$root$target" "$link"
  done
  rm -r "$root/apt"
  echo "$arm_packages" >"$root/unpacked"
}

# environment_for_arm ROOT FOLDER: an environment in FOLDER for ROOT's Python, which runs in qemu. What it
# starts, such as CMake, runs as usual.
environment_for_arm() {
  mkdir -p "$2/bin"
  printf '#!/bin/sh\nexec qemu-aarch64 -L %q -0 %q %q "$@"\n' "$1" "$2/bin/python" "$1/usr/bin/python3" >"$2/bin/python"
  chmod +x "$2/bin/python"
  printf 'home = %s\ninclude-system-site-packages = true\n' "$1/usr/bin" >"$2/pyvenv.cfg"  # pip is there
}
