/** The debug session: the Debug Adapter Protocol on one side, GDB and QEMU on the other. */
export { WeftDebugSession } from "./weft-debug-session.js";
