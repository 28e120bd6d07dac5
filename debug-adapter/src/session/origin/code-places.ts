/** Where addresses of the kernel are in its sources, and what its file holds there: asked of a GDB that has the file, and no machine. */
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import { codePlace, evaluate } from "../gdb/mi-commands.js";

export interface CodePlaces {
  /** `line`: FILE:LINE. What is in no file of the kernel has only an address. */
  of(address: bigint): Promise<{ address: string; symbol?: string; line?: string }>;
  /** As GDB writes it. */
  assembler(address: bigint): Promise<string | undefined>;
  /** What the kernel's file has for this memory; `undefined` where it has nothing. */
  initial(address: bigint, bytes: number): Promise<bigint | undefined>;
  /** `NAME in section .data`, for one. */
  named(address: bigint): Promise<string | undefined>;
}

export function createCodePlaces(gdb: GdbConnection): CodePlaces {
  return {
    async of(address) {
      const { symbol, line } = await codePlace(gdb, address);
      return {
        address: `0x${address.toString(16)}`,
        ...(symbol === "" ? {} : { symbol }),
        ...(line === "" ? {} : { line }),
      };
    },
    async assembler(address) {
      const told = await unlessGdbRefuses(gdb.consoleCommand(`x/i 0x${address.toString(16)}`));
      const [, instruction] = told?.split(":\t") ?? [];
      return instruction?.trim().split(/\s+/).join(" ");
    },
    async initial(address, bytes) {
      let value = 0n;
      for (let at = bytes - 1; at >= 0; at--) {
        const one = `(unsigned)*(unsigned char *)0x${(address + BigInt(at)).toString(16)}`;
        const byte = await unlessGdbRefuses(evaluate(gdb, one));
        if (byte === undefined) return undefined;
        value = (value << 8n) | BigInt(byte);
      }
      return value;
    },
    async named(address) {
      const told = await gdb.consoleCommand(`info symbol 0x${address.toString(16)}`);
      return /^(.+ in section \S+)/.exec(told)?.[1];
    },
  };
}
