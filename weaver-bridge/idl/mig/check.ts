/**
 * `.defs` text to a checked unit. Refuses what GNU MIG refuses, with more words; accepts nothing that makes it stop. A
 * file of types without a subsystem is no error here: others include it.
 */
import { makeCursor } from "../parse/cursor.js";
import { type Preprocessed, type PreprocessorInput, preprocess } from "../parse/preprocessor.js";
import type { Report } from "../parse/report.js";
import { checkArguments } from "./check-arguments.js";
import { MACHINES, type Machine } from "./machine.js";
import { parseStatements } from "./parse.js";
import { resolveNamed, type TypeScope } from "./resolve-type.js";
import type { RoutineNode, SettingNode, SubsystemNode } from "./tree.js";
import { builtInTypes, type MigType } from "./types.js";
import type { MigUnit, Routine } from "./unit.js";

export interface MigInput extends PreprocessorInput {
  readonly machine?: Machine | undefined;
}

export function isMigFile(file: string): boolean {
  return /\.(m?defs|srv|cli)$/.test(file);
}

interface Checking extends TypeScope {
  readonly types: MigType[];
  readonly routines: Routine[];
  readonly settings: SettingNode[];
  readonly prefixes: { user: string; server: string };
  subsystem: SubsystemNode | undefined;
  next: number;
}

export function checkMig(input: MigInput, report: Report): { unit: MigUnit; preprocessed: Preprocessed } {
  const { machine = MACHINES.i686 } = input;
  const preprocessed = preprocess(input, report, { lineComments: false });
  const cursor = makeCursor(preprocessed.tokens, report, { type: () => undefined });
  const state: Checking = {
    machine,
    report,
    known: builtInTypes(machine),
    uses: [],
    types: [],
    routines: [],
    settings: [],
    prefixes: { user: "", server: "" },
    subsystem: undefined,
    next: 0,
  };
  for (const statement of parseStatements(cursor)) {
    if (statement.kind === "subsystem") declareSubsystem(state, statement);
    else if (statement.kind === "type") declareType(state, resolveNamed(state, statement.type));
    else if (statement.kind === "routine") declareRoutine(state, statement);
    else if (statement.kind === "skip") state.next = (state.next + statement.count) >>> 0;
    else declareSetting(state, statement);
  }
  const { types, routines, settings, uses, subsystem } = state;
  const named = subsystem && { ...subsystem, name: subsystem.name.text, nameSpan: subsystem.name.span };
  return { unit: { machine, subsystem: named, types, routines, settings, uses }, preprocessed };
}

function declareSubsystem(state: Checking, node: SubsystemNode): void {
  if (state.subsystem !== undefined)
    state.report.error(
      "idl/mig-subsystem",
      node.span,
      `this file is subsystem ${state.subsystem.name.text} already`,
      "Give each subsystem a file of its own.",
    );
  else if (state.types.length > 0 || state.routines.length > 0)
    state.report.error(
      "idl/mig-subsystem",
      node.span,
      "types and routines stand before the subsystem",
      "Move the subsystem to the top, before the first #include of types.",
    );
  state.subsystem ??= node;
}

function declareType(state: Checking, type: MigType): void {
  if (type.span !== undefined && state.known.has(type.name))
    state.report.error(
      "idl/duplicate",
      type.span,
      `type ${type.name} is declared already`,
      "char, short, int, intptr_t and uintptr_t are types of MIG itself; include a file once.",
    );
  state.known.set(type.name, type);
  state.types.push(type);
}

function declareSetting(state: Checking, node: SettingNode): void {
  state.settings.push(node);
  if (node.keyword === "userprefix") state.prefixes.user = node.value;
  if (node.keyword === "serverprefix") state.prefixes.server = node.value;
}

function declareRoutine(state: Checking, node: RoutineNode): void {
  const { text: name, span: nameSpan } = node.name;
  if (state.subsystem === undefined)
    state.report.error(
      "idl/mig-subsystem",
      node.span,
      `routine ${name} belongs to no subsystem`,
      "Write subsystem NAME NUMBER; at the top of the file.",
    );
  const userName = state.prefixes.user + name;
  if (state.routines.some((other) => other.userName === userName))
    state.report.warning(
      "idl/mig",
      nameSpan,
      `routine ${userName} is declared already`,
      "C compilers refuse two functions of one name: rename one, or choose another userprefix.",
    );
  state.routines.push({
    name,
    nameSpan,
    span: node.span,
    simple: node.simple,
    number: state.next,
    userName,
    serverName: state.prefixes.server + name,
    arguments: checkArguments(state, node, state.subsystem),
  });
  state.next = (state.next + 1) >>> 0;
}
