/** Seam until src/gpu and src/render are there. */

import type { Renderer } from "../render/types.ts";

export interface OpenRenderer {
  readonly renderer: Renderer;
  /** For people: what the adapter calls itself. */
  readonly adapterName: string;
  readonly textureCompressionBc: boolean;
  readonly maxTextureDimension: number;
  /** Resolves with a reason when the device is lost; never after `destroy`. */
  readonly lost: Promise<string>;
  destroy(): void;
}

/** `canvas` null: draws into a target of its own only. */
export async function openRenderer(_canvas: HTMLCanvasElement | null): Promise<OpenRenderer> {
  throw new Error("not there yet");
}
