/** Checks exported glTF with Khronos' validator and three.js' loader. */

import { validateBytes } from "gltf-validator";
import type { AnimationClip, Group, Mesh, Object3D } from "three";
import { AnimationMixer, Vector3 } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import type { Gltf } from "../../../src/export/gltf/gltf-types.ts";

const WARNING = 1;

/** Returns errors and warnings, one line each. */
export async function faultsOf(glb: Uint8Array): Promise<string[]> {
  const { issues } = await validateBytes(glb, { maxIssues: 100 });
  return issues.messages
    .filter(({ severity }) => severity <= WARNING)
    .map(({ code, pointer, message }) => `${code} ${pointer}: ${message}`);
}

export function readGltf(glb: Uint8Array): Gltf {
  const view = new DataView(glb.buffer, glb.byteOffset);
  return JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + view.getUint32(12, true))));
}

export interface OpenedGltf {
  readonly scene: Group;
  readonly scenes: readonly Group[];
  readonly animations: readonly AnimationClip[];
}

/** Loads a file without textures by three.js in Node. */
export async function openGltf(glb: Uint8Array): Promise<OpenedGltf> {
  const bytes = glb.buffer.slice(glb.byteOffset, glb.byteOffset + glb.byteLength) as ArrayBuffer;
  return new GLTFLoader().parseAsync(bytes, "");
}

export function meshesOf(scene: Object3D): Mesh[] {
  const meshes: Mesh[] = [];
  scene.traverse((object) => {
    if ((object as Mesh).isMesh) meshes.push(object as Mesh);
  });
  return meshes;
}

/** Moves a scene to a time of an animation. */
export function poseAt(scene: Object3D, clip: AnimationClip | null, seconds: number): void {
  if (clip !== null) {
    const mixer = new AnimationMixer(scene);
    const action = mixer.clipAction(clip);
    // Makes the last frame the end of the clip, not the first frame again.
    action.clampWhenFinished = true;
    action.setLoop(2200, 1);
    action.play();
    mixer.setTime(seconds);
  }
  scene.updateMatrixWorld(true);
}

/** Returns the world position of a vertex in three.js, morphed and skinned. */
export function vertexOf(mesh: Mesh, row: number): number[] {
  const place = mesh.getVertexPosition(row, new Vector3());
  return place.applyMatrix4(mesh.matrixWorld).toArray();
}
