/** Hooks in the kernel's file and in the modules that are loaded: each unit's in what it was compiled into. */
import type { AdvisedUnit } from "../advice/compile-advice.js";
import type { PlannedHook } from "../hooks/place-hooks.js";
import { planHooks, type Unreachable, type WantedHook } from "../hooks/plan-hooks.js";
import { imageCode } from "../image/image-code-of.js";
import type { KernelImage } from "../image/kernel-image.js";
import { hasUnit } from "../resolve/index.js";
import type { SharedPlan } from "../shared-advice.js";
import type { GuestKernel } from "./guest-kernel.js";

export interface Plan {
  readonly planned: readonly PlannedHook[];
  readonly unreachable: readonly Unreachable[];
}

/** `backs`: see `placeHooks`. Rejects with ProcessError for a missing tool. */
export async function planImages(
  units: readonly AdvisedUnit[],
  { image, modules }: Pick<GuestKernel, "image" | "modules">,
  shared: SharedPlan | undefined,
  backs: readonly number[],
): Promise<Plan> {
  const all = [image, ...modules.map((module) => module.image)];
  const otherThan = (one: KernelImage) => all.filter((other) => other !== one);
  const wanted = units.flatMap(({ advice, input }) =>
    advice.hooks.map((hook): WantedHook => ({ hook, source: hook.source ?? input.path })),
  );
  const inModules = modules.map((module) => wanted.filter(within(module.image)));
  const moved = new Set(inModules.flat());
  // A source may be compiled into the kernel and into a module.
  const isOwn = within(image);
  const own = wanted.filter((one) => !moved.has(one) || isOwn(one));
  const plan = await planHooks(own, { image, others: otherThan(image) }, shared, backs);
  const planned = [...plan.planned];
  const unreachable = [...plan.unreachable];
  for (const [index, { name, image: module }] of modules.entries()) {
    const parts = { image: module, others: otherThan(module) };
    const more = await planHooks(inModules[index] ?? [], parts, shared, backs);
    planned.push(...more.planned.map((one) => ({ ...one, module: name })));
    unreachable.push(...more.unreachable);
  }
  return { planned, unreachable: distinct(unreachable) };
}

/** An inline function of a header may have no code in each of them. */
function distinct(gaps: readonly Unreachable[]): Unreachable[] {
  return [...new Map(gaps.map((gap) => [`${gap.place} ${gap.reason}`, gap])).values()];
}

function within(image: KernelImage): (wanted: WantedHook) => boolean {
  const known = new Map<string, boolean>();
  return ({ source }) => {
    let isIn = known.get(source);
    if (isIn === undefined) {
      const code = imageCode(image);
      known.set(source, (isIn = code !== undefined && hasUnit(code, source)));
    }
    return isIn;
  };
}
