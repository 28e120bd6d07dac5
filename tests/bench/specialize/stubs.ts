/**
 * Stubs that `weft idl` makes of mini-l4's file service, specialized from the template that `weft specialize --from` makes of
 * the interface: `npm run bench -- specialize-stubs`.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { printTable, ratio } from "../support/table.js";
import { FLAGS, instructions } from "./count.js";

const here = import.meta.dirname;
const repository = resolve(here, "../../..");
const IDL = join(repository, "sample-projects/mini-l4/user/interfaces/files.idl");
const STUBS = ["open", "write", "look", "touch"];
const INPUTS = 100_000;

export function benchSpecializedStubs(): void {
  withStubs((folder) => {
    execFileSync(join(folder, "main"), ["0", `${INPUTS}`], { stdio: "inherit" });
    const rows = STUBS.map((stub, at) => {
      const [generic = 0, made = 0] = ["generic", "made"].map((way, index) =>
        instructions(folder, `${stub}_${way}`, ["1", `${at}`, `${index}`]),
      );
      return [stub, generic.toFixed(1), made.toFixed(1), ratio(generic, made)];
    });
    console.log(
      `\nInstructions for each call of a stub, without the kernel; no difference on ${INPUTS} inputs`,
    );
    printTable(["", "generic", "Weft", "generic/Weft"], rows);
  });
}

/** Empty where no stub does anything else than the generic one. */
export function differencesOfStubs(inputs: number): string {
  return withStubs((folder) => execFileSync(join(folder, "main"), ["0", `${inputs}`], { encoding: "utf8" }));
}

function withStubs<Result>(use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "weft-stubs-"));
  const weft = (...words: string[]) =>
    execFileSync(process.execPath, [join(repository, "weaver-bridge/dist/weft.js"), ...words], {
      cwd: folder,
      encoding: "utf8",
    });
  try {
    for (const name of ["stubs.c", "stubs-main.c"]) copyFileSync(join(here, name), join(folder, name));
    weft("idl", IDL, "--out", ".");
    writeFileSync(join(folder, "stubs.spec"), filledIn(weft("specialize", "--from", IDL)));
    weft("specialize", "stubs.spec", "--out", "out", "--", "gcc", ...FLAGS, "-O2", "-c", "stubs.c");
    copyFileSync(join(folder, "out", "stubs.c"), join(folder, "stubs-residual.c"));
    execFileSync("gcc", [...FLAGS, "-O2", "-no-pie", "stubs-main.c", "-o", "main"], { cwd: folder });
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What somebody knows of these calls. */
function filledIn(template: string): string {
  return STUBS.map((stub) => declarationOf(template, stub))
    .join("\n")
    .replace(/\/\* path == &VARIABLE;[^*]*\*\//g, "path == &motd;")
    .replace(/\/\* how == .* \| (\w+); \*\//, "how == $1;")
    .replace("bytes->_length == 4096;", "bytes->_length == 64;")
    .replace(/(look_special \{[^}]*)_env nonnull;/, "$1_env == 0;");
}

const declarationOf = (template: string, stub: string): string =>
  new RegExp(`specialize \\w+_${stub} as [^}]*\\}\\n`).exec(template)?.[0] ?? "";
