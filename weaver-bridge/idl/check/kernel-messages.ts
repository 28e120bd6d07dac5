/** Messages that a V4 kernel sends itself: their numbers, and the operations that can receive them. */
import type { Report } from "../parse/report.js";
import type { Direction, Operation } from "./interface-model.js";
import { layOut, type Type, unalias } from "./types.js";

/** The predefined module `idl4`. */
export const KERNEL_MESSAGES = {
  startup: 0,
  interrupt: 1,
  pagefault: 2,
  preemption: 3,
  sysexc: 4,
  archexc: 5,
  sigma0rpc: 6,
  iopagefault: 8,
};

type Shape = readonly (readonly [Direction, "word" | "fpage" | "io"])[];

const WORD = ["in", "word"] as const;
const PAGE = ["out", "fpage"] as const;

/** Of messages whose contents the kernel fixes. */
const SHAPES: Readonly<
  Record<number, { readonly name: string; readonly shape: Shape; readonly as: string }>
> = {
  [KERNEL_MESSAGES.pagefault]: {
    name: "pagefault",
    shape: [WORD, WORD, WORD, PAGE],
    as: "void f(in word address, in word ip, in word privileges, out fpage page)",
  },
  [KERNEL_MESSAGES.iopagefault]: {
    name: "iopagefault",
    shape: [WORD, WORD, ["in", "io"], PAGE],
    as: "void f(in long port, in long ip, in io_port_t what, out fpage page), io_port_t a struct of char, short and long",
  },
};

export function checkKernelMessage(report: Report, operation: Operation): void {
  const wanted = operation.kernelMessage === undefined ? undefined : SHAPES[operation.kernelMessage];
  if (wanted === undefined) return;
  const { parameters, result } = operation;
  const fits =
    result === undefined &&
    parameters.length === wanted.shape.length &&
    wanted.shape.every(([direction, kind], index) => {
      const parameter = parameters[index];
      return parameter?.direction === direction && isOf(kind, parameter.type);
    });
  if (!fits)
    report.error(
      "idl/kernel-message",
      operation.span,
      `${operation.name} does not fit the kernel's ${wanted.name} message`,
      `Declare it as ${wanted.as}.`,
    );
}

function isOf(kind: "word" | "fpage" | "io", type: Type): boolean {
  const real = unalias(type);
  if (real.kind === "error") return true;
  if (kind === "fpage") return real.kind === "fpage";
  if (kind === "word") return real.kind === "scalar" && real.size === 4 && !real.floating;
  return real.kind === "struct" && layOut(real.members).size === 8 && real.members.length === 3;
}
