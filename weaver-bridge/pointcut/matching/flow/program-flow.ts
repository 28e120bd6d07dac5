/**
 * Decides `cflow` for a whole program from what its units add to the graph of calls. Static functions of different
 * units may have one USR, so here they carry their unit's key as well.
 */
import { type ProjectFlow, projectFlow, type UnitFlow } from "./project-flow.js";

export interface ProgramUnit {
  /** Of this unit alone. */
  readonly key: string;
  readonly flow: UnitFlow;
}

/**
 * `foreign`: names by which code that is in no unit (assembler, foreign objects) may call functions. Undefined when
 * units define one function differently, so that they can't be one program. `begins`: functions with which another
 * flow of control begins (the switch to another thread, the first function of all): who calls them is not around them.
 */
export function programFlow(
  units: readonly ProgramUnit[],
  foreign: ReadonlySet<string>,
  begins: readonly string[] = [],
): ProjectFlow | undefined {
  const isBegin = (usr: string) => begins.includes(/@F@(\w+)[^@]*$/.exec(usr)?.[1] ?? "");
  const own = units.map(qualified).map((flow) => ({
    ...flow,
    edges: flow.edges.filter(([, callee, how]) => how === "address" || !isBegin(callee)),
    exposed: flow.exposed?.filter((usr) => !isBegin(usr)) ?? [],
  }));
  if (contradict(own)) return undefined;
  const callable = new Set([...foreign, ...units.flatMap(({ flow }) => flow.mentioned ?? [])]);
  const mangled = [...callable].filter((name) => name.startsWith("_Z"));
  const isCallable = (usr: string) => {
    const names = [...usr.matchAll(/@F@~?(\w+)/g)].map(([, name = ""]) => name);
    if (names.some((name) => callable.has(name))) return true;
    // Operators and templates have other names in symbols.
    const isPlain = names.length > 0 && !names.some((name) => name.startsWith("operator"));
    return isPlain
      ? names.some((name) => mangled.some((symbol) => symbol.includes(name)))
      : mangled.length > 0;
  };
  const exposed = [...new Set(own.flatMap(({ defined }) => defined))].filter(
    (usr) => isCallable(usr) && !isBegin(usr),
  );
  const outside: UnitFlow = {
    edges: [],
    indirectCalls: [],
    defined: [],
    internal: [],
    overriders: [],
    exposed,
    triggers: [],
  };
  return projectFlow([...own, outside], true);
}

/** What of the program's decisions concerns one unit, with its own names. */
export function flowSeenBy(program: ProjectFlow, { key, flow }: ProgramUnit): ProjectFlow {
  const names = new Map<string, string>();
  for (const usr of [...flow.defined, ...flow.triggers.flatMap(({ asked }) => asked)])
    names.set(flow.internal.includes(usr) ? `${usr}@@${key}` : usr, usr);
  const own = (list: readonly string[]) => list.flatMap((name) => names.get(name) ?? []).sort();
  return {
    known: own(program.known),
    triggers: program.triggers.map((trigger) => ({
      ...trigger,
      always: own(trigger.always),
      sometimes: own(trigger.sometimes),
    })),
  };
}

function qualified({ key, flow }: ProgramUnit): UnitFlow {
  const internal = new Set(flow.internal);
  const name = (usr: string) => (internal.has(usr) ? `${usr}@@${key}` : usr);
  const names = (list: readonly string[]) => list.map(name);
  return {
    edges: flow.edges.map(([caller, callee, how]) => [name(caller), name(callee), how] as const),
    indirectCalls: flow.indirectCalls.map(([caller, shape]) => [name(caller), shape] as const),
    shapes: Object.fromEntries(Object.entries(flow.shapes ?? {}).map(([usr, shape]) => [name(usr), shape])),
    defined: names(flow.defined),
    internal: names(flow.internal),
    overriders: flow.overriders.map(([base, overrider]) => [name(base), name(overrider)] as const),
    exposed: names(flow.exposed ?? []),
    triggers: flow.triggers.map(({ key: trigger, executions, calls, asked }) => ({
      key: trigger,
      executions: names(executions),
      calls: calls.map(({ caller, callee, all }) => ({ caller: name(caller), callee: name(callee), all })),
      asked: names(asked),
    })),
  };
}

/** Does one unit take a function for a trigger, or calls in it, that another unit has too and doesn't? */
function contradict(units: readonly UnitFlow[]): boolean {
  const parts = new Map<string, string>();
  for (const { defined, triggers } of units) {
    const own = new Map<string, string[]>();
    const note = (usr: string, what: string) => own.set(usr, [...(own.get(usr) ?? []), what]);
    for (const { key, executions, calls } of triggers) {
      for (const usr of executions) note(usr, key);
      for (const { caller, callee, all } of calls) note(caller, `${key} ${callee} ${all}`);
    }
    for (const usr of defined) {
      const part = (own.get(usr) ?? []).sort().join("\n");
      const known = parts.get(usr);
      if (known !== undefined && known !== part) return true;
      parts.set(usr, part);
    }
  }
  return false;
}
