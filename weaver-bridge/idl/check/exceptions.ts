/** Exceptions: what `raises` names, their members, and numbers that are unique in a file. */
import type { ScopedName } from "../parse/ast.js";
import { checkAttributes } from "./applicability.js";
import type { InterfaceContext } from "./interface-context.js";
import type { Exception } from "./interface-model.js";
import { mostPackedBytes, whyNotPacked } from "./packed.js";
import { declareType } from "./resolve.js";
import { type IdlSymbol, type Scope, scopedPath } from "./scope.js";
import { cIdentifier, isFlat, layOut, type MemberType, type Type } from "./types.js";
import { find } from "./values.js";

export function exceptionOf(
  context: InterfaceContext,
  name: ScopedName,
  scope: Scope,
  strict: boolean,
): Exception | undefined {
  const symbol = find(context.resolver, scope, name, "exception");
  if (symbol === undefined) return undefined;
  if (symbol.declared.kind !== "exception") {
    context.resolver.report.error(
      "idl/exception",
      name.span,
      `${scopedPath(symbol)} is no exception`,
      "Only exceptions can be raised.",
    );
    return undefined;
  }
  const exception = numberException(context, symbol);
  for (const member of strict ? exception.members : []) {
    const why = isFlat(member.type) ? undefined : whyNotPacked(member.type);
    if (why !== undefined)
      context.resolver.report.error(
        "idl/not-transferable",
        name.span,
        `no stub can carry ${exception.name}: member ${member.name}: ${why}`,
        "Give the exception scalars, strings, sequences, arrays, flat structs and unions.",
      );
  }
  return exception;
}

/** The members as the struct that C has for them. */
function recordOf(cName: string, members: readonly MemberType[]): Type {
  const { size, align } = layOut(members);
  return { kind: "struct", name: cName, cName, members, size, align };
}

export function numberException(context: InterfaceContext, symbol: IdlSymbol): Exception {
  const known = context.exceptions.get(symbol.cName);
  if (known !== undefined || symbol.declared.kind !== "exception") return known as Exception;
  const members: MemberType[] = symbol.declared.node.members.flatMap((member) =>
    member.declarators.map((declarator) => {
      checkAttributes(context.resolver.report, member.attributes, "member");
      const type: Type = declareType(
        context.resolver,
        { ...member, declarator },
        symbol.inner ?? symbol.scope,
      );
      return { name: cIdentifier(declarator.name?.text ?? ""), type, bits: undefined };
    }),
  );
  const exception: Exception = {
    name: scopedPath(symbol),
    cName: symbol.cName,
    number: context.exceptions.size + 1,
    members,
    size: layOut(members).size,
    packed: !members.every(({ type }) => isFlat(type)),
    mostPacked: mostPackedBytes(recordOf(symbol.cName, members)),
    span: symbol.span,
  };
  context.exceptions.set(symbol.cName, exception);
  return exception;
}
