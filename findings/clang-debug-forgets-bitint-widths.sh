#!/bin/sh
# clang 19.1.7 and GDB 13.1 (Debian 12): the debug information of `_BitInt(N)` does not say N. `_BitInt(37)` and `_BitInt(64)`
# of one unit are a single DW_TAG_base_type "_BitInt" of 8 bytes, signed, without DW_AT_bit_size (which DWARF 5, 5.1 has for
# exactly this); `unsigned _BitInt(5)` is one of 1 byte. GDB says `_BitInt` of both members, and takes their assignment as one
# between like types: `set var s.narrow = 1LL << 40` stores a value that a member of 37 bits does not have, and prints it as
# one. Who writes a member's type as the source does (for a pattern, a cast, a layout check) finds nothing by it.
# What holds: name and size alone; the width must come from the source.
set -eu
clang-19 --version | head -1 | grep -q ' 19\.1\.7'
gdb --version | head -1 | grep -q ' 13\.1'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > a.c <<'C'
struct S { _BitInt(37) narrow; _BitInt(64) wide; unsigned _BitInt(5) small; } s = {1, 2, 3};
int main(void) { return s.narrow == 0; }
C
clang-19 -std=c23 -g a.c -o program
readelf --debug-dump=info program > said
grep -A3 '_BitInt$' said
# One type of 8 bytes for both widths, and no width anywhere.
test "$(grep -c ': _BitInt$' said)" = 1
if grep -q 'DW_AT_bit_size' said; then exit 1; fi
gdb -q -nx -batch -ex start -ex "ptype struct S" -ex "set var s.narrow = 1LL << 40" -ex "print s.narrow" program \
	< /dev/null > gdb.said
tail -7 gdb.said
grep -q '^    _BitInt narrow;$' gdb.said
grep -q '^    _BitInt wide;$' gdb.said
# Of 37 bits the highest value is 2^36 - 1.
grep -q '^\$1 = 1099511627776$' gdb.said
