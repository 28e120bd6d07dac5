/** The debug session: the Debug Adapter Protocol on one side, GDB and QEMU on the other; and a session without a protocol. */

export { type RecordOptions, recordInTerminal } from "./record-in-terminal.js";
export { openInTerminal, type TerminalOptions } from "./terminal.js";
export { WeftDebugSession } from "./weft-debug-session.js";
