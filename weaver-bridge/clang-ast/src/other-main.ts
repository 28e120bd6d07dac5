/**
 * Kernels may have a `main` that no hosted program has: `int main(unsigned magic, struct multiboot *info)`. gcc warns of it;
 * libclang refuses its declaration, and so its body, unless the unit is freestanding.
 */

/** Whether preprocessed text has a `main` with other parameters than C and C++ give it (C11 5.1.2.2.1). */
export function definesOtherMain(text: string): boolean {
  for (let at = text.indexOf("main"); at >= 0; at = text.indexOf("main", at + 4)) {
    MAIN.lastIndex = at;
    const parameters = MAIN.exec(text)?.[1];
    const isName = !/\w/.test(text[at - 1] ?? "");
    if (isName && parameters !== undefined && !OF_PROGRAM.test(parameters.trim())) return true;
  }
  return false;
}

/** Of a definition: no body follows a call. */
const MAIN = /main\s*\(([^(){};]*)\)\s*\{/y;

/** `void`, `int argc`, `int argc, char **argv`, and a third. */
const OF_PROGRAM = /^(?:|void|int(?:\s+\w+)?(?:\s*,\s*(?:const\s+)?char\s[^,]*(?:,[\s\S]*)?)?)?$/;
