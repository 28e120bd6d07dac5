/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The map's page: keeps what the extension tells, and what the user chose to see; draws when either changes.
import type { FromPage, MapAspect, ToPage } from "../messages.js";
import { type LegendActions, showLegend } from "./legend.js";
import { showLines } from "./line-list.js";
import { drawMap, labelRoom, type MapPicture } from "./map-drawing.js";
import { type LayoutQuestion, layoutBars, lineAt, type MapLayout, thinnest } from "./map-layout.js";
import {
  type AffectedLine,
  affectedLines,
  type Bar,
  barsOf,
  type IsShown,
  type MapFile,
  type MapQuestion,
  openFolder,
} from "./map-model.js";
import { showTable } from "./map-table.js";
import { readTheme } from "./map-theme.js";
import { barWords, count, lineWords } from "./map-words.js";

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): Partial<Choices> | undefined;
  setState(state: Choices): void;
};

interface Choices extends MapQuestion {
  readonly barWidth?: number | undefined;
  readonly sameHeight: boolean;
  readonly asTable: boolean;
  readonly follow: boolean;
}

const api = acquireVsCodeApi();
const element = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const view = element("view");
const canvas = view.querySelector("canvas") as HTMLCanvasElement;
const context = canvas.getContext("2d") as CanvasRenderingContext2D;
const tip = element("tip");

let choices: Choices = {
  root: "",
  by: "part",
  onlyAffected: false,
  text: "",
  sort: "path",
  sameHeight: false,
  asTable: false,
  follow: true,
  ...api.getState(),
};
const files = new Map<string, MapFile>();
let aspects: readonly MapAspect[] = [];
let isShown: IsShown = () => true;
let isComputing = true;
let bars: readonly Bar[] = [];
let layout: MapLayout;
let chosen: number | undefined;
let chosenLine: number | undefined;
let current: { readonly uri: string | undefined; readonly line: number } = { uri: undefined, line: 0 };
let message: string | undefined = "Weft reads the project.";

const post = (told: FromPage) => api.postMessage(told);
const choose = (change: Partial<Choices>) => {
  choices = { ...choices, ...change };
  api.setState(choices);
  recompute();
};

/** What the bars are. */
function recompute(): void {
  const before = chosen === undefined ? undefined : bars[chosen]?.path;
  const line = chosenLine;
  const all = [...files.values()];
  // What was looked at in an earlier session may be gone.
  if (all.length > 0 && !all.some(({ path }) => path.startsWith(choices.root)))
    choices = { ...choices, root: "" };
  bars = barsOf(all, choices, isShown);
  const at = before === undefined ? -1 : bars.findIndex(({ path }) => path === before);
  chosen = at === -1 ? undefined : at;
  chosenLine = at === -1 ? undefined : line;
  showAround();
  draw();
}

const isFile = () => choices.root !== "" && !choices.root.endsWith("/");

/** Everything but the picture. */
function showAround(): void {
  const [only] = bars;
  showWay();
  for (const [id, on] of [
    ["by", choices.by === "file"],
    ["affected", choices.onlyAffected],
    ["same", choices.sameHeight],
    ["asTable", choices.asTable],
    ["follow", choices.follow],
  ] as const)
    element(id).setAttribute("aria-pressed", String(on));
  element<HTMLSelectElement>("sort").value = choices.sort;
  const text = element<HTMLInputElement>("text");
  if (document.activeElement !== text) text.value = choices.text;
  const effects = bars.reduce((sum, bar) => sum + bar.count, 0);
  const shownFiles = bars.reduce((sum, bar) => sum + bar.files.length, 0);
  element("summary").textContent =
    `${count(shownFiles, "file")}, ${count(effects, "effect")}${isComputing ? " so far" : ""}`;
  const empty = emptyWords();
  element("empty").hidden = empty === undefined;
  element("empty").textContent = empty ?? "";
  view.hidden = empty !== undefined || choices.asTable;
  element("table").hidden = empty !== undefined || !choices.asTable;
  element("lines").hidden = !isFile() || choices.asTable;
  if (!element("lines").hidden && only !== undefined)
    showLines(element("lines"), linesOf(only), aspects, open);
  if (choices.asTable) showTable(element("table"), bars, aspects, isShown, enter);
  showLegend(element("legend"), aspects, files.values(), legendActions);
}

function emptyWords(): string | undefined {
  if (bars.length > 0) return undefined;
  if (message !== undefined) return message;
  if (files.size === 0)
    return isComputing ? "Weft reads the project." : "The project has no units. weft.json names them.";
  if (choices.text !== "") return "No file here has this in its path.";
  return choices.onlyAffected ? "No aspect affects anything here." : "There are no files here any more.";
}

const legendActions: LegendActions = {
  hide: (aspect, isHidden) => post({ type: "hide", aspect, isHidden }),
  colour: (aspect, colour) => post({ type: "colour", aspect, colour }),
};

function showWay(): void {
  const way = element("way");
  const parts = choices.root.split("/").filter((part) => part !== "");
  const steps = parts.map((part, at) => {
    const path = `${parts.slice(0, at + 1).join("/")}${at === parts.length - 1 && isFile() ? "" : "/"}`;
    return stepButton(part, path);
  });
  way.replaceChildren(
    ...[stepButton("project", ""), ...steps].flatMap((button, at) => (at === 0 ? [button] : ["›", button])),
  );
}

function stepButton(label: string, path: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.textContent = label;
  button.addEventListener("click", () => goTo(path));
  return button;
}

let drawing = 0;
/** At most once for each picture of the screen. */
function draw(): void {
  if (drawing === 0)
    drawing = requestAnimationFrame(() => {
      drawing = 0;
      drawNow();
    });
}

function drawNow(): void {
  if (view.hidden) return;
  const { clientWidth: width, clientHeight: height } = view;
  const barsHeight = Math.max(20, height - labelRoom(context, bars, width, readTheme().font));
  const question: LayoutQuestion = {
    width,
    height: barsHeight,
    barWidth: isFile() ? 72 : choices.barWidth,
    sameHeight: choices.sameHeight || isFile(),
  };
  layout = layoutBars(bars, question);
  element("space").style.width = `${layout.totalWidth}px`;
  const sharpness = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * sharpness) || canvas.height !== Math.round(height * sharpness)) {
    canvas.width = Math.round(width * sharpness);
    canvas.height = Math.round(height * sharpness);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
  const place = placeOfCurrent();
  const line = chosenLine === undefined || chosen === undefined ? undefined : linesOfChosen()[chosenLine];
  const picture: MapPicture = {
    bars,
    layout,
    scrollLeft: view.scrollLeft,
    width,
    barsHeight,
    height,
    theme: readTheme(),
    colourOf: (aspect) => aspects[aspect]?.colour ?? "#888888",
    isShown,
    chosen: document.activeElement === view ? chosen : undefined,
    chosenPlace: line?.place,
    current: place?.bar,
    currentPlace: place?.line,
  };
  const started = performance.now();
  drawMap(context, picture);
  view.dataset.drawMilliseconds = (performance.now() - started).toFixed(1);
  view.dataset.bars = String(bars.length);
}

function placeOfCurrent(): { bar: number; line: number } | undefined {
  const file = current.uri === undefined ? undefined : files.get(current.uri);
  if (file === undefined) return undefined;
  const bar = bars.findIndex(({ path, isFolder }) =>
    isFolder ? file.path.startsWith(path) : file.path === path,
  );
  const placed = bars[bar]?.files.find((one) => one.file.path === file.path);
  return placed === undefined ? undefined : { bar, line: placed.start + current.line };
}

const linesCache = new WeakMap<Bar, { isShown: IsShown; lines: AffectedLine[] }>();
function linesOf(bar: Bar): readonly AffectedLine[] {
  const known = linesCache.get(bar);
  if (known?.isShown === isShown) return known.lines;
  const lines = affectedLines(bar, isShown);
  linesCache.set(bar, { isShown, lines });
  return lines;
}
function linesOfChosen(): readonly AffectedLine[] {
  const bar = bars[chosen ?? -1];
  return bar === undefined ? [] : linesOf(bar);
}

function goTo(root: string): void {
  const left = bars[chosen ?? -1]?.path ?? choices.root;
  chosen = undefined;
  chosenLine = undefined;
  choose({ root });
  // Where one came from stays chosen on the way back.
  const at = bars.findIndex(({ path }) => path === left || left.startsWith(path) || choices.root === path);
  chosen = at === -1 ? (bars.length > 0 ? 0 : undefined) : at;
  reveal();
  draw();
}

function back(): void {
  if (choices.root === "") return;
  // Folders with a single part are passed over on the way in, and so on the way out.
  let root = choices.root;
  const all = [...files.values()];
  do root = root.slice(0, root.lastIndexOf("/", root.length - 2) + 1);
  while (root !== "" && openFolder(all, root) === openFolder(all, choices.root));
  goTo(root);
}

function enter(bar: Bar): void {
  if (bar.path === choices.root) {
    const [first] = bar.files;
    if (first !== undefined) open(first.file.uri, 0);
  } else goTo(bar.path);
}

function open(uri: string, line: number): void {
  post({ type: "open", uri, line });
}

function say(words: string): void {
  element("said").textContent = words;
}

function reveal(): void {
  if (chosen === undefined || layout === undefined) return;
  const x = chosen * layout.step;
  if (x < view.scrollLeft) view.scrollLeft = x - layout.step;
  else if (x + layout.step > view.scrollLeft + view.clientWidth)
    view.scrollLeft = x + 2 * layout.step - view.clientWidth;
}

view.addEventListener("keydown", (event) => {
  const last = bars.length - 1;
  const steps: Record<string, () => void> = {
    ArrowRight: () => chooseBar(Math.min(last, (chosen ?? -1) + 1)),
    ArrowLeft: () => chooseBar(Math.max(0, (chosen ?? 1) - 1)),
    Home: () => chooseBar(0),
    End: () => chooseBar(last),
    PageDown: () => chooseBar(Math.min(last, (chosen ?? 0) + Math.ceil(view.clientWidth / layout.step))),
    PageUp: () => chooseBar(Math.max(0, (chosen ?? 0) - Math.ceil(view.clientWidth / layout.step))),
    ArrowDown: () => chooseLine(1),
    ArrowUp: () => chooseLine(-1),
    Enter: () => {
      const line = chosenLine === undefined ? undefined : linesOfChosen()[chosenLine];
      const bar = bars[chosen ?? 0];
      if (line !== undefined) open(line.file.uri, line.line);
      else if (bar !== undefined) enter(bar);
    },
    Backspace: back,
    Escape: back,
    "+": () => widen(1.4),
    "-": () => widen(1 / 1.4),
    "0": () => choose({ barWidth: undefined }),
    "/": () => element("text").focus(),
  };
  const step = steps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  step();
});

function chooseBar(index: number): void {
  const bar = bars[index];
  if (bar === undefined) return;
  chosen = index;
  chosenLine = undefined;
  reveal();
  say(barWords(bar, aspects, isShown));
  draw();
}

function chooseLine(by: number): void {
  if (chosen === undefined) {
    chooseBar(0);
    return;
  }
  const lines = linesOfChosen();
  const at = Math.max(0, Math.min(lines.length - 1, (chosenLine ?? (by > 0 ? -1 : lines.length)) + by));
  const line = lines[at];
  if (line === undefined) {
    say("Nothing affects it.");
    return;
  }
  chosenLine = at;
  say(lineWords(line, aspects));
  draw();
}

function widen(factor: number): void {
  choose({
    barWidth: Math.max(thinnest, Math.min(160, Math.round(layout.barWidth * factor) + (factor > 1 ? 1 : 0))),
  });
}

interface Hit {
  readonly index: number;
  readonly bar: Bar;
  /** The affected line that the stripe under the pointer stands for. */
  readonly line: AffectedLine | undefined;
  /** Place in the bar, also where nothing is. */
  readonly place: number;
}

function hitAt(event: MouseEvent): Hit | undefined {
  if (layout === undefined) return undefined;
  const box = canvas.getBoundingClientRect();
  const index = Math.floor((event.clientX - box.left + view.scrollLeft) / layout.step);
  const bar = bars[index];
  if (bar === undefined) return undefined;
  const y = event.clientY - box.top;
  const height = layout.heightOf(bar);
  if (y > height + 2) return { index, bar, line: undefined, place: 0 };
  const place = lineAt(bar, height, y);
  const slack = (bar.lines / height) * 3;
  const near = linesOf(bar)
    .map((line) => ({ line, distance: Math.abs(line.place - place) }))
    .filter(({ distance }) => distance <= slack)
    .sort((a, b) => a.distance - b.distance)[0];
  return { index, bar, line: near?.line, place };
}

view.addEventListener("mousemove", (event) => {
  const hit = hitAt(event);
  tip.hidden = hit === undefined;
  view.style.cursor = hit === undefined ? "default" : "pointer";
  if (hit === undefined) return;
  const words = barWords(hit.bar, aspects, isShown);
  tip.textContent = hit.line === undefined ? words : `${lineWords(hit.line, aspects)}\n${words}`;
  const { offsetWidth, offsetHeight } = tip;
  tip.style.left = `${Math.max(4, Math.min(event.clientX + 12, window.innerWidth - offsetWidth - 4))}px`;
  tip.style.top = `${Math.max(4, Math.min(event.clientY + 16, window.innerHeight - offsetHeight - 4))}px`;
});
view.addEventListener("mouseleave", () => {
  tip.hidden = true;
});
view.addEventListener("click", (event) => {
  const hit = hitAt(event);
  if (hit === undefined) return;
  chosen = hit.index;
  if (hit.line !== undefined && (!hit.bar.isFolder || event.ctrlKey)) open(hit.line.file.uri, hit.line.line);
  else enter(hit.bar);
  tip.hidden = true;
});
view.addEventListener("scroll", draw);
view.addEventListener("focus", () => {
  chosen ??= bars.length > 0 ? (placeOfCurrent()?.bar ?? 0) : undefined;
  draw();
});
view.addEventListener("blur", draw);
view.addEventListener(
  "wheel",
  (event) => {
    if (event.ctrlKey) widen(event.deltaY < 0 ? 1.2 : 1 / 1.2);
    else if (event.deltaX === 0) view.scrollLeft += event.deltaY;
    else return;
    event.preventDefault();
  },
  { passive: false },
);

const press = (id: string, act: () => void) => element(id).addEventListener("click", act);
press("by", () => choose({ by: choices.by === "file" ? "part" : "file" }));
press("affected", () => choose({ onlyAffected: !choices.onlyAffected }));
press("same", () => choose({ sameHeight: !choices.sameHeight }));
press("asTable", () => choose({ asTable: !choices.asTable }));
press("follow", () => choose({ follow: !choices.follow }));
press("in", () => widen(1.4));
press("out", () => widen(1 / 1.4));
press("fit", () => choose({ barWidth: undefined }));
element("sort").addEventListener("change", () =>
  choose({ sort: element<HTMLSelectElement>("sort").value as Choices["sort"] }),
);
element("text").addEventListener("input", () => choose({ text: element<HTMLInputElement>("text").value }));
element("text").addEventListener("keydown", (event) => {
  if (event.key === "Enter" || event.key === "ArrowDown") view.focus();
});

window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  if (data.type === "files") {
    message = undefined;
    isComputing = data.isComputing;
    if (!data.isPart) files.clear();
    for (const { lines, ...file } of data.files)
      if (lines === undefined) files.delete(file.uri);
      else files.set(file.uri, { ...file, lines });
    recompute();
  } else if (data.type === "aspects") {
    aspects = data.aspects;
    isShown = (aspect) => aspects[aspect]?.isHidden !== true;
    recompute();
  } else if (data.type === "current") {
    current = data;
    followEditor();
    draw();
  } else if (data.type === "message") {
    message = data.text;
    files.clear();
    recompute();
  }
});

/** Scrolls to the bar of the editor's file while the user is elsewhere. */
function followEditor(): void {
  if (!choices.follow || document.hasFocus()) return;
  const place = placeOfCurrent();
  if (place === undefined) return;
  chosen = place.bar;
  chosenLine = undefined;
  reveal();
}

// Whoever comes to the view by keyboard is at the picture.
window.addEventListener("focus", () => {
  if (document.activeElement === document.body) (choices.asTable ? element("asTable") : view).focus();
});
new ResizeObserver(draw).observe(view);
const themeChanged = new MutationObserver(draw);
themeChanged.observe(document.body, { attributes: true });
themeChanged.observe(document.documentElement, { attributes: true, attributeFilter: ["style", "class"] });
recompute();
post({ type: "drawn" });
