/**
 * Finds the start view: a player's spawn if there is something to see, else the best other place.
 * Views are rated by rays against the drawn surfaces, so that the start is known with the first
 * picture. The result is deterministic for a map and light.
 */

import type { BspWorld } from "../../formats/bsp/types.ts";
import { EYE_HEIGHT } from "../../map/hulls.ts";
import type { CameraPose, LeafTree, Pvs, SkyCamera } from "../../map/types.ts";
import { NO_STYLE, SURFACE, WORLD_VERTEX } from "../../map/world.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import {
  isFacing,
  listPlaces,
  PLACE_CAMERA,
  PLACE_LEAF,
  PLACE_SPAWN,
  type Place,
} from "./place-classes.ts";
import { findPlayableLeafs, type PlayableLeafs } from "./playable-leafs.ts";
import { createSceneRays, type SceneHit, type SceneRays, type SeenScene } from "./scene-rays.ts";
import type { ViewRays } from "./view-score.ts";
import { StartSearch } from "./view-score.ts";

// Light that a ray's hit reflects: its luxel with all styles at rest, times the material's mean
// colour.

const STRIDE = WORLD_VERTEX.strideBytes / 4;
const BUMP_BLOCKS = 4;
const MANTISSA = 511;
const PAGE_MASK = (1 << SURFACE.pageBits) - 1;
const BLOCK_WIDTH_MASK = (1 << (SURFACE.pageShift - SURFACE.blockWidthShift)) - 1;

/** Returns the luminance of linear RGB, Rec. 709. */
function luminance(r: number, g: number, b: number): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * Returns a function that measures a hit as linear luminance, where 1 is display white at exposure
 * 1.
 */
export function createSeenLight(scene: SeenScene): (hit: SceneHit) => number {
  const { world, chunks, lightmap, styles, materials } = scene;
  const floats = new Float32Array(world.vertices.buffer, world.vertices.byteOffset);
  const words = new Uint32Array(world.vertices.buffer, world.vertices.byteOffset);
  const bytes = world.vertices;
  const rgb = new Float64Array(3);

  /** Adds the stored sample of a page's luxel, 255 for full light. */
  function addLuxel(page: number, x: number, y: number, brightness: number): void {
    if (lightmap === null) return;
    const column = Math.min(lightmap.width - 1, Math.max(0, Math.floor(x)));
    const row = Math.min(lightmap.height - 1, Math.max(0, Math.floor(y)));
    const texel = lightmap.texels[(page * lightmap.height + row) * lightmap.width + column];
    const scale = 2 ** ((texel >>> 27) - 24) * brightness;
    rgb[0] += (texel & MANTISSA) * scale;
    rgb[1] += ((texel >>> 9) & MANTISSA) * scale;
    rgb[2] += ((texel >>> 18) & MANTISSA) * scale;
  }

  function readLight({ triangle, u, v }: SceneHit): void {
    const a = world.indices[triangle];
    const surface = words[a * STRIDE + WORLD_VERTEX.surface / 4];
    if ((surface & SURFACE.lit) === 0) {
      rgb.fill(255);
      return;
    }
    const b = world.indices[triangle + 1];
    const c = world.indices[triangle + 2];
    const at = WORLD_VERTEX.lightmapCoord / 4;
    const mix = (k: number): number =>
      floats[a * STRIDE + at + k] * (1 - u - v) +
      floats[b * STRIDE + at + k] * u +
      floats[c * STRIDE + at + k] * v;
    const x = mix(0);
    const y = mix(1);
    const page = (surface >>> SURFACE.pageShift) & PAGE_MASK;
    const blockWidth = (surface >>> SURFACE.blockWidthShift) & BLOCK_WIDTH_MASK;
    const styleWidth = (surface & SURFACE.bumped) !== 0 ? blockWidth * BUMP_BLOCKS : blockWidth;
    rgb.fill(0);
    for (let slot = 0; slot < 4; slot++) {
      const style = bytes[a * WORLD_VERTEX.strideBytes + WORLD_VERTEX.styles + slot];
      if (style === NO_STYLE) break;
      addLuxel(page, x + slot * styleWidth, y, styles[style]);
    }
  }

  return (hit) => {
    readLight(hit);
    const color = chunks.material[hit.chunk] * 3;
    const { fallbackColor } = materials;
    return (
      luminance(
        rgb[0] * fallbackColor[color],
        rgb[1] * fallbackColor[color + 1],
        rgb[2] * fallbackColor[color + 2],
      ) / 255
    );
  };
}

// Places in the largest leaves, for maps without good marked places.

const MOST_LEAFS = 8;

/**
 * Returns places at eye height above the ground, or at the leaf's centre if that is lower. Leaves
 * are clipped to the box of everything drawn, because maps without walls have leaves as large as
 * the world.
 */
function findRoomyPlaces(
  tree: LeafTree,
  bounds: Float32Array,
  isPlayable: (leaf: number) => boolean,
  rays: SceneRays,
): CameraPose[] {
  const { leafBox } = tree;
  const low = (leaf: number, axis: number): number =>
    Math.max(leafBox[leaf * 6 + axis], bounds[axis]);
  const extent = (leaf: number, axis: number): number =>
    Math.min(leafBox[leaf * 6 + 3 + axis], bounds[3 + axis]) - low(leaf, axis);
  /** Leaves by descending volume. */
  const roomiest: { readonly leaf: number; readonly volume: number }[] = [];
  for (let leaf = 0; leaf < tree.leafCount; leaf++) {
    if (!isPlayable(leaf)) continue;
    const [dx, dy, dz] = [extent(leaf, 0), extent(leaf, 1), extent(leaf, 2)];
    if (!(dx > 0 && dy > 0 && dz > 0)) continue;
    const volume = dx * dy * dz;
    if (roomiest.length === MOST_LEAFS && volume <= roomiest[MOST_LEAFS - 1].volume) continue;
    let at = roomiest.length;
    while (at > 0 && roomiest[at - 1].volume < volume) at--;
    roomiest.splice(at, 0, { leaf, volume });
    if (roomiest.length > MOST_LEAFS) roomiest.pop();
  }
  const places: CameraPose[] = [];
  for (const { leaf } of roomiest) {
    const x = low(leaf, 0) + extent(leaf, 0) / 2;
    const y = low(leaf, 1) + extent(leaf, 1) / 2;
    const middle = low(leaf, 2) + extent(leaf, 2) / 2;
    // The centre of a leaf's box may lie in another leaf.
    if (!isPlayable(findLeaf(tree, x, y, middle))) continue;
    const isOverGround = rays.cast(x, y, middle, 0, 0, -1) && rays.hit.distance > EYE_HEIGHT;
    const z = isOverGround ? middle - rays.hit.distance + EYE_HEIGHT : middle;
    places.push({ x, y, z, pitch: 0, yaw: 0 });
  }
  return places;
}

// Overviews of a whole map from outside, for maps without standing room, such as test maps.

/** Degrees downwards. */
const PITCH = 30;
/** Distance from the centre, in radii of the box. */
const DISTANCE = 1.5;

const RADIANS = Math.PI / 180;

/**
 * Returns views over each upper corner of the box of everything drawn (mins, maxs), towards its
 * centre.
 */
function listOverviews([x0, y0, z0, x1, y1, z1]: Float32Array): CameraPose[] {
  const away = (Math.hypot(x1 - x0, y1 - y0, z1 - z0) / 2) * DISTANCE;
  const level = away * Math.cos(PITCH * RADIANS);
  return [45, 135, 225, 315].map((yaw) => ({
    x: (x0 + x1) / 2 - level * Math.cos(yaw * RADIANS),
    y: (y0 + y1) / 2 - level * Math.sin(yaw * RADIANS),
    z: (z0 + z1) / 2 + away * Math.sin(PITCH * RADIANS),
    pitch: PITCH,
    yaw,
  }));
}

/** Number of best spawns from which other directions are tried. */
const MOST_TURNED = 8;

/** A map without spawns whose best view scores at most this is shown from outside. */
const NOTHING = 0.03;

/** Inches by which the eye is lowered if there is no standing room: crouching, then lying. */
const LOWER = [0, 28, 56];

export interface StartParts {
  readonly bsp: BspWorld;
  readonly scene: SeenScene & { readonly bounds: Float32Array };
  readonly tree: LeafTree;
  readonly pvs: Pvs | null;
  readonly skyCamera: SkyCamera | null;
  /** `SURF_*` bits of each material. */
  readonly surfaceFlags: Uint32Array;
}

export interface StartView {
  readonly pose: CameraPose;
  /** Rays and light measure for this view. */
  readonly view: ViewRays;
}

/** Returns the pose at a place, lowered if necessary; `null` if there is no room. */
function settle(tree: LeafTree, leafs: PlayableLeafs, { kind, pose }: Place): CameraPose | null {
  for (const lower of kind === PLACE_SPAWN ? LOWER : [0]) {
    const z = pose.z - lower;
    if (leafs.isPlayable(findLeaf(tree, pose.x, pose.y, z))) return { ...pose, z };
  }
  return null;
}

/** Finds the start view; casts some hundred to some thousand rays. */
export function findStart(parts: StartParts): StartView {
  const { bsp, scene, tree } = parts;
  const { bounds } = scene;
  const places = listPlaces(bsp);
  const players = places[PLACE_SPAWN].map(({ pose }) => pose);
  const leafs = findPlayableLeafs(bsp, tree, parts.pvs, parts.skyCamera, players);
  const lightOf = createSeenLight(scene);
  const view = { rays: createSceneRays(scene, leafs.isSolid, parts.surfaceFlags), lightOf };
  const search = new StartSearch(view, scene.chunks.material);

  const spawns: { readonly pose: CameraPose; readonly score: number }[] = [];
  for (const place of places[PLACE_SPAWN]) {
    if (search.isDone) break;
    const pose = settle(tree, leafs, place);
    if (pose !== null) spawns.push({ pose, score: search.look(pose, PLACE_SPAWN) });
  }
  spawns.sort((a, b) => b.score - a.score);
  for (const { pose } of spawns.slice(0, MOST_TURNED)) {
    if (search.isDone) break;
    search.lookAround(pose, PLACE_SPAWN);
  }
  for (const place of places.slice(PLACE_SPAWN + 1).flat()) {
    if (search.isDone) break;
    const pose = settle(tree, leafs, place);
    if (pose === null) continue;
    if (isFacing(place.kind)) search.look(pose, place.kind);
    search.lookAround(pose, place.kind);
  }
  if (!search.isDone) {
    for (const pose of findRoomyPlaces(tree, bounds, leafs.isPlayable, view.rays)) {
      if (search.isDone) break;
      search.lookAround(pose, PLACE_LEAF);
    }
  }
  if (search.best !== null && (spawns.length > 0 || search.bestWorth > NOTHING)) {
    return { pose: search.best, view };
  }
  return findOverview(parts, lightOf);
}

function findOverview(
  { scene, surfaceFlags }: StartParts,
  lightOf: ViewRays["lightOf"],
): StartView {
  const view = { rays: createSceneRays(scene, () => false, surfaceFlags), lightOf };
  const search = new StartSearch(view, scene.chunks.material);
  const overviews = listOverviews(scene.bounds);
  for (const pose of overviews) search.look(pose, PLACE_CAMERA);
  return { pose: search.best ?? overviews[0], view };
}
