/** What a KLASY pointcut selects, in the terms of the aspect model, and the variables that it gives to the advice. */
import type { KlasyPointcut } from "./klasy-tree.js";

export interface KlasyVariable {
  readonly name: string;
  /** A C expression, or the local variable that it is. */
  readonly value: { readonly expression: string; readonly type: string } | { readonly local: string };
  readonly pointcut: KlasyPointcut;
}

/** In the order in which they are written. */
export function variablesOf(pointcut: KlasyPointcut): KlasyVariable[] {
  const listed = parametersOf(pointcut);
  return all(pointcut).flatMap((part): KlasyVariable[] => {
    if (part.kind !== "designator") return [];
    const words = part.argument.split(/(?:(?<!\s)\s+)?,\s*/);
    const [first = "", last = words.at(-1) ?? ""] = [words[0], words.at(-1)];
    if (part.name === "target")
      return [{ name: first, value: { expression: "(void *)tjp->target", type: "void *" }, pointcut: part }];
    if (part.name === "local_var") return [{ name: last, value: { local: first }, pointcut: part }];
    if (part.name !== "argument") return [];
    const index = words.length > 1 ? Number(first) : Math.max(0, listed.indexOf(last));
    const expression = `tjp->arg${index}`;
    return [{ name: last, value: { expression, type: "__auto_type " }, pointcut: part }];
  });
}

/** `argument(v)` where `execution(f(v))` does not say which one that is. */
export function unlistedArguments(pointcut: KlasyPointcut): KlasyPointcut[] {
  const listed = parametersOf(pointcut);
  return all(pointcut).filter(
    (part) =>
      part.kind === "designator" &&
      part.name === "argument" &&
      !part.argument.includes(",") &&
      !listed.includes(part.argument),
  );
}

/** Of `execution(f(a, b))`: a and b. */
function parametersOf(pointcut: KlasyPointcut): string[] {
  const execution = all(pointcut).find((part) => part.kind === "designator" && part.name === "execution");
  const inside =
    execution?.kind === "designator" ? /^[^(]*\(([^)]*)\)/.exec(execution.argument)?.[1] : undefined;
  return (inside ?? "").split(",").map((word) => word.trim());
}

export function all(pointcut: KlasyPointcut): KlasyPointcut[] {
  return pointcut.kind === "and" || pointcut.kind === "or"
    ? [...all(pointcut.left), ...all(pointcut.right)]
    : [pointcut];
}

/** `access(inode.i_uid)` is `access` of `% inode::i_uid`; undefined for what only binds a variable. */
export function meaningOf(
  part: KlasyPointcut & { kind: "designator" },
): { readonly name: string; readonly match: string; readonly inFile: boolean } | undefined {
  const { name, argument } = part;
  const called = argument.replace(/(?<!\s)\s*\([^()]*\)$/, "");
  switch (name) {
    case "execution":
      return { name, match: `% ${called}(...)`, inFile: false };
    case "access":
      return {
        name,
        match: `% ${argument.replace(/^struct\s+/, "").replace(/(?:(?<!\s)\s+)?\.\s*/, "::")}`,
        inFile: false,
      };
    case "within_function":
      return { name: "within", match: `% ${called}(...)`, inFile: false };
    case "within_file":
      return { name: "within", match: argument, inFile: true };
    default:
      return undefined;
  }
}
