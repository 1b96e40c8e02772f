import type { PropShadows, RenderSettings } from "../types.ts";

/** What `propShadows` says: a plain switch is on with silhouettes. */
export function shadowMode({ propShadows }: Pick<RenderSettings, "propShadows">): PropShadows {
  if (typeof propShadows === "string") return propShadows;
  return propShadows ? "silhouette" : "off";
}
