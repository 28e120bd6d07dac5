/**
 * Specifications to types, with mig's own rules: what may be in what, when a descriptor is long, what a name is bound to.
 * Oracle: migcom 1.8+git20231217 (Debian 13) on the same text.
 */
import type { Report } from "../parse/report.js";
import type { Span } from "../parse/source.js";
import { checkFlags, deallocOf, isLong, useLong } from "./flags.js";
import type { Machine } from "./machine.js";
import type { IpcName, NamedSpec, StructMember, TypeSpec } from "./tree.js";
import { BYTE_TYPE, bitsOf, bytesOf, ipcType, type MigType, UNTRANSLATED } from "./types.js";

export interface TypeScope {
  readonly machine: Machine;
  readonly report: Report;
  readonly known: Map<string, MigType>;
  /** Uses of declared names, for editors. */
  readonly uses: { readonly span: Span; readonly type: MigType }[];
}

/** An indefinite array travels in line up to so many bytes. */
const MOST_IN_LINE = 2048;

export function resolveNamed(scope: TypeScope, node: NamedSpec): MigType {
  const { report } = scope;
  const name = node.name.text;
  const bare = { ...resolveSpec(scope, node.spec), ...UNTRANSLATED };
  const translated = translate(scope, bare, node);
  const serverType = translated.serverType ?? name;
  const type: MigType = {
    ...translated,
    name,
    span: node.name.span,
    spec: node.spec,
    userType: translated.userType ?? name,
    serverType,
    transType: translated.transType ?? serverType,
  };
  checkDeclared(report, node, type);
  const { span } = node.name;
  const flagged = { name, span, type, flags: checkFlags(report, type.flags, name, span) };
  const dealloc = deallocOf(report, flagged, "no");
  const use = useLong(type);
  if (use === "too long")
    report.error(
      "idl/mig-type",
      node.name.span,
      `${name} is too large for a Mach message`,
      "An element has less than 65536 bits, and an IPC type is at most 255.",
    );
  const longForm = isLong(report, flagged, use === "should" || use === "must");
  return { ...type, dealloc, longForm };
}

function checkDeclared(report: Report, node: NamedSpec, type: MigType): void {
  const { text: name, span } = node.name;
  if (!type.variable) return;
  if (type.inTran !== undefined || type.inTranPayload !== undefined || type.outTran !== undefined)
    report.error(
      "idl/mig-type",
      span,
      `${name}: arrays of variable size can't be translated`,
      "Translate their elements in the server, and remove intran and outtran here.",
    );
  if (type.destructor !== undefined)
    report.error(
      "idl/mig-type",
      span,
      `${name}: arrays of variable size have no destructor`,
      "Remove it; the server frees what it was given.",
    );
  if (type.inLine && type.element?.userType === undefined)
    report.error(
      "idl/mig-type",
      span,
      `${name}: an array of variable size needs elements whose type has a name`,
      "Declare the elements with type NAME = …; and write array[] of NAME.",
    );
}

function translate(scope: TypeScope, type: MigType, node: NamedSpec): MigType {
  let result = type;
  const set = (key: keyof typeof UNTRANSLATED, value: string | undefined, span: Span) => {
    if (value === undefined) return;
    const before = result[key];
    if (before !== undefined && before !== value)
      scope.report.warning(
        "idl/mig",
        span,
        `${value} contradicts ${before}, written before`,
        "The last one counts.",
      );
    result = { ...result, [key]: value };
  };
  const functions = {
    intran: "inTran",
    intranpayload: "inTranPayload",
    outtran: "outTran",
    destructor: "destructor",
  } as const;
  for (const { kind, span, ...words } of node.translations) {
    set("transType", words.transType, span);
    if (Object.hasOwn(functions, kind)) set(functions[kind as keyof typeof functions], words.function, span);
    set("userType", words.userType, span);
    set("serverType", words.serverType, span);
  }
  return result;
}

function resolveSpec(scope: TypeScope, spec: TypeSpec): MigType {
  switch (spec.kind) {
    case "ipc":
      return resolveIpc(scope, spec);
    case "named": {
      const found = lookUp(scope, spec.name.text, spec.span);
      return { ...found, element: found };
    }
    case "variable":
      return resolveVariable(scope, spec);
    case "array":
    case "struct-array": {
      const old = inLineElement(scope, spec);
      const number = Math.imul(old.number, spec.count) >>> 0;
      const type = {
        ...old,
        ...UNTRANSLATED,
        number,
        element: old,
        isString: false,
        byValue: spec.kind === "struct-array",
      };
      return sized(scope, type, spec.span);
    }
    case "pointer":
      return resolvePointer(scope, spec);
    case "struct":
      return resolveStruct(scope, spec.members, spec.span);
    case "c-string": {
      const character = ipcType(12, 12, 8, scope.machine);
      const type = {
        ...character,
        number: spec.count,
        variable: spec.varying,
        element: { ...character, name: "char", userType: "char" },
      };
      return sized(scope, type, spec.span);
    }
  }
}

/** Reported where there is none; then something that has no further errors. */
export function lookUp(scope: TypeScope, name: string, span: Span): MigType {
  const found = scope.known.get(name);
  if (found === undefined) {
    scope.report.error(
      "idl/unknown-type",
      span,
      `no type is called ${name}`,
      "Declare it with type, or #include the .defs file that does.",
    );
    return { ...ipcType(2, 2, 32, scope.machine), userType: name, serverType: name };
  }
  scope.uses.push({ span, type: found });
  return found;
}

function resolveIpc(scope: TypeScope, spec: Extract<TypeSpec, { kind: "ipc" }>): MigType {
  const { report, machine } = scope;
  const known = commonSize(scope, spec.sent, spec.received, spec.span);
  if (spec.size === undefined && known === 0)
    report.error(
      "idl/mig-type",
      spec.span,
      `${spec.sent.text} does not say how large it is`,
      `Write (${spec.sent.text}, BITS).`,
    );
  if (spec.size !== undefined && known !== 0 && known !== spec.size)
    report.warning(
      "idl/mig",
      spec.span,
      `${spec.sent.text} has ${known} bits, not ${spec.size}`,
      "The written size counts.",
    );
  const size = spec.size ?? known;
  if (size < 8 && (known !== 0 || spec.size !== undefined))
    report.error(
      "idl/mig-type",
      spec.span,
      `a value of ${size} bits has no place in a message`,
      "Declare at least 8 bits.",
    );
  const type = ipcType(spec.sent.sent, spec.received.received, size, machine);
  return sized(scope, { ...type, flags: spec.flags }, spec.span);
}

function commonSize(scope: TypeScope, sent: IpcName, received: IpcName, span: Span): number {
  const bits = ({ size }: IpcName) => (size === "port" ? scope.machine.port * 8 : size);
  const [a, b] = [bits(sent), bits(received)];
  if (a === b || b === 0) return a;
  if (a === 0) return b;
  scope.report.error(
    "idl/mig-type",
    span,
    `${sent.text} has ${a} bits and ${received.text} ${b}`,
    "What is sent and what is received are of one size.",
  );
  return a;
}

function inLineElement(scope: TypeScope, spec: { readonly element: TypeSpec; readonly span: Span }): MigType {
  const old = resolveSpec(scope, spec.element);
  if (!old.inLine || old.variable)
    scope.report.error(
      "idl/mig-type",
      spec.element.span,
      "elements of an array must be in line and of fixed size",
      "Messages hold no arrays of pointers or of arrays of variable size.",
    );
  return old;
}

function resolveVariable(scope: TypeScope, spec: Extract<TypeSpec, { kind: "variable" }>): MigType {
  const old = inLineElement(scope, spec);
  const bytes = bytesOf(old, scope.machine);
  if (spec.bound === 0 && bytes === 0)
    scope.report.error(
      "idl/mig-type",
      spec.span,
      "an array of elements without a size has no length",
      "Give the element at least 8 bits.",
    );
  const count = spec.bound === 0 ? Math.floor(MOST_IN_LINE / Math.max(1, bytes)) : spec.bound;
  const number = Math.imul(old.number, count) >>> 0;
  const type: MigType = {
    ...old,
    ...UNTRANSLATED,
    number,
    element: old,
    variable: true,
    byValue: false,
    isString: false,
  };
  return sized(scope, spec.bound === 0 ? { ...type, indefinite: true } : type, spec.span);
}

function resolvePointer(scope: TypeScope, spec: Extract<TypeSpec, { kind: "pointer" }>): MigType {
  const old = resolveSpec(scope, spec.element);
  if (!old.inLine || (old.variable && !old.indefinite && old.number > 0))
    scope.report.error(
      "idl/mig-type",
      spec.span,
      old.inLine ? "an array with a limit can't be out of line" : "a pointer to a pointer can't be sent",
      "Write ^array[] of TYPE.",
    );
  const align = scope.machine.pointer;
  return { ...old, number: 0, indefinite: false, inLine: false, byValue: true, isString: false, align };
}

function resolveStruct(scope: TypeScope, members: readonly StructMember[], span: Span): MigType {
  const { machine, report } = scope;
  let end = 0;
  let align = 1;
  for (const { type: typeName, name } of members) {
    const type = lookUp(scope, typeName.text, typeName.span);
    if (!type.inLine)
      report.error(
        "idl/mig-type",
        name.span,
        `member ${name.text} is out of line`,
        "Members of a struct stand in the message themselves.",
      );
    end = roundUp(end, type.align) + bytesOf(type, machine);
    align = Math.max(align, type.align);
  }
  const bytes = roundUp(end, align);
  const built = align === 2 || align === 4 ? scope.known.get(align === 2 ? "short" : "int") : undefined;
  const element = built ?? BYTE_TYPE(machine);
  const number = built === undefined ? bytes : bytes / align;
  return sized(
    scope,
    { ...element, ...UNTRANSLATED, element, number, align, byValue: true, isString: false },
    span,
  );
}

function sized(scope: TypeScope, type: MigType, span: Span): MigType {
  if (bitsOf(type) % 8 !== 0)
    scope.report.warning(
      "idl/mig",
      span,
      "C has no type whose size is not a multiple of 8 bits",
      "Round the size up.",
    );
  if (bytesOf(type, scope.machine) === 0 && !type.variable)
    scope.report.warning(
      "idl/mig",
      span,
      "this type has no bytes",
      "C compilers refuse or misread what mig makes of it.",
    );
  return type;
}

function roundUp(value: number, to: number): number {
  return to <= 1 ? value : Math.ceil(value / to) * to;
}
