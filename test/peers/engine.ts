/** Interface of an engine in the peer benchmark. */

import type { Camera } from "../../src/render/types.ts";

export interface PeerEngine {
  readonly name: string;
  /** Sets the camera; not timed. */
  setCamera(camera: Camera): void;
  /** Makes all calls of one frame; timed. */
  render(): void;
  /** Resolves when the GPU has finished all submitted work. */
  drain(): Promise<void>;
  /** Resolves when no pipelines are compiling any more. */
  settle(): Promise<void>;
  /** Counts of the last frame. */
  readCounts(): Promise<FrameCounts>;
  /** Disables culling by the map's visibility, for comparable pictures. */
  seeThrough(on: boolean): void;
  /** RGBA, sRGB, top row first, of the last frame. */
  readPixels(): Promise<Uint8Array>;
  destroy(): void;
}

export interface FrameCounts {
  readonly draws: number;
  readonly triangles: number;
}
