#!/bin/sh
# gcc 12.2.0 and GDB 13.1 (Debian 12): -O2 has -fipa-icf on. Of two exported functions that differ in names only one would
# expect an alias, or a jump from the one to the other. Where the body is small enough gcc makes the second a call of the first, then
# puts the first's code back in, but without its debug information: `second` has its own symbol and a whole copy of the code
# (nothing is saved), yet no address in DWARF. GDB says "no line" for each line of its body, shows no arguments and no
# return type, and sees it as one line, to which a profile gives all its time. What is to stop in it by line never does; a
# reader of DWARF does not know of it. What holds: -fno-ipa-icf for what is to be debugged; else the symbol table is the
# only witness that the function is there.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
gdb --version | head -1 | grep -q ' 13\.1'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > twins.c <<'C'
int first(const int *p)
{
	int sum = 0;
	for (int i = 0; i < 9; i++)
		sum = sum * 31 + p[i] * p[i + 1];
	return sum;
}

int second(const int *q)
{
	int total = 0;
	for (int j = 0; j < 9; j++)
		total = total * 31 + q[j] * q[j + 1];
	return total;
}
C
cat > main.c <<'C'
int first(const int *), second(const int *);
int main(void)
{
	static int w[10] = {1, 2, 3};
	return first(w) + second(w);
}
C
asked() {
	gdb -q -nx -batch -ex "ptype second" -ex "break twins.c:13" -ex "break *second" -ex run -ex "info args" "$1" 2>&1 < /dev/null |
		grep -E '^(type =|No line|Breakpoint 1 at|q =|No arguments|No symbol table)' || true
}
for flags in "-O2 -fno-ipa-icf" "-O2" "-O2 -m32 -fno-pie -no-pie"; do
	gcc $flags -g twins.c main.c -o program
	asked program > said
	sizes=$(nm -S program | sed -n 's/^[0-9a-f]* \([0-9a-f]*\) T \(first\|second\)$/\2 0x\1/p' | sed 's/0x0*/0x/' | tr '\n' ' ')
	calls=$(objdump -d --no-show-raw-insn program | sed -n '/<second>:/,/^$/p' | grep -c -E '(call|jmp) .*<first>' || true)
	echo "gcc $flags: $sizes, jumps and calls of second to first: $calls"
	sed 's/^/    /' said
	[ "$calls" = 0 ]
	case $flags in
	*no-ipa-icf)
		grep -q '^type = int (const int \*)$' said
		grep -q '^Breakpoint 1 at .*line 13' said
		grep -q '^q = 0x' said
		;;
	*)
		[ "$(nm -S program | sed -n 's/^[0-9a-f]* \([0-9a-f]*\) T \(first\|second\)$/\1/p' | sort -u | wc -l)" = 1 ]
		grep -q '^type = <unknown return type> ()$' said
		grep -q '^No line 13 in file "twins.c"' said
		if grep -q '^q =' said; then exit 1; fi
		;;
	esac
done
echo "the second of two twins has all of its code and none of its debug information"
