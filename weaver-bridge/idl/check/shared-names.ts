/** Names that differ in IDL and are one in C, where modules and interfaces are prefixes and macros are upper-case. */
import type { Report } from "../parse/report.js";
import type { Span } from "../parse/source.js";
import type { Interface } from "./interface-model.js";
import { type IdlSymbol, type Scope, scopedPath } from "./scope.js";

interface Named {
  /** `a::b::c` */
  readonly path: string;
  readonly cName: string;
  readonly span: Span;
}

/** Errors at the second of two. `isTold`: what stands in the file itself, not in what it imports. */
export function tellSharedNames(
  root: Scope,
  interfaces: readonly Interface[],
  report: Report,
  isTold: (span: Span) => boolean,
): void {
  const served = interfaces.flatMap(servedNames);
  tell([...symbolsIn(root), ...served], ({ cName }) => cName, report, isTold);
  tell([...served, ...interfaces.map(named)], ({ cName }) => cName.toUpperCase(), report, isTold);
  for (const one of interfaces) tellTwice(one, report);
}

const named = ({ name, cName, span }: Interface): Named => ({ path: name, cName, span });

/** What a server answers, also what its interface inherits: at the operation. */
function servedNames({ name, cName, span, operations, bases }: Interface): Named[] {
  return operations.map((one) => ({
    path: `${name}::${one.name}`,
    cName: `${cName}_${one.name}`,
    span: bases.length > 0 && one.declaredIn !== cName ? span : one.span,
  }));
}

function tell(
  all: readonly Named[],
  keyOf: (one: Named) => string,
  report: Report,
  isTold: (span: Span) => boolean,
): void {
  const known = new Map<string, Named>();
  for (const one of all) {
    const key = keyOf(one);
    const first = known.get(key);
    if (first === undefined) known.set(key, one);
    else if (first.path !== one.path && isTold(one.span))
      report.error(
        "idl/shared-name",
        one.span,
        first.cName === one.cName
          ? `${one.path} and ${first.path} are both ${one.cName} in C`
          : `${one.path} and ${first.path} differ only in case, and have the same macros in C`,
        "Rename one of the two.",
      );
  }
}

/** `_get_x` beside an attribute x. */
function tellTwice({ cName, operations }: Interface, report: Report): void {
  const known = new Set<string>();
  for (const { name, declaredIn, span } of operations) {
    if (declaredIn === cName && known.has(name))
      report.error(
        "idl/shared-name",
        span,
        `${name} is what an attribute is read or written by`,
        "Rename the operation or the attribute.",
      );
    known.add(name);
  }
}

function symbolsIn(scope: Scope): (Named & IdlSymbol)[] {
  return [...scope.names.values(), ...scope.tags.values()].flatMap((symbol) => {
    const inner = symbol.inner !== undefined && symbol.inner.parent === scope ? symbolsIn(symbol.inner) : [];
    const { kind } = symbol.declared;
    const hasName = kind !== "module" && kind !== "other" && kind !== "operation";
    return hasName ? [{ ...symbol, path: scopedPath(symbol) }, ...inner] : inner;
  });
}
