/** How many rings what advice logs has: one for each CPU of the guest, where advice can know its own. */
import { CPU_NUMBER } from "../weaver/index.js";
import type { KernelImage } from "./image/kernel-image.js";
import type { LiveVisit } from "./visit/index.js";

/** Of Linux: as many as there can be in this machine. */
const CPU_COUNT = "nr_cpu_ids";
const MOST = 8;

/** A power of two; more CPUs share them. Rejects with GuestError. */
export async function logRings(visit: Pick<LiveVisit, "read">, image: KernelImage): Promise<number> {
  const [count] = image.named(CPU_NUMBER).length === 0 ? [] : image.named(CPU_COUNT);
  if (count === undefined) return 1;
  const cpus = (await visit.read(count.address, 4)).readUInt32LE(0);
  return 2 ** Math.ceil(Math.log2(Math.min(Math.max(cpus, 1), MOST)));
}
