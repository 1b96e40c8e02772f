/** Options of a picture of a map or model, and how it is drawn and written. */

import { PNG } from "pngjs";
import type { Warning } from "../../core/diagnostics.ts";
import type { Limits } from "../../core/limits.ts";
import type { MarkChoice } from "../../map/mark-kinds.ts";
import { findView } from "../../render/inspect/view-list.ts";
import type { Renderer } from "../../render/renderer-interface.ts";
import type { Camera, RenderSettings } from "../../render/types.ts";
import { describeMissing, isMissing, listMissing } from "../content/missing-content.ts";
import { writeWhole } from "../files/write-whole.ts";
import type { HeadlessRenderer } from "../render/headless-renderer.ts";
import { say } from "../terminal.ts";
import type { ShotWatch } from "./watch-shot.ts";

export interface ShotRequest {
  readonly path: string;
  readonly out: string;
  readonly width: number;
  readonly height: number;
  /** null for the map's start, or for a view of the whole model. */
  readonly camera: Camera | null;
  /** Camera at which a frozen view is taken; null for the camera of the picture. */
  readonly frozenAt: Camera | null;
  readonly seconds: number;
  readonly content: readonly string[];
  readonly settings: Partial<RenderSettings>;
  /** In bytes. */
  readonly textureBudget: number | undefined;
  readonly limits: Limits;
  /** Marks drawn over a map. */
  readonly marks: MarkChoice;
  readonly printsStats: boolean;
}

/** Draws the renderer's scene and writes the picture. */
export async function writeShot(
  headless: HeadlessRenderer,
  watch: ShotWatch,
  { out, width, height, seconds, frozenAt }: ShotRequest,
  camera: Camera,
): Promise<void> {
  const { renderer } = headless;
  const draw = async () => {
    if (findView(renderer.settings.view)?.isFrozen) {
      await freeze(renderer, frozenAt ?? camera, seconds);
    }
    await renderer.settled();
    renderer.render(camera, seconds);
    const pixels = await renderer.readPixels();
    await headless.drain();
    return pixels;
  };
  const pixels = await watch.draw(width * height, draw());
  await writeWhole(out, encodePng(width, height, pixels));
}

/** Frames after which occlusion culling has settled. */
const SETTLING_FRAMES = 4;

/** Draws the frames that a frozen view keeps, without that view. */
async function freeze({ settings, settled, render }: Renderer, at: Camera, seconds: number) {
  const { view } = settings;
  settings.view = "";
  await settled();
  for (let frame = 0; frame < SETTLING_FRAMES; frame++) render(at, seconds);
  settings.view = view;
  await settled();
  render(at, seconds);
}

/** Warnings of one code that are printed. */
const SHOWN_OF_A_CODE = 8;

export function writeWarnings(warnings: readonly Warning[]): void {
  const counts = new Map<string, number>();
  for (const warning of warnings) {
    if (isMissing(warning)) continue;
    const count = (counts.get(warning.code) ?? 0) + 1;
    counts.set(warning.code, count);
    if (count <= SHOWN_OF_A_CODE) say(`${warning.subject}: ${warning.message}`);
  }
  for (const [code, count] of counts) {
    const left = count - SHOWN_OF_A_CODE;
    if (left > 0) say(`${left} more warnings of this kind are left out [${code}]`);
  }
  // Summarized by kind, since a map without its game lacks hundreds of files; `--stats` has all
  // names.
  for (const line of describeMissing(listMissing(warnings))) say(line);
}

export function encodePng(width: number, height: number, rgba: Uint8Array): Uint8Array {
  const png = new PNG({ width, height });
  png.data.set(rgba);
  return PNG.sync.write(png, { colorType: 2 });
}
