/** A row for each kernel; see `abis.ts`. */
import type { BackEnd } from "../emit/back-end.js";
import type { Kernel } from "../middle/kernel-abi.js";
import { v2BackEnd } from "./v2/back-end.js";
import { v4BackEnd } from "./v4/back-end.js";
import { x0BackEnd } from "./x0/back-end.js";

export const BACK_ENDS: Readonly<Record<Kernel, BackEnd>> = { v2: v2BackEnd, x0: x0BackEnd, v4: v4BackEnd };
