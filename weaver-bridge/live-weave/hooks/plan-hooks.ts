/** From the hooks that advice asks for to places in the kernel's code, or the reasons why there is none. */
import type { LiveHook } from "../../weaver/index.js";
import type { KernelImage, KernelSymbol } from "../image/kernel-image.js";
import { callSites } from "./call-sites.js";
import { entrySite, type HookSite, jumpTargets } from "./entry-sites.js";

export interface PlannedHook {
  readonly hook: LiveHook;
  readonly place: string;
  readonly site: HookSite;
}

export interface Unreachable {
  readonly hook: LiveHook;
  readonly place: string;
  readonly reason: string;
}

export interface WantedHook {
  readonly hook: LiveHook;
  /** The unit's source, as its command names it. */
  readonly source: string;
}

/** Sections of code that runs where no other code may: before the kernel is set up, or while its text is patched. */
const FORBIDDEN = /^\.(entry|noinstr|kprobes|irqentry|softirqentry|init|exit|boot)\b/;

/** Rejects with ProcessError for a missing tool. */
export async function planHooks(wanted: readonly WantedHook[], image: KernelImage) {
  const planned: PlannedHook[] = [];
  const unreachable: Unreachable[] = [];
  const targets = jumpTargets(image);
  const called = wanted.flatMap(({ hook, source }) =>
    hook.call === undefined ? [] : copiesOf(hook, source, image),
  );
  const calls = await callSites(image, new Set(called.map(({ address }) => address)));
  /** An inline function of a header is matched in each unit that includes it, and told once. */
  const told = new Set<string>();
  for (const { hook, source } of wanted) {
    const copies = copiesOf(hook, source, image);
    const refuse = (place: string, reason: string) => {
      if (!told.has(`${place} ${reason}`)) unreachable.push({ hook, place, reason });
      told.add(`${place} ${reason}`);
    };
    const plan = (place: string, site: HookSite) => {
      const other = planned.find((one) => one.site.address === site.address);
      if (other === undefined) planned.push({ hook, place, site });
      else if (adviceOf(other.hook) !== adviceOf(hook))
        refuse(place, "several calls stand in that line, and the debug information does not tell them apart");
    };
    if (hook.call !== undefined) {
      const place = `${hook.target} called in ${hook.call.within}`;
      const reason = copies.map((copy) => forbidden(hook, copy, image)).find((one) => one !== undefined);
      const found =
        reason === undefined
          ? calls.find(
              hook,
              copies.map(({ address }) => address),
            )
          : { reason };
      if ("reason" in found) refuse(place, found.reason);
      else for (const site of found.sites) plan(place, site);
      continue;
    }
    if (copies.length === 0)
      refuse(
        hook.target,
        "it has no code of its own: the optimizer inlined it into its callers or removed it",
      );
    for (const symbol of copies) {
      const reason = forbidden(hook, symbol, image);
      const found = reason === undefined ? entrySite(image, symbol, targets) : { reason };
      if ("reason" in found) refuse(symbol.name, found.reason);
      else plan(symbol.name, found.site);
    }
  }
  return { planned, unreachable };
}

const adviceOf = ({ effects }: LiveHook) =>
  effects.map(({ by, binding }) => `${by.name} ${binding.adviceIndex}`).join();

/** The optimizer makes `f.constprop.0` of `f`; what it splits off a function (`f.cold`, `f.part.0`) is not its entry. */
function copiesOf({ target, isStatic }: LiveHook, source: string, { symbols }: KernelImage): KernelSymbol[] {
  const unit = source.slice(source.lastIndexOf("/") + 1);
  return symbols.filter(
    ({ name, kind, isLocal, unit: from }) =>
      kind === "function" &&
      (name === target || (name.startsWith(`${target}.`) && !/\.(cold|part)\b/.test(name))) &&
      (isStatic ? isLocal && (from === undefined || from === unit) : true),
  );
}

function forbidden(
  hook: LiveHook,
  { name, address, isLocal }: KernelSymbol,
  image: KernelImage,
): string | undefined {
  const section = image.sections.find((one) => one.address <= address && address < one.address + one.size);
  if (section !== undefined && FORBIDDEN.test(section.name))
    return `it is in ${section.name}, whose code must not be hooked`;
  if (hook.usesArguments && (isLocal || name !== hook.target))
    return "the advice reads arguments, and of a static function the optimizer chooses where they are";
  return undefined;
}
