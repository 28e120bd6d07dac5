#!/bin/sh
# Packs the initial file system: our init, a console and two mount points.
set -eu
here=$(cd "${1:-$(dirname "$0")}" && pwd)
build=$here/build
cd "$build"
gcc -m32 -O2 -Wall -ffreestanding -fno-stack-protector -fno-pic -fno-builtin -nostdlib -static -no-pie \
  -o init.tmp "$here/init/init.c"
mv init.tmp init
cat >initramfs.list <<END
dir /dev 0755 0 0
nod /dev/console 0600 0 0 c 5 1
dir /proc 0755 0 0
dir /tmp 0777 0 0
file /init init 0755 0 0
END
linux/usr/gen_init_cpio initramfs.list | gzip -9n >initramfs.tmp
mv initramfs.tmp initramfs.gz
