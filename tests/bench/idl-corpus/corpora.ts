/** The corpora of `npm run bench -- idl-corpus`: where they come from, how their own compilers are told to read them. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { binaryPackage, sourcePackage } from "../support/packages.js";

export interface Corpus {
  readonly name: string;
  readonly folder: string;
  readonly includeFolders: readonly string[];
  /** What the corpus's own compiler predefines. */
  readonly defines: readonly string[];
  /** Whether that compiler accepts a file; undefined where there is none to ask. */
  accepts(file: string): boolean | undefined;
  /** That compiler leaves names for the C compiler to look up. */
  readonly leavesNames?: boolean;
}

export function corpora(): Corpus[] {
  const widl = binaryPackage("mingw-w64-tools");
  const packaged = [omniorb(), wine(widl), mingw(widl), samba(), cyclone()];
  return [...packaged, ...further(widl)].filter((corpus) => corpus !== undefined);
}

/** Checkouts that `WEFT_IDL_CORPORA` names, as `PATH` names folders: what is for COM is asked of widl, the rest of omniidl. */
function further(widl: string | undefined): Corpus[] {
  const folders = (process.env.WEFT_IDL_CORPORA ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const idl = names.filter((name) => name.endsWith(".idl"));
    const includeFolders = [...new Set(idl.map((name) => join(folder, dirname(name)))), folder];
    const isCom = idl.some((name) => /^unknwn(base)?\.idl$/i.test(basename(name)));
    const name = basename(folder);
    if (isCom)
      return { name, folder, includeFolders, defines: WIDL_DEFINES, accepts: byWidl(widl, includeFolders) };
    const words = includeFolders.map((include) => `-I${include}`);
    // Without a back end it only reads.
    return {
      name,
      folder,
      includeFolders,
      defines: [],
      accepts: (file) => succeeds("omniidl", [...words, file]),
    };
  });
}

function omniorb(): Corpus | undefined {
  const root = binaryPackage("omniorb-idl");
  return root === undefined ? undefined : omniorbBelow(root);
}

/** omniORB's files of a system whose root is `root`. */
export function omniorbBelow(root: string): Corpus {
  const folder = join(root, "usr/share/idl/omniORB");
  const includeFolders = [folder, join(folder, "COS")];
  const accepts = (file: string) => succeeds("omniidl", [...includeFolders.map((dir) => `-I${dir}`), file]);
  return { name: "omniORB (CORBA)", folder, includeFolders, defines: [], accepts };
}

const WIDL_DEFINES = ["__WIDL__", "_WIN32"];

function wine(tools: string | undefined): Corpus | undefined {
  const root = binaryPackage("libwine-dev");
  if (root === undefined) return undefined;
  const folder = join(root, "usr/include/wine/wine");
  const includeFolders = [join(folder, "windows"), join(folder, "msvcrt")];
  return {
    name: "Wine (MIDL, COM, WinRT)",
    folder,
    includeFolders,
    defines: WIDL_DEFINES,
    accepts: byWidl(tools, includeFolders),
  };
}

function mingw(tools: string | undefined): Corpus | undefined {
  const root = sourcePackage("mingw-w64", [
    "*/mingw-w64-headers/*.idl",
    "*/mingw-w64-headers/*.h",
    "*/mingw-w64-headers/crt/_mingw.h.in",
  ]);
  if (root === undefined) return undefined;
  const folder = join(root, "mingw-w64-headers");
  const configured = join(folder, "crt/_mingw.h");
  if (!existsSync(configured))
    writeFileSync(configured, readFileSync(`${configured}.in`, "latin1").replace(/@\w+@/g, "0x0A00"));
  const includeFolders = [join(folder, "include"), join(folder, "crt")];
  return {
    name: "mingw-w64 (MIDL, COM)",
    folder,
    includeFolders,
    defines: WIDL_DEFINES,
    accepts: byWidl(tools, includeFolders),
  };
}

function samba(): Corpus | undefined {
  const folder = sourcePackage("samba", ["*.idl", "*/librpc/idl/*.h", "*/pidl/*"]);
  const yapp = binaryPackage("libparse-yapp-perl");
  if (folder === undefined) return undefined;
  const includeFolders = [join(folder, "librpc/idl"), join(folder, "source4/librpc/idl"), folder];
  const accepts = (file: string) =>
    yapp === undefined
      ? undefined
      : succeeds("perl", [
          ...[join(folder, "pidl/lib"), join(yapp, "usr/share/perl5")].map((dir) => `-I${dir}`),
          join(folder, "pidl/pidl"),
          "--quiet",
          ...includeFolders.flatMap((dir) => ["--includedir", dir]),
          `--dump-idl-tree=${scrap("tree")}`,
          file,
        ]);
  return { name: "Samba (PIDL)", folder, includeFolders, defines: [], accepts, leavesNames: true };
}

function cyclone(): Corpus | undefined {
  const root = binaryPackage("cyclonedds-dev");
  if (root === undefined) return undefined;
  const folder = join(root, "usr/include");
  const accepts = () => undefined;
  return { name: "Cyclone DDS (IDL 4.2)", folder, includeFolders: [folder], defines: [], accepts };
}

function byWidl(tools: string | undefined, includeFolders: readonly string[]): Corpus["accepts"] {
  const widl = tools && join(tools, "usr/bin/i686-w64-mingw32-widl");
  if (widl === undefined) return () => undefined;
  return (file) =>
    succeeds(widl, [...includeFolders.flatMap((dir) => ["-I", dir]), "-h", "-o", scrap("header.h"), file]);
}

/** Never /dev/null: widl removes its output when it fails. */
function scrap(name: string): string {
  const folder = join(tmpdir(), "weft-idl-corpus");
  mkdirSync(folder, { recursive: true });
  return join(folder, name);
}

function succeeds(program: string, words: readonly string[]): boolean | undefined {
  // widl leaves its temporary files where it runs.
  const cwd = dirname(scrap("here"));
  const { status, error } = spawnSync(program, words, { cwd, stdio: "ignore", timeout: 60_000 });
  return error === undefined ? status === 0 : undefined;
}
