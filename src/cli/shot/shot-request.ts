/** What a picture is asked for, of a map or of a model, and how it is written. */

import { PNG } from "pngjs";
import type { Warning } from "../../core/diagnostics.ts";
import type { Limits } from "../../core/limits.ts";
import type { Camera, RenderSettings } from "../../render/types.ts";
import { describeMissing, isMissing, listMissing } from "../content/missing-content.ts";
import { writeWhole } from "../files/write-whole.ts";
import type { HeadlessRenderer } from "../render/headless-renderer.ts";
import { say } from "../terminal.ts";

export interface ShotRequest {
  readonly path: string;
  readonly out: string;
  readonly width: number;
  readonly height: number;
  /** null: where the map starts, or where all of a model is seen from. */
  readonly camera: Camera | null;
  readonly seconds: number;
  readonly content: readonly string[];
  readonly settings: Partial<RenderSettings>;
  /** Bytes. */
  readonly textureBudget: number | undefined;
  readonly limits: Limits;
  readonly printsStats: boolean;
}

/** Draws what the renderer has, and writes it. */
export async function writeShot(
  headless: HeadlessRenderer,
  { out, width, height, seconds }: ShotRequest,
  camera: Camera,
): Promise<void> {
  const { renderer } = headless;
  await renderer.settled();
  renderer.render(camera, seconds);
  const pixels = await renderer.readPixels();
  await headless.drain();
  await writeWhole(out, encodePng(width, height, pixels));
}

export function writeWarnings(warnings: readonly Warning[]): void {
  for (const warning of warnings) {
    if (!isMissing(warning)) say(`${warning.subject}: ${warning.message}`);
  }
  // Of a map without its game that is hundreds of files: `--stats` has all their names.
  for (const line of describeMissing(listMissing(warnings))) say(line);
}

export function encodePng(width: number, height: number, rgba: Uint8Array): Uint8Array {
  const png = new PNG({ width, height });
  png.data.set(rgba);
  return PNG.sync.write(png, { colorType: 2 });
}
