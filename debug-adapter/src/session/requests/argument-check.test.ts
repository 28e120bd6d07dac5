import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { randomRequests } from "../../../../tests/support/random-requests.js";
import { precompiledRequests } from "../../../../weaver-bridge/cli/bundle-schema.mjs";
import { COMMANDS, errorIn } from "./argument-check.js";

test("the code that the bundle has instead says the same of the same arguments, and compiles nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-check-"));
  try {
    const outfile = join(folder, "check.mjs");
    const { metafile } = await build({
      entryPoints: [join(import.meta.dirname, "argument-check.ts")],
      ...{ outfile, bundle: true, platform: "node", format: "esm", conditions: ["source"], metafile: true },
      plugins: [precompiledRequests],
    });
    const parts = Object.keys(metafile.inputs).filter((name) =>
      /node_modules\/ajv\/(?!dist\/runtime)/.test(name),
    );
    expect(parts).toEqual([]);
    const made = (await import(pathToFileURL(outfile).href)) as {
      readonly COMMANDS: typeof COMMANDS;
      readonly errorIn: typeof errorIn;
    };
    expect(made.COMMANDS).toEqual(COMMANDS);
    const requests = [...randomRequests(2_000, 1), { command: "no such command", arguments: {} }];
    const said = (check: typeof errorIn) =>
      requests.map(({ command, arguments: given }) => {
        const error = check(command, given);
        return error && [command, error.instancePath, error.keyword, error.params, error.message, error.data];
      });
    const theirs = said(errorIn);
    expect(theirs.filter((error) => error !== undefined).length).toBeGreaterThan(100);
    expect(said(made.errorIn)).toEqual(theirs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
