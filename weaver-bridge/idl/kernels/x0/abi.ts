/** L4 version X.0. */

import type { KernelAbi } from "../../middle/kernel-abi.js";
import { classicAbi } from "../classic/abi.js";

const DATA_OFFSET = 24;

export const X0: KernelAbi = {
  ...classicAbi(DATA_OFFSET),
  kernel: "x0",
  title: "X0",
  registers: ["EDX", "EBX"],
  idRegister: "EDI",
  dataOffset: DATA_OFFSET,
  countedWords: 3,
  threadWords: 1,
  flexpageTakesId: false,
  hasSysenter: true,
  hasLocalIpc: true,
  settled: {},
};
