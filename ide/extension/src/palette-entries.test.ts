// Which commands the palette offers, by the manifest's when-clauses: few enough to be read.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
  };
}

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as Manifest;
const { commands, menus } = manifest.contributes;

type Keys = Readonly<Record<string, boolean | string>>;

const plainFile: Keys = {
  "weft.isSource": true,
  "weft.isWovenSource": true,
  "weft.hasLayout": true,
  editorLangId: "c",
};
const inProject: Keys = { ...plainFile, "weft.hasProject": true };

function offered(keys: Keys): string[] {
  const hidden = new Set(
    (menus.commandPalette ?? [])
      .filter(({ when }) => !holds(when ?? "true", keys))
      .map(({ command }) => command),
  );
  return commands.filter(({ command }) => !hidden.has(command)).map(({ title }) => title);
}

test("a C file outside of a project is offered at most 8 commands, among them its set-up", () => {
  expect(offered(plainFile)).toContain("Set Up This Kernel…");
  expect(offered(plainFile).length).toBeLessThanOrEqual(8);
});

test("a C file of a project is offered at most 30 commands", () => {
  const titles = offered(inProject);
  expect(titles).toEqual(
    expect.arrayContaining(["Boot and Debug", "Why Is This (Not) Advised?", "New Aspect…"]),
  );
  expect(titles).not.toContain("Set Up This Kernel…");
  expect(titles.length).toBeLessThanOrEqual(30);
});

test("what a project has brings what can be done with it", () => {
  expect(offered({ ...inProject, "weft.hasSpecifications": true })).toContain("Show Residual Code Beside");
  expect(offered({ ...inProject, "weft.hasInterfaces": true })).toContain("Show Message Layout");
  expect(offered({ ...inProject, "weft.inRecording": true })).toContain("Back to When This Line Last Ran");
  expect(offered({ ...inProject, inDebugMode: true })).toContain("Step into Advice of…");
  expect(offered({ ...inProject, resourceScheme: "weft-woven" })).toContain("Choose Form of Woven Code…");
});

test("each entry is about a command that exists, and each command that the palette never offers is in another menu", () => {
  const known = new Set(commands.map(({ command }) => command));
  const entries = menus.commandPalette ?? [];
  expect(entries.filter(({ command }) => !known.has(command))).toEqual([]);
  const elsewhere = new Set(
    Object.entries(menus).flatMap(([menu, items]) =>
      menu === "commandPalette" ? [] : items.map(({ command }) => command),
    ),
  );
  const never = entries.filter(({ when }) => when === "false").map(({ command }) => command);
  expect(never.filter((command) => !elsewhere.has(command))).toEqual([]);
});

test("clauses are read as the editor reads them", () => {
  const keys = { a: true, b: "two" };
  const clauses = [
    "a",
    "!a",
    "a && c",
    "a || c",
    "!a || b == two",
    "(c || a) && b == 'two'",
    "b =~ /^t/",
    "b != two",
  ];
  expect(clauses.map((clause) => holds(clause, keys))).toEqual([
    true,
    false,
    false,
    true,
    true,
    true,
    true,
    false,
  ]);
  expect(() => holds("a ? b", keys)).toThrow("a ? b");
});

/** Whether a when-clause holds: `||`, `&&`, `!`, brackets, `==`, `!=`, `=~`. Throws on anything else. */
function holds(clause: string, keys: Keys): boolean {
  const tokens = clause.match(/\|\||&&|==|!=|=~|[!()]|'[^']*'|\/(?:\\.|[^/])+\/|[\w.:-]+|\S/g) ?? [];
  let at = 0;
  const take = (token: string) => tokens[at] === token && ++at > 0;
  const either = (): boolean => {
    let value = both();
    while (take("||")) value = both() || value;
    return value;
  };
  const both = (): boolean => {
    let value = one();
    while (take("&&")) value = one() && value;
    return value;
  };
  const one = (): boolean => {
    if (take("!")) return !one();
    if (take("(")) {
      const value = either();
      if (!take(")")) throw new Error(`no end of bracket: ${clause}`);
      return value;
    }
    const name = tokens[at++] ?? "";
    if (!/^[\w.:-]+$/.test(name)) throw new Error(`not understood: ${clause}`);
    const value = keys[name];
    const other = () => (tokens[at++] ?? "").replace(/^'|'$/g, "");
    if (take("==")) return value === other();
    if (take("!=")) return value !== other();
    if (take("=~")) return new RegExp(other().slice(1, -1)).test(String(value ?? ""));
    return name === "true" || (name !== "false" && Boolean(value));
  };
  const value = either();
  if (at < tokens.length) throw new Error(`not understood: ${clause}`);
  return value;
}
