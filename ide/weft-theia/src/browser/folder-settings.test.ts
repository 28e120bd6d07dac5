import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isUserOnly, type Settings, withoutUserOnly } from "./folder-settings";
import { MACHINE_SETTINGS } from "./machine-settings";

const ide = fileURLToPath(new URL("../../../", import.meta.url));

/** All ways to write a setting: flat, nested, and each in between; for all languages and for one. */
function spellings(name: string, value: unknown): Settings[] {
  const parts = name.split(".");
  const below = (rest: readonly string[]): Settings[] =>
    rest.flatMap((_, at) => {
      const key = rest.slice(0, at + 1).join(".");
      const inner = rest.slice(at + 1);
      return inner.length === 0 ? [{ [key]: value }] : below(inner).map((one) => ({ [key]: one }));
    });
  const all = below(parts);
  return [...all, ...all.map((one) => ({ "[c]": one })), ...all.map((one) => ({ "[c][cpp]": one }))];
}

const PROGRAMS = [
  "weft.clangd.path",
  "git.path",
  "npm.binary",
  "x.y.fooPath",
  "terminal.integrated.shell.linux",
];

test.each([...PROGRAMS, ...MACHINE_SETTINGS, "security.workspace.trust.enabled"])(
  "%s is the user's however it is written",
  (name) => {
    for (const settings of spellings(name, "/folder/evil"))
      expect(JSON.stringify(withoutUserOnly(settings))).not.toContain("/folder/evil");
  },
);

test("what a folder may say stays as it was written", () => {
  const settings = {
    "editor.tabSize": 8,
    editor: { rulers: [80], minimap: { enabled: false } },
    "files.associations": { "*.args": "c", "**/path": "cpp" },
    "[c]": { "editor.insertSpaces": false },
    launch: { configurations: [{ type: "weft", args: ["x"] }], linux: { args: ["y"] } },
  };
  expect(withoutUserOnly(settings)).toEqual(settings);
  expect(withoutUserOnly({ git: { path: "/evil", autofetch: false } })).toEqual({
    git: { autofetch: false },
  });
});

test("no name writes into all objects", () => {
  const settings = JSON.parse(
    '{"__proto__": {"x": 1}, "weft": {"__proto__": {"nodePath": "/evil"}}}',
  ) as Settings;
  expect(Object.entries(withoutUserOnly(settings))).toEqual([["weft", {}]]);
});

test("every setting of a built-in extension that is the machine's is on the list, and no other", () => {
  const plugins = join(ide, "app/plugins");
  const found = existsSync(plugins) ? readdirSync(plugins).map((name) => join(plugins, name)) : [];
  const manifests = [join(ide, "extension"), ...found].map((folder) => join(folder, "package.json"));
  const named = manifests.filter((file) => existsSync(file)).flatMap(machineSettings);
  for (const name of named) expect([name, isUserOnly(name)]).toEqual([name, true]);
  for (const name of new Set(named)) expect(MACHINE_SETTINGS).toContain(name);
  if (found.length > 1) expect([...new Set(named)].sort()).toEqual([...MACHINE_SETTINGS].sort());
});

function machineSettings(file: string): string[] {
  const { contributes } = JSON.parse(readFileSync(file, "utf8")) as {
    contributes?: { configuration?: object | object[] };
  };
  const sections = [contributes?.configuration ?? []].flat() as {
    properties?: Record<string, { scope?: string }>;
  }[];
  return sections.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, { scope }]) =>
      /^(machine|application)/.test(scope ?? "") ? [name] : [],
    ),
  );
}
