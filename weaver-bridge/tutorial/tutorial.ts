/** A guided tutorial as plain data: what its folder of Markdown says (`tutorial.md`, `NN-name.md`). */

export interface Tutorial {
  /** Name of its folder. */
  readonly name: string;
  readonly title: string;
  readonly minutes: number;
  /** Place in the list; what has none stands last. */
  readonly order: number;
  /** The sample kernel of which the learner gets a copy. */
  readonly sample: string;
  /** Globs of the sample's files that the copy leaves out. */
  readonly without: readonly string[];
  /** Building the sample takes long. */
  readonly isLarge: boolean;
  /** What `tutorial.md` says, as Markdown; its first paragraph stands in the list. */
  readonly text: string;
  readonly steps: readonly Step[];
}

export interface Step {
  /** Name of its file, without the ending. */
  readonly name: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  readonly buttons: readonly StepButton[];
  readonly checks: readonly Check[];
  readonly solve: readonly SolveAction[];
}

/** Paths are those of the learner's copy; `line` is text that the line holds. */
export type StepButton =
  | { readonly open: string; readonly line?: string; readonly label?: string }
  | { readonly command: string; readonly label: string }
  | { readonly terminal: string; readonly label?: string };

export type Texts = string | readonly string[];

export interface EffectWanted {
  readonly file: string;
  readonly line: string;
  /** The aspect. */
  readonly by: string;
  /** Part of the effect's title. */
  readonly is?: string;
}

/** One of these stands in a check beside `says`; what they mean is told by tutorial-step.schema.json. */
export interface CheckKinds {
  readonly file: {
    readonly path: string;
    readonly contains?: Texts;
    readonly matches?: string;
    readonly lacks?: Texts;
  };
  readonly effect: EffectWanted;
  readonly noEffect: EffectWanted;
  readonly pointcut: {
    readonly file: string;
    readonly line: string;
    readonly selects?: number;
    readonly includes?: Texts;
    readonly excludes?: Texts;
  };
  readonly problems: string;
  readonly noProblem: string;
  readonly build: "ok";
  readonly printed: string;
  readonly stopped: { readonly frame: string; readonly under?: string };
  readonly open: { readonly file: string; readonly line?: string };
  readonly weft: {
    readonly arguments: readonly string[];
    readonly prints?: string;
    readonly lacks?: string;
    readonly fails?: boolean;
  };
  readonly answer: {
    readonly ask: string;
    readonly is?: string;
    readonly arguments?: readonly string[];
    readonly finds?: string;
  };
}

export type CheckKind = keyof CheckKinds;

export type Check = {
  [Kind in CheckKind]: { readonly says: string; readonly kind: Kind; readonly wanted: CheckKinds[Kind] };
}[CheckKind];

export type SolveAction =
  | { readonly write: string; readonly text: string }
  | { readonly replace: string; readonly old: string; readonly new: string }
  | { readonly open: string; readonly line?: string }
  | { readonly breakpoint: string; readonly line: string }
  | { readonly command: string }
  | { readonly terminal: string }
  | { readonly weft: readonly string[] }
  /** `*`: what is right on this machine. */
  | { readonly answer: string };

export function textsOf(texts: Texts | undefined): readonly string[] {
  return texts === undefined ? [] : typeof texts === "string" ? [texts] : texts;
}
