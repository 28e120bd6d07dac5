/** What tools add to the server beside aspects; a new one is a folder here and a row. Their marks stand in this order. */
import type { Contributor } from "../workspace/index.js";
import { guards } from "./guards/guards.js";
import { idl } from "./idl/idl.js";
import { kernelContext } from "./kernel-context/kernel-context.js";
import { live } from "./live/live.js";
import { specialization } from "./specialization/specialization.js";

export const contributors: readonly Contributor[] = [live, specialization, guards, idl, kernelContext];
