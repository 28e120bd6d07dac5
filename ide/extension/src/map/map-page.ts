// The page of the map: its controls as HTML, in the theme's colours. What moves on it is `page/main`, which is bundled
// beside the extension and stands in the page as text.
import { randomUUID } from "node:crypto";

const STYLE = `
html, body { height: 100%; margin: 0; padding: 0; overflow: hidden; }
body { display: flex; flex-direction: column; color: var(--vscode-foreground); background: var(--vscode-panel-background, var(--vscode-editor-background)); font: var(--vscode-font-size, 13px) var(--vscode-font-family, sans-serif); }
[hidden] { display: none !important; }
#controls { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: center; padding: 4px 8px; border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent)); }
#way { display: flex; align-items: center; gap: 2px; flex-wrap: wrap; min-width: 0; }
#summary { margin-left: auto; color: var(--vscode-descriptionForeground); white-space: nowrap; }
button, select, input { font: inherit; color: inherit; }
button { background: none; border: 1px solid transparent; border-radius: 3px; padding: 1px 5px; cursor: pointer; color: var(--vscode-foreground); }
#way button { color: var(--vscode-textLink-foreground); } #way button:last-of-type { color: var(--vscode-foreground); font-weight: 600; }
button:hover { background: var(--vscode-toolbar-hoverBackground, transparent); border-color: var(--vscode-contrastActiveBorder, transparent); }
button[aria-pressed=true] { background: var(--vscode-inputOption-activeBackground, transparent); border-color: var(--vscode-inputOption-activeBorder, var(--vscode-focusBorder)); color: var(--vscode-inputOption-activeForeground, inherit); }
input[type=search], select { color: var(--vscode-input-foreground); background: var(--vscode-input-background); border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, var(--vscode-panel-border, #8888))); border-radius: 2px; padding: 1px 4px; }
select { color: var(--vscode-dropdown-foreground); background: var(--vscode-dropdown-background); }
input[type=search] { width: 110px; }
:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 0; }
#body { flex: 1; display: flex; min-height: 0; }
#legend { flex: 0 0 auto; max-width: 30%; min-width: 120px; overflow: auto; padding: 4px 8px; border-right: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent)); }
#legend ul { list-style: none; margin: 0; padding: 0; } #legend li { display: flex; align-items: center; gap: 5px; white-space: nowrap; min-height: 20px; }
#legend label { overflow: hidden; text-overflow: ellipsis; } #legend .number { margin-left: auto; padding-left: 8px; color: var(--vscode-descriptionForeground); }
#legend .off label { color: var(--vscode-descriptionForeground); text-decoration: line-through; }
#legend input[type=color] { width: 16px; height: 16px; padding: 0; border: 1px solid var(--vscode-contrastBorder, var(--vscode-descriptionForeground)); background: none; flex: none; cursor: pointer; }
#legend input[type=color]::-webkit-color-swatch-wrapper { padding: 0; } #legend input[type=color]::-webkit-color-swatch { border: none; }
#legend p { margin: 0 0 2px; color: var(--vscode-descriptionForeground); }
#view { flex: 1; min-width: 0; position: relative; overflow: auto; outline-offset: -1px; }
#view canvas { position: sticky; left: 0; top: 0; display: block; } #space { height: 1px; margin-top: -1px; }
#lines { flex: 0 1 46%; overflow: auto; padding: 4px 8px; border-left: 1px solid var(--vscode-panel-border, transparent); }
#lines ol { list-style: none; margin: 0; padding: 0; } #lines button { text-align: left; width: 100%; padding: 1px 4px; }
#lines i { display: inline-block; width: 9px; height: 9px; margin-right: 3px; border: 1px solid var(--vscode-contrastBorder, transparent); box-sizing: border-box; }
#tip { position: fixed; z-index: 2; pointer-events: none; max-width: 420px; padding: 3px 7px; background: var(--vscode-editorHoverWidget-background); color: var(--vscode-editorHoverWidget-foreground, var(--vscode-foreground)); border: 1px solid var(--vscode-editorHoverWidget-border, var(--vscode-contrastBorder, transparent)); overflow-wrap: anywhere; white-space: pre-line; }
#table { flex: 1; overflow: auto; padding: 0 8px 8px; } table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: 2px 10px 2px 0; border-bottom: 1px solid var(--vscode-panel-border, transparent); vertical-align: top; }
thead th { position: sticky; top: 0; background: var(--vscode-panel-background, var(--vscode-editor-background)); color: var(--vscode-descriptionForeground); font-weight: normal; } td.number { text-align: right; } tbody th { font-weight: normal; }
#empty { padding: 12px; color: var(--vscode-descriptionForeground); } .quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;

const BODY = `
<div id="controls" role="toolbar" aria-label="Map">
<nav id="way" aria-label="Place in the project"></nav>
<button id="by" aria-pressed="false" title="One bar for each file below here, instead of one for each folder">Files</button>
<button id="affected" aria-pressed="false" title="Only what aspects affect">Affected</button>
<button id="same" aria-pressed="false" title="Bars of the same height, whatever their length">Same height</button>
<select id="sort" aria-label="Order of the bars"><option value="path">by name</option><option value="lines">by length</option><option value="effects">by effects</option></select>
<input id="text" type="search" placeholder="Filter paths" aria-label="Filter paths">
<span><button id="out" title="Thinner bars (-)" aria-label="Thinner bars">−</button><button id="fit" title="Fit all bars (0)">Fit</button><button id="in" title="Wider bars (+)" aria-label="Wider bars">+</button></span>
<button id="asTable" aria-pressed="false" title="The same as a table">Table</button>
<button id="follow" aria-pressed="true" title="Show the file of the editor in front">Follow</button>
<span id="summary" role="status"></span>
</div>
<div id="body">
<section id="legend" aria-label="Aspects"></section>
<div id="view" tabindex="0" role="application" aria-roledescription="map of the program" aria-label="Bars of files or folders. Left and right choose a bar, up and down an affected line in it, Enter opens what is chosen, Backspace goes back, plus and minus change the width. The button Table shows the same as a table."><canvas></canvas><div id="space"></div></div>
<section id="lines" aria-label="Affected lines" hidden></section>
<section id="table" aria-label="Table of the map" hidden></section>
<div id="empty" hidden></div>
</div>
<div id="tip" hidden aria-hidden="true"></div>
<div id="said" class="quiet" aria-live="polite"></div>`;

/** `script` is the bundled `page/main`. */
export function mapPage(script: string): string {
  const nonce = randomUUID();
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<title>Crosscutting Map</title><style>${STYLE}</style></head>
<body>${BODY}<script nonce="${nonce}">${script.replaceAll("</script", "<\\/script")}</script></body></html>
`;
}
