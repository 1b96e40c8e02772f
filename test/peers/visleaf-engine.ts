/** visleaf in the benchmark: without a canvas, drawing into a texture. */

import { createGpu } from "../../src/gpu/gpu.ts";
import { createRenderer } from "../../src/render/renderer.ts";
import type { Camera } from "../../src/render/types.ts";
import type { LoadEvent } from "../../src/scene/open/events.ts";
import { applyLoadEvent } from "../../src/viewer/load/apply-load-event.ts";
import type { PeerEngine } from "./engine.ts";
import type { LoadedMap } from "./loaded-map.ts";

/**
 * Fetches the code for a map's first materials and its culling. A built page has it ready; here a
 * server must link the WGSL first.
 */
export async function fetchShaders(): Promise<void> {
  await import("../../src/render/surfaces/family-shaders.ts");
  await import("../../src/render/surfaces/detail-shaders.ts");
  await import("../../src/render/cull/cull-shaders.ts");
}

/**
 * `isWorldOnly`: without props and sky, which the peers do not draw. Rejects with WebGPU errors.
 */
export async function createVisleafEngine(
  name: string,
  map: LoadedMap,
  size: readonly [width: number, height: number],
  isWorldOnly: boolean,
): Promise<PeerEngine> {
  const faults: string[] = [];
  const gpu = await createGpu({ onError: (error) => faults.push(error.message) });
  const renderer = await createRenderer(gpu, { width: size[0], height: size[1] });
  renderer.settings.sky = !isWorldOnly;
  // The other engines do not adapt exposure.
  renderer.settings.autoExposure = !isWorldOnly;
  renderer.settings.bloom = !isWorldOnly;
  for (const event of map.events) {
    if (!isWorldOnly || isOfWorld(event)) await applyLoadEvent(renderer, event);
  }
  await renderer.ready();
  let camera: Camera = { ...map.scene.start, fov: 75 };
  return {
    name,
    setCamera(next) {
      camera = next;
    },
    render: () => renderer.render(camera),
    settle: () => renderer.settled(),
    async drain() {
      await gpu.device.queue.onSubmittedWorkDone();
      if (gpu.isLost) throw new Error(`${name}: the device was lost`);
      if (faults.length > 0) throw new Error(`${name}: ${faults[0]}`);
    },
    async readCounts() {
      const { draws, triangles } = await renderer.readStats();
      return { draws, triangles };
    },
    seeThrough(on) {
      renderer.settings.pvs = !on;
    },
    readPixels: () => renderer.readPixels(),
    destroy() {
      renderer.destroy();
      gpu.destroy();
    },
  };
}

/** The peers get only these events, too. */
function isOfWorld(event: LoadEvent): boolean {
  if (event.type === "texture") return event.owner === "world";
  return event.type === "scene" || event.type === "materials";
}
