/**
 * What learners do where a tutorial's solution does not say it all: what they read on the screen, mistakes that they make,
 * and ways of their own. By tutorial and step; other steps are done as their solutions say, by keys and buttons.
 */
import type { Learner } from "../ide/support/index.js";

const BOOT = { command: "weft.debug" } as const;
const GO_ON = { press: "Let the kernel go on" } as const;
const SAVE = { keys: "Control+S" } as const;

export const LEARNERS: Readonly<Record<string, Learner>> = {
  "first-aspect": {
    "07-widen": [
      { replace: "aspects/hello.ah", old: '"% sys_open(...)"', new: '"% sys_%(...)"' },
      { reads: "lens", finds: /matches (\d+) join points$/ },
    ],
    "09-again": [{ keys: "Shift+F5" }, BOOT, GO_ON],
  },
  cost: {
    "02-measure": [
      SAVE,
      { press: "Show the cost" },
      { reads: "page", finds: /^Count(?:\s+-?\d+){4}\s+(-?\d+)/ },
    ],
    "05-nothing": [{ reads: "terminals", finds: /(\d+) woven/ }],
  },
  backwards: {
    "03-who": [
      { press: "List all writes of process::parent" },
      // The first of them: none like it stands before.
      {
        reads: "terminals",
        finds:
          /(?<!old = 0x[0-9a-f]{2,}\s+new = 0x0\b[\s\S]*)\b(\d+)\s+set: [^\n]*old = 0x[0-9a-f]{2,}\s+new = 0x0\b/,
      },
    ],
  },
  "count-to-ten": {
    "03-calls": [
      { press: `weft joinpoints --pointcut 'call("% console_number(...)")'` },
      // Counted by eye: a row each.
      { answer: "3" },
    ],
  },
  debugging: {
    "04-in-advice": [
      { breakpoint: "fs/open.c", line: "int sys_open(" },
      { hint: "which is not where it shall stop" },
      { breakpoint: "aspects/inode-owner.ah", line: "refused++;" },
      GO_ON,
    ],
  },
  ecos: {
    "02-where": [{ types: "weft check" }, { reads: "terminals", finds: /^(\d+) aspect files/ }],
    "04-cost": [{ press: "Show the cost" }, { reads: "page", finds: /^(InterruptSynchronization)\s+\d/ }],
    "05-own": [
      { press: `weft joinpoints --pointcut 'execution("% Mutex::%(...)")'` },
      // Counted by eye: a row each.
      { answer: "5" },
    ],
  },
  guards: {
    "02-the-writes": [
      { press: "weft guards --explain" },
      {
        reads: "terminals",
        finds: /^net\/loopback\.c:(\d+):\d+: certain: attached_filter\.program assigned/,
      },
    ],
  },
  idl: {
    "02-message": [
      { open: "user/interfaces/files.idl", line: "content read(" },
      { press: "Show the message layout" },
      { reads: "page", finds: /\b(E[A-D]X|ES[IP]|E[DB][IP])\b\s+handle/i },
    ],
    "03-count": [
      { press: "weft idl user/interfaces/files.idl -D X0 --count" },
      { reads: "terminals", finds: /files_storage_read: \d+ \(client (\d+),/ },
    ],
  },
  "kernel-context": {
    "03-instead": [
      { hint: "clock_tick" },
      { replace: "aspects/fair.ah", old: '"% clock_tick(...)"', new: '"% sys_write(...)"' },
      SAVE,
    ],
  },
  linux: {
    "03-build": [{ press: "weft build" }],
  },
  "own-kernel": {
    "02-write": [{ press: "weft init --yes" }],
    "03-doctor": [{ press: "weft doctor" }, { reads: "terminals", finds: /^(\w+) +make/ }],
  },
  pointcuts: {
    "03-why-not": [
      { open: "kernel/wait-queue.c", line: "schedule();" },
      { press: "Why?" },
      { reads: "why", finds: /wants (\w+)/ },
    ],
  },
  specialization: {
    "02-residual": [
      { types: "weft specialize kernel/signal.spec --explain" },
      { reads: "terminals", finds: /^send_usr1: (\d+) lines/ },
    ],
  },
};
