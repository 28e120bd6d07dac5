// Import directions of ARCHITECTURE.md. Left may import right; anything not listed is forbidden.
// tests/architecture plants one violation and checks that this file finds it.
const bridge = "^weaver-bridge/";

/** Files in `from` may import, of our own code, only themselves and `to`. */
function only(name, from, to) {
  return {
    name,
    severity: "error",
    comment: `${from} may import only: itself${to.length ? `, ${to.join(", ")}` : ""}`,
    from: { path: from, pathNot: "\\.test\\.ts$" },
    to: {
      path: "^(weaver-bridge|language-server|debug-adapter|ide|tests|sample-projects)/",
      pathNot: [from, ...to],
    },
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

const m = (folder) => `${bridge}(lib/)?${folder}/`;

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true, dependencyTypesNot: ["type-only"] },
    },
    only("model-imports-nothing", m("model"), []),
    only("pointcut", m("pointcut"), [m("model")]),
    only("weaver", m("weaver"), [m("pointcut"), m("model")]),
    only("idl", m("idl"), [m("model")]),
    only("kernel-context", m("kernel-context"), [m("model")]),
    only("clang-ast", m("clang-ast"), [m("model")]),
    only("kernel-build", m("kernel-build"), [m("model"), m("schemas")]),
    only("pipeline", m("pipeline"), [
      m("clang-ast"),
      m("pointcut"),
      m("weaver"),
      m("kernel-build"),
      m("model"),
    ]),
    only("repository", m("repository"), [m("model"), m("pointcut")]),
    only("cost", m("cost"), [m("pipeline"), m("kernel-build"), m("model")]),
    only("refactor", m("refactor"), [m("weaver"), m("pointcut"), m("model")]),
    only("prove", m("prove"), [m("refactor"), m("pipeline"), m("weaver"), m("pointcut"), m("kernel-build"), m("model")]),
    only("cli", m("cli"), [bridge]),
    {
      name: "pure-folders-touch-nothing",
      severity: "error",
      comment: "model, pointcut, weaver, refactor, idl and kernel-context know no files, processes or clocks",
      from: { path: `${bridge}(model|pointcut|weaver|idl|refactor|kernel-context)/`, pathNot: "\\.test\\.ts$" },
      to: { dependencyTypes: ["core"] },
    },
    only("ls-protocol", "^language-server/src/protocol/", [m("model")]),
    only("ls-analysis", "^language-server/src/analysis/", [
      "^language-server/src/(workspace|protocol)/",
      m("(model|pointcut|weaver|idl)"),
    ]),
    only("ls-workspace", "^language-server/src/workspace/", [
      m("(model|clang-ast|kernel-build|weaver|pointcut|pipeline|idl|kernel-context|prove)"),
    ]),
    only("ls-clangd", "^language-server/src/clangd/", [m("model")]),
    only("ls-lsp", "^language-server/src/lsp/", [
      "^language-server/src/(analysis|workspace|clangd|protocol)/",
      m("model"),
    ]),
    only("language-server", "^language-server/src/", [bridge]),
    only("da-protocol", "^debug-adapter/src/protocol/", [m("model")]),
    only("da-engine", "^debug-adapter/src/engine/", ["^debug-adapter/src/qemu/", m("model")]),
    only("da-qemu", "^debug-adapter/src/qemu/", [m("(model|kernel-build)")]),
    only("da-session", "^debug-adapter/src/session/", [
      "^debug-adapter/src/(engine|qemu|protocol)/",
      m("(model|kernel-build)"),
    ]),
    only("debug-adapter", "^debug-adapter/src/", [bridge]),
    only("ide-extension", "^ide/extension/", [
      "^language-server/(src|lib)/protocol/",
      "^debug-adapter/(src|lib)/protocol/",
      m("model"),
    ]),
    only("weft-theia", "^ide/weft-theia/", []),
    fence("lsp-library-in-one-place", "^node_modules/vscode-languageserver", [
      "^language-server/src/(lsp|clangd|protocol)/",
      "^language-server/src/main\\.ts",
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
    exclude: { path: ["/(dist|src-gen|build)/", "/node_modules/(?!@weft)"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["source", "import", "node", "default"],
    },
  },
};
