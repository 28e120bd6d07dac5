/** GNU MIG as the judge: what it accepts, and where the fields of its structs stand. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binaryPackage } from "../support/packages.js";

export interface Judge {
  readonly program: string;
  /** As gcc lays out what it writes. */
  readonly machine: "i686" | "x86_64";
  /** Of Debian 12, before the messages of x86_64 had words of 8 bytes: its layouts are nobody's any more. */
  readonly layouts: boolean;
}

/**
 * `WEFT_MIGCOM=/usr/lib/mig/i686-gnu-migcom`, with `WEFT_MIG_MACHINE=x86_64` where it is for that; without it that of
 * Debian's mig-x86-64-gnu. Undefined where there is none.
 */
export function findJudge(): Judge | undefined {
  const program = process.env.WEFT_MIGCOM;
  if (program !== undefined)
    return { program, machine: process.env.WEFT_MIG_MACHINE === "x86_64" ? "x86_64" : "i686", layouts: true };
  const folder = binaryPackage("mig-x86-64-gnu");
  const found = folder && join(folder, "usr/lib/mig/x86_64-gnu-migcom");
  return found !== undefined && existsSync(found)
    ? { program: found, machine: "x86_64", layouts: false }
    : undefined;
}

export interface Judgement {
  readonly accepts: boolean;
  /** First line that it said. */
  readonly words: string;
  /** C text of the client's stubs. */
  readonly user: string;
}

/** `text` needs no preprocessor. */
export function judge({ program }: Judge, text: string, folder: string): Judgement {
  const user = join(folder, "user.c");
  const options = ["-header", "/dev/null", "-server", "/dev/null", "-user", user];
  const run = spawnSync(program, options, { input: text, encoding: "latin1", timeout: 20_000 });
  const accepts = run.status === 0;
  return {
    accepts,
    words: run.stderr.split("\n")[0] ?? "",
    user: accepts ? readFileSync(user, "latin1") : "",
  };
}

/** A message's struct in mig's C: sizes and places as gcc finds them. */
export interface Struct {
  readonly routine: string;
  readonly which: "Request" | "Reply";
  readonly bytes: number;
  readonly fields: readonly { readonly name: string; readonly offset: number }[];
}

/** One compiler run for all of them. */
export function structsOf(
  { machine }: Judge,
  units: readonly { readonly user: string; readonly declarations: string }[],
): Struct[][] {
  const folder = mkdtempSync(join(tmpdir(), "weft-mig-"));
  try {
    const text = units.map((unit, index) => unitText(unit, index));
    writeFileSync(
      join(folder, "a.c"),
      `${PRELUDE[machine]}\n${text.join("\n")}\nint main(void) {\n${text.map((_, index) => `unit${index}();`).join("\n")}\nreturn 0; }\n`,
    );
    const mode = machine === "i686" ? ["-m32"] : [];
    const built = spawnSync("gcc", ["-w", "-O0", ...mode, "-o", "a", "a.c"], {
      cwd: folder,
      encoding: "utf8",
      timeout: 120_000,
    });
    if (built.status !== 0) throw new Error(`gcc refuses mig's structs: ${built.stderr.slice(0, 2000)}`);
    const said = spawnSync(join(folder, "a"), { encoding: "utf8", timeout: 60_000 }).stdout;
    const structs: Struct[][] = units.map(() => []);
    for (const line of said.split("\n").filter(Boolean)) {
      const [unit, routine, which, bytes, ...fields] = line.trim().split(" ");
      structs[Number(unit)]?.push({
        routine: routine ?? "",
        which: which as Struct["which"],
        bytes: Number(bytes),
        fields: fields.map((field) => {
          const [name = "", offset] = field.split("=");
          return { name, offset: Number(offset) };
        }),
      });
    }
    return structs;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each unit in a function of its own, as names of types repeat. */
function unitText(
  { user, declarations }: { readonly user: string; readonly declarations: string },
  unit: number,
): string {
  const parts = user.split(/\/\* (?:Simple)?Routine (\w+) \*\//).slice(1);
  const lines: string[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    const routine = parts[index] ?? "";
    for (const [whole, body = "", which = ""] of (parts[index + 1] ?? "").matchAll(
      /typedef struct \{\n([\s\S]*?)\t\} (Request|Reply);/g,
    )) {
      const names = [...body.matchAll(/^\t\t\t?(?:const )?[\w ]+?\b(\w+)(?:\[\d+\])?;$/gm)].map(
        (match) => match[1] ?? "",
      );
      const asked = names.filter((name) => !/^Head$|Pad$/.test(name));
      const format = asked.map((name) => `${name}=%d`).join(" ");
      const values = asked.map((name) => `, (int)__builtin_offsetof(${which}, ${name})`).join("");
      lines.push(
        `{ ${whole}\nprintf("${unit} ${routine} ${which} %d ${format}\\n", (int)sizeof(${which})${values}); }`,
      );
    }
  }
  return `void unit${unit}(void) {\n${declarations}\n${lines.join("\n")}\n}`;
}

const COMMON = `int printf(const char *, ...);
typedef int kern_return_t; typedef unsigned mach_msg_type_number_t; typedef unsigned mach_port_t;`;

const PRELUDE = {
  i686: `${COMMON}
typedef struct { unsigned words[6]; } mach_msg_header_t;
typedef struct { unsigned word; } mach_msg_type_t;
typedef struct { unsigned words[3]; } mach_msg_type_long_t;
typedef unsigned mach_port_name_inlined_t; typedef unsigned port_value;`,
  x86_64: `${COMMON}
typedef struct { unsigned long long words[4]; } mach_msg_header_t;
typedef struct { unsigned long long word; } mach_msg_type_t;
typedef struct { unsigned long long word; } mach_msg_type_long_t;
typedef struct { union { unsigned name; unsigned long long kernel; }; } mach_port_name_inlined_t;
typedef mach_port_name_inlined_t port_value;`,
};
