/** `weft live verify`: a run of the kernel says whether the instructions that a pointcut means are those that do it. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { repositoryRoot } from "../../../compile/places.js";
import {
  guestProblems,
  guestProgram,
  ProcessError,
  type Project,
  runGuest,
  runProcess,
} from "../../../kernel-build/index.js";
import { type Verified, verifyClaims, type Workload } from "../../../live-verify/index.js";
import { type ImageCode, type Question, readJournal } from "../../../live-weave/index.js";
import { imageFile, namedProject } from "../../../live-weave/live-target.js";
import { hasErrors, type Problem } from "../../../model/index.js";
import { parsePointcut } from "../../../pointcut/index.js";
import { askedAspects } from "../../../project/asked-aspects.js";
import { EXIT, fail, report } from "../../output.js";
import { noImage, openImage } from "./open-image.js";
import { agrees, describeVerification, verificationJson } from "./verify-text.js";
import type { LiveFlags } from "./with-guest.js";

export interface VerifyFlags extends LiveFlags {
  readonly pointcut?: string;
  readonly aspects?: readonly string[];
  readonly image?: string;
  readonly seconds?: number;
}

type Run = Pick<Verified, "qemu" | "run" | "hasStub"> & { readonly image: string };

/** `words` is a command of QEMU; without it the project's guest is run. */
export async function verify(words: readonly string[], flags: VerifyFlags): Promise<number> {
  if (flags.seconds !== undefined && !(flags.seconds > 0)) {
    process.stderr.write("weft live verify: --seconds takes a number above 0\n");
    return EXIT.usage;
  }
  const loaded = words.length > 0 && flags.image !== undefined ? undefined : projectOf(flags);
  if (loaded !== undefined && "problems" in loaded) return fail(flags, loaded.problems);
  const run = words.length > 0 ? givenRun(words, loaded?.project, flags) : projectRun(loaded?.project, flags);
  if ("code" in run) return fail(flags, [run]);
  const asked = questionOf(loaded?.project, flags);
  if ("problems" in asked) return fail(flags, asked.problems);
  const image = existsSync(run.image) ? openImage(run.image) : noImage(run.image, "it does not exist");
  if ("code" in image) return fail(flags, [image]);
  if (image.machine.bits !== 32) return fail(flags, [otherMachine(run.image, image)]);
  const plugin = join(repositoryRoot(), "weaver-bridge/guest/plugin/events.c");
  const found = await verifyClaims({ ...run, image, question: asked.question, plugin });
  if ("code" in found) return fail(flags, [found]);
  const isFine = agrees(found);
  report(flags, found.problems, { image: run.image, agrees: isFine, ...verificationJson(found, image) });
  if (flags.json !== true) process.stdout.write(describeVerification(found, image));
  return isFine && !hasErrors(found.problems) ? EXIT.fine : EXIT.problems;
}

/** `--image` is another file of the same project. */
const projectOf = ({ project }: VerifyFlags) => namedProject(project === undefined ? {} : { project });

const otherMachine = (file: string, { machine }: ImageCode): Problem => ({
  ...{ code: "live/machine", severity: "error" },
  message: `${file} is for ${machine.name}: live verify records runs of i386 kernels alone`,
  hint: "weft live resolve says what a pointcut means in it.",
});

function projectRun(project: Project | undefined, { image, seconds }: VerifyFlags): Run | Problem {
  const [problem] = project === undefined ? [] : guestProblems(project);
  if (problem !== undefined) return problem;
  const { run } = project as Project & { run: NonNullable<Project["run"]> };
  return {
    image: image === undefined ? imageFile(project as Project) : resolve(image),
    qemu: guestProgram(run),
    hasStub: hasStub(run.arguments ?? []),
    run: async (more): Promise<Workload | Problem> => {
      const recipe = { ...run, arguments: [...(run.arguments ?? []), ...more] };
      const {
        outcome,
        reason,
        seconds: took,
      } = await runGuest(project as Project, recipe, { deadline: seconds });
      return outcome === "not-started" ? notStarted(reason) : { reason, seconds: took };
    },
  };
}

/** A minute, if nothing else is said; how it ends is not judged. */
function givenRun(
  words: readonly string[],
  project: Project | undefined,
  { image, seconds = 60 }: VerifyFlags,
): Run {
  const [qemu = ""] = words;
  const rest = words.some((word) => /^-(?:display|nographic)$/.test(word)) ? [] : ["-display", "none"];
  return {
    image: image === undefined ? imageFile(project as Project) : resolve(image),
    qemu,
    hasStub: hasStub(words),
    run: async (more): Promise<Workload | Problem> => {
      const started = Date.now();
      const workload = (reason: string) => ({ reason, seconds: (Date.now() - started) / 1000 });
      try {
        const argv = [...words, ...rest, ...more];
        const options = { directory: process.cwd(), deadline: seconds * 1000 } as const;
        const { code, errors } = await runProcess(argv, options);
        const said = errors.toString().trim().split("\n").at(-1) ?? "";
        return workload(`QEMU ended with ${code ?? "a signal"}${said === "" ? "" : `: ${said}`}`);
      } catch (error) {
        if (!(error instanceof ProcessError)) throw error;
        if (error.code === "process-deadline") return workload(`ended after ${seconds} seconds`);
        return notStarted(error.message);
      }
    },
  };
}

/** QEMU serves one alone. */
const hasStub = (words: readonly string[]) => words.some((word) => /^--?(?:s|gdb)$/.test(word));

function questionOf(
  project: Project | undefined,
  { pointcut: text, aspects }: VerifyFlags,
): { readonly question: Question } | { readonly problems: readonly Problem[] } {
  const woven =
    project === undefined ? [] : (readJournal(project)?.hooks.flatMap((hook) => hook.aspects) ?? []);
  const named = aspects ?? (text === undefined ? [...new Set(woven)] : []);
  if (text === undefined && named.length === 0) return { problems: [nothingAsked()] };
  const { files, problems } = askedAspects(named, undefined);
  if (hasErrors(problems)) return { problems };
  if (text === undefined) return { question: { files } };
  const parsed = parsePointcut(text);
  return hasErrors(parsed.problems) || parsed.value === undefined
    ? { problems: parsed.problems }
    : { question: { pointcut: parsed.value, text, files } };
}

function nothingAsked(): Problem {
  return {
    ...{ code: "live/nothing-woven", severity: "error", message: "nothing is woven into a running guest" },
    hint: "Say what to verify: --pointcut EXPR or --aspects FILE…",
  };
}

function notStarted(reason: string): Problem {
  return {
    ...{ code: "live/not-started", severity: "error", message: `the guest was not started: ${reason}` },
    hint: "weft doctor says what is missing on the machine.",
  };
}
