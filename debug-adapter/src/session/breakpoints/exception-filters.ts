/** What a client may choose to stop at, beside its breakpoints. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { EXCEPTIONS, FAULT_ADDRESS } from "@weft/weaver-bridge/machine";
import { PANICS } from "../kernel/panics.js";

type Filter = DebugProtocol.ExceptionBreakpointsFilter;

export const PANIC_FILTER: Filter = {
  filter: "panic",
  label: "Kernel panic",
  description: `Stops where the kernel gives up: ${PANICS.join(", ")}, and "panics" of weft.json.`,
  default: true,
};

/** Without it a reset ends the session. */
export const RESET_FILTER: Filter = {
  filter: "triple-fault",
  label: "Reset or triple fault",
  description: "The machine stands where it was reset, to be looked at. Not of a recording.",
  default: true,
};

export const EXCEPTION_FILTERS: readonly Filter[] = [
  PANIC_FILTER,
  RESET_FILTER,
  ...EXCEPTIONS.map(
    ({ name, label, vector }): Filter => ({
      filter: name,
      label,
      description: `Exception ${vector} of the CPU, met by the kernel's own code: before its handler runs.`,
      supportsCondition: true,
      conditionDescription: `C at the handler's first instruction, for example ${FAULT_ADDRESS} < 4096`,
    }),
  ),
];
