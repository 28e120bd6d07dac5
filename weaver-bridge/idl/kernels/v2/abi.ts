/** L4 version 2. */

import type { KernelAbi } from "../../middle/kernel-abi.js";
import { classicAbi } from "../classic/abi.js";

const DATA_OFFSET = 20;

export const V2: KernelAbi = {
  ...classicAbi(DATA_OFFSET),
  kernel: "v2",
  title: "V2",
  registers: ["EDX"],
  idRegister: "EBX",
  dataOffset: DATA_OFFSET,
  countedWords: 2,
  threadWords: 2,
  flexpageTakesId: true,
  hasSysenter: false,
  hasLocalIpc: false,
  settled: { sysenter: [false, "V2 kernels know int $0x30 only"] },
};
