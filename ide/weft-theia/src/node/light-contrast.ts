// Colours that extensions contribute, in the light high-contrast theme too. Of the four defaults of a colour Theia reads
// three and drops "highContrastLight"; marks then have no colour in that theme.
import type { PluginScanner } from "@theia/plugin-ext";

/** The scanner, which now tells all four. */
export function withLightContrast(scanner: PluginScanner): PluginScanner {
  const getContribution = scanner.getContribution.bind(scanner);
  scanner.getContribution = async (plugin) => {
    const found = await getContribution(plugin);
    for (const colour of found?.colors ?? []) {
      const declared = plugin.contributes?.colors?.find(({ id }) => id === colour.id)?.defaults as
        | { readonly highContrastLight?: unknown }
        | undefined;
      if (typeof declared?.highContrastLight === "string" && colour.defaults !== undefined)
        Object.assign(colour.defaults, { hcLight: declared.highContrastLight });
    }
    return found;
  };
  return scanner;
}
