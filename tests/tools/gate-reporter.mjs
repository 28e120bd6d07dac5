/**
 * What the gate counts of a run: `{ isWhole, modules }` in the file `$WEFT_REPORT`, each module with `file`, `passed` and
 * `failures`. A failure is `file > test: message`; tests fail, and hooks, files that did not load, errors that nothing waited for, which Vitest's
 * own JSON report leaves out. It is written whenever a test is through, as a sign of life, and so that a run that is
 * ended has said what the files came to that were through.
 */
import { renameSync, writeFileSync } from "node:fs";

export default class GateReporter {
  #soFar = [];

  onTestCaseResult() {
    write({ isWhole: false, modules: this.#soFar });
  }

  onTestModuleEnd(module) {
    this.#soFar.push(counted(module));
    write({ isWhole: false, modules: this.#soFar });
  }

  onTestRunEnd(modules, unhandled) {
    const all = modules.map(counted);
    if (unhandled.length > 0)
      all.push({ passed: 0, failures: unhandled.map((error) => `error outside a test: ${said(error)}`) });
    write({ isWhole: true, modules: all });
  }
}

/** Whole or not at all: who writes may be ended at any time. */
function write(report) {
  const file = process.env.WEFT_REPORT;
  writeFileSync(`${file}.new`, JSON.stringify(report));
  renameSync(`${file}.new`, file);
}

function counted(module) {
  const file = module.relativeModuleId;
  let passed = 0;
  const failures = [];
  const add = (name, errors) => {
    const where = [file, name].filter(Boolean).join(" > ");
    if (errors.length > 0) failures.push(`${where}: ${errors.map(said).join("\n")}`);
  };
  add("", module.errors());
  for (const suite of module.children.allSuites()) add(suite.fullName, suite.errors());
  for (const test of module.children.allTests()) {
    const { state, errors = [] } = test.result();
    if (state === "passed") passed++;
    else add(test.fullName, errors.length > 0 ? errors : [{ message: state }]);
  }
  return { file, passed, failures };
}

/** Where it happened in our own code, too: of an error outside a test that is all there is to go by. */
function said({ message, stack }) {
  const frames = (stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const own = frames.filter((line) => !/node_modules|node:|<anonymous>/.test(line)).slice(0, 3);
  return [message, ...own].join("\n").slice(0, 1500);
}
