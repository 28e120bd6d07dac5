/** The packaged extension brings all that it runs: unpacked elsewhere, its server and its command work on their own. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { EffectsResult } from "@weft/language-server/protocol";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { startLspClient } from "../support/lsp-client.js";

const repository = join(dirname(fileURLToPath(import.meta.url)), "../..");
const extension = join(repository, "ide/extension");

function unpacked(): string {
  const run = (...args: string[]) =>
    execFileSync("npm", ["run", "--silent", ...args], {
      cwd: repository,
      timeout: 120_000,
      encoding: "utf8",
    });
  if (!existsSync(join(extension, "dist/extension.cjs"))) run("bundle", "-w", "weft-extension");
  run("vsix", "-w", "weft-extension");
  const [name = ""] = readdirSync(join(extension, "dist-vsix"));
  const folder = mkdtempSync(join(tmpdir(), "weft-vsix-"));
  for (const [path, bytes] of Object.entries(unzipSync(readFileSync(join(extension, "dist-vsix", name))))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  chmodSync(join(folder, "extension/weft/weaver-bridge/cli/bin/weft"), 0o755);
  return folder;
}

test("the server and the command of an unpacked .vsix work on a kernel", async () => {
  const folder = unpacked();
  const agent = "extension/weft/weaver-bridge/guest/agent/requests.c";
  for (const part of ["extension.vsixmanifest", "[Content_Types].xml", "extension/dist/extension.cjs", agent])
    expect(existsSync(join(folder, part)), part).toBe(true);
  const manifest = JSON.parse(readFileSync(join(folder, "extension/package.json"), "utf8"));
  expect(existsSync(join(folder, "extension", manifest.main))).toBe(true);

  const kernel = join(folder, "kernel");
  mkdirSync(kernel);
  const source = join(kernel, "owner.c");
  writeFileSync(source, "int chown(int uid)\n{\n\treturn uid;\n}\n");
  writeFileSync(join(kernel, "t.ah"), 'aspect T { advice execution("% chown(...)") : before() { } };\n');
  const commands = { compiler: "gcc", flags: ["-m32"], files: ["*.c"] };
  writeFileSync(join(kernel, "weft.json"), JSON.stringify({ name: "kernel", aspects: ["*.ah"], commands }));
  const programs = join(folder, "extension/weft");
  const effects = execFileSync(join(programs, "weaver-bridge/cli/bin/weft"), ["effects", `${source}:1`], {
    encoding: "utf8",
    timeout: 60_000,
  });
  expect(effects).toContain("before execution of");

  const client = await startLspClient({
    folder: kernel,
    command: [process.execPath, join(programs, "language-server/dist/main.js"), "--stdio"],
  });
  try {
    const uri = client.open(source);
    const shown = await client.until(
      () => client.request<EffectsResult>("weft/effects", { uri }),
      ({ state }) => state === "ready",
    );
    expect(shown.effects.map(({ title }) => title)).toEqual([expect.stringContaining("T: before execution")]);
  } finally {
    await client.stop();
  }
});
