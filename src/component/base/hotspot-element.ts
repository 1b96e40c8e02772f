/** Base of both elements: their hotspots, whose code is loaded with the first call. */

import type { HotspotChanges, HotspotOptions, MapPlace } from "../hotspots/hotspot-calls.ts";
import type { HotspotLayer } from "../hotspots/hotspot-layer.ts";
import type { HotspotStage } from "../hotspots/hotspot-stage.ts";
import type { ElementDetails } from "./overlaid-element.ts";
import { type ElementViewer, ViewerElement } from "./viewer-element.ts";

/** The hotspots of a shown map or model, and what they lie on. */
export interface OpenHotspots {
  readonly stage: HotspotStage;
  /** `null` if the element has no hotspots. */
  readonly layer: HotspotLayer | null;
}

/** @template Details type of each event's `detail` */
export abstract class HotspotElement<
  Viewer extends ElementViewer,
  Details extends ElementDetails<Viewer>,
> extends ViewerElement<Viewer, Details> {
  /**
   * Adds a hotspot: a child that follows a place of the map or model. Resolves with its element.
   * Rejects with a TypeError of one sentence if an option is bad.
   */
  async addHotspot(options: HotspotOptions): Promise<HTMLElement> {
    return (await import("../hotspots/hotspot-calls.ts")).addHotspot(this, options);
  }

  /** Moves or renames a hotspot; a `normal` of `null` removes it. Rejects as `addHotspot`. */
  async updateHotspot(name: string, changes: HotspotChanges): Promise<void> {
    return (await import("../hotspots/hotspot-calls.ts")).updateHotspot(this, name, changes);
  }

  /** Removes a hotspot. Resolves with `false` if there is none of that name. */
  async removeHotspot(name: string): Promise<boolean> {
    return (await import("../hotspots/hotspot-calls.ts")).removeHotspot(this, name);
  }

  /** Returns the place of a hotspot; `null` if there is none of that name, or nothing is shown. */
  positionOf(name: string): Promise<MapPlace | null>;
  /**
   * Returns the surface or model under a point, in CSS pixels from the element's top left; `null`
   * if nothing is there, or nothing is shown.
   */
  positionOf(x: number, y: number): Promise<MapPlace | null>;
  async positionOf(nameOrX: string | number, y = Number.NaN): Promise<MapPlace | null> {
    const { viewer } = this;
    if (viewer === null || !this.hasPicture) return null;
    const { placeOfHotspot, placeUnder } = await import("../hotspots/hotspot-calls.ts");
    const { stage, layer } = await this.openHotspots(viewer);
    if (typeof nameOrX === "number") return placeUnder(this, stage, nameOrX, y);
    return placeOfHotspot(layer, nameOrX);
  }

  protected abstract openHotspots(viewer: Viewer): Promise<OpenHotspots>;
}
