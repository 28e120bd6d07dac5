/** Instructions that do nothing, with which assemblers fill up to where a loop or function begins. */
import { type Instruction, Mnemonic, OpKind, Register } from "iced-x86";

/** `nop` of any length, and `lea 0(%esi),%esi`, which does the same on machines that have no long `nop`. */
export function isPadding(instruction: Instruction): boolean {
  const { mnemonic } = instruction;
  if (mnemonic === Mnemonic.Nop) return true;
  if (mnemonic !== Mnemonic.Lea || instruction.op0Kind !== OpKind.Register) return false;
  const { memoryBase, memoryIndex, memoryDisplacement, op0Register } = instruction;
  return memoryBase === op0Register && memoryIndex === Register.None && memoryDisplacement === 0n;
}
