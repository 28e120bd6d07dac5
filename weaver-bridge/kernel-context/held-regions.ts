/**
 * Which regions (locks, interrupts off) a function is in at each of its places: those that it entered on every way
 * there. Loops are walked once, a `goto` brings what is held to its label.
 */
import type { ContextRules, Region } from "./context-table.js";
import type { SourceFunction } from "./read-source.js";
import type { Call, Statement } from "./read-statements.js";

export interface Held {
  readonly region: Region;
  /** The lock as written, `&rq->lock`; empty for regions that have no name. */
  readonly lock: string;
  /** Offset where it was entered; -1 for one that holds from the start. */
  readonly since: number;
}

export interface HeldAt {
  /** Behind this offset. */
  readonly from: number;
  readonly held: readonly Held[];
}

export interface Regions {
  /** What changes, by offset. Before the first one {@link atStart} holds. */
  readonly changes: readonly HeldAt[];
  readonly atStart: readonly Held[];
  /** At each `return` and at the end, with its offset. */
  readonly exits: readonly HeldAt[];
  /** Regions that it leaves without having entered them: they end in its caller too. */
  readonly leaves: ReadonlySet<Region>;
  /** Calls in their order, with what is held when they begin. */
  readonly calls: readonly { readonly call: Call; readonly held: readonly Held[] }[];
}

/** Pure; `rules` says what calls do. */
export function regionsOf(of: SourceFunction, rules: ContextRules): Regions {
  const { annotated } = rules;
  const atStart = of.annotations.flatMap(({ name, argument }): Held[] =>
    annotated !== undefined && (rules.holds.has(name) || rules.releases.has(name))
      ? [{ region: annotated, lock: argument, since: -1 }]
      : [],
  );
  const walk = new Walk(rules, atStart);
  const end = walk.through(of.statements, atStart);
  if (end !== undefined) walk.exits.push({ from: of.end, held: end });
  return {
    atStart,
    changes: walk.changes.sort((a, b) => a.from - b.from),
    exits: walk.exits,
    leaves: walk.leaves,
    calls: walk.calls,
  };
}

/** What is held at an offset of the function. */
export function heldAt({ changes, atStart }: Regions, offset: number): readonly Held[] {
  let held = atStart;
  for (const change of changes) {
    if (change.from > offset) break;
    held = change.held;
  }
  return held;
}

/** Undefined where no way leads. */
type State = readonly Held[] | undefined;

class Walk {
  readonly changes: HeldAt[] = [];
  readonly exits: HeldAt[] = [];
  readonly leaves = new Set<Region>();
  readonly calls: { call: Call; held: readonly Held[] }[] = [];
  private readonly atLabel = new Map<string, State>();
  private last = 0;

  constructor(
    private readonly rules: ContextRules,
    private readonly initial: readonly Held[],
  ) {}

  through(statements: readonly Statement[], before: State): State {
    const atBlock = before;
    let state = before;
    for (const statement of statements) {
      if (statement.kind === "call") state = this.call(statement.call, state);
      else if (statement.kind === "branch") state = this.branch(statement, state);
      else if (statement.kind === "label") state = this.label(statement, state, atBlock);
      else {
        this.last = statement.start;
        if (statement.kind === "return" && state !== undefined)
          this.exits.push({ from: statement.start, held: state });
        if (statement.kind === "jump" && statement.label !== undefined)
          this.atLabel.set(statement.label, meet(this.atLabel.get(statement.label), state));
        state = undefined;
      }
    }
    return state;
  }

  private call(call: Call, state: State): State {
    this.last = call.end;
    // Code behind a jump that no label leads to is walked as if nothing were held.
    const held = state ?? [];
    this.calls.push({ call, held });
    const leaving = this.rules.leaves(call.name);
    const entering = this.rules.enters(call.name);
    if (leaving.length + entering.length === 0) return state;
    let now = held;
    for (const region of leaving) now = this.leave(region, lockOf(region, call), now);
    for (const region of entering) now = [...now, { region, lock: lockOf(region, call), since: call.start }];
    this.changed(call.end, now);
    return now;
  }

  private leave(region: Region, lock: string, held: readonly Held[]): readonly Held[] {
    const same = held.findLastIndex((item) => item.region === region && item.lock === lock);
    const at = same !== -1 ? same : held.findLastIndex((item) => item.region === region);
    // A lock that is released by another function of its family, `spin_unlock` for `raw_spin_lock`.
    const named = at !== -1 || lock === "" ? at : held.findLastIndex((item) => item.lock === lock);
    // What held from the start is its caller's.
    if (named === -1 || held[named]?.since === -1) this.leaves.add(region);
    return held.filter((_, index) => index !== named);
  }

  private branch({ arms, optional }: Statement & { kind: "branch" }, before: State): State {
    let after: State = optional ? before : undefined;
    for (const arm of arms) {
      this.changed(this.last, before ?? this.initial);
      after = meet(after, this.through(arm, before));
    }
    this.changed(this.last, after ?? this.initial);
    return after;
  }

  /** A `case` is reached from the head of its `switch` or from the case above. */
  private label({ name, start }: Statement & { kind: "label" }, state: State, atBlock: State): State {
    const now = name === "case" ? meet(atBlock, state) : meet(this.atLabel.get(name), state);
    this.last = start;
    this.changed(start, now ?? this.initial);
    return now;
  }

  private changed(from: number, held: readonly Held[]): void {
    this.changes.push({ from, held });
  }
}

/** What is held on both ways. */
function meet(a: State, b: State): State {
  if (a === undefined || b === undefined) return a ?? b;
  return a.filter((item) => b.some((other) => other.region === item.region && other.lock === item.lock));
}

function lockOf({ kind }: Region, { arguments: given }: Call): string {
  return kind === "lock" ? (given[0] ?? "") : "";
}
