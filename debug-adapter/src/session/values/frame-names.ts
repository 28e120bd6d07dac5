/** How the names of a frame are shown: in advice as the aspect spells them, elsewhere as they are. */
import { type JoinPointNames, joinPointNames, type ShownFrame } from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import { type FrameReference, frameVariables, isHarmlessName } from "../gdb/mi-commands.js";

export async function frameNames(
  gdb: GdbConnection,
  frame: FrameReference,
  shown: ShownFrame | undefined,
  aspects: Iterable<string>,
): Promise<JoinPointNames> {
  if (shown?.aspect === undefined) return joinPointNames(aspects);
  const variables = await frameVariables(gdb, frame);
  return joinPointNames(aspects, {
    aspect: shown.aspect,
    ...(shown.joinPoint === undefined ? {} : { joinPoint: shown.joinPoint }),
    variables: variables.map(({ name }) => name),
    globals: await globalNames(gdb, frame),
  });
}

/** GDB prints one name a line; only the unit of the frame is read, not all of the kernel's symbols. */
const PRINT_GLOBALS =
  "python t=gdb.selected_frame().find_sal().symtab; " +
  "print('\\n'.join(sorted({s.name for b in (t.global_block(), t.static_block()) for s in b " +
  "if s.is_variable and not s.is_argument})) if t else '')";

/** Variables of file scope in the frame's unit. Empty when this GDB has no Python. */
export async function globalNames(gdb: GdbConnection, frame: FrameReference): Promise<string[]> {
  const where = `--thread ${frame.threadId} --frame ${frame.frameId}`;
  const printed = (await unlessGdbRefuses(gdb.consoleCommand(PRINT_GLOBALS, where))) ?? "";
  return printed.split("\n").filter((name) => name !== "" && isHarmlessName(name));
}
