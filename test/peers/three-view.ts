/**
 * three.js' WebGPURenderer as every engine uses it: no canvas in a page, one target, Source's
 * camera.
 */

import { mat4 } from "gl-matrix";
import * as THREE from "three/webgpu";
import { NEAR_PLANE, verticalFov, writeViewFromWorld } from "../../src/math/projection.ts";
import type { PeerEngine } from "./engine.ts";

/** Larger than any map. */
const FAR_PLANE = 65536;

export interface ThreeView {
  readonly renderer: THREE.WebGPURenderer;
  /** Scene without per-frame matrix updates. */
  readonly scene: THREE.Scene;
  /**
   * Compiles the scene and builds the shared parts of an engine; `render` and `readCounts` may
   * differ.
   */
  readonly finish: () => Promise<PeerEngine>;
}

export async function createThreeView(
  name: string,
  [width, height]: readonly [width: number, height: number],
): Promise<ThreeView> {
  // A canvas outside any page, never drawn to.
  const renderer = new THREE.WebGPURenderer({
    canvas: new OffscreenCanvas(width, height) as unknown as HTMLCanvasElement,
    reversedDepthBuffer: true,
  });
  renderer.info.autoReset = false;
  const faults: string[] = [];
  // An object, despite its declared type.
  renderer.onError = (fault: unknown) => faults.push((fault as { message: string }).message);
  await renderer.init();
  const { device } = renderer.backend as unknown as { device: GPUDevice };

  // Draws to sRGB without an output pass.
  const target = new THREE.RenderTarget(width, height, { depthBuffer: true });
  target.texture.colorSpace = THREE.SRGBColorSpace;
  renderer.setRenderTarget(target);
  renderer.setClearColor(0x000000, 1);

  const scene = new THREE.Scene();
  scene.matrixAutoUpdate = false;
  const camera = new THREE.PerspectiveCamera(75, width / height, NEAR_PLANE, FAR_PLANE);
  const viewFromWorld = mat4.create();
  const worldFromView = new THREE.Matrix4();

  const engine: PeerEngine = {
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
      const { drawCalls, triangles } = renderer.info.render;
      return { draws: drawCalls, triangles };
    },
    // It never culls by visibility.
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
  return {
    renderer,
    scene,
    async finish() {
      scene.add(camera);
      await renderer.compileAsync(scene, camera);
      return engine;
    },
  };
}
