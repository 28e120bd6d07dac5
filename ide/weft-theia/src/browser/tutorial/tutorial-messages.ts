// What the extension says of tutorials: names and payloads of its commands, as in its `tutorial/messages.ts`.
export const commands = {
  list: "weft.tutorial.list",
  start: "weft.tutorial.start",
  state: "weft.tutorial.state",
  check: "weft.tutorial.checkStep",
  solve: "weft.tutorial.solveStep",
  reset: "weft.tutorial.resetStep",
  go: "weft.tutorial.goToStep",
  open: "weft.tutorial.openFile",
  type: "weft.tutorial.typeInTerminal",
  /** Of ours: the extension calls it when checks may say something else. */
  changed: "weft.tutorial.changed",
} as const;

export interface TutorialItem {
  readonly name: string;
  readonly title: string;
  readonly minutes: number;
  readonly sample: string;
  readonly summary: string;
  readonly steps: number;
  readonly done: number;
}

export interface TutorialState {
  readonly name: string;
  readonly title: string;
  /** From 0. */
  readonly step: number;
  readonly done: readonly string[];
  readonly steps: readonly ShownStep[];
}

export interface ShownStep {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly buttons: readonly StepButton[];
  readonly checks: readonly { readonly says: string; readonly ask?: string }[];
  readonly isSolvable: boolean;
}

export interface StepButton {
  readonly open?: string;
  readonly line?: string;
  readonly command?: string;
  readonly terminal?: string;
  readonly label?: string;
}

export interface Verdict {
  readonly state: "ok" | "wrong" | "waiting" | "not run";
  readonly hint?: string;
}

export interface Seen {
  readonly console?: string;
  readonly frames: readonly string[];
  readonly front?: { readonly file: string; readonly line: number };
  readonly answers: Readonly<Record<string, string>>;
}
