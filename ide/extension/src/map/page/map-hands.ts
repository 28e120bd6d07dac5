/// <reference lib="dom" />
// What keyboard and pointer do at the picture.
import { lookUp } from "@weft/weaver-bridge/model";
import type { MapCanvas } from "./map-canvas.js";
import type { Bar } from "./map-model.js";
import type { Choices, MapState } from "./map-state.js";
import { barWords, lineWords } from "./map-words.js";
import { element, say } from "./page-elements.js";

export interface HandActions {
  choose(change: Partial<Choices>): void;
  widen(factor: number): void;
  /** Goes into a folder, or opens the file. */
  enter(bar: Bar): void;
  back(): void;
  open(uri: string, line: number): void;
}

export function connectKeyboard(state: MapState, canvas: MapCanvas, actions: HandActions): void {
  const { view } = canvas;
  const chooseBar = (index: number) => {
    const bar = state.bars[index];
    if (bar === undefined) return;
    state.chosen = index;
    state.chosenLine = undefined;
    canvas.reveal();
    say(barWords(bar, state.aspects, state.isShown));
    canvas.draw();
  };
  const chooseLine = (by: number) => {
    if (state.chosen === undefined) return chooseBar(0);
    const lines = state.linesOfChosen();
    const before = state.chosenLine ?? (by > 0 ? -1 : lines.length);
    const at = Math.max(0, Math.min(lines.length - 1, before + by));
    const line = lines[at];
    if (line === undefined) return say("Nothing affects it.");
    state.chosenLine = at;
    say(lineWords(line, state.aspects));
    canvas.draw();
  };
  const openChosen = () => {
    const line = state.chosenLine === undefined ? undefined : state.linesOfChosen()[state.chosenLine];
    const bar = state.bars[state.chosen ?? 0];
    if (line !== undefined) actions.open(line.file.uri, line.line);
    else if (bar !== undefined) actions.enter(bar);
  };
  view.addEventListener("keydown", (event) => {
    const last = state.bars.length - 1;
    const { chosen } = state;
    const page = Math.ceil(view.clientWidth / (canvas.layout?.step ?? view.clientWidth));
    const steps: Record<string, () => void> = {
      ArrowRight: () => chooseBar(Math.min(last, (chosen ?? -1) + 1)),
      ArrowLeft: () => chooseBar(Math.max(0, (chosen ?? 1) - 1)),
      Home: () => chooseBar(0),
      End: () => chooseBar(last),
      PageDown: () => chooseBar(Math.min(last, (chosen ?? 0) + page)),
      PageUp: () => chooseBar(Math.max(0, (chosen ?? 0) - page)),
      ArrowDown: () => chooseLine(1),
      ArrowUp: () => chooseLine(-1),
      Enter: openChosen,
      Backspace: actions.back,
      Escape: actions.back,
      "+": () => actions.widen(1.4),
      "-": () => actions.widen(1 / 1.4),
      "0": () => actions.choose({ barWidth: undefined }),
      "/": () => element("text").focus(),
    };
    const step = lookUp(steps, event.key);
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step();
  });
  view.addEventListener("focus", () => {
    state.chosen ??= state.bars.length > 0 ? (state.placeOfCurrent()?.bar ?? 0) : undefined;
    canvas.draw();
  });
  view.addEventListener("blur", canvas.draw);
}

export function connectPointer(state: MapState, canvas: MapCanvas, actions: HandActions): void {
  const { view } = canvas;
  const tip = element("tip");
  view.addEventListener("mousemove", (event) => {
    const hit = canvas.hitAt(event);
    tip.hidden = hit === undefined;
    view.style.cursor = hit === undefined ? "default" : "pointer";
    if (hit === undefined) return;
    const words = barWords(hit.bar, state.aspects, state.isShown);
    tip.textContent = hit.line === undefined ? words : `${lineWords(hit.line, state.aspects)}\n${words}`;
    const { offsetWidth, offsetHeight } = tip;
    tip.style.left = `${Math.max(4, Math.min(event.clientX + 12, window.innerWidth - offsetWidth - 4))}px`;
    tip.style.top = `${Math.max(4, Math.min(event.clientY + 16, window.innerHeight - offsetHeight - 4))}px`;
  });
  view.addEventListener("mouseleave", () => {
    tip.hidden = true;
  });
  view.addEventListener("click", (event) => {
    const hit = canvas.hitAt(event);
    if (hit === undefined) return;
    state.chosen = hit.index;
    if (hit.line !== undefined && (!hit.bar.isFolder || event.ctrlKey))
      actions.open(hit.line.file.uri, hit.line.line);
    else actions.enter(hit.bar);
    tip.hidden = true;
  });
  view.addEventListener("scroll", canvas.draw);
  view.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey) actions.widen(event.deltaY < 0 ? 1.2 : 1 / 1.2);
      else if (event.deltaX === 0) view.scrollLeft += event.deltaY;
      else return;
      event.preventDefault();
    },
    { passive: false },
  );
}
