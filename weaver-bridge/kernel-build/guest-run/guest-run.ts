/**
 * Boots a project's kernel on QEMU with the serial console on our standard output, watches it for the lines that mean
 * success or failure, and ends in a way that a program can read. Debugging is not done here (see `debug-adapter/qemu`),
 * but {@link guestArguments} is shared with it.
 */
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Problem } from "../../model/index.js";
import { ProcessError } from "../process/process-error.js";
import { runProcess } from "../process/run-process.js";
import { throughPipe } from "../process/through-pipe.js";
import type { Project, RunRecipe } from "../project-file/project.js";
import { withConsole } from "./console-arguments.js";
import { firmwareFile } from "./firmware.js";

export interface GuestOutcome {
  /** `ended`: QEMU ended before a line matched, or no pattern was given. */
  readonly outcome: "success" | "failure" | "deadline" | "ended" | "cancelled" | "not-started";
  /** In words: the line that matched, or what happened instead. */
  readonly reason: string;
  readonly seconds: number;
  /** QEMU's exit code. */
  readonly code: number | undefined;
  /** Serial console, latin1, last 256 kB. */
  readonly serial: string;
}

export interface GuestRunOptions {
  /** Seconds; the recipe's, or 120. */
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onSerial?: (piece: Buffer) => void;
}

const KEPT = 256 * 1024;
/** Characters of a line of the console in which success or failure is looked for. */
const LONGEST_LINE = 64 * 1024;
/** How long a guest that has said its last line may take to power off by itself, in milliseconds. */
const GRACE = 5000;

/** The place of a CD drive on a PC: first of the second cable. */
const CD = 2;

/** QEMU's program for the project's machine. */
export function guestProgram(run: RunRecipe): string {
  return `qemu-system-${run.architecture ?? "i386"}`;
}

/** QEMU's arguments without display and serial settings, for a QEMU that starts in the project's folder. */
export function guestArguments(project: Project, run: RunRecipe): string[] {
  const path = (file: string) => resolve(project.root, file);
  // Whose format QEMU is not told it guesses, and some formats name further files, which the guest then reads.
  const drive = (file: string, index: number, media: "disk" | "cdrom") => [
    ...["-drive", `file=${path(file).replaceAll(",", ",,")},index=${index},media=${media},format=raw`],
  ];
  const firmware = firmwareFile(project.root, run);
  return [
    ...(firmware === undefined ? [] : ["-bios", firmware]),
    ...(run.kernel === undefined ? [] : ["-kernel", path(run.kernel)]),
    ...(run.disks ?? []).flatMap((file, index) => drive(file, index, "disk")),
    ...(run.cdrom === undefined ? [] : drive(run.cdrom, CD, "cdrom")),
    ...["-m", String(run.memory ?? 128), "-no-reboot"],
    ...(run.initrd === undefined ? [] : ["-initrd", modulePath(project.root, run.initrd)]),
    ...(run.append === undefined ? [] : ["-append", run.append]),
    ...(run.arguments ?? []),
  ];
}

/** QEMU takes the initrd of a multiboot kernel for a list of modules with arguments: it cuts at commas and blanks. */
function modulePath(root: string, file: string): string {
  const path = resolve(root, file);
  return /[ ,]/.test(path) ? relative(root, path) : path;
}

/** What keeps the project from running, before anything is started. */
export function guestProblems(project: Project): Problem[] {
  const run = project.run;
  if (run === undefined)
    return [
      problem(
        "run/no-recipe",
        `${project.file} has no "run"`,
        'Add "run": {"kernel": "…"}, or let weft init find it.',
      ),
    ];
  return [
    ...firmwareProblems(project, run),
    ...[run.kernel, run.initrd, run.cdrom, ...(run.disks ?? [])]
      .filter((file) => file !== undefined)
      .map((file) => resolve(project.root, file))
      .filter((file) => !existsSync(file))
      .map((file) => problem("run/no-image", `${file} does not exist`, "Run weft build first.")),
  ];
}

function firmwareProblems({ root }: Project, run: RunRecipe): Problem[] {
  if (run.firmware === undefined || firmwareFile(root, run) !== undefined) return [];
  const message = `the firmware ${run.firmware} for ${guestProgram(run)} is not on this machine`;
  return [
    problem(
      "run/no-firmware",
      message,
      'Install ovmf, or say in "run" of weft.json which file it is: "firmware": "PATH".',
    ),
  ];
}

/** Never throws and never outlives its deadline. */
export async function runGuest(
  project: Project,
  run: RunRecipe,
  options: GuestRunOptions = {},
): Promise<GuestOutcome> {
  const started = Date.now();
  const stop = new AbortController();
  const cancel = () => stop.abort();
  options.signal?.addEventListener("abort", cancel, { once: true });
  const watch = watchSerial(run, () => setTimeout(cancel, GRACE).unref());
  const deadline = (options.deadline ?? run.deadline ?? 120) * 1000;
  const argv = [
    guestProgram(run),
    ...withConsole([...guestArguments(project, run), "-display", "none"], "stdio"),
  ];
  const end = (outcome: GuestOutcome["outcome"], reason: string, code?: number): GuestOutcome => ({
    outcome,
    reason,
    seconds: (Date.now() - started) / 1000,
    code,
    serial: watch.text(),
  });
  try {
    const result = await runProcess(throughPipe(argv), {
      directory: project.root,
      signal: stop.signal,
      deadline,
      onOutput: (piece, stream) => {
        watch.add(piece, stream);
        if (stream === "out") options.onSerial?.(piece);
      },
    });
    const verdict = watch.verdict();
    if (verdict !== undefined) return end(verdict.outcome, verdict.line, result.code);
    const how = result.code === undefined ? `by ${result.endedBy}` : `with code ${result.code}`;
    const expected = run.success === undefined ? "" : ` before a line matched ${run.success}`;
    const said = watch.errors().trim();
    return end("ended", `QEMU ended ${how}${expected}${said === "" ? "" : `: ${said}`}`, result.code);
  } catch (error) {
    const verdict = watch.verdict();
    if (verdict !== undefined) return end(verdict.outcome, verdict.line);
    if (!(error instanceof ProcessError)) throw error;
    if (error.code === "process-deadline") return end("deadline", lateReason(run, deadline, watch.text()));
    if (error.code === "process-cancelled") return end("cancelled", "the run was cancelled");
    return end("not-started", `${error.message}. Install the package qemu-system-x86`);
  } finally {
    options.signal?.removeEventListener("abort", cancel);
  }
}

/** Calls once the kernel has printed a line that its recipe calls success or failure. */
export function watchSerial(run: RunRecipe, onVerdict: () => void) {
  const success = run.success === undefined ? undefined : new RegExp(run.success);
  const failure = run.failure === undefined ? undefined : new RegExp(run.failure);
  let text = "";
  let errors = "";
  let line = "";
  let verdict: { outcome: "success" | "failure"; line: string } | undefined;
  const judge = (candidate: string) => {
    const outcome = failure?.test(candidate) ? "failure" : success?.test(candidate) ? "success" : undefined;
    if (verdict !== undefined || outcome === undefined) return;
    verdict = { outcome, line: candidate };
    onVerdict();
  };
  return {
    add(piece: Buffer, stream: "out" | "error") {
      const added = piece.toString("latin1");
      if (stream === "error") errors = (errors + added).slice(-4096);
      if (stream === "error") return;
      text = (text + added).slice(-KEPT);
      const lines = (line + added).split(/\r?\n/);
      // A guest need not end its lines.
      line = (lines.pop() ?? "").slice(-LONGEST_LINE);
      for (const complete of lines) judge(complete);
    },
    verdict() {
      if (line !== "") judge(line);
      return verdict;
    },
    text: () => text,
    errors: () => errors,
  };
}

function lateReason(run: RunRecipe, deadline: number, serial: string): string {
  const last = serial.trimEnd().split(/\r?\n/).at(-1) ?? "";
  const waited = run.success === undefined ? "it did not end" : `no line matched ${run.success}`;
  return `${waited} within ${deadline / 1000} seconds; the last line was: ${last === "" ? "(nothing printed)" : last}`;
}

function problem(code: string, message: string, hint: string): Problem {
  return { code, severity: "error", message, hint };
}

/** Default place of a project's serial log. */
export function serialLogFile(project: Project): string {
  return join(project.root, ".weft", "serial.log");
}
