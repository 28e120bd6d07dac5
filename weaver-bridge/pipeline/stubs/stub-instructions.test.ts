/** Real stubs, the real compiler. */
import { expect, test } from "vitest";
import { compileIdl, type Kernel, testCalls } from "../../idl/index.js";
import { executedCalls } from "./stepping/executed-calls.js";
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

const executed = (kernel: Kernel, length: number, edit = (text: string) => text) => {
  const made = compileIdl({ file: "t.idl", text: IDL, readInclude: () => undefined, kernel, selfTest: true });
  const outputs = made.outputs.map(({ name, text }) => ({
    name,
    text: name === "t_client.h" ? edit(text) : text,
  }));
  return executedCalls({ outputs, selfTest: "t_self_test.c", calls: testCalls(made.layout), kernel, length });
};

test("what a call executes in client and server grows with the stated length of what has one", async () => {
  for (const kernel of ["x0", "v2", "v4"] as const) {
    const [none, some, most] = await Promise.all([0, 16, 32].map((length) => executed(kernel, length)));
    expect([none?.why, some?.why, most?.why], kernel).toEqual([undefined, undefined, undefined]);
    const of = (counts: typeof some, name: string) => {
      const { client = 0, server = 0 } = counts?.counts.get(`m_I_${name}`) ?? {};
      return { client, server };
    };
    for (const name of ["tiny", "small", "both"]) {
      expect(of(most, name).client, `${kernel} ${name}`).toBe(of(none, name).client);
      // Each length is a program of its own: in its server's loop gcc spends one copy between registers more or less.
      const apart = Math.abs(of(most, name).server - of(none, name).server);
      expect(apart, `${kernel} ${name}`).toBeLessThanOrEqual(1);
      expect(of(some, name).client).toBeGreaterThanOrEqual(8);
      expect(of(some, name).server).toBeGreaterThanOrEqual(8);
    }
    // The client looks for the end of the string.
    const grown = of(most, "text").client - of(some, "text").client;
    expect(grown, kernel).toBeGreaterThanOrEqual(16);
    expect(of(some, "text").client - of(none, "text").client, kernel).toBeGreaterThanOrEqual(16);
  }
});

test("a call that does not bring what was sent is not counted, and said", async () => {
  const { counts, why } = await executed("x0", 16, (text) => {
    const broken = text.replace("*a = (CORBA_long)_w0;", "*a = (CORBA_long)_w0 + 1;");
    expect(broken).not.toBe(text);
    return broken;
  });
  expect(why).toBe("the call of m_I_both fails (client: a is not what the server answered)");
  expect([...counts.keys()]).not.toContain("m_I_both");
  expect([...counts.keys()]).toContain("m_I_tiny");
});
