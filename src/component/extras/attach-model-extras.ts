/** Optional features of a model's element: its hotspots. */

import type { ModelViewer } from "../../viewer/model/model-types.ts";
import type { HotspotHost, HotspotLayer } from "../hotspots/hotspot-layer.ts";
import type { HotspotStage } from "../hotspots/hotspot-stage.ts";
import { attachFeatures, type FeatureRow, HOTSPOT_CHILDREN } from "./attach-features.ts";

export interface ModelExtras {
  /** The hotspots, or `null` if the element has none. */
  hotspots(): Promise<HotspotLayer | null>;
  /** The model as hotspots use it: visibility and places. */
  stage(): Promise<HotspotStage>;
  destroy(): void;
}

export function attachModelExtras(viewer: ModelViewer, host: HotspotHost): ModelExtras {
  let opened: HotspotStage | null = null;
  const stage = async (): Promise<HotspotStage> => {
    const { createModelStage } = await import("../hotspots/model-stage.ts");
    opened ??= createModelStage(viewer);
    return opened;
  };
  const layer: FeatureRow<HotspotLayer> = {
    attributes: [],
    children: HOTSPOT_CHILDREN,
    async create() {
      const { HotspotLayer } = await import("../hotspots/hotspot-layer.ts");
      return new HotspotLayer(host, await stage());
    },
  };
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
