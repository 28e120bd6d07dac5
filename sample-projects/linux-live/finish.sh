#!/bin/sh
# Packs the initial file system, and lists how each unit was compiled.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
"$here/../linux/finish.sh" "$here"
cd "$here/build/linux"
python3 scripts/clang-tools/gen_compile_commands.py
