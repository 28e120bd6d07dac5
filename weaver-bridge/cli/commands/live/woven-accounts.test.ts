/** After a weave the numbers are those of the hooks that are there: what the image has and the weave left out is refused. */
import { basename } from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../../../tests/support/object-code/compile.js";
import {
  type JournalGap,
  type JournalHook,
  openImageFile,
  resolveInImage,
} from "../../../live-weave/index.js";
import type { AspectEffect } from "../../../model/index.js";
import { parsePointcut } from "../../../pointcut/index.js";
import { describeParts, describeWoven, modulesLeftOut, partsJson, wovenAccounts } from "./woven-accounts.js";

const TEXT = `struct s { int a, b; };
int one(struct s *p) { return p->a; }
int two(struct s *p) { return p->a + 3; }
int three(struct s *p) { return p->a * p->b; }
static int never(struct s *p) { return p->a; }
`;
const POINTCUT = 'get("% s::a")';

test("what has no hook is refused with the weave's reason, what is gone stays gone", async () => {
  const compiled = compile(TEXT, { compiler: "gcc", options: ["-O2", "-g", "-w"], linked: true });
  try {
    const image = openImageFile(compiled.file);
    const question = { pointcut: parsePointcut(POINTCUT).value, text: POINTCUT, files: [] };
    const inImage = resolveInImage(image, question).joinPoints;
    const [first, second] = inImage;
    const hooks = [{ address: first?.places[0]?.address }] as unknown as JournalHook[];
    const effectsIn = (file: string | undefined) => {
      const range = { ...second?.joinPoint.range, file };
      const joinPoint = { ...second?.joinPoint, range };
      return [{ target: range, binding: { joinPoint } }] as unknown as AspectEffect[];
    };
    const { file } = second?.joinPoint.range ?? {};
    const unreachable: JournalGap[] = [
      // Another file of that name, with the same function at the same line.
      { place: "two", reason: "of another file", effects: effectsIn(`/elsewhere/${basename(file ?? "")}`) },
      { place: "two", reason: "a jump leads into its hook", effects: effectsIn(file) },
      { place: "two", reason: "of a file after it", effects: effectsIn(`/later/${basename(file ?? "")}`) },
    ];
    const accounts = await wovenAccounts(image, question, { hooks, unreachable });
    expect(
      accounts.joinPoints.map(
        ({ joinPoint: { within }, account, why }) => `${/\w+(?=\()/.exec(within)?.[0]} ${account}: ${why}`,
      ),
    ).toEqual([
      "one hooked: undefined",
      "two refused: a jump leads into its hook",
      "three refused: its code is known, and no hook was put there",
      expect.stringMatching(/^never gone: /),
    ]);
    const text = describeWoven(accounts, image);
    expect(text).toContain("4 join points of 1 sources: 1 hooked, 1 gone, 2 refused\n");
    expect(text).toContain("no instruction: a jump leads into its hook\n");
    const parts = [undefined, "loop"].map((module) => ({ module, image, accounts }));
    expect(describeParts(parts)).toBe(
      `${text}module loop:\n${text}in all: 8 join points of 2 sources: 2 hooked, 2 gone, 4 refused\n`,
    );
    expect(describeParts(parts.slice(0, 1))).toBe(text);
    expect(partsJson(parts)).toMatchObject({
      accounts: { hooked: 1, refused: 2 },
      modules: [{ name: "loop", accounts: { hooked: 1, refused: 2 } }],
    });
  } finally {
    compiled.remove();
  }
});

test("modules without debug information are told to be left out, each with its hooks", () => {
  const modules = ["dummy", "loop"].map((name) => ({ name, image: { file: `/m/${name}.ko` } }));
  const hooks = [{ module: "loop" }, {}, { module: "loop" }] as unknown as JournalHook[];
  expect(modulesLeftOut(modules, hooks).map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
    "note: join points of the module dummy are not among these; 0 hooks are in it",
    "note: join points of the module loop are not among these; 2 hooks are in it",
  ]);
});
