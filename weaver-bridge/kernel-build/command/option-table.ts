/**
 * Which options of GCC and Clang take their value in the next word. Everything else that starts with `-` stands alone,
 * whatever is joined to it. A missing entry would make a value look like an input file, so the table is generous.
 */

/** `-o FILE`: the value is always the next word. */
const SEPARATE = new Set(
  `-A -G -MQ -MT -MF -T -Tbss -Tdata -Ttext -Xanalyzer -Xassembler -Xclang -Xlinker -Xopenmp-target -Xpreprocessor
  --param -arch -aux-info -b -cxx-isystem -dependency-file -dumpbase -dumpbase-ext -dumpdir -e -framework -gcc-toolchain -h
  -idirafter -iframework -iframeworkwithsysroot -imacros -imultilib -include -include-pch -include-pth -install_name
  -iprefix -iquote -isysroot -isystem -isystem-after -ivfsoverlay -iwithprefix -iwithprefixbefore -iwithsysroot
  -main-file-name -meabi -mllvm -module-file-info -o -rpath -serialize-diagnostics --serialize-diagnostics -target -u
  -undefined -working-directory -wrapper -z --sysroot --output --language --include --imacros --define-macro
  --undefine-macro --include-directory --include-directory-after --library-directory --prefix --assert --dump
  --dumpbase --dumpdir --entry --for-assembler --for-linker --machine --optimize --specs --std --target --undefine`.split(
    /\s+/,
  ),
);

/** `-I DIR` or `-IDIR`: the value is the next word only when nothing is joined. */
const JOINED_OR_SEPARATE = new Set(["-B", "-D", "-F", "-I", "-L", "-U", "-l", "-o", "-x", "-V"]);

/** Spelled joined as well: `-MFfile`, `-includefile`, `-isystemdir`. */
const JOINABLE = ["-MF", "-MT", "-MQ", "-include", "-imacros", "-isystem", "-iquote", "-idirafter"];

/** True when `word` needs the next word as its value. */
export function takesNextWord(word: string): boolean {
  return SEPARATE.has(word) || JOINED_OR_SEPARATE.has(word);
}

/** Splits `-ofile` into `-o` and `file`, `--param=x` into `--param` and `x`; undefined when nothing is joined. */
export function splitJoined(word: string): { name: string; value: string } | undefined {
  const short = word.slice(0, 2);
  if (JOINED_OR_SEPARATE.has(short) && word.length > 2 && !looksLikeLongOption(word))
    return { name: short, value: word.slice(2) };
  const joinable = JOINABLE.find((name) => word.startsWith(name) && word.length > name.length);
  if (joinable !== undefined && !SEPARATE.has(word))
    return { name: joinable, value: word.slice(joinable.length) };
  const equals = word.indexOf("=");
  if (equals > 0 && SEPARATE.has(word.slice(0, equals)))
    return { name: word.slice(0, equals), value: word.slice(equals + 1) };
  return undefined;
}

/** `-objcmt-…`, `-fxyz` never get here; these begin like a short option but are words of their own. */
function looksLikeLongOption(word: string): boolean {
  return /^-(ObjC|ObjC\+\+|Bstatic|Bdynamic|Bsymbolic|objcmt-.*|Ofast)$/.test(word);
}
