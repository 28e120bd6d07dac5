/** Words of compile commands by which a folder wants something run, or written elsewhere, when a unit is looked at. */
import { join } from "node:path";
import { type Place, UNIT } from "./place.js";

type Make = (place: Place) => void;

/** A command around a script of the folder. */
const running =
  (...words: string[]): Make =>
  (place) => {
    const script = place.script("evil");
    place.compile(...words.map((word) => word.replace("SCRIPT", script)), "-c", UNIT);
  };
/** A command that names a library of the folder. */
const loading =
  (...words: string[]): Make =>
  (place) => {
    const library = place.library("p.so");
    place.compile(...words.map((word) => word.replace("LIBRARY", library)), "-c", UNIT);
  };
/** The same from a response file. */
const fromFile =
  (...words: string[]): Make =>
  (place) => {
    place.write("words", `-fplugin=${place.library("p.so")}\n`);
    place.compile("gcc", ...words, "-c", UNIT);
  };
/** With programs that a driver looks for below a folder. */
const looking =
  (...words: string[]): Make =>
  (place) => {
    for (const name of ["cc1", "as", "ld", "collect2", "cpp"]) place.script(`tools/${name}`);
    place.compile(...words, "-c", UNIT);
  };
/** A file outside is named as one to be written. */
const writing =
  (...words: string[]): Make =>
  (place) => {
    const outside = join(place.marks, "written");
    place.compile("gcc", ...words.map((word) => word.replace("OUTSIDE", outside)), "-c", UNIT);
  };

export const BY_WORDS: Readonly<Record<string, Make>> = {
  "a program of the folder": running("SCRIPT"),
  "a launcher and a program": running("env", "SCRIPT"),
  "two launchers": running("nice", "ccache", "SCRIPT"),
  "a launcher with options": running("nice", "-n", "5", "SCRIPT"),
  "words for env in one": running("env", "-S", "SCRIPT"),
  "a shell": running("sh", "-c", "SCRIPT"),
  libtool: running("libtool", "--mode=compile", "SCRIPT"),
  "a program for ccache": running("env", "CCACHE_PREFIX=SCRIPT", "ccache", "gcc"),
  "a wrapper": running("gcc", "-wrapper", "SCRIPT"),
  "a wrapper for clang's driver": running("clang", "-fcrash-diagnostics=all", "--driver-mode=cl", "SCRIPT"),
  "a plugin": loading("gcc", "-fplugin=LIBRARY"),
  "a plugin by its folder": loading("gcc", "-iplugindir=.", "-fplugin=p"),
  "a plugin as another's value": loading("gcc", "-I", "-fplugin=LIBRARY"),
  "a plugin behind two dashes": (place) => {
    place.compile("gcc", "-c", UNIT, "--", `-fplugin=${place.library("p.so")}`);
  },
  "a plugin of clang": loading("clang", "-Xclang", "-load", "-Xclang", "LIBRARY"),
  "a plugin of clang's own": loading("clang", "-cc1", "-load", "LIBRARY"),
  "a plugin for clangd": loading("clang", "-fplugin=LIBRARY", "-fpass-plugin=LIBRARY"),
  "words for the parts of LLVM": loading("clang", "-mllvm", "-load=LIBRARY"),
  "a library before all": loading("env", "LD_PRELOAD=LIBRARY", "gcc"),
  "a response file": fromFile("@words"),
  "a response file as a folder": fromFile("-I", "@words"),
  "a response file as an include": fromFile("-include", "@words"),
  "words for the preprocessor": fromFile("-Xpreprocessor", "@words"),
  "words for the assembler": fromFile("-Wa,@words"),
  "settings of clang's driver": (place) => {
    place.write("evil.cfg", `-fplugin=${place.library("p.so")}\n`);
    place.compile("clang", "--config", "evil.cfg", "--config-user-dir=.", "-c", UNIT);
  },
  "specifications of the driver": (place) => {
    place.write("specs", `%rename cpp old\n*cpp:\n-fplugin=${place.library("p.so")} %(old)\n`);
    place.compile("gcc", "-specs=specs", "-c", UNIT);
  },
  "a prefix of programs": looking("gcc", "-Btools/"),
  "a prefix in the environment": looking("env", "GCC_EXEC_PREFIX=tools/", "COMPILER_PATH=tools", "gcc"),
  "a root of another system": looking("gcc", "--sysroot=tools", "-isysroot", "tools"),
  "a tool chain elsewhere": looking("clang", "--gcc-toolchain=tools", "-fno-integrated-as", "-Btools"),
  "a linker of the folder": looking("gcc", "-fuse-ld=tools/ld", "-Wl,-plugin,./p.so"),
  "dependencies elsewhere": writing("-MD", "-MF", "OUTSIDE"),
  "dependencies by the preprocessor": writing("-Wp,-MD,OUTSIDE"),
  "dumps elsewhere": writing("-fdump-tree-all=OUTSIDE", "-dumpdir", "OUTSIDE"),
  "an output elsewhere": writing("-o", "OUTSIDE"),
  "diagnostics elsewhere": writing("-fdiagnostics-format=sarif-file", "--serialize-diagnostics", "OUTSIDE"),
  "a profile elsewhere": writing(
    "-fprofile-dir=OUTSIDE",
    "--coverage",
    "-fcallgraph-info",
    "-fsave-optimization-record",
  ),
};
