/// <reference lib="dom" />
// The theme's colours for what is drawn on the canvas, which knows no CSS.
import type { MapTheme } from "./map-drawing.js";

export function readTheme(): MapTheme {
  const style = getComputedStyle(document.body);
  const colour = (fallback: string, ...names: readonly string[]) =>
    names.map((name) => style.getPropertyValue(`--vscode-${name}`).trim()).find((value) => value !== "") ??
    fallback;
  const isLight =
    document.body.classList.contains("vscode-light") || /high-contrast-light/.test(document.body.className);
  // The class decides: a border's colour may be left over from the theme before.
  const isContrast = document.body.className.includes("high-contrast");
  const contrast = isContrast ? style.getPropertyValue("--vscode-contrastBorder").trim() : "";
  return {
    text: colour(isLight ? "#222222" : "#eeeeee", "foreground"),
    quiet: colour("#888888", "descriptionForeground"),
    bar: contrast === "" ? (isLight ? "#00000014" : "#ffffff17") : colour("transparent", "editor-background"),
    border: contrast === "" ? (isLight ? "#00000038" : "#ffffff33") : contrast,
    focus: colour("#3794ff", "focusBorder"),
    error: colour("#e51400", "editorError-foreground", "errorForeground"),
    warning: colour("#bf8803", "editorWarning-foreground", "list-warningForeground"),
    font: `11px ${style.fontFamily}`,
  };
}
