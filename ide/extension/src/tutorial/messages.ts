// What the tutorial view and this extension say to each other: the view is a native one of the IDE, draws and tells what
// only the IDE sees; the extension knows tutorials, the learner's copy, and whom to ask. Each of these is a command.

/** `() => TutorialItem[]` */
export const LIST = "weft.tutorial.list";
/** `(name: string) => { folder } | { problem }`: the learner's copy, made if there is none. */
export const START = "weft.tutorial.start";
/** `() => TutorialState | undefined`: the tutorial that the open folder is the copy of. */
export const STATE = "weft.tutorial.state";
/** `(question: CheckQuestion) => Verdict[]` */
export const CHECK = "weft.tutorial.checkStep";
/** `(step: number) => { answer?: string, problem?: string }` */
export const SOLVE = "weft.tutorial.solveStep";
/** `(step: number) => { problem?: string }`: the copy as this step begins. */
export const RESET = "weft.tutorial.resetStep";
/** `(step: number) => void`: remembered. */
export const GO = "weft.tutorial.goToStep";
/** `(file: string, line?: string) => void`: opens it, and makes it where there is none. */
export const OPEN = "weft.tutorial.openFile";
/** `(command: string) => void`: typed into a terminal of the tutorial's. */
export const TYPE = "weft.tutorial.typeInTerminal";
/** Of the view, called here: something changed, checks may say something else. */
export const CHANGED = "weft.tutorial.changed";

export interface TutorialItem {
  readonly name: string;
  readonly title: string;
  readonly minutes: number;
  readonly sample: string;
  /** First paragraph, as plain text. */
  readonly summary: string;
  readonly steps: number;
  readonly done: number;
}

export interface TutorialState {
  readonly name: string;
  readonly title: string;
  readonly sample: string;
  /** The step that was shown last, from 0. */
  readonly step: number;
  /** Names of the steps that were done. */
  readonly done: readonly string[];
  readonly steps: readonly ShownStep[];
}

export interface ShownStep {
  readonly name: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  readonly buttons: readonly {
    readonly open?: string;
    readonly line?: string;
    readonly command?: string;
    readonly terminal?: string;
    readonly label?: string;
  }[];
  readonly checks: readonly { readonly says: string; readonly ask?: string }[];
  readonly isSolvable: boolean;
}

export interface CheckQuestion {
  readonly step: number;
  readonly seen: Seen;
  /** Asked by the learner: commands run again even where nothing was changed. */
  readonly now?: boolean;
}

/** What only the IDE sees. */
export interface Seen {
  /** What the guest has printed. */
  readonly console?: string;
  /** Labels of the stopped frames, topmost first. */
  readonly frames: readonly string[];
  /** Path inside the folder; line from 1. */
  readonly front?: { readonly file: string; readonly line: number };
  readonly answers: Readonly<Record<string, string>>;
}
