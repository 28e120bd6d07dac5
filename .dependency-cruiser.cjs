// Import directions of ARCHITECTURE.md. Left may import right; anything not listed is forbidden.
// tests/architecture plants one violation, and checks that every product folder stands in a table below.

/** Rooms of the bridge: what each may import of our own code, besides itself. A new room is a line here. */
const BRIDGE = {
  model: [],
  machine: [],
  "c-text": ["model"],
  "object-code": ["machine", "model"],
  pointcut: ["c-text", "model"],
  weaver: ["pointcut", "machine", "model"],
  idl: ["model"],
  "kernel-context": ["model"],
  "clang-ast": ["model"],
  "kernel-build": ["model", "schemas"],
  guest: ["model", "machine", "kernel-build"],
  guards: ["replug", "machine", "c-text", "model"],
  replug: ["machine", "model"],
  pipeline: [
    "clang-ast",
    "pointcut",
    "weaver",
    "partial-eval",
    "guards",
    "replug",
    "kernel-build",
    "object-code",
    "c-text",
    "model",
  ],
  "kernel-index": ["model", "c-text", "clang-ast", "kernel-build", "weaver", "pointcut"],
  "program-model": ["model", "pointcut"],
  "set-up": ["machine", "compile", "kernel-build", "object-code", "c-text", "model"],
  "new-aspect": ["c-text", "model"],
  cost: ["machine", "pipeline", "kernel-build", "object-code", "model"],
  refactor: ["weaver", "pointcut", "c-text", "model"],
  prove: ["machine", "refactor", "pipeline", "weaver", "pointcut", "kernel-build", "model"],
  "partial-eval": ["c-text", "machine", "model"],
  tutorial: ["schemas", "model"],
  project: [
    "kernel-index",
    "pipeline",
    "idl",
    "guards",
    "partial-eval",
    "kernel-context",
    "clang-ast",
    "kernel-build",
    "weaver",
    "pointcut",
    "model",
  ],
  compile: ["project", "pipeline", "program-model", "kernel-build", "weaver", "pointcut", "model"],
  "match-diff": ["project", "pipeline", "idl", "kernel-build", "pointcut", "model"],
  "review-report": ["match-diff", "cost", "model"],
  "guard-run": ["guards", "replug", "guest", "object-code", "machine", "kernel-build", "model"],
  "live-weave": [
    "machine",
    "project",
    "object-code",
    "guest",
    "pipeline",
    "clang-ast",
    "kernel-build",
    "weaver",
    "pointcut",
    "c-text",
    "model",
  ],
  "live-verify": ["c-text", "live-weave", "guest", "object-code", "machine", "kernel-build", "model"],
  schemas: [],
  // What it may not: open an object, an index or a process's memory. That is asked of the rooms below it.
  cli: [
    "compile",
    "project",
    "match-diff",
    "review-report",
    "guard-run",
    "live-weave",
    "live-verify",
    "cost",
    "prove",
    "refactor",
    "set-up",
    "new-aspect",
    "tutorial",
    "pipeline",
    "partial-eval",
    "guards",
    "idl",
    "guest",
    "clang-ast",
    "kernel-build",
    "weaver",
    "pointcut",
    "model",
  ],
};

/** Rooms whose code knows no files, processes or clocks. */
const PURE = [
  "model",
  "machine",
  "c-text",
  "object-code",
  "pointcut",
  "weaver",
  "idl",
  "refactor",
  "kernel-context",
  "partial-eval",
  "guards",
  "replug",
  "tutorial",
  "new-aspect",
];

/** Floors of the index, the lowest first: what each may import of the room besides itself and `steps.ts`. */
const INDEX_FLOORS = {
  protocol: [],
  records: [],
  disk: ["records"],
  memory: ["records", "disk"],
  reading: ["records", "disk", "memory", "protocol"],
  answers: ["records", "memory", "protocol"],
  process: ["disk", "memory", "reading", "answers", "protocol"],
};

const bridge = "^weaver-bridge/";
const m = (folder) => `${bridge}(lib/)?${folder}${folder === "" ? "" : "/"}`;
const ls = (folder) => `^language-server/src/${folder}/`;
const da = (folder) => `^debug-adapter/src/${folder}/`;

/** The same for the other packages, as patterns. */
const OTHERS = {
  "language-server/src/protocol": [m("model")],
  "language-server/src/analysis": [
    ls("(workspace|protocol)"),
    m("(model|c-text|pointcut|weaver|new-aspect)"),
  ],
  "language-server/src/contributors": [
    ls("(analysis|workspace|protocol|residuals)"),
    m("(model|c-text|pointcut|weaver|kernel-build|guest|pipeline|idl|partial-eval|kernel-context)"),
  ],
  "language-server/src/residuals": [
    "^language-server/src/clangd/header-overlay\\.ts",
    m("(model|kernel-build|partial-eval|pipeline)"),
  ],
  "language-server/src/workspace": [
    ls("protocol"),
    m("(model|clang-ast|kernel-build|kernel-index|weaver|pointcut|pipeline|prove)"),
  ],
  "language-server/src/clangd": [m("model")],
  "language-server/src/lsp": [ls("(analysis|workspace|clangd|protocol)"), m("model")],
  "language-server/src": [bridge],
  "debug-adapter/src/protocol": [m("model")],
  "debug-adapter/src/engine": [da("qemu"), m("(model|machine)")],
  "debug-adapter/src/qemu": [m("(model|machine|kernel-build|guest)")],
  "debug-adapter/src/session": [
    da("(engine|qemu|protocol)"),
    m("(model|machine|object-code|kernel-build|guest)"),
  ],
  "debug-adapter/src": [bridge],
  "ide/extension": [
    "^language-server/(src|lib)/protocol/",
    "^debug-adapter/(src|lib)/protocol/",
    m("(model|tutorial)"),
    "^ide/deb/payload\\.mjs",
    "^ide/release/legal-files\\.mjs",
  ],
  "ide/weft-theia": [],
  "ide/app": ["^ide/release/note-packages\\.mjs"],
  "ide/deb": ["^ide/release/legal-files\\.mjs"],
  "ide/release": [],
  "ide/guide": [],
  "ide/image": [],
  "ide/keytar": [],
};

/** Files in `folder` may import, of our own code, only themselves and `to`. */
function only(folder, to) {
  return {
    name: `imports-of:${folder}`,
    severity: "error",
    comment: `${folder} may import only: itself${to.length ? `, ${to.join(", ")}` : ""}`,
    // What bundles is no part of what is bundled.
    from: { path: `^${folder}/`, pathNot: ["\\.test\\.ts$", "/test/", "/bundle\\.mjs$"] },
    to: {
      path: "^(weaver-bridge|language-server|debug-adapter|ide|tests|sample-projects)/",
      pathNot: [`^${folder.replace(/^weaver-bridge\//, "weaver-bridge/(lib/)?")}/`, ...to],
    },
  };
}

/** Floors of a folder: each may import those before it, whose pattern `of` tells. */
function floors(folder, names, of, shared) {
  return names.map((name, at) =>
    only(`${folder}/${name}`, [...shared, ...names.slice(0, at).map((before) => of(before))]),
  );
}

function floorOfIndex(floor, to) {
  const room = `${bridge}kernel-index/`;
  return {
    name: `floor-of-index:${floor}`,
    severity: "error",
    comment: `kernel-index/${floor} may import of the index only: itself, steps.ts${to.map((name) => `, ${name}`).join("")}`,
    from: { path: `${room}${floor}/`, pathNot: "\\.test\\.ts$" },
    to: { path: room, pathNot: [`${room}(${[floor, ...to].join("|")})/`, `${room}steps\\.ts`] },
  };
}

/** The module may be imported in one folder only. */
function fence(name, module, folders) {
  return {
    name,
    severity: "error",
    comment: `${module} may be imported only in: ${folders.join(", ")}`,
    from: {
      path: "^(weaver-bridge|language-server|debug-adapter|ide)/",
      pathNot: [...folders, "\\.test\\.ts$"],
    },
    to: { path: module },
  };
}

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true, dependencyTypesNot: ["type-only"] },
    },
    ...Object.entries(BRIDGE).map(([room, to]) => only(`weaver-bridge/${room}`, to.map(m))),
    ...Object.entries(INDEX_FLOORS).map(([floor, to]) => floorOfIndex(floor, to)),
    ...Object.entries(OTHERS).map(([folder, to]) => only(folder, to)),
    ...floors(
      "weaver-bridge/partial-eval",
      ["tree", "lower", "objects", "declare", "evaluate", "specialize", "emit", "explain"],
      (floor) => m(`partial-eval/${floor}`),
      [m("(c-text|model)"), `${bridge}partial-eval/refusal\\.ts`],
    ),
    ...floors(
      "weaver-bridge/kernel-build",
      ["process", "files", "command", "preprocess", "project-file", "records", "guest-run"],
      (floor) => m(`kernel-build/${floor}`),
      BRIDGE["kernel-build"].map(m),
    ),
    ...floors(
      "debug-adapter/src/session",
      [
        "gdb",
        "project",
        "kernel",
        "values",
        "breakpoints",
        "origin",
        "reason",
        "moves",
        "script",
        "recorded",
        "parts",
        "requests",
      ],
      (floor) => da(`session/${floor}`),
      OTHERS["debug-adapter/src/session"],
    ),
    {
      name: "stubs-know-no-kernel",
      severity: "error",
      comment: "what differs between L4 kernels is handed in: middle/kernel-abi.ts, emit/back-end.ts",
      from: { path: `${bridge}idl/(check|effects|emit|middle|parse|self-test)/`, pathNot: "\\.test\\.ts$" },
      to: { path: `${bridge}idl/kernels/` },
    },
    {
      name: "kernels-behind-two-tables",
      severity: "error",
      comment: "kernels are rows of idl/kernels/abis.ts and back-ends.ts",
      from: { path: `${bridge}(?!idl/kernels/)`, pathNot: "\\.test\\.ts$" },
      to: { path: `${bridge}idl/kernels/[^/]+/` },
    },
    {
      name: "kernels-know-no-other",
      severity: "error",
      from: { path: `${bridge}idl/kernels/([^/]+)/`, pathNot: "\\.test\\.ts$" },
      to: { path: `${bridge}idl/kernels/[^/]+/`, pathNot: `${bridge}idl/kernels/($1|classic)/` },
    },
    {
      name: "machines-behind-one-table",
      severity: "error",
      comment:
        "what differs between machines is asked of `MachineFacts` and `Machine`: machine/index.ts, machine/code.ts",
      from: { path: `${bridge}(?!machine/)`, pathNot: "\\.test\\.ts$" },
      to: { path: `${bridge}machine/[^/]+/` },
    },
    {
      name: "pure-rooms-touch-nothing",
      severity: "error",
      comment: `${PURE.join(", ")} know no files, processes or clocks`,
      from: { path: `${bridge}(${PURE.join("|")})/`, pathNot: "\\.test\\.ts$" },
      to: { dependencyTypes: ["core"] },
    },
    fence("lsp-library-in-one-place", "^node_modules/vscode-languageserver", [
      "^language-server/src/(lsp|clangd|protocol)/",
      "^language-server/src/main\\.ts",
    ]),
    fence("sqlite-in-one-place", "node-sqlite3-wasm", ["^weaver-bridge/kernel-index/disk/store\\.ts"]),
    fence("instruction-library-in-one-place", "^node_modules/iced-x86", [
      "^weaver-bridge/machine/(x86|i686|x86-64)/",
    ]),
    fence("dap-library-in-one-place", "(cdt-gdb-adapter|@vscode/debugadapter)", [
      "^debug-adapter/src/session/",
      "^debug-adapter/src/main\\.ts",
    ]),
    {
      name: "no-tests-in-product",
      severity: "error",
      from: { path: "^(weaver-bridge|language-server|debug-adapter|ide)/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(tests|sample-projects)/" },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "/lib/", "/dist/"] },
    exclude: { path: ["/(dist|src-gen|build)/", "^ide/app/plugins/", "/node_modules/(?!@weft)"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["source", "import", "node", "default"],
    },
  },
};
