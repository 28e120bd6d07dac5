/** Weaves into a module that its guest has loaded, which is then unloaded under the hooks, and loaded again. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stopGuest } from "@weft/weaver-bridge/guest";
import { expect } from "vitest";
import { type Hook, startGuest, stubOf, weft } from "../../support/live-guest/live-guest.js";
import type { ModuleProject } from "./module-project.js";

const SHELF = `aspect Shelf {
  int n;
  advice execution("% put_book(...)") : before() { n++; }
  advice execution("% take_book(...)") : after() { n++; }
  advice get("% book::pages") || set("% book::pages") : before() { n++; }
  advice call("% kfree(...)") && within("% shelf_write(...)") : before() { n++; }
};
`;
/** The first program unloads the module then. */
const LEAVE = `aspect Leave { advice execution("% shelf_write(...)") : around() { tjp->result = -19; } };\n`;
const CODE = 512;

interface WovenAccounts {
  readonly modules?: readonly {
    readonly name: string;
    readonly accounts: Readonly<Record<string, number>>;
    readonly joinPoints: readonly object[];
  }[];
}

export async function weaveIntoModule({ folder, source }: ModuleProject): Promise<void> {
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return name;
  };
  const [shelf, leave] = [file("shelf.ah", SHELF), file("leave.ah", LEAVE)];
  const guest = await startGuest(folder, /^shelf: works/m);
  const says = (words: string, times: number) =>
    guest.until(() => guest.console().split(words).length > times);
  /** From its first function on. */
  const textAt = async ({ address }: Hook) => {
    const stopped = await stopGuest(stubOf(folder));
    return stopped.read(address, CODE).finally(() => stopped.leave());
  };
  const isMet = () => (guest.listed() ?? []).every(({ hits }) => hits > 5);
  try {
    const hooks = guest.weave(shelf);
    const places = hooks.map(({ place }) => place.replace(/:\d+$/, ""));
    for (const place of ["take_book", "get of book::pages in show", "set of book::pages in put_book"])
      expect(places).toContain(place);
    expect(places).toContain("kfree called in shelf_write");
    expect(hooks.map(({ module }) => module)).toEqual(hooks.map(() => "shelf"));
    const targets = hooks.flatMap(({ effects }) => effects.map(({ target }) => target.file));
    expect(new Set(targets)).toEqual(new Set([source]));
    await guest.until(isMet);
    const told = JSON.parse(weft(folder, "live", "weave", shelf, "--accounts", "--json")) as WovenAccounts;
    const [module] = told.modules ?? [];
    expect(module).toMatchObject({ name: "shelf", accounts: { "not-found": 0 } });
    expect(module?.accounts.hooked).toBeGreaterThan(3);
    expect(Object.values(module?.accounts ?? {}).reduce((all, count) => all + count, 0)).toBe(
      module?.joinPoints.length,
    );

    guest.weave(leave);
    await says("shelf: unloaded", 1);
    expect(guest.listed()).toEqual([]);
    expect(JSON.parse(weft(folder, "live", "list", "--json")).problems[0].message).toBe(
      `${hooks.length + 1} hooks are gone with the module shelf, which was unloaded`,
    );
    guest.unweave();

    await says("shelf: loaded", 2);
    const again = guest.weave(shelf);
    const first = again.reduce((least, hook) => (hook.address < least.address ? hook : least));
    const woven = await textAt(first);
    await guest.until(isMet);
    guest.unweave();
    const own = await textAt(first);
    expect(own.equals(woven)).toBe(false);
    expect(own.toString("hex", 0, first.original.length / 2)).toBe(first.original);
    guest.weave(shelf);
    guest.unweave();
    expect((await textAt(first)).equals(own)).toBe(true);
    expect(guest.console()).not.toMatch(/BUG|Oops|WARNING|Kernel panic/);
  } finally {
    await guest.end();
  }
}
