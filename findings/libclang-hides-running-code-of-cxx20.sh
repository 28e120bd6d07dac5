#!/bin/sh
# libclang 18.1.1 (PyPI `libclang`; 19.1.7 of Debian 12 shows the same), C++20: three places whose code runs have no cursor at all.
# What a `switch` or a `for` over a range declares before its value, and the default initializer of a bit-field: calls there
# are in no walk, and `Cursor.from_location` at the call answers with the statement or field around it. An `if` with such a
# declaration and a plain member are shown, so nobody expects it. Diagnostics are empty. A call graph, a renaming of `log_it`,
# a rule "never calls X" or coverage made by libclang passes over these silently.
# What holds: search the tokens for the name and ask from_location at each; where the answer is neither a reference nor a
# declaration of it, the tree does not know the place.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install -q --disable-pip-version-check --no-cache-dir libclang==18.1.1
echo "libclang $(env/bin/pip show --disable-pip-version-check libclang | sed -n 's/^Version: //p')"
cat > a.cc <<'C'
int log_it(int n);
struct range { int v[2]; const int *begin() const { return v; } const int *end() const { return v + 2; } };
int in_if() { if (int n = log_it(1); n) return n; return 0; }
int in_switch() { switch (int n = log_it(1); n) { default: return n; } }
int in_loop(range r) { int sum = 0; for (int n = log_it(1); int each : r) sum += each + n; return sum; }
struct flags { unsigned ready : 1 = log_it(1); };
struct member { unsigned ready = log_it(1); };
C
cat > ask.py <<'P'
import clang.cindex as ci

unit = ci.Index.create().parse("a.cc", args=["-std=c++20"])
assert not list(unit.diagnostics), list(unit.diagnostics)
shown = {
    (cursor.location.line, cursor.location.column)
    for cursor in unit.cursor.walk_preorder()
    if cursor.spelling == "log_it" and cursor.location.file
}
for token in unit.get_tokens(extent=unit.cursor.extent):
    if token.spelling == "log_it" and token.location.line > 1:
        place = (token.location.line, token.location.column)
        asked = ci.Cursor.from_location(unit, token.location)
        said = "shown" if place in shown else "not in the tree"
        print(f"line {place[0]}: {said}; at the place itself: {asked.kind.name}")
P
env/bin/python ask.py | tee said
cat > expected <<'T'
line 3: shown; at the place itself: DECL_REF_EXPR
line 4: not in the tree; at the place itself: SWITCH_STMT
line 5: not in the tree; at the place itself: CXX_FOR_RANGE_STMT
line 6: not in the tree; at the place itself: FIELD_DECL
line 7: shown; at the place itself: DECL_REF_EXPR
T
cmp said expected
echo "calls that run are in no walk of the tree, and no diagnostic says so"
