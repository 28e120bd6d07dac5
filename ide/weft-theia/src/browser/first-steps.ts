// The first steps that the Welcome page names: plain text, and the command whose keys it shows.
export interface FirstStep {
  readonly title: string;
  readonly text: string;
  readonly command?: string;
}

export const firstSteps: readonly FirstStep[] = [
  {
    title: "See what affects a line",
    text: "Open a C file. Marks in the margin show which advice runs before, after or around each line; the hover says why.",
    command: "file-search.openFile",
  },
  {
    title: "Go across the weave",
    text: "The Aspects view at the left lists every aspect with the lines that it matches. Click to go there, and back.",
  },
  {
    title: "Change an aspect",
    text: "Edit a pointcut in an .ah file. The marks follow while you type; no build is needed.",
  },
  {
    title: "Build the woven kernel",
    text: "The build weaves exactly what the editor shows. Problems appear at their line, in C and in aspects.",
    command: "weft.build",
  },
  {
    title: "Boot and step",
    text: "Set a breakpoint, in C or in an aspect; Weft starts QEMU and GDB and stops there. Stepping goes from kernel lines into advice and back.",
    command: "weft.debug",
  },
];
