/**
 * The checked unit: a parsed file with what it imports, every name resolved, every interface as a model. Start reading
 * here. Knows neither kernels nor messages, except how large a thread id is.
 */
import type { Definition, InterfaceNode } from "../parse/ast.js";
import { type ParsedFile, parseFile } from "../parse/parser.js";
import type { ReadInclude } from "../parse/preprocessor.js";
import { makeReport, type Report } from "../parse/report.js";
import { asInteger, misfit, type Value } from "./constants.js";
import { declareAll, inherit } from "./declare.js";
import { numberException } from "./exceptions.js";
import type { InterfaceContext } from "./interface-context.js";
import type { Exception, Interface } from "./interface-model.js";
import { resolveInterface } from "./interfaces.js";
import { resolveEverything, resolveType } from "./resolve.js";
import type { ImportedType, Resolver } from "./resolver.js";
import { type IdlSymbol, makeScope, type Scope } from "./scope.js";
import type { Type } from "./types.js";
import { find, valueOfSymbol } from "./values.js";

export interface CheckInput {
  readonly file: string;
  readonly text: string;
  readonly readInclude: ReadInclude;
  /** Types of a C header named by `import "x.h"`; undefined when it cannot be read. */
  readonly importHeader: ((name: string, from: string) => readonly ImportedType[] | undefined) | undefined;
  readonly defines: readonly string[];
  readonly threadSize: 4 | 8;
}

/** A definition of the main file that C needs to see, in order. */
export type Declaration =
  | { readonly kind: "type"; readonly type: Type; readonly cName: string }
  | { readonly kind: "constant"; readonly cName: string; readonly value: Value; readonly type: Type }
  | { readonly kind: "interface"; readonly cName: string }
  | { readonly kind: "exception"; readonly exception: Exception }
  | { readonly kind: "include"; readonly file: string }
  | { readonly kind: "quote"; readonly text: string };

export interface CheckedUnit {
  readonly parsed: ParsedFile;
  readonly root: Scope;
  readonly declarations: readonly Declaration[];
  readonly interfaces: readonly Interface[];
}

export function checkUnit(input: CheckInput, report: Report): CheckedUnit {
  const parsed = parseFile(input.file, input.text, input.readInclude, input.defines, report);
  const imports = loadImports(input, parsed, report);
  const root = makeScope("", undefined);
  const state = { report, loose: new Map<string, IdlSymbol>(), scopes: new Map<Definition, Scope>() };
  const foreign = { ...state, report: makeReport() };
  declareKernelModule(foreign, root);
  for (const file of imports.files) declareAll(foreign, file.definitions, root);
  declareAll(state, parsed.definitions, root);
  const resolver: Resolver = {
    report,
    loose: state.loose,
    imported: imports.types,
    threadSize: input.threadSize,
    quiet: imports.missing,
    dce: isDce(parsed),
    later: [],
  };
  inherit(root, (node, scope) => resolveBases(resolver, node, scope));
  const main = new Set<Definition>();
  collect(parsed.definitions, main);
  const context: InterfaceContext = {
    resolver,
    exceptions: new Map(),
    done: new Map(),
    generating: (symbol) =>
      symbol.declared.kind === "interface" &&
      main.has(symbol.declared.node) &&
      isRemote(symbol.declared.node),
  };
  const declarations = declarationsOf(context, parsed.definitions, state.scopes);
  const interfaces = interfacesOf(context, parsed.definitions, state.scopes);
  resolveEverything(resolver, root);
  for (let index = 0; index < resolver.later.length; index++) resolver.later[index]?.();
  return { parsed, root, declarations, interfaces };
}

/** COM interfaces are called through tables in one address space, so L4 stubs are not made of them. */
function isRemote(node: InterfaceNode): boolean {
  const names = new Set(node.attributes.map((attribute) => attribute.name.text));
  return node.keyword === "interface" && !names.has("object") && !names.has("odl") && !names.has("dual");
}

/** Written for DCE or MIDL: it imports IDL, or an interface carries a universal identifier. */
function isDce(parsed: ParsedFile): boolean {
  const marked = (nodes: readonly Definition[]): boolean =>
    nodes.some((node) => {
      if (node.kind === "import")
        return node.keyword === "import" && node.files.some((file) => /\.idl$/i.test(file.name));
      if (node.kind === "module") return node.keyword !== "module" || marked(node.body);
      return (
        node.kind === "interface" &&
        node.attributes.some(
          ({ name, text }) =>
            name.text === "object" ||
            name.text === "pointer_default" ||
            (name.text === "uuid" && text !== undefined),
        )
      );
    });
  return marked(parsed.definitions);
}

interface Imports {
  readonly files: ParsedFile[];
  readonly types: Map<string, ImportedType>;
  missing: boolean;
}

/** Reads what `import` names, depth first, each file once. Mistakes inside imported files are theirs to show. */
function loadImports(input: CheckInput, parsed: ParsedFile, report: Report): Imports {
  const imports: Imports = { files: [], types: new Map(), missing: false };
  const seen = new Set<string>([input.file]);
  const visit = (file: ParsedFile, into: Report) => {
    for (const { name, span } of importsOf(file.definitions)) {
      if (/\.(h|hh|hpp)$/i.test(name)) {
        const types = input.importHeader?.(name, span.file.name);
        for (const type of types ?? []) imports.types.set(type.name, type);
        if (types === undefined) {
          imports.missing = true;
          into.warning(
            "idl/import",
            span,
            `the types of ${name} are not known here`,
            "Stubs that use them cannot be made; check that the header exists and compiles.",
          );
        }
        continue;
      }
      const found = input.readInclude(name, { from: span.file.name, system: false });
      if (found === undefined) {
        imports.missing = true;
        into.error("idl/import", span, `cannot find ${name}`, "Check the name and the include folders (-I).");
      } else if (!seen.has(found.file)) {
        seen.add(found.file);
        const quiet = makeReport();
        const inner = parseFile(found.file, found.text, input.readInclude, input.defines, quiet);
        visit(inner, quiet);
        imports.files.push(inner);
      }
    }
  };
  visit(parsed, report);
  return imports;
}

function importsOf(definitions: readonly Definition[]): { name: string; span: Definition["span"] }[] {
  return definitions.flatMap((node) => {
    if (node.kind === "import") return node.keyword === "import" ? [...node.files] : [];
    return node.kind === "module" || (node.kind === "interface" && node.body !== undefined)
      ? importsOf(node.body ?? [])
      : [];
  });
}

const KERNEL_MESSAGES = {
  startup: 0,
  interrupt: 1,
  pagefault: 2,
  preemption: 3,
  sysexc: 4,
  archexc: 5,
  sigma0rpc: 6,
  iopagefault: 8,
};

/** The predefined module `idl4`. */
function declareKernelModule(state: Parameters<typeof declareAll>[0], root: Scope): void {
  const items = Object.entries(KERNEL_MESSAGES).map(([name, value]) => `const long ${name} = ${value};`);
  const parsed = parseFile(
    "<idl4>",
    `module idl4 { ${items.join(" ")} };`,
    () => undefined,
    [],
    state.report,
  );
  declareAll(state, parsed.definitions, root);
}

function resolveBases(resolver: Resolver, node: InterfaceNode, scope: Scope): IdlSymbol[] {
  return node.bases.flatMap((base) => {
    if (base.arguments.length > 0 || base.name.parts[0]?.text === "CORBA") return [];
    const found = find(resolver, scope, base.name, "interface");
    if (found === undefined) return [];
    if (found.declared.kind === "interface" && found.declared.node !== node) return [found];
    if (found.declared.kind === "interface")
      resolver.report.error(
        "idl/inheritance",
        base.span,
        `${node.name.text} inherits itself`,
        "Remove it from its own bases.",
      );
    else if (found.declared.kind !== "other")
      resolver.report.error(
        "idl/inheritance",
        base.span,
        `${found.name} is no interface`,
        "Only interfaces can be inherited.",
      );
    return [];
  });
}

function collect(definitions: readonly Definition[], into: Set<Definition>): void {
  for (const node of definitions) {
    into.add(node);
    if (node.kind === "module") collect(node.body, into);
    else if (node.kind === "interface" && node.body !== undefined) collect(node.body, into);
  }
}

function interfacesOf(
  context: InterfaceContext,
  definitions: readonly Definition[],
  scopes: ReadonlyMap<Definition, Scope>,
): Interface[] {
  return definitions.flatMap((node) => {
    if (node.kind === "module") return interfacesOf(context, node.body, scopes);
    if (node.kind !== "interface") return [];
    const symbol = scopes.get(node)?.names.get(node.name.text);
    if (
      symbol === undefined ||
      node.body === undefined ||
      symbol.declared.kind !== "interface" ||
      symbol.declared.node !== node
    )
      return [];
    const resolved = resolveInterface(context, symbol);
    return resolved !== undefined && context.generating(symbol) ? [resolved] : [];
  });
}

function declarationsOf(
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
        return node.declarators.flatMap((declarator): Declaration[] => {
          const symbol = declarator.name && scope.names.get(declarator.name.text);
          const type =
            symbol?.type === undefined || symbol.type === "open"
              ? resolveDeclared(context, symbol)
              : symbol.type;
          return type !== undefined && "cName" in type ? [{ kind: "type", type, cName: type.cName }] : [];
        });
      case "const":
        return constantOf(context, scope.names.get(node.name.text), node);
      case "exception": {
        const symbol = scope.names.get(node.name.text);
        return symbol?.declared.kind === "exception"
          ? [{ kind: "exception", exception: numberException(context, symbol) }]
          : [];
      }
      case "import":
        return node.keyword === "importlib"
          ? []
          : node.files
              .filter((file) => node.keyword === "include" || /\.(h|hh|hpp)$/i.test(file.name))
              .map((file) => ({ kind: "include", file: file.name }));
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
