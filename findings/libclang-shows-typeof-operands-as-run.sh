#!/bin/sh
# libclang 18.1.1 (PyPI `libclang`; 19.1.7 of Debian 12 shows the same): the operand of `typeof`, which is never run, is an ordinary
# child of what is declared, without a cursor of its own around it as `sizeof` has. `typeof(next()) id;` is a variable with a
# call as its only expression, just as `int id = next();` is; the same for `__builtin_types_compatible_p` and for the result
# type of a function. So a call graph has calls that never happen, a list of a member's readers has readers that read nothing, and
# who takes the last expression below a variable for its initializer finds one where there is none. Kernels are full of it:
# min(), container_of(), READ_ONCE() and all per-CPU accessors begin with typeof.
# What holds: clang_Cursor_getVarDeclInitializer for initializers; for the rest the words `typeof (` in the text before the extent.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install -q --disable-pip-version-check --no-cache-dir libclang==18.1.1
echo "libclang $(env/bin/pip show --disable-pip-version-check libclang | sed -n 's/^Version: //p')"
cat > a.c <<'C'
struct clock { int ticks; };
int next(void);
void f(struct clock *clock)
{
	typeof(clock->ticks) unset;
	typeof(next()) id;
	int given = next();
	int size = sizeof(next());
	int alike = __builtin_types_compatible_p(typeof(next()), int);
}
typeof(next()) g(void);
C
cat > ask.py <<'P'
import clang.cindex as ci

Kind = ci.CursorKind
unit = ci.Index.create().parse("a.c", args=["-std=gnu11"])
assert not list(unit.diagnostics)
def below(cursor, path):
    for child in cursor.get_children():
        here = path if child.kind == Kind.UNEXPOSED_EXPR else path + [child.kind.name]
        if child.kind in (Kind.CALL_EXPR, Kind.MEMBER_REF_EXPR):
            print(f"  {' > '.join(here)} {child.spelling}")
        below(child, here)
for cursor in unit.cursor.walk_preorder():
    if cursor.kind == Kind.VAR_DECL or cursor.spelling == "g":
        print(f"{cursor.kind.name} {cursor.spelling}")
        below(cursor, [])
P
env/bin/python ask.py | tee said
cat > expected <<'T'
VAR_DECL unset
  PAREN_EXPR > MEMBER_REF_EXPR ticks
VAR_DECL id
  PAREN_EXPR > CALL_EXPR next
VAR_DECL given
  CALL_EXPR next
VAR_DECL size
  CXX_UNARY_EXPR > PAREN_EXPR > CALL_EXPR next
VAR_DECL alike
  PAREN_EXPR > CALL_EXPR next
FUNCTION_DECL g
  PAREN_EXPR > CALL_EXPR next
T
cmp said expected
echo "nothing in the tree tells what is run from what typeof only looks at, where sizeof is told"
