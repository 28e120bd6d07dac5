/** Machines without their instructions: start at {@link factsOfWord}. What reads and writes instructions is `code.ts`. */
export { factsOfElf, factsOfNames, factsOfPacket, factsOfTarget, factsOfWord } from "./facts.js";
export { type MachineFacts, nameOf } from "./machine-facts.js";
export { readsOperand } from "./x86/asm-operand-use.js";
export { descriptorBase, descriptorText, gateText, isLongSystem, vectorText } from "./x86/descriptors.js";
export { isPaddingText } from "./x86/entry-code.js";
export {
  type CpuException,
  type CpuTable,
  EXCEPTIONS,
  type ExceptionName,
  errorCodeText,
  FAULT_ADDRESS,
  GATE_SIZE,
  type Gate,
  gateIn,
  handlerTableIn,
  IN_C,
  inKernelCondition,
  isProtectedMode,
  isStateLine,
  lastFaultIn,
  pagingIsOn,
  registerIn,
  tableIn,
} from "./x86/exceptions.js";
export {
  CONTROL_REGISTERS,
  controlRegisters,
  isLongMode,
  MODE_REGISTER,
  type Paging,
  pageEntryText,
  pagingFrom,
  pagingOf,
  walkPages,
} from "./x86/page-tables.js";
export { groupRegisters, type RegisterGroup } from "./x86/register-groups.js";
