/** `weft idl FILE.defs`: an interface of Mach, checked as GNU MIG does, and its messages. mig makes the stubs. */
import {
  compileMig,
  type IdlCommand,
  type MigCompileInput,
  type MigLayout,
  type MigMessage,
} from "../../idl/index.js";
import { hasErrors, type Problem } from "../../model/index.js";
import { includeReader, readIdlText } from "../../project/stubs/load-idl.js";
import { EXIT, report } from "../output.js";

export function machMessages(command: IdlCommand, file: string, machine: MigCompileInput["machine"]): number {
  const text = readIdlText(file);
  if ("problem" in text) {
    report(command, [text.problem]);
    return EXIT.problems;
  }
  const readInclude = includeReader(command.includeFolders);
  const { defines } = command.options;
  const { layout, explanation, summary, problems } = compileMig({
    file,
    ...text,
    readInclude,
    defines,
    machine,
  });
  const found = [...problems, ...(command.out === undefined ? [] : [nothingWritten(file)])];
  const failed = hasErrors(problems) || layout === undefined;
  report(command, found, failed ? undefined : { file, kernel: "mach", outputs: [], mach: migJson(layout) });
  if (!failed && !command.json)
    process.stdout.write(command.explain ? (explanation ?? `${summary}\n`) : `${summary}\n`);
  return failed ? EXIT.problems : EXIT.fine;
}

function nothingWritten(file: string): Problem {
  return {
    code: "idl/mig-no-stubs",
    severity: "warning",
    message: `nothing is written for ${file}: stubs for Mach are mig's`,
    hint: "Name an L4 kernel for L4 stubs: --kernel v2, x0 or v4.",
  };
}

function migJson({ unit, routines }: MigLayout): object {
  return {
    machine: unit.machine.name,
    ...(unit.subsystem === undefined ? {} : { subsystem: unit.subsystem.name, base: unit.subsystem.base }),
    types: unit.types.length,
    routines: routines.map(({ routine, request, reply }) => ({
      name: routine.name,
      simple: routine.simple,
      userName: routine.userName,
      serverName: routine.serverName,
      request: messageJson(request),
      ...(reply === undefined ? {} : { reply: messageJson(reply) }),
    })),
  };
}

function messageJson({ id, bytes, leastBytes, complex, fields }: MigMessage): object {
  return {
    id,
    bytes,
    leastBytes,
    complex,
    fields: fields.map(({ name, descriptor, offset, bytes: size, variable }) => ({
      name,
      descriptorOffset: descriptor.offset,
      descriptorBytes: descriptor.bytes,
      offset,
      bytes: size,
      variable,
    })),
  };
}
