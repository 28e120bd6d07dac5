/**
 * Warnings that clang gives for a unit and its build does not: the build's compiler is gcc, which has no such warning, or
 * has it switched off by the unit's own options. They are no problems of the kernel.
 */

/** Of clang's warnings that are on by themselves or with `-Wall`, those for which gcc has none, whatever it is told. */
const UNKNOWN_TO_GCC = new RegExp(
  `^(?:${[
    "gnu-.*",
    ".*-extensions?",
    "(?:c99-)?designator",
    "initializer-overrides",
    "constant-logical-operand",
    "parentheses-equality",
    "unused-command-line-argument",
    "unknown-warning-option",
    "ignored-optimization-argument",
    "self-assign(?:-.*)?",
    "tautological-(?:constant|pointer|overlap|negation|unsigned|type-limit|undefined|bitwise).*",
    "string-plus-(?:int|char)",
    "asm-operand-widths",
    "static-(?:local-)?in-inline",
    "(?:void-)?pointer-to-enum-cast",
    "unneeded-(?:internal-declaration|member-function)",
    "default-const-init.*",
    "deprecated-non-prototype",
    "(?:implicit-const-int-float|literal)-conversion",
    "compound-token-split.*",
    "for-loop-analysis",
    "nullability-.*",
    "microsoft-.*",
  ].join("|")})$`,
);

/** Warnings of both that clang gives by itself, but gcc only with `-Wall`. */
const WITH_ALL = new Set(
  "address array-bounds char-subscripts comment dangling-else enum-compare format format-extra-args format-zero-length logical-not-parentheses main missing-braces nonnull parentheses pointer-sign return-type sizeof-array-div sizeof-pointer-div sizeof-pointer-memaccess switch tautological-compare uninitialized unknown-pragmas unused-value".split(
    " ",
  ),
);

/** The same with `-Wextra`. */
const WITH_EXTRA = new Set(
  "absolute-value empty-body enum-conversion ignored-qualifiers missing-field-initializers sign-compare string-compare".split(
    " ",
  ),
);

interface Said {
  readonly severity?: number | undefined;
  readonly source?: string | undefined;
  readonly code?: unknown;
}

/** `argv` compiles the unit with gcc. False for errors, and for what clangd itself remarks. */
export function onlyClangWarns({ severity, source, code }: Said, argv: readonly string[]): boolean {
  if (severity !== WARNING || source !== "clang") return false;
  const name = /^-W([^=]+)/.exec(String(code))?.[1];
  // What the command asks for by name is wanted, whoever knows it.
  if (name === undefined || argv.includes(`-W${name}`)) return false;
  if (argv.includes("-w")) return true;
  if (WITH_ALL.has(name)) return !argv.includes("-Wall");
  if (WITH_EXTRA.has(name)) return !argv.includes("-Wextra") && !argv.includes("-W");
  const isPedantic = argv.some((word) => /^-(?:W?pedantic|pedantic-errors)$/.test(word));
  return UNKNOWN_TO_GCC.test(name) && !(isPedantic && /^gnu-|-extensions?$/.test(name));
}

/** As the protocol counts. */
const WARNING = 2;
