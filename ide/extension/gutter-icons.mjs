// Draws the margin icons: one SVG per combination of advice kinds, join point kind, certainty and theme.
//
// How to read one: the bar is the join point. An arrow above it is before advice, an arrow below is after advice,
// brackets at its sides are around advice. What sits on the bar says which join point: nothing for an execution, an
// arrow head for a call, a ring for a read, a dot for a write, a diamond for a reference, a cross for an operator, a
// rising or falling stroke for construction and destruction. A dashed drawing, with a question mark where there is room,
// applies only under a condition that is tested at run time. In aspects, the arrow leaves to the right: "advises"; a line that advises and is advised has an
// arrow out and one in. A plus in a frame is an introduction, in aspects with an arrow that leaves it, two arrows that
// pass each other are a stub, a folded sheet is residual code, a shield a guard, a pulse advice in a running kernel. A
// dot in the corner says that there is something of another tool at the line, too.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What has lost its colour because several kinds meet. */
const MIXED = { light: "#424242", dark: "#d0d0d0" };

/** Drawings of what is no advice, by the glyphs of the table of kinds; in aspects, specifications and IDL the second. */
const glyphs = {
  plus: [introduction, introductionSource],
  "passing arrows": [stub, stub],
  fold: [residual, residual],
  shield: [guard, guard],
  pulse: [live, live],
};

/**
 * Writes all icons into `directory`: `target-<advice kinds>-<join point>[-conditional][-more]-<theme>.svg` for advice,
 * `target-<kind>[-more]-<theme>.svg` for what is none, `source-…` and `both-…` for where it comes from. `table` is
 * `model/effect-kinds`.
 */
export function writeGutterIcons(directory, { effectKinds, joinPointColours }) {
  mkdirSync(directory, { recursive: true });
  const advice = Object.keys(effectKinds).filter((kind) => effectKinds[kind].group === "advice");
  const others = Object.entries(effectKinds).filter(([, { group }]) => group !== "advice");
  for (const theme of ["light", "dark"]) {
    const write = (name, content) => writeFileSync(join(directory, `${name}-${theme}.svg`), svg(content));
    const mixed = MIXED[theme];
    for (const combination of combinations(advice))
      for (const [kind, colours] of Object.entries({ ...joinPointColours, mixed: MIXED }))
        for (const certainty of ["", "-conditional"]) {
          const name = `target-${combination.join("-")}-${kind}${certainty}`;
          const drawn = target(combination, kind, colours[theme], certainty !== "");
          write(name, drawn);
          write(`${name}-more`, drawn + dot(mixed));
        }
    for (const kind of advice)
      for (const certainty of ["", "-conditional"])
        for (const [role, draw] of Object.entries({ source, both }))
          write(`${role}-${kind}${certainty}`, draw(kind, mixed, certainty !== ""));
    for (const [kind, { glyph, colour }] of others) {
      const [drawTarget, drawSource] = glyphs[glyph];
      write(`target-${kind}`, drawTarget(colour[theme]));
      write(`target-${kind}-more`, drawTarget(colour[theme]) + dot(mixed));
      for (const role of ["source", "both"]) write(`${role}-${kind}`, drawSource(colour[theme]));
    }
    write("source-unmatched", unmatched(mixed));
  }
}

function dot(colour) {
  return `<circle cx="14" cy="14" r="1.7" fill="${colour}"/>`;
}

function target(kinds, joinPoint, colour, conditional) {
  const dashes = conditional ? ' stroke-dasharray="1.6 1.5"' : "";
  const around = kinds.includes("around");
  const [left, right] = around ? [5, 11] : [2.5, 13.5];
  return [
    `<g fill="none" stroke="${colour}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">`,
    `<path d="M${left} 8H${right}"/>`,
    onBar(joinPoint, colour),
    `<g${dashes}>`,
    kinds.includes("before") ? '<path d="M8 1.2V5.6M5.9 3.7 8 5.8 10.1 3.7"/>' : "",
    kinds.includes("after") ? '<path d="M8 10.2V14.6M5.9 12.7 8 14.8 10.1 12.7"/>' : "",
    around ? '<path d="M5 3.2H2V12.8H5M11 3.2H14V12.8H11"/>' : "",
    "</g>",
    conditional && !around ? question(11.8, 1) : "",
    "</g>",
  ].join("");
}

/** A question mark, four pixels wide: dashes alone are lost on short strokes. */
function question(x, y) {
  return `<path stroke-width="1.3" d="M${x} ${y + 1.5}a1.4 1.4 0 1 1 2.1 1.2c-.5.3-.7.6-.7 1.1M${x + 1.4} ${y + 5.7}v.05"/>`;
}

function onBar(joinPoint, colour) {
  if (joinPoint === "call") return '<path d="M10 5.6 12.6 8 10 10.4" transform="translate(-1.2 0)"/>';
  if (joinPoint === "get") return '<circle cx="8" cy="8" r="1.9"/>';
  if (joinPoint === "set") return `<circle cx="8" cy="8" r="1.9" fill="${colour}"/>`;
  if (joinPoint === "builtin") return '<path d="M8 6V10"/>';
  if (joinPoint === "construction") return '<path d="M6 10 10 6"/>';
  if (joinPoint === "destruction") return '<path d="M6 6 10 10"/>';
  if (joinPoint === "ref") return '<path d="M8 5.6 10.4 8 8 10.4 5.6 8Z"/>';
  return "";
}

const sourceMarks = {
  before: '<path d="M3.2 1.6V5M1.6 3.6 3.2 5.2 4.8 3.6"/>',
  after: '<path d="M3.2 11V14.4M1.6 13 3.2 14.6 4.8 13"/>',
  around: '<path d="M4.4 3.2H2V12.8H4.4"/>',
};

function source(adviceKind, colour, conditional) {
  const arrow = '<path d="M5 8H13.4M10.4 5 13.6 8 10.4 11"/>';
  return outward(arrow, adviceKind, colour, conditional, [6.2, 0.8]);
}

/** Advises and is advised: an arrow out, an arrow in. */
function both(adviceKind, colour, conditional) {
  const arrows = '<path d="M6.6 5H14M11.6 2.8 14.2 5 11.6 7.2M14.2 11H7M9.2 8.8 6.6 11 9.2 13.2"/>';
  return outward(arrows, adviceKind, colour, conditional);
}

function outward(arrows, adviceKind, colour, conditional, questionAt) {
  const dashes = conditional ? ' stroke-dasharray="1.6 1.5"' : "";
  return `<g fill="none" stroke="${colour}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${arrows}<g${dashes}>${sourceMarks[adviceKind]}</g>${conditional && questionAt ? question(...questionAt) : ""}</g>`;
}

function introduction(colour) {
  return `<g fill="none" stroke="${colour}" stroke-width="1.5" stroke-linecap="round"><rect x="2.2" y="2.2" width="11.6" height="11.6" rx="1.5"/><path d="M8 5.2V10.8M5.2 8H10.8"/></g>`;
}

function introductionSource(colour) {
  return `<g fill="none" stroke="${colour}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><path d="M8.4 13H3.2A1.2 1.2 0 0 1 2 11.8V4.2A1.2 1.2 0 0 1 3.2 3H8.4M4.2 8H14M11 5 14.2 8 11 11M5.6 5.4V10.6"/></g>`;
}

function stub(colour) {
  return `<g fill="none" stroke="${colour}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><path d="M2 5.2H13M10.4 2.6 13.2 5.2 10.4 7.8"/><path d="M14 10.8H3M5.6 8.2 2.8 10.8 5.6 13.4"/></g>`;
}

function residual(colour) {
  return stroked(
    colour,
    '<path d="M3 2.2H10L13 5.2V13.8H3ZM10 2.2V5.2H13"/><path d="M5.4 8.4H10.6M5.4 11H8.6"/>',
  );
}

function guard(colour) {
  return stroked(
    colour,
    '<path d="M8 1.8 13 3.6V8C13 11 10.9 13.2 8 14.2 5.1 13.2 3 11 3 8V3.6ZM5.8 8 7.4 9.6 10.4 6.4"/>',
  );
}

function live(colour) {
  return stroked(colour, '<path d="M1.4 8.6H4.4L6.2 3.6 9.4 13 11.2 8.6H14.6"/>');
}

function stroked(colour, content) {
  return `<g fill="none" stroke="${colour}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${content}</g>`;
}

function unmatched(colour) {
  return `<g fill="none" stroke="${colour}" stroke-opacity="0.75" stroke-width="1.5" stroke-linecap="round"><path d="M2.5 8H9" stroke-dasharray="1.6 2"/><path d="M11 6 14 10M14 6 11 10"/></g>`;
}

function combinations(items) {
  let sets = [[]];
  for (const item of items) sets = sets.concat(sets.map((set) => [...set, item]));
  return sets.filter((set) => set.length > 0);
}

function svg(content) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">${content}</svg>\n`;
}
