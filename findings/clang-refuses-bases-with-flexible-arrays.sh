#!/bin/sh
# g++ 12.2.0 and clang 19.1.7 (Debian 12): a class may derive from one that ends in a flexible array member, as far as it adds
# no member of its own, for g++ (an extension; -Wall -Wextra are silent, sizes and values are as expected). clang takes the
# flexible member itself, and refuses the base class; its next words are about members of the base that it then does not know,
# so what reads the program by libclang (indexers, analysers, clangd) sees a class without its base. With `data[0]` in place of
# `data[]` it is one program for both, of the same layout: kernels and packet code that g++ has built for years can't be read
# until that is changed.
set -eu
g++ --version | head -1 | grep -q ' 12\.2\.0'
clang++-19 --version | head -1 | grep -q ' 19\.1\.7'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for length in "" 0; do
	cat > packet$length.cc <<C
struct Packet { int length; char data[$length]; };
struct Request : Packet { int first() const { return data[0]; } };
int main()
{
	static char bytes[] = {1, 0, 0, 0, 42, 0, 0, 0};
	return reinterpret_cast<Request *>(bytes)->first() + static_cast<int>(sizeof(Request));
}
C
	for compiler in g++ clang++-19; do
		code=refused
		if $compiler -std=c++17 -Wall -Wextra packet$length.cc -o program 2> said; then
			code=0
			./program || code=$?
		fi
		echo "data[$length], $compiler: $code $(sed -n 's/^[^ ]*: error: //p' said | tr '\n' ';')" | tee -a seen
		[ "$compiler$length" = clang++-19 ] || [ ! -s said ]
	done
done
grep -q '^data\[\], g++: 46 $' seen
grep -q "^data\[\], clang++-19: refused base class 'Packet' has a flexible array member;" seen
grep -q "undeclared identifier 'data'" seen
grep -q '^data\[0\], g++: 46 $' seen
grep -q '^data\[0\], clang++-19: 46 $' seen
