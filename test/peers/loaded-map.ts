/** A loaded map, kept so that every engine starts from the same columns. */

import { openSource } from "../../src/content/open-source.ts";
import type { GpuImage } from "../../src/core/image.ts";
import type { MapScene, MaterialSet } from "../../src/map/types.ts";
import type { LoadEvent, LoadOptions } from "../../src/scene/open/events.ts";
import { openMap } from "../../src/scene/open/map-session.ts";

export interface LoadedMap {
  readonly name: string;
  readonly byteLength: number;
  readonly events: readonly LoadEvent[];
  readonly scene: MapScene;
  /** Materials of the world. */
  readonly materials: MaterialSet;
  /** Images by row of the world's textures; absent rows have no image. */
  readonly images: ReadonlyMap<number, GpuImage>;
  /** Time from the file's bytes to the last column. */
  readonly loadMs: number;
  readonly warnings: number;
}

/** `contentUrls`: URLs of folders with loose files. Rejects as the loader does. */
export async function loadMap(
  mapUrl: string,
  contentUrls: readonly string[],
  options: LoadOptions,
): Promise<LoadedMap> {
  const response = await fetch(mapUrl);
  if (!response.ok) throw new Error(`${mapUrl} was answered with status ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { byteLength } = bytes;
  const sources = contentUrls.map((base) => openSource({ kind: "url", base }));
  const events: LoadEvent[] = [];
  const start = performance.now();
  for await (const event of openMap(bytes, sources, options).load()) events.push(event);
  const loadMs = performance.now() - start;

  let scene: MapScene | null = null;
  let materials: MaterialSet | null = null;
  let warnings = 0;
  const images = new Map<number, GpuImage>();
  for (const event of events) {
    if (event.type === "scene") scene = event.scene;
    else if (event.type === "materials") materials = event.materials;
    else if (event.type === "done") warnings = event.warnings.length;
    else if (event.type === "texture" && event.owner === "world") {
      images.set(event.texture, event.image);
    }
  }
  if (scene === null) throw new Error(`${options.name}: a load without a scene`);
  materials ??= scene.materials;
  return { name: options.name, byteLength, events, scene, materials, images, loadMs, warnings };
}
