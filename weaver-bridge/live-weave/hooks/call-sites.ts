/**
 * The instructions that call a function, by the lines of the source that they stand for: calls and tail jumps of five
 * bytes, whose target is changed in place. What the optimizer inlined, merged or made conditional has none, and is told.
 */
import { runProcess } from "../../kernel-build/index.js";
import type { LiveHook } from "../../weaver/index.js";
import { imageCode } from "../image/image-code-of.js";
import type { KernelImage, KernelSection } from "../image/kernel-image.js";
import { spellAddress } from "../resolve/index.js";
import type { HookSite } from "./hook-site.js";

/** Milliseconds; the debug information of a Linux takes seconds. */
const DEADLINE = 60_000;

interface CallInstruction {
  readonly site: HookSite;
  readonly target: number;
  /** Of the innermost inlined function that it belongs to. */
  within: string;
  line: number;
  file: string;
}

export interface CallSites {
  /** Where the hook's call is done. */
  find(
    hook: LiveHook,
    targets: readonly number[],
  ): { readonly sites: readonly HookSite[] } | { readonly reason: string };
}

/** Rejects with ProcessError when addr2line can't be run. */
export async function callSites(image: KernelImage, targets: ReadonlySet<number>): Promise<CallSites> {
  const found = targets.size === 0 ? [] : callsOf(image, targets);
  await tellLines(found, image);
  return {
    find: ({ call }, wanted) => {
      if (call === undefined) return { sites: [] };
      const unit = baseName(call.file);
      const own = found.filter(
        ({ target, within, line, file }) =>
          wanted.includes(target) && within === call.within && line === call.line && baseName(file) === unit,
      );
      if (own.length === 0)
        return { reason: "no call is left there: the optimizer inlined the function or removed the call" };
      const conditional = own.find(({ site }) => site.original.length !== image.machine.hooks.jumpLength);
      return conditional === undefined
        ? { sites: own.map(({ site }) => site) }
        : {
            reason: "the optimizer made a conditional or short jump of the call, where no other target fits",
          };
    },
  };
}

function callsOf(image: KernelImage, targets: ReadonlySet<number>): CallInstruction[] {
  const branches = BRANCHES.get(image) ?? branchesOf(image);
  BRANCHES.set(image, branches);
  const found: CallInstruction[] = [];
  for (let at = 0; at < branches.length; at += 3) {
    const [address = 0, target = 0, length = 0] = branches.subarray(at, at + 3);
    if (!targets.has(target)) continue;
    const section = image.sections.find((one) => one.address <= address && address < one.address + one.size);
    if (section === undefined) continue;
    const start = address - section.address;
    const original = Buffer.from(section.bytes.subarray(start, start + length));
    found.push({ site: { address, original }, target, within: "", line: 0, file: "" });
  }
  return found;
}

const BRANCHES = new WeakMap<KernelImage, Float64Array>();

/** Of each in the kernel's code that leads elsewhere: its address, to where, and its bytes. */
function branchesOf(image: KernelImage): Float64Array {
  const found: number[] = [];
  for (const { isCode, address, bytes } of image.sections) {
    if (!isCode) continue;
    for (const branch of image.machine.code.decodeBranches(bytes, address, true))
      found.push(branch.address, branch.target, branch.length);
  }
  return Float64Array.from(found);
}

async function tellLines(calls: readonly CallInstruction[], image: KernelImage): Promise<void> {
  // In the file of a module each section begins at 0.
  const sections = image.opened?.elf.isRelocatable === true ? image.sections : [undefined];
  for (const section of sections) {
    const isIn = ({ site: { address } }: CallInstruction) =>
      section === undefined || (section.address <= address && address < section.address + section.size);
    await tellLinesIn(calls.filter(isIn), image, section);
  }
  const code = calls.length === 0 ? undefined : imageCode(image);
  for (const call of calls) {
    const own = code?.functions.ownAt(call.site.address);
    const row = own && code?.debug.lines(code.debug.entries.unitOf(own.entry)).rowAt(call.site.address);
    // Of code from a header that begins a unit, addr2line names the unit's file with the header's line.
    if (row?.line === call.line) call.file = row.file;
  }
}

async function tellLinesIn(
  calls: readonly CallInstruction[],
  { file, machine }: KernelImage,
  section: KernelSection | undefined,
): Promise<void> {
  if (calls.length === 0) return;
  const from = section?.address ?? 0;
  const spelt = (call: CallInstruction) => spellAddress(call.site.address - from, machine).slice(2);
  const byAddress = new Map(calls.map((call) => [spelt(call), call]));
  const where = section === undefined ? [] : ["-j", section.name];
  const { output } = await runProcess(["addr2line", "-a", "-f", "-i", ...where, "-e", file], {
    directory: "/",
    deadline: DEADLINE,
    // It opens what the image names as its debug information.
    endsAtStandstill: true,
    input: `${[...byAddress.keys()].join("\n")}\n`,
  });
  const lines = output.toString("latin1").split("\n");
  for (const [at, line] of lines.entries()) {
    const call = byAddress.get(/^0x0*(?!0[0-9a-f])([0-9a-f]+)$/.exec(line)?.[1] ?? "");
    if (call === undefined) continue;
    const place = /^(.*):(\d+)/.exec(lines[at + 2] ?? "");
    call.within = lines[at + 1] ?? "";
    call.file = place?.[1] ?? "";
    call.line = Number(place?.[2] ?? 0);
  }
}

const baseName = (file: string) => file.slice(file.lastIndexOf("/") + 1);
