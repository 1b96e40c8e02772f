/**
 * Optional features of an element. Each is loaded when an attribute or a child asks for it, so that
 * a plain element needs none of their code.
 */

import type { HotspotHost, HotspotLayer } from "../hotspots/hotspot-layer.ts";
import type { HotspotStage } from "../hotspots/hotspot-stage.ts";
import type { Feature } from "./extras-host.ts";

export interface FeatureRow<Made extends Feature = Feature> {
  readonly attributes: readonly string[];
  /** Selector of children. */
  readonly children?: string;
  readonly create: () => Promise<Made>;
}

export interface HotspotFeature {
  readonly row: FeatureRow<HotspotLayer>;
  /** The map or model as hotspots use it; created with the first call. */
  stage(): Promise<HotspotStage>;
}

/** Makes the feature of an element's hotspots: children in slots that start with `hotspot`. */
export function hotspotFeature(
  host: HotspotHost,
  createStage: () => Promise<HotspotStage>,
): HotspotFeature {
  let opened: Promise<HotspotStage> | null = null;
  const stage = (): Promise<HotspotStage> => {
    opened ??= createStage().catch((error: unknown) => {
      // Loading is retried with the next call.
      opened = null;
      throw error;
    });
    return opened;
  };
  return {
    stage,
    row: {
      attributes: [],
      children: ':scope > [slot^="hotspot"]',
      async create() {
        const { HotspotLayer } = await import("../hotspots/hotspot-layer.ts");
        return new HotspotLayer(host, await stage());
      },
    },
  };
}

export interface Features {
  /** Creates and removes features, as the element now has attributes and children. */
  follow(): void;
  /** The feature of a row, or `null` if nothing asks for it. */
  get<Made extends Feature>(row: FeatureRow<Made>): Promise<Made | null>;
  destroy(): void;
}

/** @param warn reports one sentence */
export function attachFeatures(
  element: HTMLElement,
  rows: readonly FeatureRow[],
  warn: (message: string) => void,
): Features {
  const made = new Map<FeatureRow, Promise<Feature>>();
  let isDestroyed = false;

  const isWanted = ({ attributes, children }: FeatureRow): boolean =>
    attributes.some((name) => element.hasAttribute(name)) ||
    (children !== undefined && element.querySelector(children) !== null);

  const release = (feature: Promise<Feature>): void =>
    void feature.then((each) => each.destroy(), ignore);

  const follow = (): void => {
    if (isDestroyed) return;
    for (const row of rows) {
      const feature = made.get(row);
      if (!isWanted(row)) {
        if (feature !== undefined) release(feature);
        made.delete(row);
      } else if (feature === undefined) {
        const created = row.create();
        made.set(row, created);
        created.catch((error: Error) => {
          made.delete(row);
          warn(`A part of the element could not be loaded: ${error.message}`);
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
    attributeFilter: rows.flatMap(({ attributes }) => attributes),
  });
  // Also finds children whose slot changes.
  const slots = new MutationObserver(follow);
  slots.observe(element, { subtree: true, attributes: true, attributeFilter: ["slot"] });
  follow();
  return {
    follow,
    async get<Made extends Feature>(row: FeatureRow<Made>) {
      return ((await made.get(row)) as Made | undefined) ?? null;
    },
    destroy() {
      isDestroyed = true;
      observer.disconnect();
      slots.disconnect();
      for (const feature of made.values()) release(feature);
    },
  };
}

/** Ignores a failure that was reported elsewhere. */
function ignore(): void {}
