/**
 * Where the first picture is taken from: where a player would stand, if there is something to be seen
 * from there, else where there is more. Judged by rays at what is drawn, so that it is known with the
 * first picture; the same for the same map and light, always.
 */

import type { BspWorld } from "../../formats/bsp/types.ts";
import type { CameraPose, LeafTree, Pvs, SkyCamera } from "../../map/types.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { listOverviews } from "./overviews.ts";
import { isFacing, PLACE_CAMERA, PLACE_LEAF, PLACE_SPAWN } from "./place-classes.ts";
import { listPlaces, type Place } from "./places.ts";
import { findPlayableLeafs, type PlayableLeafs } from "./playable-leafs.ts";
import { findRoomyPlaces } from "./roomy-places.ts";
import { createSceneRays, type SeenScene } from "./scene-rays.ts";
import { createSeenLight } from "./seen-light.ts";
import { StartSearch } from "./start-search.ts";
import type { ViewRays } from "./view-score.ts";

/** Spawns that are looked around from, those with the best views first. */
const MOST_TURNED = 8;

/** A map without spawns that shows no more than this from inside is seen from outside. */
const NOTHING = 0.03;

/** How much lower the eye is taken where there is no room to stand: crouched, then lying. */
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
  /** What measures the light there. */
  readonly view: ViewRays;
}

/** Where there is room for the eye at a place or below; null: nowhere. */
function settle(tree: LeafTree, leafs: PlayableLeafs, { kind, pose }: Place): CameraPose | null {
  for (const lower of kind === PLACE_SPAWN ? LOWER : [0]) {
    const z = pose.z - lower;
    if (leafs.isPlayable(findLeaf(tree, pose.x, pose.y, z))) return { ...pose, z };
  }
  return null;
}

/** Finds the start; takes some hundred to some thousand rays. */
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
