/** The text of a write with its guards: each piece of the original stands once where it is evaluated, lines stay. */

import type { GuardSite, GuardTarget } from "../facts/guard-site.js";
import { asmMustBind, BoundAsm } from "./bound-asm.js";
import { BoundWrite, mustBind } from "./bound-write.js";
import type { GuardText, Piece, Renderer, Target } from "./guard-text.js";
import { Lines } from "./unit-lines.js";

/** All of `unitText`. Sites have targets. */
export function renderWrites(unitText: string, sites: readonly GuardSite[], text: GuardText): string {
  const groups = new Map<string, GuardSite[]>();
  for (const site of sites) {
    const { start, end } = site.store?.form === "asm" ? site.store.statement : site.range;
    const key = `${start}:${end}`;
    groups.set(key, [...(groups.get(key) ?? []), site]);
  }
  const pieces = [...groups.values()].flatMap((group) => piecesOf(unitText, group, text));
  return renderer(unitText, merged(pieces))(0, unitText.length);
}

/** What is outside stands first. */
function merged(pieces: readonly Piece[]): Piece[] {
  return [...pieces].sort((a, b) => a.start - b.start || b.end - a.end || b.rank - a.rank);
}

function renderer(unitText: string, pieces: readonly Piece[]): Renderer {
  const within = (from: number, to: number, first: number): string => {
    let text = "";
    let at = from;
    for (let index = first; index < pieces.length; index++) {
      const piece = pieces[index] as Piece;
      if (piece.start >= to) break;
      if (piece.start < at || piece.end > to) continue;
      text += unitText.slice(at, piece.start);
      text += piece.write((start, end) => within(start, end, index + 1));
      at = piece.end;
    }
    return text + unitText.slice(at, to);
  };
  return (from, to) => within(from, to, firstFrom(pieces, from));
}

function firstFrom(pieces: readonly Piece[], from: number): number {
  const index = pieces.findIndex(({ start }) => start >= from);
  return index < 0 ? pieces.length : index;
}

function piecesOf(unitText: string, group: readonly GuardSite[], text: GuardText): Piece[] {
  const [{ range, store } = { range: undefined, store: undefined }] = group;
  if (range === undefined) return [];
  const targets = targetsOf(group);
  const enter = text.enter(group.map(({ guard }) => guard));
  const lines = new Lines(unitText);
  const guard = { text, enter };
  if (store?.form === "asm") {
    const { start, end } = store.statement;
    const extent = { start, end: lines.behindSemicolon(end) };
    if (asmMustBind(lines, store.statement, targets)) {
      const write = new BoundAsm(lines, guard, store.statement, targets);
      return [{ ...extent, rank: 2, write: (render) => lines.resumed(write.text(render), extent) }];
    }
    const scope = `{ ${enter}`;
    const statement: Piece = {
      ...extent,
      rank: 2,
      write: (render) => `${scope} ${render(start, extent.end)} }`,
    };
    return [...(enter === "" ? [] : [statement]), ...targets.map((target) => inPlace(target, text))];
  }
  if (store !== undefined && mustBind(lines, store, range, targets)) {
    const write = new BoundWrite(lines, guard, range, store, targets);
    const whole: Piece = { ...range, rank: 2, write: (render) => lines.resumed(write.text(render), range) };
    return [whole, ...write.captures()];
  }
  const write: Piece = {
    ...range,
    rank: 2,
    write: (render) => `({ ${enter} ${render(range.start, range.end)}; })`,
  };
  return [...(enter === "" ? [] : [write]), ...targets.map((target) => inPlace(target, text))];
}

/** Guards about one object share what is taken of it. */
function targetsOf(group: readonly GuardSite[]): Target[] {
  const found = new Map<string, { target: GuardTarget; sites: GuardSite[] }>();
  for (const site of group) {
    const { target } = site;
    if (target === undefined) continue;
    const key = `${target.range.start}:${target.range.end}:${target.is === "pointer"}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { target, sites: [site] });
    else known.sites.push(site);
  }
  return [...found.values()];
}

/** `(*({ __auto_type __weft_o = &(object); TEST __weft_o; })).member = 1`: where there is nothing to be evaluated first. */
function inPlace({ target, sites }: Target, text: GuardText): Piece {
  const { range, is } = target;
  const [open, close] = is === "pointer" ? ["(", ")"] : ["(*(", "))"];
  const tests = sites.map((site) => text.test(site, "__weft_o")).join(" ");
  return {
    ...range,
    rank: 0,
    write: (render) =>
      `${open}{ __auto_type __weft_o = ${is === "pointer" ? "" : "&"}(${render(range.start, range.end)}); ${tests} __weft_o; }${close}`,
  };
}
