/** What C must see of the main file, in order: types, constants, interfaces, exceptions, headers. */
import type { Definition } from "../parse/ast.js";
import { asInteger, misfit, type Value } from "./constants.js";
import { numberException } from "./exceptions.js";
import { isDiceRunTime, isHeader } from "./imports.js";
import type { InterfaceContext } from "./interface-context.js";
import type { Exception } from "./interface-model.js";
import { resolveType } from "./resolve.js";
import type { IdlSymbol, Scope } from "./scope.js";
import type { Type } from "./types.js";
import { valueOfSymbol } from "./values.js";

/** A definition of the main file that C needs to see, in order. */
export type Declaration =
  | { readonly kind: "type"; readonly type: Type; readonly cName: string }
  | { readonly kind: "constant"; readonly cName: string; readonly value: Value; readonly type: Type }
  | { readonly kind: "interface"; readonly cName: string }
  | { readonly kind: "exception"; readonly exception: Exception }
  | { readonly kind: "include"; readonly file: string }
  | { readonly kind: "quote"; readonly text: string };

function typeNamed(context: InterfaceContext, symbol: IdlSymbol | undefined): Declaration[] {
  const type =
    symbol?.type === undefined || symbol.type === "open" ? resolveDeclared(context, symbol) : symbol.type;
  return type !== undefined && "cName" in type ? [{ kind: "type", type, cName: type.cName }] : [];
}

/** Headers of C; another IDL file's declarations come from it. */
function includesOf({ keyword, files }: Extract<Definition, { kind: "import" }>): Declaration[] {
  if (keyword === "importlib") return [];
  return files
    .filter(({ name }) => !isDiceRunTime(name) && (keyword === "include" || isHeader(name)))
    .map(({ name }) => ({ kind: "include", file: name }));
}

export function declarationsOf(
  context: InterfaceContext,
  definitions: readonly Definition[],
  scopes: ReadonlyMap<Definition, Scope>,
): Declaration[] {
  return definitions.flatMap((node): Declaration[] => {
    const scope = scopes.get(node);
    if (scope === undefined) return [];
    switch (node.kind) {
      case "module":
        return declarationsOf(context, node.body, scopes);
      case "interface": {
        const symbol = scope.names.get(node.name.text);
        const own: Declaration[] =
          symbol === undefined || node.keyword !== "interface"
            ? []
            : [{ kind: "interface", cName: symbol.cName }];
        return [...own, ...declarationsOf(context, node.body ?? [], scopes)];
      }
      case "type": {
        const type = resolveType(context.resolver, node.type, scope);
        return "cName" in type ? [{ kind: "type", type, cName: type.cName }] : [];
      }
      case "typedef":
        return node.declarators.flatMap(({ name }) => typeNamed(context, name && scope.names.get(name.text)));
      case "const":
        return constantOf(context, scope.names.get(node.name.text), node);
      case "exception": {
        const symbol = scope.names.get(node.name.text);
        return symbol?.declared.kind === "exception"
          ? [{ kind: "exception", exception: numberException(context, symbol) }]
          : [];
      }
      case "import":
        return includesOf(node);
      case "quote":
        return [{ kind: "quote", text: node.text }];
      default:
        return [];
    }
  });
}

function resolveDeclared(context: InterfaceContext, symbol: IdlSymbol | undefined): Type | undefined {
  if (symbol === undefined || symbol.declared.kind !== "typedef") return undefined;
  const { declared } = symbol;
  const name = {
    parts: [{ text: symbol.name, escaped: false, span: symbol.span }],
    absolute: false,
    span: symbol.span,
  };
  return resolveType(
    context.resolver,
    { kind: "named", name, tag: undefined, arguments: [], span: declared.type.span },
    symbol.scope,
  );
}

function constantOf(
  context: InterfaceContext,
  symbol: IdlSymbol | undefined,
  node: Extract<Definition, { kind: "const" }>,
): Declaration[] {
  if (symbol?.declared.kind !== "constant" || symbol.declared.node !== node) return [];
  const value = valueOfSymbol(context.resolver, symbol, node.name.span);
  let type = resolveType(context.resolver, node.type, symbol.scope);
  if (node.pointers > 0 && typeof value === "string")
    type = { kind: "string", wide: false, bound: undefined, size: 4, align: 4 };
  if (value === undefined || type.kind === "error") return [];
  const why = node.pointers > 0 ? undefined : misfit(value, type);
  if (why !== undefined)
    context.resolver.report.error(
      "idl/constant",
      node.value?.span ?? node.span,
      `${node.name.text} cannot have this value: ${why}`,
      "Change the type or the value.",
    );
  return [
    {
      kind: "constant",
      cName: symbol.cName,
      value: typeof value === "boolean" ? (asInteger(value) as bigint) : value,
      type,
    },
  ];
}
