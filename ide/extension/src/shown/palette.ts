// Colours of aspects: far apart from each other, and readable on light and dark backgrounds alike. Pure.

/** Each has at least 3:1 against white and against the dark themes' background. */
export const palette = [
  "#d9541e",
  "#2b87d1",
  "#3f9142",
  "#b34fc2",
  "#a07c00",
  "#0a94a6",
  "#e0446b",
  "#7a72e8",
  "#7d8a2e",
  "#b0703c",
  "#8a7f8d",
  "#cf50a0",
] as const;

/** A number for each name: names that have one keep it, so that a new aspect changes no colour. */
export function numberAspects(
  known: Readonly<Record<string, number>>,
  names: readonly string[],
): Readonly<Record<string, number>> {
  const missing = names.filter((name) => lookUp(known, name) === undefined).sort();
  if (missing.length === 0) return known;
  const numbers: Record<string, number> = { ...known };
  let next = Math.max(-1, ...Object.values(known)) + 1;
  for (const name of missing) numbers[name] = next++;
  return numbers;
}

export function colourOfNumber(number: number): string {
  return palette[number % palette.length] as string;
}

/** Of a `#rrggbb` colour, as the Web's accessibility guidelines define it: 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

import { lookUp } from "@weft/weaver-bridge/model";
