/** Arguments of a routine: the ports it needs, what may travel in which direction. */
import type { Report } from "../parse/report.js";
import { checkFlags, deallocOf, type Flagged, isLong } from "./flags.js";
import { lookUp, resolveNamed, type TypeScope } from "./resolve-type.js";
import type { ArgumentNode, ArgumentRole, RoutineNode, SubsystemNode } from "./tree.js";
import type { MigType } from "./types.js";
import { type Argument, isOut } from "./unit.js";
import { INTEGER_32, POLYMORPHIC, PORT_SEND, PORT_SEND_ONCE } from "./words.js";

export function checkArguments(
  scope: TypeScope,
  node: RoutineNode,
  subsystem: SubsystemNode | undefined,
): Argument[] {
  const { report } = scope;
  const list: Argument[] = [];
  const names = new Set<string>();
  for (const argument of node.arguments) {
    const isFirstPort = argument.role === undefined && !list.some(({ role }) => role === "requestport");
    const role = argument.role ?? (isFirstPort ? "requestport" : "in");
    list.push(checkArgument(scope, argument, role, subsystem));
    if (names.has(argument.name.text))
      report.warning(
        "idl/mig",
        argument.name.span,
        `two arguments are called ${argument.name.text}`,
        "C compilers refuse what mig makes of it.",
      );
    names.add(argument.name.text);
  }
  checkPorts(scope, node, list);
  const out = node.simple ? list.find(isOut) : undefined;
  if (out !== undefined)
    report.error(
      "idl/mig-argument",
      out.span,
      `${out.name} is sent back, and a simpleroutine has no reply`,
      "Write routine, or make it an in argument.",
    );
  return list;
}

function checkArgument(
  scope: TypeScope,
  node: ArgumentNode,
  role: ArgumentRole,
  subsystem: SubsystemNode | undefined,
): Argument {
  const { report } = scope;
  const { text: name, span: nameSpan } = node.name;
  const type =
    "spec" in node.type ? resolveNamed(scope, node.type) : lookUp(scope, node.type.text, node.type.span);
  const flags = checkFlags(report, node.flags, name, nameSpan);
  const flagged = { name, span: nameSpan, type, flags };
  const ways = { sends: role === "in" || role === "inout", returns: role === "out" || role === "inout" };
  const isLate = copiesLate(subsystem, ways) && flags.dealloc && type.dealloc === "no";
  const dealloc = isLate ? "yes" : deallocOf(report, flagged, type.dealloc);
  const longForm = isLong(report, flagged, type.longForm);
  const copies = copyFlags(report, flagged, ways);
  if (role === "inout" && type.variable && type.inLine)
    report.error(
      "idl/mig-argument",
      node.span,
      `${name}: an array of variable size can't be inout in line`,
      "Send it out of line (^array[]), or use two arguments.",
    );
  return {
    ...{ name, nameSpan, span: node.span, role, type, longForm, dealloc },
    typeSpan: "spec" in node.type ? node.type.name.span : node.type.span,
    ...copies,
  };
}

interface Ways {
  readonly sends: boolean;
  readonly returns: boolean;
}

/** A server in the kernel, or a user there, lets go of what it sent when that was copied. */
function copiesLate(subsystem: SubsystemNode | undefined, { sends, returns }: Ways): boolean {
  return (subsystem?.kernelServer === true && returns) || (subsystem?.kernelUser === true && sends);
}

/** `ServerCopy` and `CountInOut` where they mean something; elsewhere they are told. */
function copyFlags(
  report: Report,
  { name, span, type, flags }: Flagged,
  { sends, returns }: Ways,
): Pick<Argument, "serverCopy" | "countInOut"> {
  const serverCopy = type.indefinite && sends;
  const countInOut = type.variable && type.inLine && returns;
  const warn = (text: string) => report.warning("idl/mig", span, `${name}: ${text}`, "Remove it.");
  if (flags.serverCopy && !serverCopy) warn("ServerCopy is about array[] arguments that are sent");
  if (flags.countInOut && !countInOut) warn("CountInOut is about arrays of variable size that are sent back");
  return { serverCopy: flags.serverCopy && serverCopy, countInOut: flags.countInOut && countInOut };
}

function checkPorts(scope: TypeScope, node: RoutineNode, list: readonly Argument[]): void {
  const { report } = scope;
  const last = (role: ArgumentRole) => list.filter((argument) => argument.role === role);
  for (const role of ["requestport", "replyport", "waittime", "msgoption", "msgseqno"] as const) {
    const [unused, ...more] = last(role).reverse().slice(1);
    if (unused !== undefined)
      report.warning(
        "idl/mig",
        unused.span,
        `${[unused, ...more].map(({ name }) => name).join(" and ")}: the last ${role} counts`,
        "Remove all others.",
      );
  }
  const port = last("requestport").pop();
  if (port === undefined)
    report.error(
      "idl/mig-argument",
      node.name.span,
      `${node.name.text} has no request port`,
      "The first argument says where to send: port : mach_port_t.",
    );
  else if (!isPortArgument(scope, port.type, [PORT_SEND, PORT_SEND_ONCE, POLYMORPHIC]))
    report.error(
      "idl/mig-argument",
      port.span,
      `${port.name} can't be the request port: its type is no send right`,
      "Make a send right (mach_port_t) the first argument, or mark one with requestport.",
    );
  for (const { role, type, span, name } of list) {
    if (
      role.endsWith("replyport") &&
      !isPortArgument(scope, type, [PORT_SEND, PORT_SEND_ONCE, POLYMORPHIC, 0])
    )
      report.error(
        "idl/mig-argument",
        span,
        `${name} can't be a reply port: its type is no send right`,
        "Use mach_port_send_once_t or mach_port_t.",
      );
    if ((role === "waittime" || role === "msgoption" || role === "msgseqno") && !isInteger(type))
      report.error(
        "idl/mig-argument",
        span,
        `${name} must be an integer of 32 bits`,
        "Use int or natural_t.",
      );
  }
}

function isPortArgument({ machine }: TypeScope, type: MigType, received: readonly number[]): boolean {
  return received.includes(type.received) && isOne(type) && type.size === machine.port * 8;
}

function isInteger(type: MigType): boolean {
  return type.sent === INTEGER_32 && type.received === INTEGER_32 && type.size === 32 && isOne(type);
}

/** A single value in line that C passes by value. */
function isOne(type: MigType): boolean {
  return type.number === 1 && type.inLine && type.dealloc === "no" && type.byValue && !type.variable;
}
