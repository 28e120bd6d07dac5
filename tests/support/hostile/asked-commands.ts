/**
 * How each command of `weft` is called in a folder that is only looked at. What the threat model says is not to be called there
 * says so here, too; a test holds this table to the commands that there are.
 */
const MATCHES = 'execution("% f(...)")';

/** Of commands that are there to run what the folder names; the page `ide/guide/threat-model.md` has a row of them. */
export const RUNS_WHAT_IT_NAMES = "what it names: they are there for that";
/** Of those that are tested as servers. */
const IS_A_SERVER = "stays, and is asked by its own protocol";

export const ASKED_COMMANDS: Readonly<Record<string, readonly (readonly string[])[] | string>> = {
  check: [["check", "--no-run"]],
  joinpoints: [
    ["joinpoints", "--no-run", "--json"],
    ["joinpoints", "--no-run", "--pointcut", MATCHES],
    ["joinpoints", "--no-run", "--aspects", "t.ah", "--", "gcc", "-wrapper", "./evil", "@words", "-c", "a.c"],
  ],
  effects: [["effects", "a.c", "--no-run"]],
  why: [["why", "a.c:2", "--no-run"]],
  diff: [
    ["diff", "HEAD", "--no-run"],
    ["diff", "--config", "one", "--config", "two", "--no-run"],
  ],
  cost: [["cost", "--no-run"]],
  report: [["report", "--no-run", "--out", "r.html", "--since", "HEAD"]],
  weave: [["weave", "a.c", "--no-run"]],
  guards: [["guards", "--explain", "--no-run"]],
  new: [["new", "aspect", "N", "--pointcut", MATCHES, "--purpose", "count"]],
  doctor: [["doctor"]],
  specialize: [
    ["specialize", "--explain"],
    ["specialize", "s.spec"],
  ],
  debug: [
    ["debug", "run.weftrun", "--hits", MATCHES],
    ["debug", "run.weftrun"],
    ["debug", "k.core", "--project", "."],
    ["debug", "real.weftrun", "--hits", MATCHES],
    ["debug", "real.weftrun", "--why", "counter"],
    ["debug", "real.weftrun"],
    ["debug", "real.core", "--project", "."],
  ],
  idl: [["idl"], ["idl", "check", "i.idl"], ["idl", "i.idl", "--explain", "--out", "o"]],
  "live resolve": [["live", "resolve", "--image", "k.o", "--pointcut", MATCHES, "--accounts"]],
  "live translate": [["live", "translate", "k.klay"]],
  "live list": [["live", "list"]],
  "live why": [["live", "why", "a.c:2"]],
  "live log": [["live", "log"]],
  "live watch": [["live", "watch", "--count", "1"]],
  "live unweave": [["live", "unweave"]],
  "live attach": [["live", "attach"]],
  "tutorial list": [["tutorial", "list"]],
  "tutorial start": [["tutorial", "start", "order"]],
  tables: [["tables"]],
  init: RUNS_WHAT_IT_NAMES,
  build: RUNS_WHAT_IT_NAMES,
  cc: RUNS_WHAT_IT_NAMES,
  "ag++": RUNS_WHAT_IT_NAMES,
  run: RUNS_WHAT_IT_NAMES,
  "refactor extract-pair": RUNS_WHAT_IT_NAMES,
  "refactor extract-feature": RUNS_WHAT_IT_NAMES,
  "refactor inline": RUNS_WHAT_IT_NAMES,
  "refactor push-in": RUNS_WHAT_IT_NAMES,
  "refactor pull-out": RUNS_WHAT_IT_NAMES,
  "live weave": RUNS_WHAT_IT_NAMES,
  "live agent": RUNS_WHAT_IT_NAMES,
  "live verify": RUNS_WHAT_IT_NAMES,
  "tutorial check": RUNS_WHAT_IT_NAMES,
  lsp: IS_A_SERVER,
  dap: IS_A_SERVER,
  ide: IS_A_SERVER,
};
