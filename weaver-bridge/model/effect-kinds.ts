/**
 * The table of what an effect can be, for people: schemas, protocol, filters, colours, icons and the map derive from it.
 * A new kind is a row here and a binding in `effect.ts`.
 */
import type { Effect } from "./effect.js";

export interface EffectKindWords {
  /** In `1 before`. */
  readonly word: string;
  /** In `hide all introductions`. */
  readonly plural: string;
  /** Kinds that people show and hide together. */
  readonly group: "advice" | "introductions" | "stubs" | "specialization" | "running kernel";
  /** Drawn by `gutter-icons.mjs`; kinds of the group `advice` share one icon at a line. */
  readonly glyph:
    | "arrow above"
    | "arrow below"
    | "brackets"
    | "plus"
    | "passing arrows"
    | "fold"
    | "shield"
    | "pulse";
  /** Absent where the join point decides, by {@link joinPointColours}. */
  readonly colour?: Colour;
}

export interface Colour {
  /** Theme colour of the editor. */
  readonly id: string;
  readonly light: string;
  readonly dark: string;
  /** For people, and for those who do not see it. */
  readonly name: string;
}

export const effectKinds = {
  before: { word: "before", plural: "before advice", group: "advice", glyph: "arrow above" },
  after: { word: "after", plural: "after advice", group: "advice", glyph: "arrow below" },
  around: { word: "around", plural: "around advice", group: "advice", glyph: "brackets" },
  introduction: {
    word: "introduction",
    plural: "introductions",
    group: "introductions",
    glyph: "plus",
    colour: { id: "weft.class", light: "#00708a", dark: "#4fc3dc", name: "turquoise" },
  },
  stub: {
    word: "stub",
    plural: "stubs",
    group: "stubs",
    glyph: "passing arrows",
    colour: { id: "weft.stub", light: "#5a5a00", dark: "#cfcf6a", name: "yellow" },
  },
  residual: {
    word: "residual",
    plural: "residual code",
    group: "specialization",
    glyph: "fold",
    colour: { id: "weft.residual", light: "#4a5d00", dark: "#b5d15c", name: "green" },
  },
  guard: {
    word: "guard",
    plural: "guards",
    group: "specialization",
    glyph: "shield",
    colour: { id: "weft.guard", light: "#8a4b08", dark: "#f0a860", name: "orange" },
  },
  live: {
    word: "live",
    plural: "live advice",
    group: "running kernel",
    glyph: "pulse",
    colour: { id: "weft.live", light: "#c02020", dark: "#ff8080", name: "red" },
  },
} as const satisfies Readonly<Record<string, EffectKindWords>>;

export type EffectKind = keyof typeof effectKinds;

/** In the order in which people see them. */
export const effectKindNames = Object.keys(effectKinds) as readonly EffectKind[];

/** Of marks of advice; the theme colour is `weft.` and the kind. */
export const joinPointColours = {
  execution: { light: "#a85f00", dark: "#e8a33d", name: "orange" },
  call: { light: "#0b63b0", dark: "#5aa9e6", name: "blue" },
  get: { light: "#1d7a37", dark: "#5fbf77", name: "green" },
  set: { light: "#b0257e", dark: "#e87fc0", name: "pink" },
  ref: { light: "#7436b4", dark: "#b78ae6", name: "violet" },
  builtin: { light: "#7a5c00", dark: "#d9c25a", name: "yellow" },
  construction: { light: "#00708a", dark: "#4fc3dc", name: "turquoise" },
  destruction: { light: "#a03a2a", dark: "#ef9a86", name: "red" },
  class: { light: "#00708a", dark: "#4fc3dc", name: "turquoise" },
} as const;

export function kindOf({ binding }: Pick<Effect, "binding">): EffectKind {
  return binding.kind === "advice" ? binding.when : binding.kind;
}
