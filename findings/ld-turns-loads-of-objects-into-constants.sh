#!/bin/sh
# gcc 12.2.0, GNU as and ld 2.40 (Debian 12): instructions of an object are not those of the image, without any option. Debian's
# gcc makes code that may lie anywhere where a kernel's Makefile says nothing (its default is -fpie), and on i386 asks the
# offset table (GOT) where another unit's variable is: a read of memory. ld changes such instructions where the place is known
# (psABI for i386, R_386_GOT32X): the read becomes `mov $place, %eax`, the relocation that --emit-relocs keeps becomes
# R_386_32, and the table's address, still counted out before, is used by nobody. `ld --no-relax`, which stops the same on
# other machines, changes nothing here; only the assembler's -mrelax-relocations=no does, by another relocation.
# Who counts reads or follows what an instruction is fed in objects or archives (before the link is the usual time for it)
# says of the image what it does not do.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
ld --version | head -1 | grep -q ' 2\.40$'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
gcc --version | head -1
ld --version | head -1
cat > a.c <<'C'
extern int limit;
int below(int n) { return n < limit; }
C
echo 'int limit = 3;' > b.c
gcc -m32 -O2 -c a.c b.c
gcc -m32 -O2 -Wa,-mrelax-relocations=no -c a.c -o plain.o
# What makes %eax the variable's address, and its relocation.
asked() {
  objdump -dr --no-show-raw-insn "$1" | sed -n '/<below>:/,/ret/p' | grep -A1 -E 'mov .*,%eax$' | sed -E 's/^[[:space:]]*[0-9a-f]+:[[:space:]]*//'
}
ld -m elf_i386 -q -e below -o image a.o b.o
ld -m elf_i386 -q --no-relax -e below -o unrelaxed a.o b.o
ld -m elf_i386 -q -e below -o plain plain.o b.o
for file in a.o image unrelaxed plain; do
  echo "$file:"
  asked "$file" | tee "$file.said"
done
grep -q '0x0(%eax),%eax' a.o.said
grep -q 'R_386_GOT32X' a.o.said
for changed in image unrelaxed; do
  grep -qE '\$0x[0-9a-f]+,%eax' "$changed.said"
  grep -q 'R_386_32' "$changed.said"
done
grep -qE '[0-9a-f]\(%eax\),%eax' plain.said
grep -q 'R_386_GOT32' plain.said
echo "the object reads memory, the image does not, --no-relax or not"
