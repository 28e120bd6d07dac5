/** `weft live why FILE:LINE`: what of a line is hooked in the running kernel and how, and why the rest is not. */
import { existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import {
  GuestError,
  type GuestRecord,
  presentGuest,
  runningGuest,
  spellAddress,
} from "../../../guest/index.js";
import { findProjectRoot, loadProject, type Project } from "../../../kernel-build/index.js";
import { type Reason, reasonOf, reasonsAt, titleOf } from "../../../live-weave/advice-at.js";
import {
  functionsAt,
  imageCode,
  type JournalGap,
  type JournalHook,
  type KernelImage,
  type ResolvedJoinPoint,
  readHits,
  readJournal,
  resolveInImage,
} from "../../../live-weave/index.js";
import { kernelImage, liveTarget, runningKernel } from "../../../live-weave/live-target.js";
import { hasErrors, type Problem, type SourceRange } from "../../../model/index.js";
import { parsePointcut } from "../../../pointcut/index.js";
import { sameFile } from "../../../project/source-files.js";
import { EXIT, fail, report } from "../../output.js";
import type { LiveFlags } from "./with-guest.js";

interface Line {
  readonly file: string;
  readonly line: number;
}

export async function why(place: string, flags: LiveFlags): Promise<number> {
  if (/^0x[0-9a-f]{1,8}$/i.test(place)) return whyAddress(Number(place), flags);
  const [, name = "", digits = ""] = /^(.+):(\d+)$/.exec(place) ?? [];
  if (digits === "") {
    process.stderr.write("weft live why: say which line, as FILE:LINE, or an address as 0x…\n");
    return EXIT.usage;
  }
  const asked = { file: resolve(name), line: Number(digits) };
  const folder = resolve(flags.project ?? dirname(asked.file));
  const { value: project, problems } = loadProject(findProjectRoot(folder) ?? folder);
  const wrong = existsSync(asked.file) ? problems : [...problems, noFile(asked.file)];
  if (project === undefined || hasErrors(wrong)) return fail(flags, wrong);
  const record = runningGuest(project);
  const guest = record && (await presentGuest(record));
  const read = await imagesOf(project, guest);
  if ("problem" in read) return fail(flags, [read.problem]);
  const woven = guest === undefined ? [] : await wovenAt(project, guest, asked);
  const reasons = [...woven, ...restOf(read.images, asked, woven)];
  const state = stateOf(project, guest);
  const aspects = state === "woven" ? wovenAspects(project) : [];
  report(flags, wrong, { state, reasons });
  if (flags.json !== true) process.stdout.write(describe(place, state, reasons, aspects));
  return reasons.some(({ verdict }) => verdict === "hooked") ? EXIT.fine : EXIT.problems;
}

type State = "no-guest" | "nothing-woven" | "woven";

function stateOf(project: Project, guest: GuestRecord | undefined): State {
  if (guest === undefined) return "no-guest";
  const journal = readJournal(project);
  return journal?.guest === guest.id && journal.hooks.length > 0 ? "woven" : "nothing-woven";
}

const isAt = ({ file, startLine, endLine }: SourceRange, asked: Line) =>
  startLine <= asked.line && asked.line <= endLine && sameFile(file, asked.file);

async function wovenAt(project: Project, guest: GuestRecord, asked: Line): Promise<Reason[]> {
  const journal = readJournal(project);
  if (journal?.guest !== guest.id) return [];
  const hits = await readHits(guest, journal);
  return [
    ...journal.hooks.flatMap((hook, index) => hookedAt(hook, hits?.[index], asked)),
    ...(journal.unreachable ?? []).flatMap((gap) => gapAt(gap, asked)),
  ];
}

function hookedAt({ effects, address, trap }: JournalHook, hits: number | undefined, asked: Line): Reason[] {
  const here = effects.filter(({ target }) => isAt(target, asked));
  if (here.length === 0) return [];
  const way = trap === undefined ? "by a jump" : `by a breakpoint, because ${trap}`;
  const count = hits === undefined ? "" : `; met ${hits} ${hits === 1 ? "time" : "times"}`;
  return [reasonOf("hooked", here, `hooked at ${spellAddress(address)} ${way}${count}`)];
}

function gapAt({ effects, reason }: JournalGap, asked: Line): Reason[] {
  const here = effects.filter(({ target }) => isAt(target, asked));
  return here.length === 0 ? [] : [reasonOf("unreachable", here, reason)];
}

/** Of advice, or of code around it: what an oops names by its address alone. */
async function whyAddress(address: number, flags: LiveFlags): Promise<number> {
  const target = await liveTarget(flags);
  if ("problems" in target) return fail(flags, target.problems);
  const { project, guest } = target;
  const journal = readJournal(project);
  const reasons = journal?.guest === guest.id ? reasonsAt(address, journal) : [];
  const state = stateOf(project, guest);
  report(flags, [], { state, reasons });
  const spelt = spellAddress(address);
  if (flags.json !== true)
    process.stdout.write(
      reasons.length > 0
        ? describe(spelt, state, reasons, [])
        : `${STATES[state]}${spelt}: in no advice that was woven\n`,
    );
  return reasons.length > 0 ? EXIT.fine : EXIT.problems;
}

const ALL = ["execution", "call"].map((kind) => `${kind}("% ...::%(...)")`);
const EVERYTHING = [...ALL, ...["get", "set", "ref"].map((kind) => `${kind}("% ...::%")`)].join(" || ");

/** Of the kernel, and of the modules that a guest has loaded, where it can be asked. */
async function imagesOf(project: Project, guest: GuestRecord | undefined) {
  const own = kernelImage(project);
  if (own.image === undefined) return { problem: own.problem };
  const running = guest && (await runningKernel({ project, guest }).catch(unlessUnreachable));
  return { images: [own.image, ...(running?.kernel?.modules ?? []).map(({ image }) => image)] };
}

function unlessUnreachable(error: unknown): undefined {
  if (!(error instanceof GuestError)) throw error;
}

/** What no advice that is woven names. */
function restOf(images: readonly KernelImage[], asked: Line, woven: readonly Reason[]): Reason[] {
  const { value: pointcut } = parsePointcut(EVERYTHING);
  if (pointcut === undefined) return [];
  const joinPoints = images.flatMap((one) => {
    const image = imageCode(one);
    if (image === undefined) return [];
    const functions = functionsAt(image, (file) => sameFile(file, asked.file), asked.line);
    return resolveInImage(image, { pointcut, text: EVERYTHING, files: [], functions }).joinPoints;
  });
  const told = new Set(woven.map(({ what }) => what));
  return joinPoints.flatMap((one) => {
    const what = titleOf(one.joinPoint);
    if (!isAt(one.joinPoint.range, asked) || told.has(what)) return [];
    told.add(what);
    return [{ ...verdictOf(one), what, advice: [] }];
  });
}

function verdictOf({ places, why: none }: ResolvedJoinPoint): Pick<Reason, "verdict" | "reason"> {
  if (places.length === 0)
    return { verdict: "no-code", reason: `the kernel has no instruction of it: ${none ?? "none is known"}` };
  const at = places.map(({ address }) => spellAddress(address)).slice(0, 3);
  const reason = `no advice that is woven names it; its code is at ${at.join(", ")}${places.length > 3 ? ", …" : ""}`;
  return { verdict: "not-advised", reason };
}

const STATES: Readonly<Record<State, string>> = {
  "no-guest": "no guest runs: start one with weft run --live, or debug the kernel\n",
  "nothing-woven": "nothing is woven into the guest: weft live weave FILE\n",
  woven: "",
};

function wovenAspects(project: Project): string[] {
  const files = readJournal(project)?.hooks.flatMap((hook) => hook.aspects) ?? [];
  return [...new Set(files)].map((file) => relative(process.cwd(), file));
}

function describe(
  place: string,
  state: State,
  reasons: readonly Reason[],
  aspects: readonly string[],
): string {
  const lines = reasons.flatMap(({ what, reason, advice }) => [
    `${what}: ${reason}`,
    ...advice.map(({ title, origin }) => `  ${title} (${origin.file}:${origin.startLine})`),
  ]);
  const none = `${place}: the kernel has no code of a join point on this line\n`;
  const missed = aspects.length > 0 && reasons.some(({ verdict }) => verdict === "not-advised");
  const named = aspects.map((file) => `--aspects ${file}`).join(" ");
  const further = missed ? `weft why ${place} ${named} says which part of a pointcut fails\n` : "";
  return `${STATES[state]}${lines.length === 0 ? none : `${lines.join("\n")}\n`}${further}`;
}

function noFile(file: string): Problem {
  return {
    ...{ code: "live/no-file", severity: "error", message: `${file} does not exist` },
    hint: "Say FILE:LINE of a source of the kernel.",
  };
}
