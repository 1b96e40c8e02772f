/** Draws a crowd with visleaf. */

import { createGpu } from "../../../src/gpu/gpu.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import { createRenderer } from "../../../src/render/renderer.ts";
import type { Camera } from "../../../src/render/types.ts";
import { makeMaterials } from "../../render/make-materials.ts";
import { makeMotion } from "../../render/make-motion.ts";
import { makeProps } from "../../render/make-props.ts";
import { makeMap } from "../../render/make-world.ts";
import type { PeerEngine } from "../engine.ts";
import { type Crowd, makeCrowdMesh, makeCrowdTrack, placeCrowd } from "./make-crowd.ts";

/** @param moves whether they play their sequence, or stand in its first frame */
export async function createVisleafCrowd(
  name: string,
  crowd: Crowd,
  [width, height]: readonly [width: number, height: number],
  moves: boolean,
): Promise<PeerEngine> {
  const faults: string[] = [];
  const gpu = await createGpu({ onError: (error) => faults.push(error.message) });
  const renderer = await createRenderer(gpu, { width, height });
  renderer.settings.sky = false;
  const track = makeCrowdTrack(crowd.bones);
  const mesh = { switchPoint: 0, material: 0, ...makeCrowdMesh(track) };
  const still = track.bones.map(() => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
  const variants = Array.from({ length: crowd.models }, () => ({ bones: still, lods: [mesh] }));
  const instances = placeCrowd(crowd).map(([x, y], i) => ({
    variant: i % crowd.models,
    worldFromModel: [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, -32],
  }));
  const materials = makeMaterials([{ name: "grey", fallback: [0.5, 0.5, 0.5] }]);
  const set = makeProps(variants, instances, materials);
  // One track per model: a skeleton each, with separate poses.
  const tracks = Array.from({ length: crowd.models }, () => track);
  const posed = instances.map(({ variant }, instance) => ({ instance, track: variant }));
  const motion = moves ? makeMotion(tracks, posed, set.boneCount) : null;
  renderer.setScene(makeMap([], makeMaterials([])));
  renderer.setSource(propSource({ ...set, motion }));
  await renderer.ready();
  let camera: Camera = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 75 };
  let frames = 0;
  return {
    name,
    setCamera(next) {
      camera = next;
    },
    render: () => renderer.render(camera, frames++ / 60),
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
    seeThrough: () => undefined,
    readPixels: () => renderer.readPixels(),
    destroy() {
      renderer.destroy();
      gpu.destroy();
    },
  };
}
