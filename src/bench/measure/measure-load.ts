/** Measures how long a map takes to load: parsing alone, and with drawing, by stage. */

import type { MapScene } from "../../map/types.ts";
import { writeDirectedBlocks } from "../../scene/lightmaps/directed-blocks.ts";
import { buildLightmapAtlas, layOutLightmaps } from "../../scene/lightmaps/lightmap-atlas.ts";
import { isFaceDrawn } from "../../scene/materials/material-names.ts";
import type { LoadEvent } from "../../scene/open/events.ts";
import type { MapSession } from "../../scene/open/map-session.ts";
import { chooseLightSide, type SceneParts } from "../../scene/world/map-scene.ts";
import { applyLoadEvent } from "../../viewer/load/apply-load-event.ts";
import type { BenchRenderer } from "../bench-renderer.ts";
import type { BenchRun } from "../report/report.ts";

/** Number of loads, of which the fastest counts; the first ones also compile the JavaScript. */
const RUNS = 8;
/** Time limit for large maps in milliseconds, after at least `MIN_RUNS` loads. */
const ENOUGH_MS = 4000;
const MIN_RUNS = 3;

/**
 * Loads a map repeatedly up to its lit world. Returns the best rate in millions of bytes of the map
 * a second.
 */
export async function measureLoadSpeed(
  open: () => MapSession,
  byteLength: number,
): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  const begun = performance.now();
  for (let run = 0; run < RUNS; run++) {
    if (run >= MIN_RUNS && performance.now() - begun > ENOUGH_MS) break;
    const started = performance.now();
    for await (const event of open().load()) if (event.type === "scene") break;
    best = Math.min(best, performance.now() - started);
  }
  return byteLength / 1e6 / (best / 1000);
}

/**
 * Decodes lightmaps from the lump's samples to the atlas. Returns the best rate in millions of
 * bytes a second; 0 for an unlit map.
 */
export function measureLightmapDecode(
  bsp: SceneParts["bsp"],
  wanted: Parameters<typeof chooseLightSide>[1],
): number {
  const name = chooseLightSide(bsp, wanted);
  const side = name === null ? null : bsp[name];
  if (name === null || !side) return 0;
  const drawn = Uint8Array.from({ length: side.faces.count }, (_, face) =>
    isFaceDrawn(bsp, side.faces, face) ? 1 : 0,
  );
  const layout = layOutLightmaps(side, bsp.texInfos, drawn);
  if (layout.face.length === 0) return 0;
  let speed = 0;
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now();
    const { usedLuxels, texels } = buildLightmapAtlas(name, side, layout, writeDirectedBlocks);
    const seconds = (performance.now() - started) / 1000;
    speed = Math.max(speed, (usedLuxels * texels.BYTES_PER_ELEMENT) / 1e6 / seconds);
  }
  return speed;
}

export interface DrawnLoad {
  readonly scene: MapScene;
  readonly warnings: number;
  /**
   * Times from the file's bytes to the first lit frame and to the complete map, including GPU work.
   */
  readonly firstFrameMs: number;
  readonly completeMs: number;
  readonly stageMs: Readonly<Record<string, number>>;
  readonly textures: NonNullable<BenchRun["textures"]>;
}

/** Loads a map into a renderer. Draws a frame at the map's start as soon as there is a world. */
export async function loadDrawn(
  { renderer, drain }: BenchRenderer,
  open: () => MapSession,
  fov: number,
): Promise<DrawnLoad> {
  const stageMs: Record<string, number> = { upload: 0, draw: 0 };
  const started = performance.now();
  /** Loader time that belongs to the stage that ends next. */
  let unclaimed = 0;
  let firstFrameMs = 0;
  let scene: MapScene | null = null;
  let warnings = 0;
  let textures: DrawnLoad["textures"] = [];

  const drawStart = async (from: MapScene): Promise<void> => {
    const before = performance.now();
    await renderer.ready();
    renderer.render({ ...from.start, fov });
    await drain();
    stageMs.draw += performance.now() - before;
  };
  const take = async (event: LoadEvent): Promise<void> => {
    const before = performance.now();
    await applyLoadEvent(renderer, event);
    stageMs.upload += performance.now() - before;
    if (event.type === "progress") {
      stageMs[event.stage] = (stageMs[event.stage] ?? 0) + unclaimed;
      unclaimed = 0;
    } else if (event.type === "scene") {
      scene = event.scene;
      await drawStart(event.scene);
      firstFrameMs = performance.now() - started;
    } else if (event.type === "done") {
      warnings = event.warnings.length;
      textures = event.textures;
    }
  };

  const events = open().load();
  unclaimed = performance.now() - started;
  for (;;) {
    const before = performance.now();
    const { value, done } = await events.next();
    unclaimed += performance.now() - before;
    if (done) break;
    await take(value);
  }
  if (scene === null) throw new Error("a load without a scene");
  await drawStart(scene);
  const completeMs = performance.now() - started;
  return { scene, warnings, firstFrameMs, completeMs, stageMs, textures };
}

/** Returns figures of the lightmaps, or `null` for an unlit map. */
export function measureLightmaps(
  { lightmap }: Pick<MapScene, "lightmap">,
  decodeMegabytesPerSecond: number,
): BenchRun["lightmaps"] {
  if (lightmap === null) return null;
  const { texels, usedLuxels } = lightmap;
  return {
    fill: usedLuxels / texels.length,
    bytes: texels.byteLength,
    neededBytes: usedLuxels * texels.BYTES_PER_ELEMENT,
    decodeMegabytesPerSecond,
  };
}
