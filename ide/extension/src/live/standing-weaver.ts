// `weft live weave --stand-by`: what it read of a kernel stays in a process, so that a saved aspect is woven again at once.
import { type ChildProcess, spawn } from "node:child_process";
import { findProgram } from "../project/programs.js";

/** Milliseconds, of one weaving, and without any: a large kernel takes hundreds of megabytes. */
const DEADLINE = 600_000;
const IDLE = 600_000;
/** Likewise, of what it does when nobody wants it any more. */
const ENDING = 60_000;

export class StandingWeaver {
  private readonly child: ChildProcess | undefined;
  private rest = "";
  private readonly waiting: ((line: string | undefined) => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isEnding = false;

  constructor(
    file: string,
    project: string,
    private readonly ending = ENDING,
  ) {
    const program = findProgram("cli");
    if ("problem" in program) return;
    const words = [program.module, "live", "weave", "--stand-by", file];
    this.child = spawn(program.node, words, { cwd: project, stdio: ["pipe", "pipe", "ignore"] });
    this.child.stdout?.setEncoding("utf8").on("data", (text: string) => this.hear(text));
    this.child.stdin?.on("error", () => {}); // Its end is seen below.
    this.child.on("error", () => this.answerAll());
    this.child.on("close", () => this.answerAll());
    this.endAfter(IDLE);
  }

  get isThere(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** What it answers; undefined where it has ended. */
  weave(): Promise<string | undefined> {
    if (!this.isThere || this.isEnding) return Promise.resolve(undefined);
    this.endAfter(DEADLINE);
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.child?.stdin?.write("\n");
    });
  }

  end(): void {
    this.isEnding = true;
    // What it does at the moment it does to its end, if that comes soon.
    this.child?.stdin?.end();
    if (this.isThere) this.endAfter(this.ending);
  }

  private endAfter(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.child?.kill(), milliseconds);
  }

  private hear(text: string): void {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop() ?? "";
    for (const line of lines) this.waiting.shift()?.(line);
    if (this.waiting.length === 0 && !this.isEnding) this.endAfter(IDLE);
  }

  private answerAll(): void {
    clearTimeout(this.timer);
    for (const answer of this.waiting.splice(0)) answer(undefined);
  }
}
