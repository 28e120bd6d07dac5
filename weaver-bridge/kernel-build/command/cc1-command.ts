/**
 * `clang -cc1 …`, what Clang's driver runs, as the driver's own command: the same macros, folders, language and target.
 * Options that only say how code is made, and whose names a driver does not know, are left out. Pure.
 */

/** Their value is the next word; a driver has no such option, or finds the value by itself. */
const DROPPED_WITH_VALUE = new Set(
  `-main-file-name -mrelocation-model -pic-level -stack-protector -stack-protector-buffer-size -ferror-limit
  -fmessage-length -target-linker-version -target-abi -mllvm -header-include-file -split-dwarf-file -split-dwarf-output
  -dependency-file -MT -coverage-notes-file -coverage-data-file -tune-cpu -mthread-model -mregparm -mfloat-abi
  -fdebug-compilation-dir -resource-dir -main-file -internal-iframework -plugin -load -token-cache -dwarf-debug-flags
  -opt-record-file -serialize-diagnostic-file -fconstexpr-depth -ftemplate-depth -fvisibility -debugger-tuning
  -code-model -mcode-model -mlimit-float-precision -exception-model`.split(/\s+/),
);

/** With their value, as a driver spells them. */
const RENAMED: Readonly<Record<string, (value: string) => readonly string[]>> = {
  "-triple": (value) => [`--target=${value}`],
  "-target-cpu": (value) => [`-march=${value}`],
  "-target-feature": (value) => [value.startsWith("-") ? `-mno-${value.slice(1)}` : `-m${value.slice(1)}`],
  "-internal-isystem": (value) => ["-isystem", value],
  "-internal-externc-isystem": (value) => ["-isystem", value],
};

const AS_IT_IS = new Set(
  "-o -D -U -I -x -isystem -iquote -idirafter -include -imacros -isysroot -iprefix".split(" "),
);

const ACTIONS: Readonly<Record<string, string>> = {
  "-emit-obj": "-c",
  "-S": "-S",
  "-E": "-E",
  "-fsyntax-only": "-fsyntax-only",
  "-emit-llvm-bc": "-c",
};

const FOR_LANGUAGE =
  /^(-D.+|-U.+|-I.+|-std=.+|-O.*|-ffreestanding|-fno-builtin.*|-nostdinc.*|-f(un)?signed-char|-fno-signed-char|-fshort-.*|-fgnu89-inline|-fms-extensions|-fno-exceptions|-fno-rtti|-fmacro-prefix-map=.+|-fgnu-keywords|-pthread|-undef|-w|-W.*)$/;

/** `words` of which the compiler is at `compiler`; they themselves where it is no `-cc1`. */
export function driverWords(words: readonly string[], compiler: number): readonly string[] {
  if (words[compiler + 1] !== "-cc1") return words;
  const made = words.slice(0, compiler + 1);
  let searchesNothing = false;
  for (let at = compiler + 2; at < words.length; at++) {
    const word = words[at] as string;
    const value = words[at + 1] ?? "";
    const renamed = lookUp(RENAMED, word);
    const action = lookUp(ACTIONS, word);
    searchesNothing ||= word === "-nostdsysteminc" || word.startsWith("-internal-");
    if (renamed !== undefined) made.push(...renamed(value));
    else if (AS_IT_IS.has(word)) made.push(word, value);
    else if (action !== undefined) made.push(action);
    else if (!word.startsWith("-") || FOR_LANGUAGE.test(word)) made.push(word);
    if (renamed !== undefined || AS_IT_IS.has(word) || DROPPED_WITH_VALUE.has(word)) at++;
  }
  // The compiler proper looks in no folder but those that it was told.
  return searchesNothing ? [...made, "-nostdlibinc"] : made;
}

import { lookUp } from "../../model/index.js";
