/** Optional features of a map's element, and what it says about the map to screen readers. */

import type { HotspotLayer } from "../hotspots/hotspot-layer.ts";
import type { HotspotStage } from "../hotspots/hotspot-stage.ts";
import { attachFeatures, type FeatureRow, hotspotFeature } from "./attach-features.ts";
import { followCamera } from "./camera-news.ts";
import type { ExtrasHost } from "./extras-host.ts";
import { describeMap } from "./map-description.ts";

export interface Extras {
  /** The hotspots, or `null` if the element has none. */
  hotspots(): Promise<HotspotLayer | null>;
  /** The map as hotspots use it: visibility and places. */
  stage(): Promise<HotspotStage>;
  destroy(): void;
}

export function attachExtras(host: ExtrasHost): Extras {
  const { element, viewer } = host;
  const { row: layer, stage } = hotspotFeature(host, async () => {
    const { createMapStage } = await import("../hotspots/map-stage.ts");
    return createMapStage(viewer);
  });
  const rows: readonly FeatureRow[] = [
    layer,
    {
      attributes: ["tour"],
      create: async () => (await import("./idle-tour.ts")).createIdleTour(host),
    },
    {
      attributes: ["camera-bounds", "min-fov"],
      create: async () => (await import("./camera-limits.ts")).createCameraLimits(host),
    },
    {
      attributes: ["interaction-prompt"],
      create: async () => (await import("./prompt.ts")).createPrompt(host),
    },
  ];
  const features = attachFeatures(element, rows, host.warn);
  const describe = (): void => {
    if (viewer.summary !== null) host.describe(describeMap(host));
  };
  const stops = [
    followCamera(host, async () => (await features.get(layer))?.seen ?? []),
    viewer.on("load", describe),
  ];
  describe();
  return {
    hotspots() {
      features.follow();
      return features.get(layer);
    },
    stage,
    destroy() {
      for (const stop of stops) stop();
      features.destroy();
    },
  };
}
