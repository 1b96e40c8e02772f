/** Optional features of a model's element: its hotspots. */

import type { ModelViewer } from "../../viewer/model/model-types.ts";
import type { HotspotHost, HotspotLayer } from "../hotspots/hotspot-layer.ts";
import type { HotspotStage } from "../hotspots/hotspot-stage.ts";
import { attachFeatures, hotspotFeature } from "./attach-features.ts";

export interface ModelExtras {
  /** The hotspots, or `null` if the element has none. */
  hotspots(): Promise<HotspotLayer | null>;
  /** The model as hotspots use it: visibility and places. */
  stage(): Promise<HotspotStage>;
  destroy(): void;
}

export function attachModelExtras(viewer: ModelViewer, host: HotspotHost): ModelExtras {
  const { row: layer, stage } = hotspotFeature(host, async () => {
    const { createModelStage } = await import("../hotspots/model-stage.ts");
    return createModelStage(viewer);
  });
  const features = attachFeatures(host.element, [layer], host.warn);
  return {
    hotspots() {
      features.follow();
      return features.get(layer);
    },
    stage,
    destroy: features.destroy,
  };
}
