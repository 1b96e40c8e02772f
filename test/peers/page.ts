/**
 * The benchmark's page: loads a map once and passes it to every engine. Driven by `run-peers.ts`.
 */

import { buildCameraPath, POSE_SIZE } from "../../src/bench/measure/camera-path.ts";
import { createGpu } from "../../src/gpu/gpu.ts";
import { cameraAt, compareEngines, type EngineReport } from "./compare-engines.ts";
import type { Crowd } from "./crowd/make-crowd.ts";
import { createThreeCrowd } from "./crowd/three-crowd.ts";
import { createVisleafCrowd } from "./crowd/visleaf-crowd.ts";
import type { PeerEngine } from "./engine.ts";
import { listLeafPoses } from "./leaf-poses.ts";
import { type LoadedMap, loadMap } from "./loaded-map.ts";
import { createThreeEngine } from "./three-engine.ts";
import { createVisleafEngine, fetchShaders } from "./visleaf-engine.ts";

export interface PeerRequest {
  readonly name: string;
  readonly mapUrl: string;
  readonly contentUrls: readonly string[];
  readonly size: readonly [width: number, height: number];
  /** Number of poses. */
  readonly frames: number;
  /** Source of the poses: the map's tour, or jumps from leaf to leaf. */
  readonly path: "tour" | "leafs";
}

export interface CrowdRequest {
  readonly size: readonly [width: number, height: number];
  readonly frames: number;
  /** Characters in the largest crowd. */
  readonly many: number;
}

export interface OpenReport {
  readonly bytes: number;
  readonly adapter: string;
  readonly userAgent: string;
  /** Milliseconds from the file's bytes to all columns: the same for every engine. */
  readonly loadMs: number;
  readonly missing: number;
  /** Milliseconds from the columns to the first complete frame, by engine. */
  readonly setup: readonly { readonly name: string; readonly ms: number }[];
}

let engines: PeerEngine[] = [];
let poses: Float32Array = new Float32Array(0);

async function loadFor(request: PeerRequest): Promise<{ map: LoadedMap; adapter: string }> {
  const gpu = await createGpu();
  const map = await loadMap(request.mapUrl, request.contentUrls, {
    name: request.name,
    side: "hdr",
    textureCompressionBc: gpu.features.textureCompressionBc,
    maxTextureDimension: gpu.device.limits.maxTextureDimension2D,
  });
  const adapter = gpu.adapterName;
  gpu.destroy();
  return { map, adapter };
}

const peers = {
  async open(request: PeerRequest): Promise<OpenReport> {
    for (const engine of engines) engine.destroy();
    engines = [];
    const { map, adapter } = await loadFor(request);
    poses =
      request.path === "tour"
        ? buildCameraPath(map.scene, request.frames)
        : listLeafPoses(map.scene.tree, request.frames);
    const setup: { name: string; ms: number }[] = [];
    await fetchShaders();
    const starters = [
      () => createVisleafEngine("visleaf", map, request.size, true),
      () => createVisleafEngine("visleaf, props and sky", map, request.size, false),
      () => createThreeEngine("clusters", map, request.size),
      () => createThreeEngine("merged", map, request.size),
    ];
    for (const start of starters) {
      const begin = performance.now();
      const engine = await start();
      engines.push(engine);
      engine.setCamera(cameraAt(poses, 0));
      engine.render();
      await engine.drain();
      setup.push({ name: engine.name, ms: performance.now() - begin });
      // Wait until this engine has compiled everything, so that the next one's time is not
      // affected.
      await engine.settle();
    }
    return {
      bytes: map.byteLength,
      adapter,
      userAgent: navigator.userAgent,
      loadMs: map.loadMs,
      missing: map.warnings,
      setup,
    };
  },

  /** Opens crowds of characters in place of a map, seen from as many positions. */
  async openCrowds({ size, frames, many }: CrowdRequest): Promise<void> {
    for (const engine of engines) engine.destroy();
    engines = [];
    await fetchShaders();
    const few: Crowd = { count: 100, models: 50, bones: 60 };
    const starters = [
      () => createVisleafCrowd("visleaf, 100 that stand", few, size, false),
      () => createVisleafCrowd("visleaf, 100 that move", few, size, true),
      () =>
        createVisleafCrowd(
          `visleaf, ${many} of 8 bones`,
          { count: many, models: 50, bones: 8 },
          size,
          true,
        ),
      () => createThreeCrowd("three.js, 100 that stand", few, size, false),
      () => createThreeCrowd("three.js, 100 that move", few, size, true),
    ];
    for (const start of starters) {
      const engine = await start();
      engines.push(engine);
      engine.setCamera({ x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 75 });
      engine.render();
      await engine.drain();
      await engine.settle();
    }
    poses = new Float32Array(frames * POSE_SIZE);
    for (let i = 0; i < frames; i++) {
      poses.set([0, Math.sin(i) * 64, 40, 10, Math.cos(i * 2) * 10], i * POSE_SIZE);
    }
  },

  measure: (rounds: number): Promise<EngineReport[]> => compareEngines(engines, poses, rounds),

  /**
   * Returns a pose's picture by each engine without visibility culling, as base64 RGBA, because
   * strings transfer fastest.
   */
  async draw(row: number): Promise<{ name: string; pixels: string }[]> {
    const pictures: { name: string; pixels: string }[] = [];
    for (const engine of engines) {
      engine.seeThrough(true);
      engine.setCamera(cameraAt(poses, row));
      engine.render();
      await engine.drain();
      pictures.push({ name: engine.name, pixels: toBase64(await engine.readPixels()) });
      engine.seeThrough(false);
    }
    return pictures;
  },
};

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  }
  return btoa(text);
}

export type Peers = typeof peers;

declare global {
  interface Window {
    peers?: Peers;
  }
}

window.peers = peers;
