import { createRequire } from "node:module";
import "@theia/core/shared/reflect-metadata";
import { LocalizationRegistry } from "@theia/core/lib/node/i18n/localization-contribution";
import type { LazyLocalization } from "@theia/core/lib/node/i18n/localization-provider";
import { TheiaLocalizationContribution } from "@theia/core/lib/node/i18n/theia-localization-contribution";
import { expect, test } from "vitest";
import { LateTranslations } from "./late-translations";

/** What a contribution registers, by language. */
async function registeredBy(
  contribution: TheiaLocalizationContribution,
): Promise<Map<string, LazyLocalization>> {
  const registered = new Map<string, LazyLocalization>();
  const registry = new LocalizationRegistry();
  const add = (localization: LazyLocalization) => registered.set(localization.languageId, localization);
  Object.assign(registry, { localizationProvider: { addLocalizations: add } });
  await contribution.registerLocalizations(registry);
  return registered;
}

test("no language is read before somebody asks for it", async () => {
  const { cache } = createRequire(import.meta.url);
  const read = () => Object.keys(cache).filter((path) => /nls\.\S+\.json$/.test(path));
  const late = await registeredBy(new LateTranslations());
  expect(read()).toEqual([]);
  await late.get("ja")?.getTranslations();
  expect(read()).toEqual([expect.stringContaining("nls.ja.json")]);
});

test("the languages and texts are those that Theia registers", async () => {
  const [late, theirs] = [
    await registeredBy(new LateTranslations()),
    await registeredBy(new TheiaLocalizationContribution()),
  ];
  expect([...late.keys()]).toEqual([...theirs.keys()]);
  for (const [language, { getTranslations }] of theirs)
    expect(await late.get(language)?.getTranslations()).toEqual(await getTranslations());
});
