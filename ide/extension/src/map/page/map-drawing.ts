/// <reference lib="dom" />
// Draws bars and stripes on a canvas: only those in the visible part, so that it takes as long for twenty thousand
// files as for as many as fit into the window.
import { type MapLayout, type Stripe, stripeHeight, stripesOf, wide } from "./map-layout.js";
import type { Bar, IsShown } from "./map-model.js";

export interface MapTheme {
  readonly text: string;
  readonly quiet: string;
  readonly bar: string;
  readonly border: string;
  readonly focus: string;
  readonly error: string;
  readonly warning: string;
  readonly font: string;
}

export interface MapPicture {
  readonly bars: readonly Bar[];
  readonly layout: MapLayout;
  readonly scrollLeft: number;
  /** Of the canvas, in CSS pixels. */
  readonly width: number;
  readonly barsHeight: number;
  readonly height: number;
  readonly theme: MapTheme;
  colourOf(aspect: number): string;
  readonly isShown: IsShown;
  /** Index of the bar with the keyboard's place, and the place in it in lines. */
  readonly chosen: number | undefined;
  readonly chosenPlace: number | undefined;
  /** Index of the bar of the file in the editor, and the line there. */
  readonly current: number | undefined;
  readonly currentPlace: number | undefined;
}

const stripeCache = new WeakMap<Bar, { height: number; isShown: IsShown; stripes: Stripe[] }>();

/** The same array while neither the bar, its height nor what is shown changes. */
function cachedStripes(bar: Bar, height: number, isShown: IsShown): readonly Stripe[] {
  const known = stripeCache.get(bar);
  if (known?.height === height && known.isShown === isShown) return known.stripes;
  const stripes = stripesOf(bar, height, isShown);
  stripeCache.set(bar, { height, isShown, stripes });
  return stripes;
}

export function drawMap(context: CanvasRenderingContext2D, picture: MapPicture): void {
  const { bars, layout, scrollLeft, width, height } = picture;
  context.clearRect(0, 0, width, height);
  const first = Math.max(0, Math.floor(scrollLeft / layout.step));
  const last = Math.min(bars.length - 1, Math.ceil((scrollLeft + width) / layout.step));
  for (let index = first; index <= last; index++) {
    const bar = bars[index];
    if (bar !== undefined) drawBar(context, picture, bar, index);
  }
  drawLabels(context, picture, first, last);
}

function drawBar(context: CanvasRenderingContext2D, picture: MapPicture, bar: Bar, index: number): void {
  const { layout, theme } = picture;
  const x = index * layout.step - picture.scrollLeft;
  const width = layout.barWidth;
  const height = layout.heightOf(bar);
  context.fillStyle = theme.bar;
  context.fillRect(x, 0, width, height);
  for (const { top, aspects, problem } of cachedStripes(bar, height, picture.isShown)) {
    const share = width / aspects.length;
    aspects.forEach((aspect, at) => {
      context.fillStyle = picture.colourOf(aspect);
      context.fillRect(x + at * share, top, share, stripeHeight);
    });
    if (problem === 0) continue;
    context.fillStyle = problem === 1 ? theme.error : theme.warning;
    context.fillRect(x + width - Math.min(4, width / 2), top, Math.min(4, width / 2), stripeHeight + 1);
  }
  context.lineWidth = 1;
  context.strokeStyle = theme.border;
  const column = { bar, x, width, height };
  if (width >= wide) drawBorders(context, column);
  if (index === picture.current) mark(context, column, picture.currentPlace, theme.text);
  if (index === picture.chosen) mark(context, column, picture.chosenPlace, theme.focus);
}

/** Where a bar stands in the picture, in pixels. */
interface Column {
  readonly bar: Bar;
  readonly x: number;
  readonly width: number;
  readonly height: number;
}

/** Around the bar, and between its files where they are high enough to be seen. */
function drawBorders(context: CanvasRenderingContext2D, { bar, x, width, height }: Column): void {
  context.strokeRect(x + 0.5, 0.5, width - 1, height - 1);
  if (bar.files.length < 2 || height / bar.files.length < 5) return;
  context.beginPath();
  for (const { start } of bar.files) {
    const y = Math.round((start / bar.lines) * height) + 0.5;
    context.moveTo(x, y);
    context.lineTo(x + width, y);
  }
  context.globalAlpha = 0.5;
  context.stroke();
  context.globalAlpha = 1;
}

/** `place`: a line of the bar that an arrow points to. */
function mark(
  context: CanvasRenderingContext2D,
  { bar, x, width, height }: Column,
  place: number | undefined,
  colour: string,
): void {
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.strokeRect(x - 1, 1, width + 2, Math.max(3, height - 1));
  if (place === undefined) return;
  const y = Math.round((place / Math.max(1, bar.lines)) * height);
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x - 6, y - 4);
  context.lineTo(x, y + 1);
  context.lineTo(x - 6, y + 6);
  context.fill();
  context.fillRect(x - 1, y, width + 2, 1);
}

const labelDistance = 14;
const lineHeight = 20;
const mostLabelRoom = 84;

/** Height that the labels below the bars take; `width` is that of the visible part. */
export function labelRoom(
  context: CanvasRenderingContext2D,
  bars: readonly Bar[],
  width: number,
  font: string,
): number {
  context.font = font;
  // Thousands of labels are as wide as labels get.
  if (bars.length > 300) return mostLabelRoom;
  const longest = bars.reduce((most, { label }) => Math.max(most, context.measureText(label).width), 0);
  return (longest + 8) * bars.length <= width && longest <= 50
    ? lineHeight
    : Math.min(mostLabelRoom, longest + 12);
}

/** Below the bars, upwards; where bars are thin, below as many as there is room for. */
function drawLabels(
  context: CanvasRenderingContext2D,
  picture: MapPicture,
  first: number,
  last: number,
): void {
  const { bars, layout, theme, barsHeight, height } = picture;
  const every = Math.max(1, Math.ceil(labelDistance / layout.step));
  context.font = theme.font;
  context.textBaseline = "middle";
  for (let index = first - (first % every); index <= last; index += every) {
    const bar = bars[index];
    if (bar === undefined) continue;
    const x = index * layout.step - picture.scrollLeft + layout.barWidth / 2;
    context.fillStyle = index === picture.current || index === picture.chosen ? theme.text : theme.quiet;
    if (height - barsHeight <= lineHeight) {
      context.textAlign = "center";
      context.fillText(bar.label, x, barsHeight + lineHeight / 2);
      context.textAlign = "start";
      continue;
    }
    context.save();
    context.translate(x, barsHeight + 6);
    context.rotate(Math.PI / 2);
    context.fillText(shortened(context, bar.label, height - barsHeight - 8), 0, 0);
    context.restore();
  }
}

/** Ends are kept: they tell names apart. */
function shortened(context: CanvasRenderingContext2D, label: string, room: number): string {
  if (context.measureText(label).width <= room) return label;
  let keep = label.length - 1;
  while (keep > 2 && context.measureText(middleCut(label, keep)).width > room) keep--;
  return middleCut(label, keep);
}

function middleCut(label: string, keep: number): string {
  const head = Math.ceil(keep / 2);
  return `${label.slice(0, head)}…${label.slice(label.length - (keep - head))}`;
}
