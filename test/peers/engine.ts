/** What a contender of the peer benchmark can do, whoever draws. */

import type { Camera } from "../../src/render/types.ts";

export interface PeerEngine {
  readonly name: string;
  /** Takes a camera on; not timed. */
  setCamera(camera: Camera): void;
  /** All that a page calls for one frame: what is timed. */
  render(): void;
  /** Resolves when the GPU has done all that was asked of it. */
  drain(): Promise<void>;
  /** Resolves when it compiles nothing any more. */
  settle(): Promise<void>;
  /** Of the last frame. */
  readCounts(): Promise<FrameCounts>;
  /** Whether what the map's visibility hides is drawn all the same, for pictures that can be compared. */
  seeThrough(on: boolean): void;
  /** RGBA, sRGB, top row first, of the last frame. */
  readPixels(): Promise<Uint8Array>;
  destroy(): void;
}

export interface FrameCounts {
  readonly draws: number;
  readonly triangles: number;
}
