/** What the guest has printed, where the debugger has stopped it, and which file is in front. */
import type { CheckKinds } from "../tutorial.js";
import { judged, OK, type Verdict, wrong } from "../verdict.js";
import type { World } from "../world.js";
import { lineOf } from "./file.js";

export async function checkPrinted(wanted: string, world: World): Promise<Verdict> {
  return judged(await world.console(wanted), async (text) => {
    if (text === undefined) return wrong("No kernel was started yet.");
    if (new RegExp(wanted, "m").test(text)) return OK;
    const frames = await world.frames();
    const [stopped] = "value" in frames ? frames.value : [];
    if (stopped !== undefined)
      return wrong(`The kernel is stopped in \`${stopped}\`: let it go on (F5), then it can print.`);
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    const last = lines.at(-1)?.trim();
    return wrong(
      last === undefined
        ? "The kernel has printed nothing yet."
        : `The kernel has printed ${lines.length} lines, none of them that. The last is \`${last}\`.`,
    );
  });
}

export async function checkStopped(wanted: CheckKinds["stopped"], world: World): Promise<Verdict> {
  return judged(await world.frames(), async (frames) => {
    const [top, ...below] = frames;
    if (top === undefined) {
      const console = await world.console("");
      const runs = "value" in console && console.value !== undefined;
      return wrong(runs ? "The kernel is not stopped now." : "The debugger has not been started yet: F5.");
    }
    if (!new RegExp(wanted.frame).test(top))
      return wrong(`The kernel is stopped in \`${top}\`, which is not where it shall stop.`);
    const { under } = wanted;
    if (under === undefined || below.some((label) => new RegExp(under).test(label))) return OK;
    return wrong(`The kernel is stopped in \`${top}\`, but \`${below[0] ?? "nothing"}\` called it.`);
  });
}

export async function checkFront(wanted: CheckKinds["open"], world: World): Promise<Verdict> {
  return judged(await world.front(), async (front) => {
    if (front === undefined) return wrong(`No file is in front. Open \`${wanted.file}\`.`);
    if (front.file !== wanted.file)
      return wrong(`In front is \`${front.file}\`. Open \`${wanted.file}\` (Ctrl+P).`);
    if (wanted.line === undefined) return OK;
    const line = lineOf((await world.text(front.file)) ?? "", wanted.line);
    if (line === front.line) return OK;
    return wrong(`The cursor is in line ${front.line}; \`${wanted.line}\` is line ${line ?? "?"}.`);
  });
}
