/** Stubs for L4 kernels. */
import type { Command } from "commander";
import { OPTIMIZATION_NAMES } from "../../idl/options.js";
import type { Done } from "./done.js";

export function addIdl(program: Command, done: Done): void {
  program
    .command("idl")
    .description(
      "client and server stubs for L4 kernels from an interface in IDL; messages of Mach from one of MIG",
    )
    .usage("[check] [FILE.idl|FILE.defs] [options]")
    .helpOption("--help", "display help for command")
    .allowUnknownOption()
    .argument("[arguments...]")
    .addHelpText("after", IDL_OPTIONS)
    .action(async (args: string[]) => done(await (await import("../commands/idl.js")).idl(args)));
}

const IDL_OPTIONS = `
Writes BASE_client.h, BASE_server.h, BASE_template.c and the support headers idl4/. Without a file, does so for all
that the project's weft.json lists under "idl". Nothing is written when there is an error.

With "check" before it, the file is only checked, and nothing is written.

A .defs file is MIG's, for GNU Mach and the Hurd: without --kernel it is checked as mig does and its messages are laid
out for Mach (mig makes their stubs); with --kernel it gives L4 stubs, and what means nothing on L4 is told.

  --kernel v2|x0|v4   the L4 interface; x0 by default
  --platform ia32|x86_64   for messages of Mach; ia32 by default
  --out DIR           where to write; the working directory by default
  --count             --explain, and the instructions that each call executes in client and server, as gcc -m32 -O2
                      compiles them: single-stepped, without the kernel and the implementation
  --length N          for --count: strings, sequences and counted arrays of N elements; 16 by default
  --explain           print each operation's message layout and optimizations; writes only with --out
  --json              print outputs, layouts and problems as JSON
  --acf FILE          application configuration file: attributes kept apart from the interface; by default BASE.acf
                      beside FILE.idl, if it is there
  -I DIR, -D NAME[=TEXT]   for #include, import and #if
  -c | -s | -t        only the client header, the server header, the template; -h FILE, -o FILE name it
  --self-test         also BASE_self_test.c, which calls every operation and checks every byte on both sides
  --c-types           plain C type names instead of CORBA_long and its kin
  --no-malloc         every out buffer is the caller's, as with [prealloc]
  --entry int|sysenter     how X0 is entered; int by default
  --generic           no optimization at all; later words switch single ones on
  --OPTIMIZATION, --no-OPTIMIZATION
                      ${Object.values(OPTIMIZATION_NAMES).join(", ")}

The spelling of the old idl4 is understood too: -i V2|X0|V4, -ffastcall, -fno-use-malloc, -fctypes, -Wp,-DX, -Wprealloc.`;
