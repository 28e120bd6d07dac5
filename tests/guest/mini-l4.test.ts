/** Stubs on a booted microkernel: the kernel's own test, servers and a client from IDL, and every operation of a test file. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type CrosscuttingResult, effectFields, effectKindNames } from "@weft/language-server/protocol";
import type { Effect } from "@weft/weaver-bridge/model";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startAdapter, Transcript } from "../protocol/dap-fixture.js";
import { requireTool } from "../support/index.js";
import { startLspClient } from "../support/lsp-client.js";
import {
  bootMiniL4,
  editMiniL4,
  MINI_L4_VARIANTS,
  type MiniL4Variant,
  makeMiniL4,
  prepareMiniL4,
} from "../support/mini-l4.js";

const folder = mkdtempSync(join(tmpdir(), "weft-mini-l4-"));
const root = join(folder, "mini-l4");
const launcher = resolve(import.meta.dirname, "../../weaver-bridge/cli/bin/weft");
const X0 = MINI_L4_VARIANTS[0] as MiniL4Variant;

/** Operations of the test's interfaces; an inherited one counts for each interface that has it. */
function operationsOf(variant: MiniL4Variant): number {
  const file = join(root, "user/interfaces/self-test.idl");
  const run = spawnSync(launcher, ["idl", file, "--kernel", variant.abi, "--explain", "--json"], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const { interfaces } = JSON.parse(run.stdout) as { interfaces: { operations: unknown[] }[] };
  return interfaces.reduce((sum, { operations }) => sum + operations.length, 0);
}

describe("mini-l4", () => {
  beforeEach((context) => void requireTool(context, "qemu-system-i386"));
  beforeAll(() => prepareMiniL4(root));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("the kernel builds without the generator and passes its own test, on each ABI", () => {
    for (const variant of MINI_L4_VARIANTS.filter(({ words }) => words.length === 0)) {
      makeMiniL4(root, variant, "IDL=no-such-generator");
      const { status, serial } = bootMiniL4(root, variant, "kernel-test");
      expect(serial, variant.name).toMatch(/^mini-l4: \d+ passed, 0 failed$/m);
      expect(status, variant.name).toBe(33);
    }
  });

  for (const variant of MINI_L4_VARIANTS)
    test(`${variant.name}: name server, file server and client understand each other`, () => {
      makeMiniL4(root, variant);
      const { status, serial } = bootMiniL4(root, variant, "root");
      expect(serial).toContain('file server: its page, mapped here, starts "written by the client"');
      if (variant.abi !== "v2") expect(serial).toContain("pager: gave a page for address 40005004");
      expect(serial).toMatch(/^mini-l4: \d+ passed, 0 failed$/m);
      expect(status).toBe(33);
    });

  for (const variant of MINI_L4_VARIANTS)
    test(`${variant.name}: every operation carries every byte`, () => {
      makeMiniL4(root, variant, "self-test");
      const { status, serial } = bootMiniL4(root, variant, "self-test");
      expect(serial.split("\n").filter((line) => /^(FAIL|skip|PANIC|thread)/.test(line))).toEqual([]);
      expect(serial.match(/^ok /gm)?.length).toBe(operationsOf(variant));
      expect(status).toBe(33);
    });

  test("function tables instead of threaded dispatch", () => {
    const tables = { ...X0, words: ["BUILD=build/x0", "IDL_FLAGS=--no-threaded-dispatch"] };
    makeMiniL4(root, tables, "self-test");
    expect(bootMiniL4(root, X0, "self-test").serial).toMatch(/^self-test: 0 failed$/m);
  });

  test("a stub that packs a value into the wrong bits is found, and the rest goes on", () => {
    const broken = `sh -c '${launcher} idl "$@" && sed -i "s/<< 16)/<< 17)/g" build/x0/self-test/*_client.h' -`;
    makeMiniL4(root, X0, "self-test", `IDL=${broken}`);
    const { status, serial } = bootMiniL4(root, X0, "self-test");
    expect(serial).toMatch(/^FAIL t::scalars\.packed: server: \w+ is not what the client sent, round \d+$/m);
    expect(serial).toMatch(/^ok t::texts\.strings$/m);
    expect(status).toBe(35);
  });

  test("a program that touches what it has not is stopped with its name", () => {
    editMiniL4(root, "user/programs/client.c", (text) =>
      text.replace("CHECK(heap_in_use == 0);", "*(volatile char *)0x30000000 = 1;"),
    );
    makeMiniL4(root, X0);
    const { status, serial } = bootMiniL4(root, X0, "root");
    expect(serial).toMatch(/^FAIL client: touched 3000000[02], instruction 0804[0-9a-f]{4}$/m);
    expect(status).toBe(35);
    editMiniL4(root, "user/programs/client.c", (text) =>
      text.replace("*(volatile char *)0x30000000 = 1;", "CHECK(heap_in_use == 0);"),
    );
  });

  test("weft build weaves the kernel, weft run boots it with the servers, and the aspect speaks", () => {
    const weft = (...words: string[]) =>
      spawnSync(launcher, [...words, root, "--json"], { encoding: "utf8", maxBuffer: 1 << 28 });
    const built = weft("build");
    expect(built.status, built.stderr).toBe(0);
    expect(JSON.parse(built.stdout).units).toMatchObject({ notWoven: 0 });
    const ran = JSON.parse(weft("run").stdout) as { outcome: string; serial: string };
    expect(ran.outcome, ran.serial).toBe("success");
    expect(ran.serial).toMatch(
      /ipc: \d+ messages, \d+ cut or refused, \d+ had to wait for a page; \d+ page faults/,
    );
    const map = readFileSync(join(root, ".weft/weave-map.json"), "utf8");
    expect(map).toContain("IpcAccounting");
    expect(JSON.parse(map).stubs).toContainEqual({
      ...{ symbol: "files_storage_open", title: "files::storage::open: client stub", role: "client" },
    });
    const found = spawnSync(launcher, ["effects", join(root, "user/programs/client.c"), "--json"], {
      encoding: "utf8",
    });
    const { effects } = JSON.parse(found.stdout) as { effects: Effect[] };
    const opens = effects.filter(
      ({ binding }) => binding.kind === "stub" && /::open$/.test(binding.operation),
    );
    expect(opens[0], found.stderr).toMatchObject({
      by: { tool: "idl" },
      title: "files::storage::open: client stub",
      binding: { role: "client", symbol: "files_storage_open" },
    });
    expect(opens[0]?.origin.file).toMatch(/files\.idl$/);
  });

  test("the crosscutting map and a stack frame tell of stubs beside advice", async () => {
    const [client, kernel] = ["user/programs/client.c", "kernel/ipc.c"].map((file) => join(root, file));
    const lsp = await startLspClient({ folder: root });
    try {
      const uris = [client, kernel].map((file) => lsp.open(file as string));
      const map = async () => {
        const { aspects, files } = await lsp.request<CrosscuttingResult>("weft/crosscutting", { uris });
        return files.map(({ effects }) => {
          const rows = effects.flatMap((_, at) =>
            at % effectFields === 0 ? [effects.slice(at, at + effectFields)] : [],
          );
          return [
            ...new Set(rows.map(([, aspect = 0, kind = 0]) => `${effectKindNames[kind]} ${aspects[aspect]}`)),
          ];
        });
      };
      await expect
        .poll(map)
        .toEqual([
          expect.arrayContaining(["stub files::storage"]),
          expect.arrayContaining(["before IpcAccounting"]),
        ]);
    } finally {
      await lsp.stop();
    }
    const adapter = startAdapter();
    try {
      const session = new Transcript(adapter, { folder: root, file: (name: string) => join(root, name) });
      await session.launch({ stopAt: "kernel_main" });
      await session.stop(1);
      // The client is no part of the kernel's image, and its pages are not there yet.
      await session.evaluate(`>add-symbol-file ${join(root, "build/x0/bin/client")}`, 0, "repl");
      await session.evaluate(">hbreak files_storage_open", 0, "repl");
      await session.go("continue", 2);
      expect(session.text()).toContain("files_storage_open (files::storage::open: client stub)");
    } finally {
      adapter.dispose();
    }
  });
});
