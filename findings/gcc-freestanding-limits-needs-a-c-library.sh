#!/bin/sh
# gcc 12.2.0 and clang 19.1.7 (Debian 12, libc6-dev 2.36): a freestanding program may include <limits.h> (C11, clause 4
# paragraph 6). Of the headers that the standard grants it, gcc brings all for itself but this one: gcc's <limits.h> goes on
# to the C library's, with -ffreestanding too. With a kernel's own --sysroot it ends in `no include path in which to search
# for limits.h`; without one the kernel gets the host's PATH_MAX, and other macros of its C library, without a word. <stdint.h>
# asks whether it is freestanding and then stays at home, as clang does for both. A cross gcc that was built without headers
# has another <limits.h>, so that a kernel that it builds fails with the host's gcc in this one header.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
clang-19 --version | head -1 | grep -q ' 19\.1\.7'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir sysroot
for header in float iso646 limits stdalign stdarg stdbool stddef stdint stdnoreturn; do
	echo "#include <$header.h>" > $header.c
	for compiler in gcc clang-19; do
		if $compiler -std=c11 -ffreestanding --sysroot="$folder/sysroot" -fsyntax-only $header.c 2> $compiler.$header; then
			echo "$compiler $header.h: fine" >> alone
		else
			echo "$compiler $header.h: $(grep -o 'no include path.*' $compiler.$header)" >> alone
		fi
	done
done
cat alone
grep -q '^gcc limits\.h: no include path in which to search for limits\.h' alone
[ "$(grep -c ': fine$' alone)" = 17 ]
for compiler in gcc clang-19; do
	for header in limits stdint; do
		count=$($compiler -std=c11 -ffreestanding -dM -E $header.c | grep -c -E '__GLIBC__|PATH_MAX|_POSIX_' || true)
		echo "with the host's headers, $compiler $header.h: $count macros of the C library" | tee -a hosted
	done
done
grep -q 'gcc limits\.h: [1-9]' hosted
[ "$(grep -c ': 0 macros' hosted)" = 3 ]
# What a gcc without headers does is had by saying that the library's part was read.
gcc -std=c11 -ffreestanding -D_LIBC_LIMITS_H_ --sysroot="$folder/sysroot" -fsyntax-only limits.c
echo "with -D_LIBC_LIMITS_H_ gcc's limits.h stands alone"
