/**
 * The shortest honest name pointcut for a set of functions: patterns only where what they have in common is a name
 * or a scope, never one that merely happens to fit. What is proposed is checked with the real matcher afterwards.
 */
export interface NamedFunction {
  readonly key: string;
  readonly name: string;
  readonly scope: readonly string[];
  /** As the compiler names it. */
  readonly file: string;
  /** `void Thread::sleep(int)` */
  readonly signature: string;
}

/** Texts of name pointcuts, best first. All match `chosen`; only the matcher knows what else they match. */
export function nameCandidates(all: readonly NamedFunction[], chosen: readonly NamedFunction[]): string[] {
  const keys = new Set(chosen.map(({ key }) => key));
  const others = all.filter(({ key }) => !keys.has(key));
  const lists = [
    cover(chosen, others),
    chosen.map(plainPattern),
    chosen.map((one) => preciseText(one, others)),
  ].map((patterns) =>
    [...new Set(patterns)].map((pattern) => (pattern.startsWith('"') ? pattern : `"${pattern}"`)),
  );
  const files = [...new Set(chosen.map(({ file }) => file))];
  const wholeFiles =
    chosen.length < 3 || others.some(({ file }) => files.includes(file))
      ? []
      : [files.map((file) => `file("${file}")`)];
  const named = [...wholeFiles, ...lists].map((patterns) => patterns.join(" || "));
  return [...new Set(named)].sort((a, b) => a.length - b.length);
}

const plainPattern = ({ scope, name }: NamedFunction) => `% ${[...scope, name].join("::")}(...)`;

/** With parameter types where another function has the name, with its file where one has the signature. */
function preciseText(one: NamedFunction, others: readonly NamedFunction[]): string {
  const pattern = `"% ${one.signature.slice(one.signature.indexOf([...one.scope, one.name].join("::")))}"`;
  const same = others.some(({ signature }) => signature === one.signature);
  const named = others.some((other) => plainPattern(other) === plainPattern(one));
  if (same) return `"${plainPattern(one)}" && file("${one.file}")`;
  return named ? pattern : `"${plainPattern(one)}"`;
}

interface Pattern {
  readonly text: string;
  readonly matches: (one: NamedFunction) => boolean;
}

/** Greedy: the pattern that stands for the most text first. */
function cover(chosen: readonly NamedFunction[], others: readonly NamedFunction[]): string[] {
  const honest = patternsOf(chosen).filter(({ matches }) => !others.some(matches));
  let left = [...chosen];
  const taken: string[] = [];
  while (left.length > 0) {
    const weigh = ({ text, matches }: Pattern) =>
      left.filter(matches).reduce((sum, one) => sum + plainPattern(one).length + 6, 0) - text.length - 6;
    const best = honest
      .filter((pattern) => left.filter(pattern.matches).length >= 3)
      .map((pattern) => ({ pattern, weight: weigh(pattern) }))
      .sort((a, b) => b.weight - a.weight || (a.pattern.text < b.pattern.text ? -1 : 1))[0];
    if (best === undefined || best.weight <= 0) break;
    taken.push(best.pattern.text);
    left = left.filter((one) => !best.pattern.matches(one));
  }
  return [...taken, ...left.map((one) => preciseText(one, others))];
}

/** `% Scope::%(...)`, and names that share their beginning or end up to an underscore, or at least three letters. */
function patternsOf(chosen: readonly NamedFunction[]): Pattern[] {
  const found = new Map<string, Pattern>();
  const add = (scope: readonly string[], start: string, end: string) => {
    const text = `% ${[...scope, `${start}%${end}`].join("::")}(...)`;
    const owner = scope.join("::");
    found.set(text, {
      text,
      matches: (one) =>
        one.scope.join("::") === owner &&
        one.name.length >= start.length + end.length &&
        one.name.startsWith(start) &&
        one.name.endsWith(end),
    });
  };
  for (const { scope, name } of chosen) {
    if (scope.length > 0) add(scope, "", "");
    for (let length = 3; length < name.length; length++) {
      if (length === 3 || name[length - 1] === "_") add(scope, name.slice(0, length), "");
      if (length === 3 || name[name.length - length] === "_") add(scope, "", name.slice(-length));
    }
  }
  return [...found.values()];
}
