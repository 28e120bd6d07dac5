#!/bin/sh
# libclang 18.1.1 (PyPI `libclang`; 19.1.7 of Debian 12 answers alike): `clang_Cursor_Evaluate` is taken for "is this constant, and which".
# But it folds as for a value that nobody needs the effects of: for `(start(), 5)` it says 5, for `start() && 0` it says 0, for
# `start() || 1` and `({ start(); 4; })` 1 and 4, of kind Int, though each calls start(). It does not tell them from `2 + 3`.
# Only where the value itself depends on what is run (`start() * 0`, `start() + 5`, a call alone) it says that it does not know.
# A partial evaluator, a finder of dead branches or a linter that puts the number in place of the expression takes the call away.
# What holds: fold only where the tree below has no call, assignment, ++, --, asm or volatile read.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install -q --disable-pip-version-check --no-cache-dir libclang==18.1.1
echo "libclang $(env/bin/pip show --disable-pip-version-check libclang | sed -n 's/^Version: //p')"
cat > a.c <<'C'
int start(void), counter;
void use(int);
void f(void)
{
	int sum = 2 + 3;
	int comma = (start(), 5);
	int both = start() && 0;
	int either = start() || 1;
	int block = ({ start(); 4; });
	int count = (counter++, 3);
	int times = start() * 0;
}
C
cat > ask.py <<'P'
import ctypes, sys
import clang.cindex as ci

if len(sys.argv) > 1:
    ci.Config.set_library_file(sys.argv[1])
lib = ci.conf.lib
lib.clang_Cursor_Evaluate.argtypes, lib.clang_Cursor_Evaluate.restype = [ci.Cursor], ctypes.c_void_p
for name in ("clang_EvalResult_getKind", "clang_EvalResult_getAsInt", "clang_EvalResult_dispose"):
    getattr(lib, name).argtypes = [ctypes.c_void_p]
lib.clang_EvalResult_dispose.restype = None
unit = ci.Index.create().parse("a.c")
assert not list(unit.diagnostics)
for cursor in unit.cursor.walk_preorder():
    if cursor.kind != ci.CursorKind.VAR_DECL or cursor.spelling == "counter":
        continue
    text = open("a.c").read()[cursor.extent.start.offset:cursor.extent.end.offset]
    result = lib.clang_Cursor_Evaluate(list(cursor.get_children())[-1])
    if result:
        print(f"{text}: kind {lib.clang_EvalResult_getKind(result)}, {lib.clang_EvalResult_getAsInt(result)}")
        lib.clang_EvalResult_dispose(result)
    else:
        print(f"{text}: unknown")
P
env/bin/python ask.py | tee said
# Kind 1 is CXEval_Int.
cat > expected <<'T'
int sum = 2 + 3: kind 1, 5
int comma = (start(), 5): kind 1, 5
int both = start() && 0: kind 1, 0
int either = start() || 1: kind 1, 1
int block = ({ start(); 4; }): kind 1, 4
int count = (counter++, 3): kind 1, 3
int times = start() * 0: unknown
T
cmp said expected
echo "libclang gives a number for expressions that call functions, and does not say that they do"
