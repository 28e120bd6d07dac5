// Theia's own translations, each read when somebody works in that language. Theia's contribution reads all of them at
// each start, which was a quarter of the processor's time until the page answered.
import { LocalizationRegistry } from "@theia/core/lib/node/i18n/localization-contribution";
import { TheiaLocalizationContribution } from "@theia/core/lib/node/i18n/theia-localization-contribution";
import { injectable } from "@theia/core/shared/inversify";

/** Literal names, which a bundler finds; a test holds them against the package's files. */
const READERS: Record<string, () => unknown> = {
  "zh-cn": () => require("@theia/core/i18n/nls.zh-cn.json"),
  "zh-tw": () => require("@theia/core/i18n/nls.zh-tw.json"),
  fr: () => require("@theia/core/i18n/nls.fr.json"),
  de: () => require("@theia/core/i18n/nls.de.json"),
  it: () => require("@theia/core/i18n/nls.it.json"),
  es: () => require("@theia/core/i18n/nls.es.json"),
  ja: () => require("@theia/core/i18n/nls.ja.json"),
  ko: () => require("@theia/core/i18n/nls.ko.json"),
  ru: () => require("@theia/core/i18n/nls.ru.json"),
  "pt-br": () => require("@theia/core/i18n/nls.pt-br.json"),
  tr: () => require("@theia/core/i18n/nls.tr.json"),
  pl: () => require("@theia/core/i18n/nls.pl.json"),
  cs: () => require("@theia/core/i18n/nls.cs.json"),
  hu: () => require("@theia/core/i18n/nls.hu.json"),
};

/** Theia's way from a file's nested groups to names. */
class Names extends LocalizationRegistry {
  of(file: unknown): Record<string, string> {
    return this.flattenTranslations(file);
  }
}

@injectable()
export class LateTranslations extends TheiaLocalizationContribution {
  override async registerLocalizations(registry: LocalizationRegistry): Promise<void> {
    const names = new Names();
    for (const [languageId, read] of Object.entries(READERS))
      registry.registerLocalization({ languageId, getTranslations: async () => names.of(read()) });
  }
}
