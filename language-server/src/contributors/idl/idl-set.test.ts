import { expect, test } from "vitest";
import { createDocuments, uriOfPath } from "../../workspace/index.js";
import { idlHover } from "./idl-hover.js";
import { createIdlSet } from "./idl-set.js";

const IDL = "interface echo { long say(in string<40> text); void tick(); };\n";

test("a stub's count is what a call executes on both sides, for the lengths that are told", async () => {
  const documents = createDocuments();
  documents.open(uriOfPath("/echo.idl"), "weft-idl", 1, IDL);
  const project = { root: "/", idl: [] } as unknown as Parameters<ReturnType<typeof createIdlSet>["read"]>[0];
  let told = (): void => undefined;
  const set = createIdlSet(documents, () => told());
  const read = () => set.read(project, ["/echo.idl"]);
  const executed = (stub: string) => read()[0]?.counts?.get(stub)?.executed;
  try {
    await new Promise<void>((resolve) => {
      told = () => {
        if (executed("echo_say") !== undefined) resolve();
      };
      read();
    });
    expect(executed("echo_say")).toMatchObject({ length: 16 });
    expect(executed("echo_tick")).toMatchObject({ length: undefined });
    const snapshot = {
      idl: read(),
      text: (path: string) => documents.read(path),
      sources: () => [],
      problemsIn: () => [],
    } as unknown as Parameters<typeof idlHover>[0];
    const { client, server } = executed("echo_say") ?? {};
    expect(client).toBeGreaterThan(16);
    const hover = idlHover(snapshot, "/echo.idl", { line: 0, character: IDL.indexOf("say") })?.markdown;
    expect(hover).toContain(
      `a call executes ${client} instructions in the client and ${server} in the server with lengths of 16`,
    );
  } finally {
    set.dispose();
  }
}, 60_000);
