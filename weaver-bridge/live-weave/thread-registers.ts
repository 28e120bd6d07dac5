/** Registers of a thread that stands, by what they are for in the kernel's code. */
import { factsOfPacket, type MachineFacts, nameOf } from "../machine/index.js";
import { invariant } from "../model/index.js";

type Role = Parameters<typeof nameOf>[1];

/** `packet`: all of them, as a debug stub gives them; what is written goes there. A larger machine may run the kernel. */
export function registersOf(machine: MachineFacts, packet: Buffer) {
  const { stub } = factsOfPacket(packet);
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
