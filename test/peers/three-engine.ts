/**
 * three.js' WebGPURenderer as a contender, in its two usual forms.
 *
 * `clusters`: one mesh per material and cluster, culled by three.js against the frustum. Nothing in
 * three.js culls by visibility sets, so neither does this.
 * `merged`: one mesh per material, all in one static `BundleGroup`, culled by nothing.
 *
 * Both are as quick as their form allows without leaving it: objects that do not move do not compute
 * their matrices, and the picture is drawn into an sRGB render target, without an output pass.
 */

import { mat4 } from "gl-matrix";
import * as THREE from "three/webgpu";
import { NEAR_PLANE, verticalFov, writeViewFromWorld } from "../../src/math/projection.ts";
import type { PeerEngine } from "./engine.ts";
import type { LoadedMap } from "./loaded-map.ts";
import { buildWorldParts } from "./three-geometry.ts";
import { createWorldMaterials } from "./three-materials.ts";

export type ThreeForm = "clusters" | "merged";

/** Farther than any map is wide. */
const FAR_PLANE = 65536;

export async function createThreeEngine(
  form: ThreeForm,
  map: LoadedMap,
  [width, height]: readonly [width: number, height: number],
): Promise<PeerEngine> {
  const name = form === "clusters" ? "three.js, clusters" : "three.js, merged";
  // A canvas that is in no page and never drawn to.
  const renderer = new THREE.WebGPURenderer({
    canvas: new OffscreenCanvas(width, height) as unknown as HTMLCanvasElement,
    reversedDepthBuffer: true,
  });
  renderer.info.autoReset = false;
  const faults: string[] = [];
  // An object, whatever its types say.
  renderer.onError = (fault: unknown) => faults.push((fault as { message: string }).message);
  await renderer.init();
  const { device } = renderer.backend as unknown as { device: GPUDevice };

  const target = new THREE.RenderTarget(width, height, { depthBuffer: true });
  target.texture.colorSpace = THREE.SRGBColorSpace;
  renderer.setRenderTarget(target);
  renderer.setClearColor(0x000000, 1);

  const scene = new THREE.Scene();
  const group = form === "merged" ? new THREE.BundleGroup() : new THREE.Group();
  group.matrixAutoUpdate = false;
  scene.matrixAutoUpdate = false;
  scene.add(group);
  const materialOf = createWorldMaterials(map);
  let bundledTriangles = 0;
  for (const { material, geometry } of buildWorldParts(
    map.scene,
    map.materials,
    form === "clusters",
  )) {
    const mesh = new THREE.Mesh(geometry, materialOf(material));
    mesh.matrixAutoUpdate = false;
    group.add(mesh);
    bundledTriangles += geometry.index!.count / 3;
  }

  const camera = new THREE.PerspectiveCamera(75, width / height, NEAR_PLANE, FAR_PLANE);
  scene.add(camera);
  const viewFromWorld = mat4.create();
  const worldFromView = new THREE.Matrix4();
  await renderer.compileAsync(scene, camera);

  return {
    name,
    setCamera({ x, y, z, pitch, yaw, fov }) {
      writeViewFromWorld(viewFromWorld, x, y, z, pitch, yaw);
      worldFromView.fromArray(viewFromWorld).invert();
      camera.position.set(x, y, z);
      camera.quaternion.setFromRotationMatrix(worldFromView);
      const degrees = (verticalFov(fov) * 180) / Math.PI;
      if (camera.fov !== degrees) {
        camera.fov = degrees;
        camera.updateProjectionMatrix();
      }
      renderer.info.reset();
    },
    render: () => renderer.render(scene, camera),
    async drain() {
      await device.queue.onSubmittedWorkDone();
      if (faults.length > 0) throw new Error(`${name}: ${faults[0]}`);
    },
    settle: async () => undefined,
    async readCounts() {
      // three.js counts what it encodes; a bundle is encoded once and drawn whole in every frame.
      if (form === "merged") return { draws: group.children.length, triangles: bundledTriangles };
      const { drawCalls, triangles } = renderer.info.render;
      return { draws: drawCalls, triangles };
    },
    // It knows nothing of visibility: it always does.
    seeThrough: () => undefined,
    async readPixels() {
      const pixels = await renderer.readRenderTargetPixelsAsync(target, 0, 0, width, height);
      return new Uint8Array(pixels.buffer, pixels.byteOffset, width * height * 4);
    },
    destroy() {
      target.dispose();
      renderer.dispose();
      device.destroy();
    },
  };
}
