/** Pictures of the places that changed: of both versions, from the same cameras, as `visleaf shot` draws them. */

import type { Outlines } from "../../analysis/diff/places/list-outlines.ts";
import type { ChangedPlace } from "../../analysis/diff/types.ts";
import type { Limits } from "../../core/limits.ts";
import type { Renderer } from "../../render/renderer-interface.ts";
import { DEFAULT_FOV } from "../../viewer/camera/camera.ts";
import { createChangeLines } from "../../viewer/compare/change-lines.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { readMapWith } from "../files/map-file.ts";
import { openHeadlessRenderer } from "../render/headless-renderer.ts";
import { loadMapFile } from "../render/load-map-file.ts";
import { NoGpuError } from "../render/open-gpu.ts";
import { encodePng, writeWarnings } from "../shot/shot-request.ts";
import { say } from "../terminal.ts";

export const PICTURE_WIDTH = 640;
export const PICTURE_HEIGHT = 360;

export interface DiffPictures {
  /** PNG. */
  readonly a: Uint8Array;
  readonly b: Uint8Array;
  /** Of all pixels, 0 to 1: how many are another by more than `SAME_STEPS` of 255 in any channel. */
  readonly changedShare: number;
}

/** Steps of 255 that nobody sees. */
const SAME_STEPS = 6;

/** With their edges: what is another is seen where nothing of it is drawn, too. */
interface DrawnPlace {
  readonly plain: Uint8Array;
  readonly outlined: Uint8Array;
}

/** Null where there is nothing to draw with; why stands on stderr. */
export async function drawPlaces(
  paths: readonly [a: string, b: string],
  content: readonly string[],
  places: readonly ChangedPlace[],
  outlines: { readonly a: Outlines; readonly b: Outlines },
  limits: Limits,
): Promise<readonly DiffPictures[] | null> {
  if (places.length === 0) return [];
  const opened = await openContent(content);
  printProblems(opened);
  try {
    const [a, b] = [
      await drawVersion(paths[0], opened.sources, places, outlines.a, limits),
      await drawVersion(paths[1], opened.sources, places, outlines.b, limits),
    ];
    return a.map((place, i) => ({
      a: encodePng(PICTURE_WIDTH, PICTURE_HEIGHT, place.outlined),
      b: encodePng(PICTURE_WIDTH, PICTURE_HEIGHT, b[i].outlined),
      changedShare: shareOfChanged(place.plain, b[i].plain),
    }));
  } catch (error) {
    if (!(error instanceof NoGpuError)) throw error;
    say(`no pictures: ${error.message}`);
    return null;
  }
}

async function drawVersion(
  path: string,
  sources: Parameters<typeof readMapWith>[1],
  places: readonly ChangedPlace[],
  outlines: Outlines,
  limits: Limits,
): Promise<DrawnPlace[]> {
  const map = await readMapWith(path, sources);
  const headless = await openHeadlessRenderer(PICTURE_WIDTH, PICTURE_HEIGHT);
  try {
    const { renderer } = headless;
    const { warnings } = await loadMapFile(headless, map, "hdr", undefined, limits);
    writeWarnings(warnings);
    await renderer.settled();
    const plain = await drawAll(renderer, places);
    renderer.setLines(createChangeLines(outlines).make);
    // Their pipelines come with the first picture that has them.
    if (places.length > 0) renderer.render({ ...places[0].camera, fov: DEFAULT_FOV }, 0);
    await renderer.settled();
    const outlined = await drawAll(renderer, places);
    await headless.drain();
    return plain.map((pixels, i) => ({ plain: pixels, outlined: outlined[i] }));
  } finally {
    headless.close();
  }
}

async function drawAll(renderer: Renderer, places: readonly ChangedPlace[]): Promise<Uint8Array[]> {
  const pictures: Uint8Array[] = [];
  for (const { camera } of places) {
    renderer.render({ ...camera, fov: DEFAULT_FOV }, 0);
    pictures.push(Uint8Array.from(await renderer.readPixels()));
  }
  return pictures;
}

function shareOfChanged(a: Uint8Array, b: Uint8Array): number {
  let changed = 0;
  for (let i = 0; i < a.length; i += 4) {
    const apart = Math.max(
      Math.abs(a[i] - b[i]),
      Math.abs(a[i + 1] - b[i + 1]),
      Math.abs(a[i + 2] - b[i + 2]),
    );
    if (apart > SAME_STEPS) changed++;
  }
  return changed / (a.length / 4);
}
