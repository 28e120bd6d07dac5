#!/bin/sh
# GDB 13.1 and binutils 2.40 (Debian 12), gcc 12.2.0: of optimized code, `list *ADDRESS` of GDB and `addr2line` name different
# lines for one store. Where several rows of the line table have one address (location views, -gvariable-location-views, on by
# default with -O2 -g), GDB prefers the last row that begins a statement, even if no instruction of that statement is there;
# addr2line takes the last row, which is the instruction's own. Who looks up the line of a watchpoint, of a profile or of a
# fault by GDB is led to a line that does not touch the memory. `info line *ADDRESS` of GDB agrees with its `list`.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
gdb --version | head -1 | grep -q ' 13\.1'
addr2line --version | head -1 | grep -q ' 2\.40'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > a.c <<'C'
int *kept, *other;
static inline void clear(char *bytes)
{
	*(volatile int *)(bytes + 8) = 0;
}
extern char *current;
void all(void)
{
	char *bytes = current + 64;

	kept = (int *)bytes;
	other = (int *)(bytes + 8);
	clear(bytes);
	kept[1] = 1;
}
C
for flags in "-m32 -O2" "-m32 -O2 -march=i686" "-O2" "-m32 -O2 -mregparm=3"; do
	gcc $flags -fno-pie -g -c a.c -o a.o
	address=$(objdump -d --no-show-raw-insn a.o | sed -n 's/^ *\([0-9a-f]*\):.*movl  *\$0x0,0x[0-9a-f]*(.*/\1/p' | head -1)
	[ -n "$address" ] || continue
	gdb=$(gdb -batch -nx -ex "list *0x$address" a.o | sed -n 's/.*is in .*(\(.*\):\([0-9]*\)).*/\2/p' | head -1)
	own=$(addr2line -e a.o "0x$address" | sed 's/.*:\([0-9]*\).*/\1/')
	echo "gcc $flags: the store at 0x$address: GDB says line $gdb, addr2line says line $own"
	[ "$own" = 4 ] && [ "$gdb" != 4 ] && exit 0
done
echo "no difference"
exit 1
