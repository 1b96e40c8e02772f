/**
 * Optional features of a map's element. Each is loaded when an attribute or a child asks for it, so
 * that a plain element needs none of their code.
 */

import type { HotspotLayer } from "../hotspots/hotspot-layer.ts";
import { followCamera } from "./camera-news.ts";
import type { ExtrasHost, Feature } from "./extras-host.ts";
import { describeMap } from "./map-description.ts";

interface FeatureRow {
  readonly attributes: readonly string[];
  /** Selector of children. */
  readonly children?: string;
  readonly create: (host: ExtrasHost) => Promise<Feature>;
}

const HOTSPOTS: FeatureRow = {
  attributes: [],
  children: ':scope > [slot^="hotspot"]',
  create: async (host) => new (await import("../hotspots/hotspot-layer.ts")).HotspotLayer(host),
};

const FEATURES: readonly FeatureRow[] = [
  HOTSPOTS,
  {
    attributes: ["tour"],
    create: async (host) => (await import("./idle-tour.ts")).createIdleTour(host),
  },
  {
    attributes: ["camera-bounds", "min-fov"],
    create: async (host) => (await import("./camera-limits.ts")).createCameraLimits(host),
  },
  {
    attributes: ["interaction-prompt"],
    create: async (host) => (await import("./prompt.ts")).createPrompt(host),
  },
];

export interface Extras {
  /** The hotspots, or `null` if the element has none. */
  hotspots(): Promise<HotspotLayer | null>;
  destroy(): void;
}

export function attachExtras(host: ExtrasHost): Extras {
  const { element, viewer } = host;
  const made = new Map<FeatureRow, Promise<Feature>>();
  let isDestroyed = false;

  const isWanted = ({ attributes, children }: FeatureRow): boolean =>
    attributes.some((name) => element.hasAttribute(name)) ||
    (children !== undefined && element.querySelector(children) !== null);

  const release = (feature: Promise<Feature>): void =>
    void feature.then((each) => each.destroy(), ignore);

  const follow = (): void => {
    if (isDestroyed) return;
    for (const row of FEATURES) {
      const feature = made.get(row);
      if (!isWanted(row)) {
        if (feature !== undefined) release(feature);
        made.delete(row);
      } else if (feature === undefined) {
        const created = row.create(host);
        made.set(row, created);
        created.catch((error: Error) => {
          made.delete(row);
          host.warn(`A part of the element could not be loaded: ${error.message}`);
        });
      } else {
        feature.then((each) => each.update?.(), ignore);
      }
    }
  };
  const observer = new MutationObserver(follow);
  observer.observe(element, {
    childList: true,
    attributes: true,
    attributeFilter: FEATURES.flatMap(({ attributes }) => attributes),
  });
  // Also finds children whose slot changes.
  const slots = new MutationObserver(follow);
  slots.observe(element, { subtree: true, attributes: true, attributeFilter: ["slot"] });
  const describe = (): void => {
    if (viewer.summary !== null) host.describe(describeMap(host));
  };
  const stops = [followCamera(host, async () => (await hotspots())?.seen ?? [])];
  stops.push(viewer.on("load", describe));
  async function hotspots(): Promise<HotspotLayer | null> {
    return ((await made.get(HOTSPOTS)) as HotspotLayer | undefined) ?? null;
  }
  follow();
  describe();
  return {
    hotspots() {
      follow();
      return hotspots();
    },
    destroy() {
      isDestroyed = true;
      observer.disconnect();
      slots.disconnect();
      for (const stop of stops) stop();
      for (const feature of made.values()) release(feature);
    },
  };
}

/** Ignores a failure that was reported elsewhere. */
function ignore(): void {}
