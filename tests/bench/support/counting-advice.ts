/** Advice on everything that only counts, in `weft_count`, which what a program prints must not change. */

const POINTCUTS: Readonly<Record<string, string>> = {
  execution: 'execution("% ...::%(...)")',
  call: 'call("% ...::%(...)")',
  get: 'get("% ...::%")',
  set: 'set("% ...::%")',
  ref: 'ref("% ...::%")',
  builtin: 'builtin("% operator %(...)")',
};
const OF_CLASSES: Readonly<Record<string, string>> = {
  construction: 'construction("...::%")',
  destruction: 'destruction("...::%")',
};
const BODIES: Readonly<Record<string, string>> = {
  before: "weft_count++;",
  around: "weft_count++; tjp->proceed();",
  after: "weft_count++;",
};

export interface Counting {
  /** `call, before` */
  readonly name: string;
  /** Pieces of an aspect. */
  readonly advice: string;
}

/** One kind of advice on one kind of join point each. */
export function countingAdvice(language: "c" | "c++"): readonly Counting[] {
  const pointcuts = Object.entries({ ...POINTCUTS, ...(language === "c" ? {} : OF_CLASSES) });
  return pointcuts.flatMap(([name, pointcut]) =>
    Object.entries(BODIES).map(([kind, body]) => ({
      name: `${name}, ${kind}`,
      advice: `advice ${pointcut} : ${kind}() { ${body} }`,
    })),
  );
}

/** All of them in one aspect. */
export const allAtOnce = (kinds: readonly Counting[]): Counting => ({
  name: "all at once",
  advice: kinds.map(({ advice }) => advice).join("\n"),
});

/** The names, by commas, of an environment variable, as a test; all without it. */
export function chosenBy(variable: string): (name: string) => boolean {
  const names = process.env[variable]?.split(",").map((word) => word.trim());
  return (name) => names?.includes(name) ?? true;
}

/** `call` of `call, before`. */
export const kindOf = (name: string): string => name.split(",")[0] ?? "";
