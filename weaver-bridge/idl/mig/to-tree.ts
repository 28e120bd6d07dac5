/**
 * A checked `.defs` file as the tree of all IDL, so that L4 stubs are made of it like of any interface, and editors find
 * their way in it. The request port is the object that is called, the error code the result. What means nothing on L4
 * is told where it stands: as an error if a stub would need it, else as a warning.
 */
import { lookUp } from "../../model/index.js";
import type { Attribute, Definition, OperationNode, Parameter, TypeNode } from "../parse/ast.js";
import type { ParsedFile } from "../parse/parser.js";
import type { Preprocessed } from "../parse/preprocessor.js";
import type { ReadInclude } from "../parse/read-include.js";
import type { Report } from "../parse/report.js";
import type { Span } from "../parse/source.js";
import { checkMig } from "./check.js";
import {
  declaratorOf,
  definitionOf,
  identifierAt,
  isForeign,
  literal,
  namedNode,
  namedShape,
  shapeOfSpec,
  type TypesByName,
} from "./tree-types.js";
import { type Argument, isIn, isOut, type MigUnit, type Routine, type Subsystem } from "./unit.js";

/** As `parseFile`, for a `.defs` file. */
export function parseMigFile(
  file: string,
  text: string,
  readInclude: ReadInclude,
  defines: readonly string[],
  report: Report,
): ParsedFile {
  const { unit, preprocessed } = checkMig({ file, text, readInclude, defines }, report);
  return toTree(file, unit, preprocessed, report);
}

function toTree(file: string, unit: MigUnit, preprocessed: Preprocessed, report: Report): ParsedFile {
  const { pragmas, included } = preprocessed;
  const byName = new Map(unit.types.map((type) => [type.name, type]));
  const types = unit.types.flatMap((type) => definitionOf(type, byName) ?? []);
  if (unit.subsystem === undefined) return { file, definitions: types, pragmas, included };
  for (const { keyword, span } of unit.settings) {
    const why = lookUp(SETTINGS, keyword);
    if (why !== undefined) report.warning("idl/mig-on-l4", span, `${keyword} has no effect on L4 stubs`, why);
  }
  const hoisted: Definition[] = [];
  const operations = unit.routines.map((routine) => operationOf(routine, byName, hoisted, report));
  const definitions = [...types, ...hoisted, interfaceOf(unit.subsystem, operations, preprocessed)];
  return { file, definitions, pragmas, included };
}

const SETTINGS: Readonly<Record<string, string>> = {
  msgoption: "Options of mach_msg are Mach's.",
  waittime: "Set the timeout in the environment that each stub is given.",
  userprefix: "Client stubs are called SUBSYSTEM_routine.",
  serverprefix: "Implementations are called SUBSYSTEM_routine_implementation.",
  serverdemux: "The template's server loop tells messages apart.",
};

function interfaceOf(
  { nameSpan, name, span }: Subsystem,
  body: readonly OperationNode[],
  { main }: Preprocessed,
): Definition {
  const whole = span.file === main ? { file: main, start: span.start, end: main.text.length } : span;
  return {
    kind: "interface",
    keyword: "interface",
    name: identifierAt(name, nameSpan),
    attributes: [],
    bases: [],
    body,
    span: whole,
  };
}

function operationOf(
  routine: Routine,
  types: TypesByName,
  hoisted: Definition[],
  report: Report,
): OperationNode {
  const { name, nameSpan, span, simple } = routine;
  const parameters = routine.arguments.flatMap((argument): Parameter[] => {
    tellMeaningless(argument, report);
    return isIn(argument) || isOut(argument) ? [parameterOf(routine, argument, types, hoisted)] : [];
  });
  const result: TypeNode = simple
    ? { kind: "primitive", name: "void", span: nameSpan }
    : types.has("kern_return_t")
      ? namedNode("kern_return_t", nameSpan)
      : { kind: "primitive", name: "int", span: nameSpan };
  const attributes = [uuid(routine), ...(simple ? [attribute("oneway", nameSpan)] : [])];
  return {
    kind: "operation",
    attributes,
    result,
    resultPointers: 0,
    name: identifierAt(name, nameSpan),
    parameters,
    raises: [],
    span,
  };
}

function parameterOf(
  routine: Routine,
  argument: Argument,
  types: TypesByName,
  hoisted: Definition[],
): Parameter {
  const { role, name, nameSpan, span, type, typeSpan } = argument;
  const isDeclared = types.get(type.name) === type || type.spec === undefined;
  const shape =
    isDeclared || type.spec === undefined
      ? namedShape(type.name, typeSpan, types)
      : shapeOfSpec(type.spec, `${routine.name}_${name}`, types);
  const identifier = identifierAt(name, nameSpan);
  let node = shape.node;
  if (node.kind === "struct" || node.kind === "sequence") {
    const own = identifierAt(`${routine.name}_${name}`, nameSpan);
    hoisted.push(
      node.kind === "struct"
        ? { kind: "type", attributes: [], type: node, span }
        : { kind: "typedef", attributes: [], type: node, declarators: [declaratorOf(own, [], span)], span },
    );
    node = namedNode(own.text, nameSpan);
  }
  return {
    attributes: [attribute(role, nameSpan)],
    type: node,
    declarator: declaratorOf(identifier, shape.arrays, span),
    span,
  };
}

function tellMeaningless(
  { role, name, nameSpan, type, dealloc, serverCopy }: Argument,
  report: Report,
): void {
  const tell = (what: string, hint: string) =>
    report.warning("idl/mig-on-l4", nameSpan, `${name}: ${what} on L4`, hint);
  const meaningless = meaninglessRole(role);
  if (meaningless !== undefined) tell(...meaningless);
  if (!(role === "in" || role === "out" || role === "inout") || isForeign(type)) return;
  if (dealloc !== "no" || serverCopy)
    tell(
      `${serverCopy ? "ServerCopy" : "Dealloc"} means nothing`,
      "Messages copy; whoever made a buffer frees it.",
    );
  const translation = type.inTran ?? type.outTran ?? type.destructor;
  if (translation !== undefined)
    tell(
      "translation functions are not called",
      `The server is given ${type.serverType ?? type.name}; call ${translation} there.`,
    );
}

/** What is to be said of arguments that are about Mach's messages alone, and a hint. */
function meaninglessRole(role: Argument["role"]): [what: string, hint: string] | undefined {
  if (role.endsWith("replyport"))
    return [
      "there are no reply ports",
      "The kernel tells the server whom to answer; the argument is left out.",
    ];
  if (role === "waittime")
    return ["the waiting time is no argument", "Set the timeout in the environment that each stub is given."];
  if (role === "msgoption" || role === "msgseqno")
    return [`${role} means nothing`, "The argument is left out."];
  return undefined;
}

function uuid({ number, nameSpan }: Routine): Attribute {
  return {
    name: identifierAt("uuid", nameSpan),
    arguments: [literal(number, nameSpan)],
    text: undefined,
    span: nameSpan,
  };
}

function attribute(name: string, span: Span): Attribute {
  return { name: identifierAt(name, span), arguments: [], text: undefined, span };
}
