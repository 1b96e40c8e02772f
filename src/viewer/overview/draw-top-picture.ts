/**
 * Draws a map from above in orthographic projection, tile by tile: its camera, its settings, and its
 * geometry without fades.
 */

import { OVERVIEW_SIZE, type OverviewFrame } from "../../analysis/overview/fit-picture.ts";
import type { OverviewSection } from "../../analysis/overview/sections.ts";
import { DECAL_VERTEX, type DecalSet } from "../../map/decals.ts";
import type { PropSet } from "../../map/props.ts";
import type { Renderer } from "../../render/renderer-interface.ts";
import type { RenderSettings } from "../../render/types.ts";
import { createTopCamera, makeBackdrop, type TopPicture } from "../../render/views/top-view.ts";
import type { LoadEvent } from "../../scene/open/events.ts";
import type { PostedEvent } from "../load/load-protocol.ts";
import { averageSamples, type Pixels, SAMPLES } from "./average-samples.ts";

/** Pixels along a tile's edge, which bounds the render target for any picture size. */
const TILE = 1024;

/**
 * Settings without anything that is not part of a plan: sky, fog, camera-facing sprites, lens
 * effects.
 */
export const TOP_SETTINGS: Partial<RenderSettings> = {
  ...{ sky: false, fog: false, details: false, sprites: false, ropes: false },
  ...{ wireframe: false, view: "", pvs: true, areaPortals: false, freezePvs: false },
  ...{ occlusion: false, waterReflection: false, autoExposure: false, bloom: false },
  ...{ fxaa: false, sharpen: 0, renderScale: 1, samples: 1 },
};

/** Returns the best width and height of the renderer for a picture of `size` pixels. */
export const targetEdge = (size: number): number => Math.min(size, TILE) * SAMPLES;

/**
 * Draws a picture `size` pixels wide and high, transparent where nothing is drawn. The renderer is
 * square, and a tile fills it, see `targetEdge`. The caller sets its settings, including
 * `TOP_SETTINGS`. Its lines are removed afterwards.
 * @param seconds time of animations
 */
export async function drawTopPicture(
  renderer: Renderer,
  picture: TopPicture,
  size: number,
  seconds: number,
): Promise<Pixels> {
  const out = { width: size, height: size, rgba: new Uint8Array(size * size * 4) };
  const { width, height } = renderer;
  const tile = width / SAMPLES;
  const step = picture.unitsPerPixel;
  try {
    for (let y = 0; y < size; y += tile) {
      for (let x = 0; x < size; x += tile) {
        const camera = createTopCamera({
          ...picture,
          x: picture.x + x * step,
          y: picture.y - y * step,
          unitsPerPixel: step / SAMPLES,
        });
        const draw = async () => {
          await renderer.settled();
          renderer.render(camera, seconds);
          return renderer.readPixels();
        };
        renderer.setLines(null);
        // The first frame requests resources, which the second one has.
        renderer.render(camera, seconds);
        const rgba = await draw();
        renderer.setLines(makeBackdrop);
        averageSamples(out, x, y, { width, height, rgba }, await draw());
      }
    }
  } finally {
    renderer.setLines(null);
  }
  return out;
}

/**
 * Computes the orthographic camera for a section of an overview.
 * @param clusters see `TopPicture.clusters`
 * @param size edge of the picture, pixels
 */
export function topPictureOf(
  { posX, posY, scale }: OverviewFrame,
  { top, bottom }: Pick<OverviewSection, "top" | "bottom">,
  clusters: Uint32Array | null,
  size: number,
): TopPicture {
  const edge = scale * OVERVIEW_SIZE;
  return {
    ...{ x: posX, y: posY, unitsPerPixel: edge / size, top, bottom, clusters },
    ...{ eyeX: posX + edge / 2, eyeY: posY - edge / 2 },
  };
}

/** Two squared distances; 0 never fades. */
const RANGE_FLOATS = 2;

/**
 * Removes distance fades from geometry, for views from far above. The engine does the same for
 * `cl_leveloverview` (`UTIL_ComputeEntityFade` and static props of the SDK).
 */
export function withoutFades(event: LoadEvent | PostedEvent): LoadEvent | PostedEvent {
  if (event.type === "props") return { ...event, props: unfadedProps(event.props) };
  if (event.type === "decals") return { ...event, decals: unfadedDecals(event.decals) };
  return event;
}

function unfadedProps({ fadeMetric, ...props }: PropSet): PropSet {
  const never = new Float32Array(props.instanceCount);
  return { ...props, fadeMinDist: never, fadeMaxDist: never };
}

function unfadedDecals(decals: DecalSet): DecalSet {
  const vertices = decals.vertices.slice();
  for (let vertex = 0; vertex < decals.vertexCount; vertex++) {
    const at = vertex * DECAL_VERTEX.strideBytes + DECAL_VERTEX.fadeRange;
    vertices.fill(0, at, at + RANGE_FLOATS * Float32Array.BYTES_PER_ELEMENT);
  }
  return { ...decals, vertices };
}
