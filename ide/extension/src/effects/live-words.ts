// Behind a line of a running kernel: how often its calls and accesses were met, and what their advice logged last.
// Functions carry the same above them, in code lenses of the server. Pure; knows nothing of VS Code's API.
import type { EditorEffect } from "@weft/language-server/protocol";

/** What is longer would hide the code of a laptop's window. */
const LONGEST = 100;

/** Undefined where nothing of the line is woven into a guest. */
export function liveWords(effects: readonly EditorEffect[]): string | undefined {
  const states = effects.flatMap(({ role, joinPoint, by, live }) =>
    role === "target" && joinPoint !== "execution" && live !== undefined ? [{ name: by.name, ...live }] : [],
  );
  const isOne = new Set(states.map(({ name }) => name)).size < 2;
  const words = states.map(({ name, hits, last }) => {
    const met =
      hits === undefined ? "hits unknown" : `met ${hits.toLocaleString("en")} time${hits === 1 ? "" : "s"}`;
    return [isOne ? met : `${name} ${met}`, ...(last === undefined ? [] : [`last: ${last}`])].join(", ");
  });
  const text = [...new Set(words)].join("; ");
  if (text === "") return undefined;
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
