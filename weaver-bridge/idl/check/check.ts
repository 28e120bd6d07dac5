/**
 * The checked unit: a parsed file with what it imports, every name resolved, every interface as a model. Start reading
 * here. Knows neither kernels nor messages, except how large a thread id is.
 */
import { parseAcf } from "../parse/acf.js";
import type { Definition, InterfaceNode } from "../parse/ast.js";
import { type ParsedFile, parseFile } from "../parse/parser.js";
import { makeReport, type Report } from "../parse/report.js";
import { configure } from "./configure.js";
import { type Declaration, declarationsOf } from "./declarations.js";
import { declareAll, inherit } from "./declare.js";
import { headersOf, type ImportInput, loadImports } from "./imports.js";
import type { InterfaceContext } from "./interface-context.js";
import type { Interface } from "./interface-model.js";
import { numberInterfaces } from "./interface-numbers.js";
import { resolveInterface } from "./interfaces.js";
import { KERNEL_MESSAGES } from "./kernel-messages.js";
import { type Navigation, navigate } from "./navigation.js";
import { readFile } from "./read-file.js";
import { resolveEverything, typeOfSymbol } from "./resolve.js";
import type { Resolver } from "./resolver.js";
import { behindTypedefs, type IdlSymbol, makeScope, type Scope, scopedPath } from "./scope.js";
import { tellSharedNames } from "./shared-names.js";
import { find } from "./values.js";

export type { Declaration };

export interface CheckInput extends ImportInput {
  readonly threadSize: 4 | 8;
  /** The application configuration file, latin1. */
  readonly acf?: { readonly file: string; readonly text: string } | undefined;
}

export interface CheckedUnit {
  readonly parsed: ParsedFile;
  readonly root: Scope;
  readonly declarations: readonly Declaration[];
  readonly interfaces: readonly Interface[];
  readonly navigation: Navigation;
}

export function checkUnit(input: CheckInput, report: Report): CheckedUnit {
  const plain = readFile(input.file, input.text, input.readInclude, input.defines, report);
  const acf = input.acf && parseAcf(input.acf.file, input.acf.text, input.readInclude, input.defines, report);
  const parsed =
    acf === undefined ? plain : { ...plain, definitions: configure(plain.definitions, acf, report) };
  const imports = loadImports(input, parsed, report);
  const root = makeScope("", undefined);
  const dce = isDce(parsed);
  const state = {
    ...{ report, loose: new Map<string, IdlSymbol>(), scopes: new Map<Definition, Scope>() },
    recordsAreScopes: !dce,
  };
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
    dce,
    later: [],
    references: [],
    typeOf: typeOfSymbol,
  };
  inherit(root, (node, scope) => resolveBases(resolver, node, scope));
  const main = new Set<Definition>();
  collect(parsed.definitions, main);
  const context: InterfaceContext = {
    resolver,
    written: new Map(),
    numbers: new Map(),
    exceptions: new Map(),
    done: new Map(),
    open: new Set(),
    generating: (symbol) =>
      symbol.declared.kind === "interface" &&
      main.has(symbol.declared.node) &&
      isRemote(symbol.declared.node),
  };
  const known = [...imports.files, parsed].flatMap(({ definitions }) =>
    interfaceSymbols(definitions, state.scopes),
  );
  for (const [symbol, number] of numberInterfaces(context, known)) context.numbers.set(symbol, number);
  const declarations = declarationsOf(context, parsed.definitions, state.scopes);
  const interfaces = interfacesOf(context, parsed.definitions, state.scopes);
  const own = new Set([input.file, ...parsed.included]);
  tellSharedNames(root, interfaces, report, ({ file }) => own.has(file.name));
  resolveEverything(resolver, root);
  for (let index = 0; index < resolver.later.length; index++) resolver.later[index]?.();
  const files = [parsed, ...imports.files];
  const navigation = navigate(files, resolver.references, state.scopes, root);
  const included = [...(acf?.includes ?? []).map(({ name }) => name), ...headersOf(imports.files)];
  const includes = [...new Set(included)].map((file): Declaration => ({ kind: "include", file }));
  return { parsed, root, declarations: [...includes, ...declarations], interfaces, navigation };
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
  const named = new Set<IdlSymbol>();
  return node.bases.flatMap((base) => {
    if (base.arguments.length > 0 || base.name.parts[0]?.text === "CORBA") return [];
    const symbol = find(resolver, scope, base.name, "interface");
    if (symbol === undefined) return [];
    const found = behindTypedefs(symbol, resolver.loose);
    if (named.has(found))
      resolver.report.error(
        "idl/inheritance",
        base.span,
        `${node.name.text} names its base ${scopedPath(found)} twice`,
        "Name it once.",
      );
    named.add(found);
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
  return interfaceSymbols(definitions, scopes).flatMap((symbol) => {
    const resolved = resolveInterface(context, symbol);
    return resolved !== undefined && context.generating(symbol) ? [resolved] : [];
  });
}

/** Interfaces with a body, in the order of the file. */
function interfaceSymbols(
  definitions: readonly Definition[],
  scopes: ReadonlyMap<Definition, Scope>,
): IdlSymbol[] {
  return definitions.flatMap((node) => {
    if (node.kind === "module") return interfaceSymbols(node.body, scopes);
    if (node.kind !== "interface" || node.body === undefined) return [];
    const symbol = scopes.get(node)?.names.get(node.name.text);
    return symbol?.declared.kind === "interface" && symbol.declared.node === node ? [symbol] : [];
  });
}
