/**
 * A crowd drawn by three.js as its own examples do: a SkinnedMesh and an AnimationMixer a character, geometry and
 * material shared. It is given what spares it work: spheres to cull by that need not be computed, and no matrices of
 * its own that do not change.
 */

import { mat4 } from "gl-matrix";
import * as THREE from "three/webgpu";
import { NEAR_PLANE, verticalFov, writeViewFromWorld } from "../../../src/math/projection.ts";
import type { OracleTrack } from "../../oracle/pose.ts";
import type { PeerEngine } from "../engine.ts";
import { CROWD_FPS, type Crowd, makeCrowdMesh, makeCrowdTrack, placeCrowd } from "./make-crowd.ts";

const FAR_PLANE = 65536;

/** @param moves whether they play their sequence, or stand in its first frame */
export async function createThreeCrowd(
  name: string,
  crowd: Crowd,
  [width, height]: readonly [width: number, height: number],
  moves: boolean,
): Promise<PeerEngine> {
  const renderer = new THREE.WebGPURenderer({
    canvas: new OffscreenCanvas(width, height) as unknown as HTMLCanvasElement,
    reversedDepthBuffer: true,
  });
  renderer.info.autoReset = false;
  const faults: string[] = [];
  renderer.onError = (fault: unknown) => faults.push((fault as { message: string }).message);
  await renderer.init();
  const { device } = renderer.backend as unknown as { device: GPUDevice };
  const target = new THREE.RenderTarget(width, height, { depthBuffer: true });
  target.texture.colorSpace = THREE.SRGBColorSpace;
  renderer.setRenderTarget(target);
  renderer.setClearColor(0x000000, 1);

  const scene = new THREE.Scene();
  scene.matrixAutoUpdate = false;
  const track = makeCrowdTrack(crowd.bones);
  const geometry = buildGeometry(track);
  const material = new THREE.MeshBasicMaterial({ color: 0xbcbcbc, side: THREE.DoubleSide });
  const clip = buildClip(track);
  const mixers: THREE.AnimationMixer[] = [];
  for (const [x, y] of placeCrowd(crowd)) {
    const mesh = new THREE.SkinnedMesh(geometry, material);
    const bones = track.bones.map((_, bone) => {
      const made = new THREE.Bone();
      made.name = `bone${bone}`;
      made.position.fromArray(track.frames[0][bone].position);
      return made;
    });
    track.bones.forEach(({ parent }, bone) => {
      (parent < 0 ? mesh : bones[parent]).add(bones[bone]);
    });
    mesh.bind(new THREE.Skeleton(bones));
    mesh.boundingSphere = new THREE.Sphere(new THREE.Vector3(0, 0, 32), 200);
    mesh.position.set(x, y, -32);
    mesh.updateMatrix();
    mesh.matrixAutoUpdate = false;
    scene.add(mesh);
    if (!moves) continue;
    const mixer = new THREE.AnimationMixer(mesh);
    mixer.clipAction(clip).play();
    mixers.push(mixer);
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
      camera.fov = (verticalFov(fov) * 180) / Math.PI;
      camera.updateProjectionMatrix();
      renderer.info.reset();
    },
    render() {
      for (const mixer of mixers) mixer.update(1 / 60);
      renderer.render(scene, camera);
    },
    async drain() {
      await device.queue.onSubmittedWorkDone();
      if (faults.length > 0) throw new Error(`${name}: ${faults[0]}`);
    },
    settle: async () => undefined,
    async readCounts() {
      const { drawCalls, triangles } = renderer.info.render;
      return { draws: drawCalls, triangles };
    },
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

function buildGeometry(track: OracleTrack): THREE.BufferGeometry {
  const { vertices, indices } = makeCrowdMesh(track);
  const column = (values: readonly number[], size: number) =>
    new THREE.Float32BufferAttribute(values, size);
  const geometry = new THREE.BufferGeometry();
  geometry.setIndex(indices);
  geometry.setAttribute(
    "position",
    column(
      vertices.flatMap(({ position }) => [...position]),
      3,
    ),
  );
  geometry.setAttribute(
    "normal",
    column(
      vertices.flatMap(() => [0, 0, 1]),
      3,
    ),
  );
  const bones = vertices.flatMap(({ bones = [0, 0, 0] }) => [...bones, 0]);
  geometry.setAttribute("skinIndex", new THREE.Uint16BufferAttribute(bones, 4));
  const weights = vertices.flatMap(({ weights = [1, 0, 0] }) => [...weights, 0]);
  geometry.setAttribute("skinWeight", column(weights, 4));
  return geometry;
}

function buildClip({ bones, frames }: OracleTrack): THREE.AnimationClip {
  const times = frames.map((_, frame) => frame / CROWD_FPS);
  const tracks = bones.flatMap((_, bone) => [
    new THREE.VectorKeyframeTrack(
      `bone${bone}.position`,
      times,
      frames.flatMap((poses) => [...poses[bone].position]),
    ),
    new THREE.QuaternionKeyframeTrack(
      `bone${bone}.quaternion`,
      times,
      frames.flatMap((poses) => [...poses[bone].quaternion]),
    ),
  ]);
  return new THREE.AnimationClip("crowd", -1, tracks);
}
