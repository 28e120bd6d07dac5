/// <reference lib="dom" />
// The picture on the page: drawn at most once for each picture of the screen, scrolled to what is chosen, and what
// stands under the pointer.
import { drawMap, labelRoom, type MapPicture } from "./map-drawing.js";
import { type LayoutQuestion, layoutBars, lineAt, type MapLayout } from "./map-layout.js";
import type { AffectedLine, Bar } from "./map-model.js";
import type { MapState } from "./map-state.js";
import { readTheme } from "./map-theme.js";
import { element } from "./page-elements.js";

export interface Hit {
  readonly index: number;
  readonly bar: Bar;
  /** The affected line that the stripe under the pointer stands for. */
  readonly line: AffectedLine | undefined;
}

export interface MapCanvas {
  readonly view: HTMLElement;
  /** Of the last picture; `undefined` before the first. */
  readonly layout: MapLayout | undefined;
  /** Soon. */
  draw(): void;
  /** Scrolls to the chosen bar. */
  reveal(): void;
  hitAt(event: MouseEvent): Hit | undefined;
}

export function createMapCanvas(state: MapState): MapCanvas {
  const view = element("view");
  const canvas = view.querySelector("canvas") as HTMLCanvasElement;
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  let layout: MapLayout | undefined;
  let drawing = 0;

  const drawNow = () => {
    if (view.hidden) return;
    const { bars, choices, chosen, chosenLine, isFile } = state;
    const { clientWidth: width, clientHeight: height } = view;
    const barsHeight = Math.max(20, height - labelRoom(context, bars, width, readTheme().font));
    const question: LayoutQuestion = {
      width,
      height: barsHeight,
      barWidth: isFile ? 72 : choices.barWidth,
      sameHeight: choices.sameHeight || isFile,
    };
    layout = layoutBars(bars, question);
    element("space").style.width = `${layout.totalWidth}px`;
    fitCanvas(canvas, context, width, height);
    const place = state.placeOfCurrent();
    const line = chosenLine === undefined ? undefined : state.linesOfChosen()[chosenLine];
    const picture: MapPicture = {
      bars,
      layout,
      scrollLeft: view.scrollLeft,
      width,
      barsHeight,
      height,
      theme: readTheme(),
      colourOf: (aspect) => state.aspects[aspect]?.colour ?? "#888888",
      isShown: state.isShown,
      chosen: document.activeElement === view ? chosen : undefined,
      chosenPlace: line?.place,
      current: place?.bar,
      currentPlace: place?.line,
    };
    const started = performance.now();
    drawMap(context, picture);
    view.dataset.drawMilliseconds = (performance.now() - started).toFixed(1);
    view.dataset.bars = String(bars.length);
  };
  return {
    view,
    get layout() {
      return layout;
    },
    draw() {
      if (drawing === 0)
        drawing = requestAnimationFrame(() => {
          drawing = 0;
          drawNow();
        });
    },
    reveal() {
      if (state.chosen === undefined || layout === undefined) return;
      const x = state.chosen * layout.step;
      if (x < view.scrollLeft) view.scrollLeft = x - layout.step;
      else if (x + layout.step > view.scrollLeft + view.clientWidth)
        view.scrollLeft = x + 2 * layout.step - view.clientWidth;
    },
    hitAt(event) {
      if (layout === undefined) return undefined;
      const box = canvas.getBoundingClientRect();
      const index = Math.floor((event.clientX - box.left + view.scrollLeft) / layout.step);
      const bar = state.bars[index];
      if (bar === undefined) return undefined;
      const y = event.clientY - box.top;
      const height = layout.heightOf(bar);
      if (y > height + 2) return { index, bar, line: undefined };
      const place = lineAt(bar, height, y);
      const slack = (bar.lines / height) * 3;
      const near = state
        .linesOf(bar)
        .map((line) => ({ line, distance: Math.abs(line.place - place) }))
        .filter(({ distance }) => distance <= slack)
        .sort((a, b) => a.distance - b.distance)[0];
      return { index, bar, line: near?.line };
    },
  };
}

/** As many dots as the screen has, so that lines are sharp. */
function fitCanvas(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
): void {
  const sharpness = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * sharpness) || canvas.height !== Math.round(height * sharpness)) {
    canvas.width = Math.round(width * sharpness);
    canvas.height = Math.round(height * sharpness);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
}
