/** Hover in files of declarations: what a name stands for, and what the declaration gives. Markdown. */
import type { LookedUp } from "@weft/weaver-bridge/partial-eval";
import { count } from "../../analysis/lines/file-effects.js";
import type { LabelledPlace } from "../../protocol/index.js";
import type { LiveResidual } from "../../residuals/worker-protocol.js";
import { placeOfBytes } from "./byte-places.js";
import type { SpecName } from "./spec-place.js";
import type { SpecSnapshot } from "./spec-snapshot.js";

export function specHover(
  snapshot: SpecSnapshot,
  path: string,
  name: SpecName,
  found: LookedUp | undefined,
): string {
  const code = (text: string) => `\`\`\`c\n${text}\n\`\`\``;
  switch (name.kind) {
    case "function":
    case "residual": {
      const made = residualNamed(snapshot, path, name.residual);
      const head = found === undefined ? [] : [code(found.signature)];
      if (made === undefined) return [...head, "*Nothing is made of it as the texts are now.*"].join("\n\n");
      const text = name.kind === "residual" ? [code(firstLines(made.text))] : [];
      return [...head, gainText(made), ...made.limits.map((one) => `Limit: ${one}.`), ...text].join("\n\n");
    }
    case "step": {
      const said = `${name.fact.subject}${name.fact.path.slice(0, name.steps).join("")}`;
      return found?.type === undefined ? `*Nothing is known of ${said}.*` : code(`${found.type} ${said}`);
    }
    case "value": {
      const { value } = name;
      const all = [...(found?.enumerators ?? []), ...(found?.macros ?? [])];
      const meant = all.find((one) => one.name === value)?.type;
      const type = found?.type === undefined ? "" : ` of type \`${found.type}\``;
      return meant === undefined || meant === value
        ? `\`${value}\`${type}`
        : `\`${value}\` is \`${meant}\`${type}`;
    }
  }
}

const MOST_LINES = 24;

function firstLines(text: string): string {
  const lines = text
    .replace(/^\/\*[\s\S]*?\*\/\n/, "")
    .trimEnd()
    .split("\n");
  return lines.length <= MOST_LINES
    ? lines.join("\n")
    : [...lines.slice(0, MOST_LINES), "/* … */"].join("\n");
}

/** How much is left, and how much is decided. */
function gainText({ declaration, text, notes }: LiveResidual): string {
  const lines = text.trimEnd().split("\n").length - 2;
  const decided = notes.filter(({ what }) => what === "folded" || what === "removed").length;
  const kept = notes.filter(({ what }) => what === "kept" || what === "mixed").length;
  const followed = new Set(notes.flatMap(({ what, value }) => (what === "inlined" ? [value] : []))).size;
  const calls = followed === 0 ? "" : `, ${count(followed, "function")} followed`;
  return `**${declaration.residual}**: ${count(lines, "line")}; ${count(decided, "place")} decided beforehand, ${kept} kept${calls}.`;
}

export function residualNamed(snapshot: SpecSnapshot, path: string, name: string): LiveResidual | undefined {
  const file = snapshot.specs.find(({ source }) => source.path === path);
  const declaration = file?.spec.declarations.find(({ residual }) => residual === name);
  return declaration === undefined
    ? undefined
    : snapshot.residualsOfSpec(path).find((one) => one.declaration.residual === name);
}

/** Where the name is declared in C. */
export function specDefinition(
  snapshot: SpecSnapshot,
  name: SpecName,
  found: LookedUp | undefined,
): LabelledPlace[] {
  const place =
    name.kind === "step" ? found?.declared : name.kind === "function" ? found?.function : undefined;
  const at = place && placeOfBytes(snapshot, place, name.kind);
  return at === undefined ? [] : [at];
}
