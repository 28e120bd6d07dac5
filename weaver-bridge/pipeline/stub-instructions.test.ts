/** Real stubs, the real compiler. */
import { expect, test } from "vitest";
import { compileIdl, type Kernel } from "../idl/index.js";
import { stubInstructions } from "./stub-instructions.js";

const IDL = `module m { interface I {
  void tiny(); void small(in long a); void text(in string<40> t); void both(inout long a, out short b);
}; };`;

async function counted(kernel: Kernel) {
  const { outputs } = compileIdl({ file: "t.idl", text: IDL, readInclude: () => undefined, kernel });
  const stubs = ["m_I_tiny", "m_I_small", "m_I_text", "m_I_both"];
  return stubInstructions({ outputs, header: "t_client.h", stubs });
}

test("a call's instructions are those that single-stepping finds, more for more data", async () => {
  for (const kernel of ["x0", "v2", "v4"] as const) {
    const counts = await counted(kernel);
    const of = (name: string) => counts.get(`m_I_${name}`)?.instructions ?? 0;
    // npm run bench -- idl steps 13 to 16 in the client of its smallest operation.
    expect(of("tiny"), kernel).toBeGreaterThanOrEqual(8);
    expect(of("tiny"), kernel).toBeLessThanOrEqual(22);
    expect(of("small"), kernel).toBeGreaterThanOrEqual(of("tiny"));
    expect(of("both"), kernel).toBeGreaterThan(of("tiny"));
    expect(counts.size, kernel).toBe(4);
  }
});

test("headers that don't compile have no counts", async () => {
  const outputs = [{ name: "t_client.h", text: "this is no C" }];
  expect((await stubInstructions({ outputs, header: "t_client.h", stubs: ["f"] })).size).toBe(0);
});
