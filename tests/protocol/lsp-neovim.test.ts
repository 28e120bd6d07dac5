/** An independent client, Neovim of Debian, with the configuration that the README gives. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { serverCommand } from "../support/lsp-client.js";
import { requireTool } from "../support/require-tool.js";

const here = dirname(fileURLToPath(import.meta.url));
const lua = join(here, "neovim");

interface Seen {
  readonly lenses: readonly string[];
  readonly hover: string;
  readonly definitions: readonly string[];
  readonly symbols: number;
  readonly filetype: string;
  readonly problems: readonly string[];
}

const KERNEL = `/** Changes the owner. */
int chown(int uid)
{
	return uid;
}
int main(void)
{
	return chown(3);
}
`;
const ASPECT = `aspect TraceCalls {
	advice execution("% chown(...)") : before() { }
};
`;

function drive(...options: string[]): Seen {
  const folder = mkdtempSync(join(tmpdir(), "weft-neovim-"));
  const project = join(folder, "kernel");
  mkdirSync(project);
  writeFileSync(join(project, "owner.c"), KERNEL);
  writeFileSync(join(project, "trace.ah"), ASPECT);
  writeFileSync(
    join(project, "weft.json"),
    JSON.stringify({
      name: "kernel",
      aspects: ["*.ah"],
      commands: { compiler: "gcc", flags: ["-m32", "-std=gnu11"], files: ["*.c"] },
    }),
  );
  const out = join(folder, "out.json");
  execFileSync(
    "nvim",
    ["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", `luafile ${join(lua, "drive.lua")}`],
    {
      cwd: project,
      timeout: 150_000,
      env: {
        ...process.env,
        HOME: folder,
        WEFT_LUA: lua,
        WEFT_COMMAND: JSON.stringify([
          process.execPath,
          ...serverCommand().filter((word) => word !== "--stdio"),
          ...options,
        ]),
        WEFT_KERNEL: join(project, "owner.c"),
        WEFT_SYMBOL: "chown",
        WEFT_ASPECT: join(project, "trace.ah"),
        WEFT_OUT: out,
      },
    },
  );
  return JSON.parse(readFileSync(out, "utf8")) as Seen;
}

test("Neovim shows lenses, hover, definitions and problems of aspects, and clangd's answers", (context) => {
  requireTool(context, "nvim");
  const seen = drive();
  expect(seen.lenses).toContain("advised by TraceCalls");
  expect(seen.hover).toContain("TraceCalls");
  expect(seen.hover).toContain("function `chown`");
  expect(seen.definitions).toContain("trace.ah");
  expect(seen.symbols).toBeGreaterThan(0);
  expect(seen.filetype).toBe("aspect");
  expect(seen.problems.length).toBeGreaterThan(0);
});

test("beside a clangd of one's own, C files get the aspects' answers only", (context) => {
  requireTool(context, "nvim");
  const seen = drive("--beside");
  expect(seen.lenses).toContain("advised by TraceCalls");
  expect(seen.hover).toContain("TraceCalls");
  expect(seen.hover).not.toContain("function `chown`");
  expect(seen.definitions).toEqual(expect.arrayContaining(["trace.ah"]));
  expect(seen.definitions).not.toContain("owner.c");
  expect(seen.symbols).toBe(0);
  expect(seen.problems.length).toBeGreaterThan(0);
});
