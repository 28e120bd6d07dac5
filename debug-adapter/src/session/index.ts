/** The debug session: the Debug Adapter Protocol on one side, GDB and QEMU on the other; and a session without a protocol. */

export { type RecordOptions, recordInTerminal } from "./recorded/record-in-terminal.js";
export { openInTerminal, type TerminalOptions } from "./recorded/terminal.js";
export { WeftDebugSession } from "./requests/weft-debug-session.js";
