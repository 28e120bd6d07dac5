// The first steps that the Welcome page names: plain text, and the command whose keys it shows.
export interface FirstStep {
  readonly title: string;
  readonly text: string;
  /** Runs when its button is pressed; its keys are shown. */
  readonly command?: string;
  /** Of the button. */
  readonly label?: string;
}

export const firstSteps: readonly FirstStep[] = [
  {
    title: "See what affects a line",
    text: "Open a C file. Marks in the margin show which advice runs before, after or around each line; the hover says why.",
    command: "file-search.openFile",
    label: "Open a file…",
  },
  {
    title: "Go across the weave",
    text: "The Aspects view at the left lists every aspect with the lines that it matches. Click to go there, and back.",
    command: "weft.aspects.focus",
    label: "Show aspects",
  },
  {
    title: "Write an aspect",
    text: "Trace, count or time something: what its pointcut selects is listed while you type. Edit it in its .ah file, and the marks follow; no build is needed.",
    command: "weft.newAspect",
    label: "New aspect…",
  },
  {
    title: "Build the woven kernel",
    text: "The build weaves exactly what the editor shows. Problems appear at their line, in C and in aspects.",
    command: "weft.build",
    label: "Build",
  },
  {
    title: "Boot and step",
    text: "Set a breakpoint, in C or in an aspect; Weft starts QEMU and GDB and stops there. Stepping goes from kernel lines into advice and back.",
    command: "weft.debug",
    label: "Boot and debug",
  },
];
