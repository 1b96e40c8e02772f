import type { PropShadows, RenderSettings } from "../types.ts";

/** Returns the shadow mode of the setting `propShadows`, where `true` means silhouettes. */
export function shadowMode({ propShadows }: Pick<RenderSettings, "propShadows">): PropShadows {
  if (typeof propShadows === "string") return propShadows;
  return propShadows ? "silhouette" : "off";
}
