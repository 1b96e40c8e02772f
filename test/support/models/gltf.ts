/** What others make of the glTF that is exported: Khronos' validator, and three.js' loader. */

import { validateBytes } from "gltf-validator";
import type { AnimationClip, Group, Mesh, Object3D } from "three";
import { AnimationMixer, Vector3 } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import type { Gltf } from "../../../src/export/gltf/gltf-types.ts";

const WARNING = 1;

/** Errors and warnings, a line each. */
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

/** By three.js, in Node: of files without textures. */
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

/** Moves a scene to a moment of an animation. */
export function poseAt(scene: Object3D, clip: AnimationClip | null, seconds: number): void {
  if (clip !== null) {
    const mixer = new AnimationMixer(scene);
    const action = mixer.clipAction(clip);
    // The last frame is the end of the clip, and not the first once more.
    action.clampWhenFinished = true;
    action.setLoop(2200, 1);
    action.play();
    mixer.setTime(seconds);
  }
  scene.updateMatrixWorld(true);
}

/** Where three.js has a vertex, morphed and skinned: 3 numbers in world space. */
export function vertexOf(mesh: Mesh, row: number): number[] {
  const place = mesh.getVertexPosition(row, new Vector3());
  return place.applyMatrix4(mesh.matrixWorld).toArray();
}
