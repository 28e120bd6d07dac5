/**
 * Compile commands in the form clangd takes them (`compilationDatabaseChanges`). Kernel commands are written for
 * gcc; the options that clang refuses are dropped, everything that changes meaning stays.
 */

export interface ClangdCommand {
  readonly workingDirectory: string;
  readonly compilationCommand: readonly string[];
}

/** Keys are absolute paths. */
export type ClangdCommands = Readonly<Record<string, ClangdCommand>>;

/** Options that clang doesn't know: with them clangd shows errors that the build doesn't have. A kernel has 100,000. */
const GCC_ONLY = anyOf([
  /^-mpreferred-stack-boundary=/,
  /^-fno-allow-store-data-races$/,
  /^--param=?allow-store-data-races/,
  /^-fconserve-stack$/,
  /^-mindirect-branch(-register|=|$)/,
  /^-mfunction-return=/,
  /^-mrecord-mcount$/,
  /^-fno-(code-hoisting|ipa-[a-z-]+|tree-[a-z-]+|partial-inlining|reorder-[a-z-]+|var-tracking[a-z-]*|toplevel-reorder|gcse|stack-clash-protection)$/,
  /^-fmin-function-alignment=/,
  /^-fplugin/,
  /^-Wno-(maybe-uninitialized|alloc-size-larger-than|stringop-[a-z-]+|psabi|packed-not-aligned|format-truncation|format-overflow)$/,
  /^-Wimplicit-fallthrough=/,
  /^-Wl,/,
]);

function anyOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => `(?:${source})`).join("|"));
}

/** `argv` with the compiler first; `file` as the command spells it is kept. Writing of dependency files is dropped. */
export function clangdArguments(argv: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at] as string;
    if (/^(?:-MF|-MT|-MQ|-o|--param)$/.test(argument)) at++;
    else if (/^(?:-M|-MM|-MD|-MMD|-MP|-MG)$|^-Wp,-M/.test(argument)) continue;
    else if (!GCC_ONLY.test(argument)) kept.push(argument);
  }
  return kept;
}

/** The same command for another file (a header, an aspect's projection), `extra` put before the file. */
export function retarget(
  argv: readonly string[],
  isInput: (argument: string) => boolean,
  file: string,
  extra: readonly string[] = [],
): string[] {
  const options = clangdArguments(argv).filter((argument) => argument !== "-c" && !isInput(argument));
  return [...options, ...extra, file];
}
