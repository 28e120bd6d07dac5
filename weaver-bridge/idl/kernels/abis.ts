/** The kernels that stubs are made for: a folder and a row here, and one in `back-ends.ts`. */
import type { Kernel, KernelAbi } from "../middle/kernel-abi.js";
import { V2 } from "./v2/abi.js";
import { V4 } from "./v4/abi.js";
import { X0 } from "./x0/abi.js";

export const ABIS: Readonly<Record<Kernel, KernelAbi>> = { v2: V2, x0: X0, v4: V4 };

/** Where nothing says which. */
export const DEFAULT_KERNEL: Kernel = "x0";

export function isKernel(name: string): name is Kernel {
  return Object.hasOwn(ABIS, name);
}

/** Bytes of a thread's id. */
export function threadSize(kernel: Kernel): 4 | 8 {
  return ABIS[kernel].threadWords === 2 ? 8 : 4;
}
