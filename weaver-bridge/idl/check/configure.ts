/**
 * Joins an application configuration file with the interfaces that it configures: its attributes come first, so they
 * win. What both sides of a call must agree on belongs to the interface and is refused here.
 */
import type { AcfFile, Configured, ConfiguredInterface, ConfiguredOperation } from "../parse/acf.js";
import type {
  Attribute,
  Definition,
  Identifier,
  InterfaceNode,
  OperationNode,
  Parameter,
} from "../parse/ast.js";
import { nameText } from "../parse/expression.js";
import type { Report } from "../parse/report.js";
import { closest } from "./similar.js";

/** The contract itself; a program cannot change it on its own. */
const CONTRACT = new Set([
  "uuid",
  "in",
  "out",
  "inout",
  "oneway",
  "kernelmsg",
  "string",
  "switch_is",
  "switch_type",
  "version",
]);

/** A walk through the definitions: what configures them, and which interfaces it has come by. */
interface Walk {
  readonly acf: AcfFile;
  readonly report: Report;
  readonly used: Set<ConfiguredInterface>;
  /** Full names of the interfaces that there are, without a leading `::`. */
  readonly names: string[];
}

export function configure(definitions: readonly Definition[], acf: AcfFile, report: Report): Definition[] {
  const walk: Walk = { acf, report, used: new Set(), names: [] };
  const result = configureScope(walk, definitions, "");
  for (const entry of acf.interfaces)
    if (!walk.used.has(entry)) unknown(report, entry.name, nameText(entry.name), "interface", walk.names);
  return result;
}

/** `path` is `M::`, or nothing for the file. */
function configureScope(walk: Walk, definitions: readonly Definition[], path: string): Definition[] {
  return definitions.map((node): Definition => {
    if (node.kind === "module") {
      const inner = `${path}${nameText(node.name)}::`;
      return { ...node, body: configureScope(walk, node.body, inner) };
    }
    if (node.kind !== "interface" || node.body === undefined) return node;
    const full = `${path}${node.name.text}`;
    walk.names.push(full);
    return walk.acf.interfaces
      .filter(
        (entry) =>
          nameText(entry.name).replace(/^::/, "") === full || nameText(entry.name) === node.name.text,
      )
      .reduce((configured, entry) => {
        walk.used.add(entry);
        return configureInterface(configured, entry, walk.report);
      }, node);
  });
}

function configureInterface(node: InterfaceNode, entry: ConfiguredInterface, report: Report): InterfaceNode {
  const operations = new Map(entry.operations.map((operation) => [operation.name.text, operation]));
  const types = new Map(entry.types.map((type) => [type.name.text, type]));
  const found = new Set<string>();
  const body = (node.body ?? []).map((item): Definition => {
    if (item.kind === "operation")
      return withEntry(operations, item.name.text, found, item, (own) =>
        configureOperation(item, own, report),
      );
    const name = item.kind === "typedef" ? item.declarators[0]?.name?.text : undefined;
    if (item.kind !== "typedef" || name === undefined) return item;
    return withEntry(types, name, found, item, (own) => ({
      ...item,
      attributes: joined(own.attributes, item.attributes, report),
    }));
  });
  const declared = (node.body ?? []).flatMap((item) => (item.kind === "operation" ? [item.name.text] : []));
  for (const { name } of [...entry.operations, ...entry.types])
    if (!found.has(name.text))
      unknown(report, name, name.text, `operation or type of ${node.name.text}`, declared);
  return { ...node, attributes: joined(entry.attributes, node.attributes, report), body };
}

function withEntry<E extends Configured>(
  entries: ReadonlyMap<string, E>,
  name: string,
  found: Set<string>,
  item: Definition,
  change: (entry: E) => Definition,
): Definition {
  const entry = entries.get(name);
  if (entry === undefined) return item;
  found.add(name);
  return change(entry);
}

function configureOperation(node: OperationNode, entry: ConfiguredOperation, report: Report): OperationNode {
  const wanted = new Map(entry.parameters.map((parameter) => [parameter.name.text, parameter]));
  const nameOf = (parameter: Parameter) => parameter.declarator.name?.text ?? "";
  const names = node.parameters.map(nameOf);
  for (const { name } of entry.parameters)
    if (!names.includes(name.text)) unknown(report, name, name.text, `parameter of ${node.name.text}`, names);
  const parameters = node.parameters.map((parameter) => {
    const own = wanted.get(nameOf(parameter));
    return own === undefined
      ? parameter
      : { ...parameter, attributes: joined(own.attributes, parameter.attributes, report) };
  });
  return { ...node, attributes: joined(entry.attributes, node.attributes, report), parameters };
}

function joined(added: readonly Attribute[], own: readonly Attribute[], report: Report): Attribute[] {
  for (const { name, span } of added)
    if (CONTRACT.has(name.text))
      report.error(
        "idl/acf",
        span,
        `${name.text} is part of the interface`,
        "Both sides of a call must agree on it; write it in the .idl file.",
      );
  return [...added.filter(({ name }) => !CONTRACT.has(name.text)), ...own];
}

function unknown(
  report: Report,
  at: Pick<Identifier, "span">,
  name: string,
  what: string,
  known: readonly string[],
): void {
  const near = closest(known, name);
  const hint = near === undefined ? "Name what the .idl file declares." : `Did you mean ${near}?`;
  report.error("idl/acf", at.span, `no ${what} is called ${name}`, hint);
}
