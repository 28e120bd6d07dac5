#!/bin/sh
# gcc 12.2.0, binutils 2.40, GDB 13.1 (Debian 12): of optimized code, a store of what an inlined function computes is labelled
# with that function, and (at -Os) a store by an inlined function of what its caller computes with the caller: line table,
# inlined subroutines, `addr2line -f -i` and GDB agree on a line that touches no memory. Four of the six stores below. Whoever
# asks by address which function writes (watchpoints, profiles of stores, race detectors, recorded hits) blames a function in
# whose text no such store is.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
addr2line --version | head -1 | grep -q ' 2\.40'
gdb --version | head -1 | grep -q ' 13\.1'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > a.c <<'C'
struct quota { int id, limit, used; };
struct quota q[8];
static inline void set(int i, int limit)
{
	q[i].limit = limit;
}
void tick(int n, int count)
{
	for (int i = 0; i < count; i++)
		set(i, n + i);
}
static inline int half(int n)
{
	return n / 2 + 7;
}
void use(int i, int n)
{
	q[i].used = half(n);
}
C
wrong=0
# The store to memory in a function, as objdump shows it, and whom the tools name for it.
store() {
	objdump -d --no-show-raw-insn a.o | sed -n "/<$1>:/,/^\$/p" | sed -n 's/^ *\([0-9a-f]*\):.*mov  *%e[a-z]*,[^%]*(.*/\1/p' | tail -1
}
for flags in -O1 -O2 -Os; do
	gcc -m32 $flags -fno-pic -fno-omit-frame-pointer -g -c a.c -o a.o
	for pair in tick:set:5 use:use:18; do
		function=${pair%%:*}
		rest=${pair#*:}
		address=$(store "$function")
		[ -n "$address" ] || { echo "no store in $function with $flags"; exit 1; }
		told=$(addr2line -f -i -e a.o "0x$address" | tr '\n' ' ' | sed 's|[^ ]*/||g')
		gdb=$(gdb -batch -nx -ex "info line *0x$address" a.o | sed 's/ of .*//')
		echo "gcc $flags: the store in $function at 0x$address, of line ${rest#*:} in ${rest%:*}: addr2line -f -i says $told; GDB: $gdb"
		case "$told" in
			"${rest%:*} a.c:${rest#*:} "*) ;;
			*) wrong=$((wrong + 1)) ;;
		esac
	done
done
echo "$wrong of 6 stores are labelled with a function that does not make them"
[ "$wrong" -eq 4 ]
