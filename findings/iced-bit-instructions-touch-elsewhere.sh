#!/bin/sh
# iced-x86 1.21.0 (npm), instructions made by gcc 12.2.0's assembler (Debian 12): for `bts %eax, (%ebx)` and its kin (bt, btr, btc;
# Linux's set_bit, test_bit, clear_bit) the instruction information says: read and write of one word at (%ebx), 4 bytes, surely.
# With the bit number in a register that is not what the processor does: the number counts bits of a string, with a sign,
# and selects the word; number 1000 touches the word 124 bytes on, -1 the one before. The base's word itself is then not touched.
# For other addresses that it can't tell, as of `rep movs`, iced says the size is unknown; here nothing shows it. Data-flow,
# watch and "who touches this member" tools on top of it name the wrong word, and miss the right one.
# What holds: treat bt, bts, btr, btc with a memory operand and a register as accesses of unknown place around the base.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . iced-x86@1.21.0 > installed 2>&1 || { cat installed; exit 1; }
cat > bits.c <<'C'
#include <stdio.h>
unsigned words[64];
int main(void)
{
	long number[] = { 3, 1000, -1 };
	for (int i = 0; i < 3; i++) {
		unsigned *base = words + 8;
		for (int k = 0; k < 64; k++) words[k] = 0;
		__asm__ volatile("the_bts: btsl %0, (%1)" : : "r"((int)number[i]), "b"(base) : "memory", "cc");
		for (int k = 0; k < 64; k++)
			if (words[k]) printf("bit %ld: the word at %+d bytes is changed\n", number[i], (k - 8) * 4);
	}
	return 0;
}
C
gcc -O1 bits.c -o bits
./bits | tee ran
cat > ask.mjs <<'J'
import iced from "iced-x86";
const { Decoder, DecoderOptions, Formatter, FormatterSyntax, InstructionInfoFactory, MemorySize, OpAccess, Register } = iced;
const nameIn = (names, value) => Object.keys(names).find((key) => names[key] === value);
const writer = new Formatter(FormatterSyntax.Gas);
const factory = new InstructionInfoFactory();
// bts %eax,(%ebx); bt %eax,(%ebx); rep movsb for comparison
for (const bytes of [[0x0f, 0xab, 0x03], [0x0f, 0xa3, 0x03], [0xf3, 0xa4]]) {
  const instruction = new Decoder(32, Uint8Array.from(bytes), DecoderOptions.None).decode();
  const [used] = factory.info(instruction).usedMemory();
  console.log(`${writer.format(instruction)}: base ${nameIn(Register, used.base)}, index ${nameIn(Register, used.index)}, displacement ${used.displacement}, ${nameIn(MemorySize, used.memorySize)}, ${nameIn(OpAccess, used.access)}`);
}
J
node ask.mjs | tee said
cat > expected <<'T'
bit 3: the word at +0 bytes is changed
bit 1000: the word at +124 bytes is changed
bit -1: the word at -4 bytes is changed
T
cmp ran expected
grep -q '^bts .*: base EBX, index None, displacement 0, UInt32, ReadWrite$' said
grep -q '^bt .*: base EBX, index None, displacement 0, UInt32, Read$' said
grep -q '^rep movsb.*Unknown' said
echo "the word that the instruction information names is not the one that the processor touches"
