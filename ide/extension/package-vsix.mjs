// Packs the extension with the programs that it starts (`npm run vsix`): weft-VERSION-linux-x64.vsix in `dist-vsix/`,
// for VS Code and every editor that takes its extensions. Everything in it was built before (`npm run build`,
// `npm run bundle`). A .vsix is a zip file with a manifest; the layout is that of VS Code's own packaging tool.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { zipSync } from "fflate";
import { PROGRAMS } from "../deb/payload.mjs";
import { legalFiles } from "../release/legal-files.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
const own = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const target = `${process.platform}-${process.arch}`;

const EXTENSION = ["dist", "icons", "language-configuration.json", "assembly-configuration.json", "syntaxes"];
const TYPES = {
  ".json": "application/json",
  ".cjs": "application/javascript",
  ".js": "application/javascript",
  ".svg": "image/svg+xml",
  ".md": "text/markdown",
  ".txt": "text/plain",
  ".vsixmanifest": "text/xml",
};

const files = new Map();
for (const part of EXTENSION) add(join(here, part), `extension/${part}`);
for (const part of PROGRAMS) add(join(root, part), `extension/weft/${part}`);
add(join(root, "LICENSE"), "extension/LICENSE.txt");
add(join(here, "README.md"), "extension/readme.md");
const { devDependencies: _built, scripts: _scripts, private: _private, ...published } = own;
put("extension/package.json", `${JSON.stringify(published, undefined, 2)}\n`);
// The extension's own module type must not reach the command's CommonJS files, nor the other way round.
put("extension/weft/package.json", '{ "type": "module" }\n');
for (const [name, text] of Object.entries(await legalFiles("vsix"))) put(`extension/${name}`, text);
put("extension.vsixmanifest", manifest());
put("[Content_Types].xml", contentTypes());

const folder = join(here, "dist-vsix");
mkdirSync(folder, { recursive: true });
const path = join(folder, `weft-${own.version}-${target}.vsix`);
writeFileSync(`${path}.part`, zipSync(Object.fromEntries(files), { level: 6 }));
renameSync(`${path}.part`, path);
console.log(`${path} (${files.size} files)`);

function add(from, to) {
  if (!existsSync(from))
    throw new Error(`${from} is missing: run npm run build && npm run bundle -w weft-extension`);
  const info = statSync(from);
  if (info.isDirectory()) {
    for (const name of readdirSync(from)) add(join(from, name), `${to}/${name}`);
    return;
  }
  if (extname(from) === ".map") return;
  const executable = (info.mode & 0o111) !== 0;
  files.set(to, [readFileSync(from), { os: 3, attrs: ((executable ? 0o100755 : 0o100644) << 16) >>> 0 }]);
}

function put(to, text) {
  files.set(to, [Buffer.from(text), {}]);
}

function manifest() {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${own.name}" Version="${own.version}" Publisher="${own.publisher}" TargetPlatform="${target}"/>
    <DisplayName>${own.displayName}</DisplayName>
    <Description xml:space="preserve">${own.description}</Description>
    <Categories>${own.categories.join(",")}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${own.engines.vscode}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/readme.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

function contentTypes() {
  const kinds = new Map(Object.entries(TYPES));
  for (const name of files.keys()) {
    const kind = extname(name);
    if (kind !== "" && !kinds.has(kind)) kinds.set(kind, "application/octet-stream");
  }
  const defaults = [...kinds].map(([kind, type]) => `<Default Extension="${kind}" ContentType="${type}"/>`);
  const unnamed = [...files.keys()]
    .filter((name) => extname(name) === "")
    .map((name) => `<Override PartName="/${name}" ContentType="application/octet-stream"/>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults.join("")}${unnamed.join("")}</Types>
`;
}
