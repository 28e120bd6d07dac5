// Icons that extensions draw for light and for dark themes: the light high-contrast theme is a light one. Theia gives it
// the drawings for dark themes, which are hard to see on white.
import type { Theme } from "@theia/core/lib/common/theme";
import { injectable, type interfaces } from "@theia/core/shared/inversify";
import { PluginSharedStyle } from "@theia/plugin-ext/lib/main/browser/plugin-shared-style";

@injectable()
class LightIcons extends PluginSharedStyle {
  protected override doInsertRule({
    selector,
    body,
  }: {
    selector: string;
    body: (theme: Theme) => string;
  }): void {
    const light = (theme: Theme): Theme => (theme.type === "hcLight" ? { ...theme, type: "light" } : theme);
    super.doInsertRule({ selector, body: (theme) => body(light(theme)) });
  }
}

/** For a container in which Theia's own style of icons is bound. */
export function bindLightIcons(rebind: interfaces.Rebind): void {
  rebind(PluginSharedStyle).to(LightIcons).inSingletonScope();
}
