/** `cflow` decided from call graphs: over one unit, over a project, and where it can't be. */
import { describe, expect, test } from "vitest";
import { programFlow } from "./program-flow.js";
import { projectFlow, type UnitFlow } from "./project-flow.js";

const KEY = "k";

/** `a>b` calls, `a~b` takes the address, `a*b` is a virtual call, `a()` and `a(pi)` call through a pointer. */
function unit(
  graph: string,
  options: Partial<UnitFlow> & {
    inside?: string[];
    calls?: [string, string, boolean][];
    asked?: string[];
  } = {},
): UnitFlow {
  const { inside = [], calls = [], asked = [], ...rest } = options;
  const edges: UnitFlow["edges"][number][] = [];
  const indirect: [string, string][] = [];
  const defined = new Set<string>();
  for (const item of graph.split(/\s+/)) {
    const edge = /^(\w+)([>~*])(\w+)$/.exec(item);
    if (edge !== null) {
      const how = edge[2] === ">" ? "direct" : edge[2] === "~" ? "address" : "virtual";
      edges.push([edge[1] as string, edge[3] as string, how]);
      defined.add(edge[1] as string);
    } else if (item.endsWith(")")) {
      const [caller, shape] = item.slice(0, -1).split("(");
      indirect.push([caller as string, shape || "*"]);
    } else defined.add(item);
  }
  const triggers = [
    {
      key: KEY,
      executions: inside,
      calls: calls.map(([caller, callee, all]) => ({ caller, callee, all })),
      asked,
    },
  ];
  return {
    edges,
    indirectCalls: indirect,
    defined: [...defined],
    internal: [],
    overriders: [],
    triggers,
    ...rest,
  };
}

/** Each function with what is known of it. */
function decided(units: UnitFlow[], complete = true): Record<string, string> {
  const flow = projectFlow(units, complete);
  const [trigger] = flow.triggers;
  return Object.fromEntries(
    flow.known.map((name) => [
      name,
      trigger?.always.includes(name) ? "always" : trigger?.sometimes.includes(name) ? "sometimes" : "never",
    ]),
  );
}

describe("a whole program", () => {
  test("what only the trigger calls is always inside, what others call too is sometimes", () =>
    expect(decided([unit("main>P main>both P>only P>both other both only", { inside: ["P"] })])).toEqual({
      main: "never",
      P: "always",
      both: "sometimes",
      only: "always",
      other: "never",
    }));
  test("units add up", () =>
    expect(decided([unit("P>only only", { inside: ["P"] }), unit("main>only main>P")]).only).toBe(
      "sometimes",
    ));
  test("a call that is a trigger makes its callee inside; all calls or only some", () => {
    expect(decided([unit("main>f f", { calls: [["main", "f", true]] })])).toMatchObject({ f: "always" });
    expect(decided([unit("main>f f", { calls: [["main", "f", false]] })])).toMatchObject({ f: "sometimes" });
  });
  test("recursion and unreachable circles end", () =>
    expect(decided([unit("main>P P>a a>b b>a lost>found found>lost", { inside: ["P"] })])).toMatchObject({
      a: "always",
      b: "always",
      lost: "never",
    }));
  test("a function whose address is taken may be called wherever pointers are, and from outside", () => {
    expect(decided([unit("main>P main~hook P() hook P", { inside: ["P"] })]).hook).toBe("sometimes");
    expect(decided([unit("main>P main~hook hook P", { inside: ["P"] })]).hook).toBe("never");
  });
  test("a call through a pointer reaches what takes what it passes", () => {
    const graph = "main>P main~hook main~other P(pi) hook other P";
    const shapes = { hook: "pi", other: "i" };
    expect(decided([unit(graph, { inside: ["P"], shapes })])).toMatchObject({
      hook: "sometimes",
      other: "never",
    });
  });
  test("what begins another flow of control is not inside its caller's", () => {
    const graph = "c:@F@main#>c:@F@P# c:@F@P#>c:@F@go# c:@F@main#~c:@F@task# c:@F@task#";
    const flow = unit("").triggers[0] as UnitFlow["triggers"][number];
    const whole = {
      ...unit(""),
      edges: graph.split(" ").flatMap((item) => {
        const [, caller = "", how, callee = ""] = /^(c:@F@\w+#)([>~])(.+)$/.exec(item) ?? [];
        return how === undefined ? [] : [[caller, callee, how === ">" ? "direct" : "address"] as const];
      }),
      defined: ["c:@F@main#", "c:@F@P#", "c:@F@task#"],
      triggers: [{ ...flow, executions: ["c:@F@P#"], asked: ["c:@F@task#"] }],
    };
    const decidedBy = (begins: string[]) =>
      programFlow([{ key: "u", flow: whole }], new Set(), begins)?.triggers[0];
    expect(decidedBy([])).toMatchObject({ sometimes: ["c:@F@task#"], decided: false });
    expect(decidedBy(["go"])).toMatchObject({ sometimes: [], decided: true });
  });
  test("code without a body may call what has its address taken", () =>
    expect(decided([unit("main>P P>library main~hook hook", { inside: ["P"] })]).hook).toBe("sometimes"));
  test("a virtual call reaches every overrider", () =>
    expect(decided([unit("main>P P*v v w>x x", { inside: ["P"], overriders: [["v", "w"]] })])).toMatchObject({
      v: "always",
      w: "always",
      x: "always",
    }));
  test("the counter is needed only where an asking function is undecided", () => {
    const graph = "main>P main>both P>only P>both both only";
    const isDecided = (asked: string[]) =>
      projectFlow([unit(graph, { inside: ["P"], asked })], true).triggers[0]?.decided;
    expect([isDecided(["only", "main"]), isDecided(["both"]), isDecided(["unknown"])]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("one unit of many", () => {
  test("only what nothing outside can call is decided", () => {
    const graph = "P>own P>shared api>other own shared other";
    const found = decided([unit(graph, { inside: ["P"], internal: ["own", "other"] })], false);
    expect(found).toMatchObject({ own: "always", shared: "sometimes", api: "sometimes", other: "sometimes" });
  });
  test("a static function whose address is taken is open", () =>
    expect(decided([unit("P>own P~own own", { inside: ["P"], internal: ["own"] })], false).own).toBe(
      "sometimes",
    ));
  test("never says that no unit needs a counter", () =>
    expect(
      projectFlow([unit("P>own own", { inside: ["P"], internal: ["own"] })], false).triggers[0]?.decided,
    ).toBe(false));
});
