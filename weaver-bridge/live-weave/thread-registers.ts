/** Registers of a thread that stands, by what they are for in the kernel's code. */
import { factsOfPacket, type MachineFacts, nameOf } from "../machine/index.js";
import { invariant } from "../model/index.js";

type Role = Parameters<typeof nameOf>[1];

/** Whether the registers that a stub gave are those of the kernel's machine: a larger one may run it. */
export const isOfMachine = (machine: MachineFacts, packet: Buffer): boolean =>
  factsOfPacket(packet).name === machine.name;

/** `packet`: all of them, as a debug stub gives them for the kernel's machine; what is written goes there. */
export function registersOf(machine: MachineFacts, packet: Buffer) {
  const { stub } = machine;
  return {
    read: (role: Role): number => stub.read(packet, nameOf(machine, role)),
    write: (role: Role, value: number): void => stub.write(packet, nameOf(machine, role), value),
    writeArgument: (index: number, value: number): void => {
      const register = machine.kernelArguments?.[index];
      const name = register === undefined ? undefined : machine.names[register];
      invariant(name !== undefined, `${machine.name} passes argument ${index} in no register`);
      stub.write(packet, name, value);
    },
  };
}
