/** IDL in the editor: each feature is one question to a snapshot with an interface and the C code on both sides. */
import { expect, test } from "vitest";
import { codeLenses } from "../../analysis/lines/code-lenses.js";
import { editorEffects } from "../../analysis/lines/file-effects.js";
import type { OutlineItem } from "../../workspace/index.js";
import { testSnapshot } from "../test-snapshot.js";
import { idlCompletion } from "./idl-completion.js";
import { idlHover, stubHover } from "./idl-hover.js";
import { idlDefinitions, idlReferences, renameEdits, stubDefinitions } from "./idl-navigation.js";
import { idlDocumentAt } from "./idl-places.js";
import { idlSymbols } from "./idl-symbols.js";

const IDL = `module fs {
  exception missing { };
  typedef long handle_t;
  interface Files {
    handle_t open(in string<40> name, in short mode) raises (missing);
    void close(in handle_t file);
  };
};
`;
const CLIENT = `#include "files_client.h"
/* fs_Files_open in a comment */
int run(fs_Files server) {
  CORBA_Environment env = idl4_default_environment;
  int file = fs_Files_open(server, "a", 1, &env);
  fs_Files_close(server, file, &env);
  return file;
}
`;
const SERVER = `#include "files_server.h"
IDL4_INLINE fs_handle_t fs_Files_open_implementation(CORBA_Object _caller, const CORBA_char *name,
    const CORBA_short mode, idl4_server_environment *_env) { return mode; }
IDL4_PUBLISH_FS_FILES_OPEN(fs_Files_open_implementation);
`;
const snapshot = testSnapshot({ "/files.idl": IDL, "/client.c": CLIENT, "/server.c": SERVER });
const document = idlDocumentAt(snapshot, "/files.idl")!;

/** Place of the `nth` occurrence of `word`. */
function at(text: string, word: string, nth = 0) {
  let offset = text.indexOf(word);
  for (let index = 0; index < nth; index++) offset = text.indexOf(word, offset + 1);
  const before = text.slice(0, offset).split("\n");
  return { line: before.length - 1, character: before.at(-1)!.length };
}

test("the outline follows modules and interfaces", () => {
  const print = ({ kind, name, children }: OutlineItem): string =>
    `${kind} ${name}${children.length === 0 ? "" : ` (${children.map(print).join(", ")})`}`;
  expect(idlSymbols(snapshot, document).map(print)).toEqual([
    "module fs (exception missing, typedef handle_t, interface Files (operation open, operation close))",
  ]);
});

test("hover shows the layout on the operation and on its stub in C", () => {
  const inIdl = idlHover(snapshot, "/files.idl", at(IDL, "open"))!.markdown;
  expect(inIdl).toContain("handle_t open(in string<40> name");
  expect(inIdl).toContain("request:");
  expect(inIdl).toContain("stub `fs_Files_open`, implementation `fs_Files_open_implementation`");
  const inC = stubHover(snapshot, snapshot.text("/client.c")!, at(CLIENT, "fs_Files_open", 1))!.markdown;
  expect(inC).toMatch(/^\*\*fs::Files::open\*\*: client stub/);
  expect(stubHover(snapshot, snapshot.text("/client.c")!, at(CLIENT, "fs_Files_open"))).toBeUndefined();
});

test("definition leads from uses to declarations, from operations to implementations and back", () => {
  const go = (place: { line: number; character: number }) =>
    idlDefinitions(snapshot, "/files.idl", place).map(
      ({ uri, range, label }) => `${uri} ${range.start.line} ${label}`,
    );
  expect(go(at(IDL, "missing", 1))).toEqual(["file:///files.idl 1 fs::missing"]);
  expect(go(at(IDL, "open"))).toEqual([
    "file:///server.c 1 fs_Files_open_implementation (implementation)",
    "file:///server.c 3 fs_Files_open_implementation (implementation)",
  ]);
  expect(
    stubDefinitions(snapshot, snapshot.text("/client.c")!, at(CLIENT, "fs_Files_close")).map(
      ({ label }) => label,
    ),
  ).toEqual(["fs::Files::close"]);
});

test("references reach both sides", () => {
  const found = idlReferences(snapshot, "/files.idl", at(IDL, "open"), true);
  expect(found.map(({ uri, range }) => `${uri}:${range.start.line}`)).toEqual([
    "file:///files.idl:4",
    "file:///client.c:4",
    "file:///server.c:1",
    "file:///server.c:3",
    "file:///server.c:3",
  ]);
});

test("rename changes the interface and the code on both sides", () => {
  const edits = renameEdits(snapshot, document, at(IDL, "open"), "lookup");
  expect(typeof edits === "string" ? edits : edits.map(({ uri, text }) => `${uri} ${text}`)).toEqual([
    "file:///files.idl lookup",
    "file:///client.c fs_Files_lookup",
    "file:///server.c fs_Files_lookup_implementation",
    "file:///server.c IDL4_PUBLISH_FS_FILES_LOOKUP",
    "file:///server.c fs_Files_lookup_implementation",
  ]);
  expect(renameEdits(snapshot, document, at(IDL, "open"), "close")).toContain("declared there already");
  expect(renameEdits(snapshot, document, at(IDL, "open"), "9x")).toContain("no name in IDL");
  const renamed = renameEdits(snapshot, document, at(IDL, "Files"), "Store");
  expect(typeof renamed === "string" ? renamed : renamed.map(({ text }) => text)).toContain("fs_Store_open");
});

test("completion knows names in reach, members of scopes, attributes", () => {
  const labels = (text: string, nth = 0) => {
    const own = testSnapshot({ "/a.idl": text.replace("|", "") });
    return idlCompletion(idlDocumentAt(own, "/a.idl")!, at(text, "|", nth)).map(({ label }) => label);
  };
  expect(labels("module m { typedef long t; interface I { void f(in |); }; };")).toEqual(
    expect.arrayContaining(["t", "I", "unsigned"]),
  );
  expect(labels("module m { typedef long t; exception e {}; }; interface I { void f(in m::|); };")).toEqual([
    "t",
    "e",
  ]);
  expect(labels("interface I { void f([|] long a); };")).toEqual(
    expect.arrayContaining(["in", "out", "max_size"]),
  );
  expect(labels("interface I { /* | */ void f(); };")).toEqual([]);
});

test("lines of C that use stubs are effects, and lenses tell layouts", () => {
  expect(
    editorEffects(snapshot, "/client.c").map(
      ({ range, title, reason }) => `${range.start.line} ${title}: ${reason}`,
    ),
  ).toEqual([
    expect.stringMatching(/^4 fs::Files::open: client stub: request: \d words? in registers/),
    "5 fs::Files::close: client stub: request: 1 word in registers; reply: no data",
  ]);
  expect(codeLenses(snapshot, "/files.idl").map(({ title }) => title)).toEqual([
    "4 uses in C and IDL",
    expect.stringMatching(/^X0: request: /),
    "1 use in C and IDL",
    "X0: request: 1 word in registers; reply: no data",
  ]);
});

const DEFS = `subsystem echo 500;
#include <mach/types.defs>
routine say(to : mach_port_t; text : text_t; out length : int);
routine bad(to : mach_port_t; what : nope_t);
`;
const TYPES = `type mach_port_t = MACH_MSG_TYPE_COPY_SEND;
type text_t = c_string[*:64];
`;

test("a .defs file is Mach's: mig's mistakes, messages on hover, definitions, outline; no stubs of L4", () => {
  const good = DEFS.replace(/routine bad.*\n/, "");
  const mach = testSnapshot({
    "/s/echo.defs": good,
    "/s/broken.defs": DEFS,
    "/s/include/mach/types.defs": TYPES,
  });
  const hover = idlHover(mach, "/s/echo.defs", at(good, "say"))!.markdown;
  expect(hover).toContain("request 500: 28 to 92 bytes");
  expect(hover).toContain("text: text_t, string x 64");
  const echo = idlDocumentAt(mach, "/s/echo.defs")!;
  expect(echo.problems).toEqual([]);
  expect(idlSymbols(mach, echo).map(({ name, children }) => [name, children.map((one) => one.name)])).toEqual(
    [["echo", ["say"]]],
  );
  expect(idlDefinitions(mach, "/s/echo.defs", at(good, "text_t"))).toMatchObject([
    { uri: "file:///s/include/mach/types.defs", range: { start: { line: 1 } } },
  ]);
  expect(codeLenses(mach, "/s/echo.defs")).toEqual([]);
  expect(idlDocumentAt(mach, "/s/broken.defs")!.problems).toMatchObject([
    { code: "idl/unknown-type", range: { startLine: 4 } },
  ]);
  expect(idlDocumentAt(mach, "/s/include/mach/types.defs")!.problems).toEqual([]);
});
