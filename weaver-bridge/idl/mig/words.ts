/** Words of MIG: keywords in any case, names of IPC types as they are. */
import type { IpcName } from "./tree.js";

export const DIRECTIONS = new Set([
  "in",
  "out",
  "inout",
  "requestport",
  "replyport",
  "sreplyport",
  "ureplyport",
  "waittime",
  "msgoption",
  "msgseqno",
]);

export const FLAGS = new Set([
  "islong",
  "isnotlong",
  "dealloc",
  "notdealloc",
  "servercopy",
  "countinout",
  "retcode",
]);

export const TRANSLATIONS = new Set([
  "intran",
  "intranpayload",
  "outtran",
  "destructor",
  "ctype",
  "cusertype",
  "cservertype",
]);

const KEYWORDS = new Set([
  ...DIRECTIONS,
  ...FLAGS,
  ...TRANSLATIONS,
  ..."routine simpleroutine subsystem kerneluser kernelserver nowaittime serverprefix userprefix serverdemux rcsid".split(
    " ",
  ),
  ..."import uimport simport array type struct of c_string skip polymorphic".split(" "),
]);

/** Routines of old; GNU MIG has none of them. */
export const OBSOLETE_ROUTINES = new Set(["function", "procedure", "simpleprocedure", "camelotroutine"]);

/** In the messages of Mach; -1 is told at run time. */
export const POLYMORPHIC = -1;
export const PORT_SEND = 17;
export const PORT_SEND_ONCE = 18;
export const INTEGER_16 = 1;
export const INTEGER_32 = 2;
export const CHAR = 8;
export const BYTE = 9;
export const REAL = 10;
export const INTEGER_64 = 11;
export const STRING_C = 12;

const same = (text: string, value: number, size: IpcName["size"]): IpcName => ({
  text,
  sent: value,
  received: value,
  size,
});
const right = (text: string, sent: number, received: number): IpcName => ({
  text,
  sent,
  received,
  size: "port",
});

const IPC_NAMES: ReadonlyMap<string, IpcName> = new Map(
  [
    same("MACH_MSG_TYPE_UNSTRUCTURED", 0, 0),
    same("MACH_MSG_TYPE_BIT", 0, 1),
    same("MACH_MSG_TYPE_BOOLEAN", 0, 32),
    same("MACH_MSG_TYPE_INTEGER_8", BYTE, 8),
    same("MACH_MSG_TYPE_INTEGER_16", INTEGER_16, 16),
    same("MACH_MSG_TYPE_INTEGER_32", INTEGER_32, 32),
    same("MACH_MSG_TYPE_INTEGER_64", INTEGER_64, 64),
    same("MACH_MSG_TYPE_CHAR", CHAR, 8),
    same("MACH_MSG_TYPE_BYTE", BYTE, 8),
    same("MACH_MSG_TYPE_REAL", REAL, 0),
    same("MACH_MSG_TYPE_STRING", STRING_C, 0),
    same("MACH_MSG_TYPE_STRING_C", STRING_C, 0),
    same("MACH_MSG_TYPE_PORT_NAME", 15, 32),
    same("MACH_MSG_TYPE_POLYMORPHIC", POLYMORPHIC, 0),
    right("MACH_MSG_TYPE_MOVE_RECEIVE", 16, 16),
    right("MACH_MSG_TYPE_COPY_SEND", 19, PORT_SEND),
    right("MACH_MSG_TYPE_MAKE_SEND", 20, PORT_SEND),
    right("MACH_MSG_TYPE_MOVE_SEND", 17, PORT_SEND),
    right("MACH_MSG_TYPE_MAKE_SEND_ONCE", 21, PORT_SEND_ONCE),
    right("MACH_MSG_TYPE_MOVE_SEND_ONCE", 18, PORT_SEND_ONCE),
    right("MACH_MSG_TYPE_PORT_RECEIVE", POLYMORPHIC, 16),
    right("MACH_MSG_TYPE_PORT_SEND", POLYMORPHIC, PORT_SEND),
    right("MACH_MSG_TYPE_PORT_SEND_ONCE", POLYMORPHIC, PORT_SEND_ONCE),
  ].map((name) => [name.text, name]),
);

export function isKeyword(text: string): boolean {
  return KEYWORDS.has(text.toLowerCase()) || IPC_NAMES.has(text);
}

export function ipcName(text: string): IpcName | undefined {
  if (text.toLowerCase() === "polymorphic") return right(text, POLYMORPHIC, POLYMORPHIC);
  return IPC_NAMES.get(text);
}

/** Whether a message carries a right with this type. */
export function isPortName(value: number): boolean {
  return value >= 16 && value <= 21;
}

/** A `msgt_name` in words. */
export function ipcCodeText(code: number): string {
  return CODE_TEXTS[code] ?? `type ${code}`;
}

const CODE_TEXTS: Readonly<Record<number, string>> = {
  [POLYMORPHIC]: "polymorphic",
  0: "bits",
  [INTEGER_16]: "integer 16",
  [INTEGER_32]: "integer 32",
  [CHAR]: "char",
  [BYTE]: "byte",
  [REAL]: "real",
  [INTEGER_64]: "integer 64",
  [STRING_C]: "string",
  15: "port name",
  16: "receive right",
  17: "send right",
  18: "send-once right",
  19: "copy of a send right",
  20: "new send right",
  21: "new send-once right",
};
