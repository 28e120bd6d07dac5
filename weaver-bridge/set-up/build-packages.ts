/** Which Debian package brings a program that builds of kernels call. */
import { lookUp } from "../model/index.js";

/** Where it is not called as the program is. */
const PACKAGES: Readonly<Record<string, string>> = {
  "grub-mkrescue": "grub-common grub-pc-bin xorriso mtools",
  "grub-file": "grub-common",
  "grub-mkimage": "grub-common",
  "grub-mkstandalone": "grub-common",
  mkisofs: "genisoimage",
  mformat: "mtools",
  mcopy: "mtools",
  mmd: "mtools",
  mdir: "mtools",
  minfo: "mtools",
  "mkfs.fat": "dosfstools",
  "mkfs.vfat": "dosfstools",
  "mkfs.msdos": "dosfstools",
  "mkfs.ext2": "e2fsprogs",
  mke2fs: "e2fsprogs",
  debugfs: "e2fsprogs",
  "qemu-img": "qemu-utils",
  "qemu-nbd": "qemu-utils",
  iasl: "acpica-tools",
  dtc: "device-tree-compiler",
  ninja: "ninja-build",
  python: "python-is-python3",
  xz: "xz-utils",
  xxd: "xxd",
  magick: "imagemagick",
  convert: "imagemagick",
  sfdisk: "fdisk",
  losetup: "mount",
  cc: "gcc",
  "c++": "g++",
  go: "golang-go",
  makeinfo: "texinfo",
};
/** Called as the program is. */
const SAME = new Set(
  "nasm yasm fasm genisoimage xorriso bximage bochs cmake meson scons python3 perl bison flex bc m4 cpio zip unzip rsync parted fdisk curl wget git patch sudo gawk gperf autoconf automake pkg-config ccache clang lld syslinux swig".split(
    " ",
  ),
);

/** `install it`, with the command where it is known. */
export function sayHowToInstall(program: string): string {
  const found = lookUp(PACKAGES, program) ?? (SAME.has(program) ? program : undefined);
  return found === undefined ? "install it" : `install it (on Debian: apt-get install ${found})`;
}
