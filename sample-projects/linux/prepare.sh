#!/bin/sh
# Gets Debian's kernel source package, unpacks and configures it under build/. Each step leaves a mark when it is
# complete, so that a second call continues where the first one ended and costs nothing when all is done.
set -eu
here=$(cd "${1:-$(dirname "$0")}" && pwd)
package=linux-source-6.1
build=$here/build

fail() {
  echo "linux sample: $1" >&2
  exit 1
}

# Linux's own makefiles refuse such folders, which is better said before 140 MB are fetched.
case $here in
  *[[:space:]:]*) fail "Linux can't be built in a folder whose path has a blank or a colon: $here. Move it, or for a tutorial set WEFT_TUTORIALS to another folder" ;;
esac

mkdir -p "$build"
cd "$build"

missing=
for tool in apt-get dpkg-deb xz make gcc flex bison bc cpio; do
  command -v "$tool" >/dev/null || missing="$missing $tool"
done
[ -e /usr/include/libelf.h ] || missing="$missing libelf-dev"
[ -z "$missing" ] || fail "these tools are missing:$missing. Install them: apt-get install xz-utils make gcc flex bison bc cpio libelf-dev"

# apt checks the package against the signed archive; the digest is checked again in case the file was cut off later.
if [ ! -e package.done ]; then
  echo "linux sample: fetching $package (about 140 MB)"
  rm -f "$package"_*.deb
  # A machine without package lists (a fresh image) gets them first, where that is allowed.
  [ -n "$(apt-cache show "$package" 2>/dev/null)" ] || [ "$(id -u)" != 0 ] || apt-get -qq update
  apt-get -q download "$package" || fail "apt-get can't download $package. Is the Debian 12 archive in sources.list, and did apt-get update run?"
  deb=$(ls "$package"_*.deb)
  version=$(dpkg-deb -f "$deb" Version)
  expected=$(apt-cache show "$package=$version" | sed -n 's/^SHA256: //p' | head -n 1)
  found=$(sha256sum "$deb" | cut -d ' ' -f 1)
  [ "$expected" = "$found" ] || fail "$deb has digest $found, the archive says $expected. Remove build/ and try again"
  echo "$version" >package.done
fi

if [ ! -e unpack.done ]; then
  echo "linux sample: unpacking $package $(cat package.done)"
  rm -rf linux unpacked
  dpkg-deb --fsys-tarfile "$package"_*.deb | tar -x -C . --one-top-level=unpacked "./usr/src/$package.tar.xz"
  tar -xJf "unpacked/usr/src/$package.tar.xz" -C unpacked
  mv "unpacked/$package" linux
  rm -rf unpacked
  touch unpack.done
fi

if ! cmp -s "$here/kernel.config" config.done; then
  echo "linux sample: configuring"
  cd linux
  make -s ARCH=i386 tinyconfig
  ARCH=i386 ./scripts/kconfig/merge_config.sh -m .config "$here/kernel.config" >/dev/null
  make -s ARCH=i386 olddefconfig
  sed -n 's/^\(CONFIG_[A-Z0-9_]*=.*\)$/\1/p' "$here/kernel.config" | while read -r wanted; do
    grep -qxF "$wanted" .config || fail "the kernel's configuration does not take $wanted"
  done
  cp "$here/kernel.config" ../config.done
fi
