import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { headerTypes } from "./header-types.js";

test("a header that is written for IDL compilers may use their words", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-header-"));
  try {
    writeFileSync(
      join(folder, "base.h"),
      "#ifdef __WIDL__\ntypedef unsigned __int3264 ULONG_PTR;\ntypedef signed __int64 INT64;\n#endif\nstruct pair { int a, b; };\ntypedef char *text;\n",
    );
    const from = join(folder, "a.idl");
    const names = ["ULONG_PTR", "INT64", "struct pair", "text"];
    const found = await headerTypes({
      ...{ header: "base.h", from, names, includeFolders: [], defines: ["__WIDL__", "_WIN32"] },
    });
    expect(found).toEqual({
      ok: true,
      types: [
        { name: "ULONG_PTR", size: 4, align: 4, integer: true },
        { name: "INT64", size: 8, align: 4, integer: true },
        { name: "struct pair", size: 8, align: 4, integer: false },
        { name: "text", size: 4, align: 4, integer: false },
      ],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
