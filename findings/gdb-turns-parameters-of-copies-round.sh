#!/bin/sh
# gcc 12.2.0 and GDB 13.1 (Debian 12): where gcc -O2 makes a copy of a static function that takes a structure's members
# instead of its address (IPA-SRA, `cost.isra.0`), the debug information of the copy lists the parameters that are still there
# first, and the others behind them. GDB takes that list for the signature: of `cost(struct task *task, int factor)`
# it says `int (int, struct task *)`, in `ptype`, `whatis`, `print`, in backtraces and in MI's frame arguments. Who reads the
# "first argument" of a frame by its place reads the second; a cast or a function pointer written after `ptype` is wrong.
# What holds: the order of the function's abstract instance (DW_AT_abstract_origin), which has the source's signature.
set -eu
gcc --version | head -1 | grep -q ' 12\.2\.0'
gdb --version | head -1 | grep -q ' 13\.1'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > a.c <<'C'
struct task { int state, priority; };
struct task one = {1, 20}, two = {2, 40};
static __attribute__((noinline)) int cost(struct task *task, int factor)
{
	return task->priority * factor;
}
int first(int n) { return cost(&one, n + 3); }
int second(int n) { return cost(&two, n); }
int main(int argc, char **argv) { return first(argc) + second(argc); }
C
# Without the copy GDB agrees with the source, of the same compiler at the same level.
gcc -O2 -g -fno-ipa-sra a.c -o whole
gdb -q -nx -batch -ex "ptype cost" whole < /dev/null | tee whole.said
grep -q '^type = int (struct task \*, int)$' whole.said
for word in -m64 -m32; do
	gcc $word -O2 -g a.c -o program
	nm program | grep -q ' t cost\.isra\.0$'
	gdb -q -nx -batch -ex "ptype cost" -ex "break cost" -ex run -ex "backtrace 1" \
		-ex "interpreter-exec mi '-stack-list-arguments --simple-values 0 0'" program > said 2>&1 < /dev/null || true
	echo "gcc $word -O2:"
	grep -E '^(type =|#0|.*stack-args)' said
	grep -q '^type = int (int, struct task \*)$' said
	grep -q '^#0 .*cost (factor=.*, task=.*)' said
	grep -q 'args=\[{name="factor",.*{name="task",' said
done
echo "the signature of a copy is in another order than the function's"
