/** The map or model that hotspots lie on. */

import type { Camera } from "../../render/types.ts";
import type { Vector } from "../../viewer/viewer-types.ts";

/** The nearest surface on a ray. Inches; the normal has unit length. */
export interface StageHit {
  readonly point: Vector;
  readonly normal: Vector;
}

export interface HotspotStage {
  readonly camera: Readonly<Camera>;
  /** Whether a map or model is shown. */
  readonly isShown: boolean;
  /** Inches before a hotspot that count as the surface it lies on. */
  readonly surface: number;
  /**
   * Returns the nearest surface on a ray, or `null`.
   * @param direction any non-zero length
   */
  cast(origin: Vector, direction: Vector, maxDistance?: number): StageHit | null;
  /**
   * Reads shapes that `cast` lacks, once the load has ended; `null` if it lacks none. Rejects with
   * one sentence.
   */
  readShapes(): Promise<void> | null;
  /** Returns what is wrong with a place, for a sentence that begins with the hotspot, or `null`. */
  findFault(at: Vector): string | null;
  /** Calls back before each frame, and when shapes may hide other places. Returns the end. */
  follow(onFrame: () => void, onChange: () => void): () => void;
}
