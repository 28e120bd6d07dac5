import { readFileSync } from "node:fs";
import { effectKinds, joinPointColours } from "@weft/language-server/protocol";
import { expect, test } from "vitest";

test("each kind of effect has the theme colour that the table says", () => {
  const manifest = new URL("../../package.json", import.meta.url);
  const { contributes } = JSON.parse(readFileSync(manifest, "utf8"));
  const themed = new Map<string, { light: string; dark: string }>(
    contributes.colors.map(({ id, defaults }: { id: string; defaults: object }) => [id, defaults]),
  );
  const expected = [
    ...Object.entries(joinPointColours).map(([kind, colours]) => ({ id: `weft.${kind}`, ...colours })),
    ...Object.values(effectKinds).flatMap((row) => ("colour" in row ? [row.colour] : [])),
  ];
  for (const { id, light, dark } of expected) expect(themed.get(id)).toMatchObject({ light, dark });
});
