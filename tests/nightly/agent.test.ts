// Debian's Linux 6.1 without a debug stub, woven into by the agent in it: the sample linux-live, built as users build it.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { initrdWithAgent, openAgent } from "@weft/weaver-bridge/guest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBundles } from "../support/bundles.js";
import { type LiveGuest, repository, startGuest, weft } from "../support/live-guest/live-guest.js";
import { stressWeaving } from "../support/live-guest/stress.js";
import { kernelText } from "../support/live-guest/system-map.js";
import { keepResultsOf } from "./results.js";

keepResultsOf("a Linux guest without a debug stub");
const sample = join(repository, "sample-projects/linux-live");
const aspect = (name: string) => join(sample, "aspects", name);
const READY = /weft-init: works/;
const WEAVES = Number(process.env.WEFT_AGENT_WEAVES ?? 60);
let guest: LiveGuest;
let folder: string;

beforeAll(async () => {
  makeBundles("weft");
  folder = mkdtempSync(join(tmpdir(), "weft-nightly-agent-"));
  weft(sample, "build", "--without-aspects");
  guest = await startGuest(sample, READY, { isAgent: true });
});
afterAll(async () => {
  await guest.end();
  rmSync(folder, { recursive: true, force: true });
});

function text(): Buffer {
  const { from, size } = kernelText(join(sample, "build/linux"));
  return guest.text(from, size);
}

const agentSocket = () =>
  (JSON.parse(readFileSync(join(sample, ".weft/live/guest.json"), "utf8")) as { agent: string }).agent;

test("the paper's aspects go into it by the kernel's own text patching, and out of it without a trace", async () => {
  const before = text();
  const hooks = guest.weave(
    aspect("figure-3.klay"),
    aspect("figure-1-linux-6.1.klay"),
    aspect("figure-5-linux-6.1.klay"),
  );
  expect(hooks).toHaveLength(5);
  expect(text().equals(before)).toBe(false);
  await guest.until(() => ["check_free_space", "i_uid", "on_rq"].every((what) => guest.hitsOf(what) > 5));
  expect(guest.console()).toContain("execution of check_free_space");
  expect(JSON.parse(weft(sample, "live", "log", "--json")).entries.length).toBeGreaterThan(5);
  expect(weft(sample, "live", "watch", "--count", "2", "--interval", "0.5")).toContain("inode::i_uid");
  guest.unweave();
  expect(text().equals(before)).toBe(true);
});

test("who is killed while it weaves leaves what can be undone", async () => {
  const before = text();
  for (const delay of [500, 1000, 2000, 4000]) {
    const weaving = spawn(
      join(repository, "weaver-bridge/cli/bin/weft"),
      ["live", "weave", aspect("figure-3.klay")],
      {
        cwd: sample,
        stdio: "ignore",
      },
    );
    await sleep(delay);
    weaving.kill("SIGKILL");
    guest.unweave();
    expect(text().equals(before)).toBe(true);
  }
});

test("a module that is unloaded takes its hooks along, and the next weaving loads it again", async () => {
  const before = text();
  guest.weave(aspect("figure-3.klay"), aspect("figure-5-linux-6.1.klay"));
  await guest.until(() => guest.hitsOf("on_rq") > 5);
  const agent = await openAgent(agentSocket());
  await agent.unload();
  agent.leave();
  expect(text().equals(before)).toBe(true);
  expect(guest.listed()).toEqual([]);
  guest.weave(aspect("figure-3.klay"));
  await guest.until(() => guest.hitsOf("check_free_space") > 5);
  guest.unweave();
  expect(text().equals(before)).toBe(true);
});

test("woven and taken out again and again while it works, it stays the same kernel", async () => {
  const before = text();
  const advice = (name: string, body: string) => {
    const file = join(folder, `${name}.ah`);
    writeFileSync(file, `aspect ${name} {\n  unsigned n;\n${body}\n};\n`);
    return file;
  };
  const files = [
    advice("Entries", '  advice execution("% ksys_read(...)" || "% ksys_write(...)") : before() { n++; }'),
    advice("Exits", '  advice execution("% vfs_write(...)" || "% schedule()") : after() { n++; }'),
    advice("Members", '  advice get("% file::f_mode") : before() { n++; }'),
  ];
  const { weaves, hooks, traps, stopped, failures } = await stressWeaving(sample, files, WEAVES);
  console.log(
    `agent: ${weaves} weaves, ${hooks} hooks (${traps} traps), ${stopped.toFixed(1)} ms stopped for each`,
  );
  expect(failures).toEqual([]);
  expect(traps).toBeGreaterThan(0);
  expect(text().equals(before)).toBe(true);
  expect(guest.console()).not.toMatch(/BUG|Oops|WARNING|Kernel panic/);
});

test("a guest that something else started is attached to, and read through its agent alone", async () => {
  const program = join(folder, "weft-agent");
  weft(sample, "live", "agent", "--output", program);
  await guest.end();
  const initrd = join(folder, "initrd");
  writeFileSync(
    initrd,
    initrdWithAgent(readFileSync(join(sample, "build/initramfs.gz")), readFileSync(program)),
  );
  const socket = join(folder, "port");
  const machine = spawnMachine(initrd, socket);
  let attached: ChildProcess | undefined;
  try {
    attached = await attachedTo(socket);
    expect(
      JSON.parse(weft(sample, "live", "weave", aspect("figure-5-linux-6.1.klay"), "--json")).hooks,
    ).toHaveLength(3);
    await expect.poll(() => guest.hitsOf("on_rq"), { timeout: 60_000 }).toBeGreaterThan(5);
    expect(JSON.parse(weft(sample, "live", "log", "--json")).entries.length).toBeGreaterThan(5);
    weft(sample, "live", "unweave");
    expect(guest.listed()).toEqual([]);
  } finally {
    attached?.kill();
    machine.kill();
  }
});

function spawnMachine(initrd: string, socket: string): ChildProcess {
  const kernel = join(sample, "build/linux/arch/x86/boot/bzImage");
  const port = `socket,id=weft,path=${socket},server=on,wait=off`;
  const words = [
    "-kernel",
    kernel,
    "-initrd",
    initrd,
    "-append",
    "console=ttyS0 panic=-1 rdinit=/weft-agent",
  ];
  const rest = ["-m", "128", "-no-reboot", "-display", "none", "-monitor", "none", "-serial", "null"];
  return spawn("qemu-system-i386", [
    ...words,
    ...rest,
    "-chardev",
    port,
    "-device",
    "isa-serial,chardev=weft,index=1",
  ]);
}

/** It says when it has the guest; while the guest starts, it ends and says that. */
async function attachedTo(socket: string): Promise<ChildProcess> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const child = spawn(join(repository, "weaver-bridge/cli/bin/weft"), ["live", "attach", socket], {
      cwd: sample,
    });
    let said = "";
    child.stderr.on("data", (piece: Buffer) => (said += piece.toString()));
    while (child.exitCode === null && !said.includes("lets it go")) await sleep(100);
    if (child.exitCode === null) return child;
    expect(said).toMatch(/guest\/(agent-silent|unreachable)/);
  }
  throw new Error("the guest's agent does not come up");
}

test("a kernel without modules, and a guest without an initial file system, are told", () => {
  const run = (...words: string[]) =>
    spawnSync(join(repository, "weaver-bridge/cli/bin/weft"), words, { encoding: "utf8" });
  const project = join(folder, "plain");
  const file = { name: "plain", build: { make: ["make"], directory: "." }, run: { kernel: "vmlinux" } };
  spawnSync("mkdir", [project]);
  writeFileSync(join(project, "weft.json"), JSON.stringify(file));
  writeFileSync(join(project, "vmlinux"), "");
  writeFileSync(join(project, "Kconfig"), "");
  writeFileSync(join(project, ".config"), "\nCONFIG_X86_32=y\n# CONFIG_MODULES is not set\n");
  expect(run("live", "agent", "--project", project).stderr).toContain("without CONFIG_MODULES");
  expect(run("run", project, "--live", "--agent", "--headless").stderr).toContain(
    "error[weft/run/no-initrd]",
  );
});
