/** Sets the state of an opened model: a skin, a face, and a moment of an animation. */

import * as THREE from "three";
import type { GLTF } from "three/examples/jsm/loaders/GLTFLoader.js";

export interface ModelMoment {
  /** Row of the file's variants; the file's own materials if left out. */
  readonly skin?: number;
  /** Weights by the names of morph targets in the file. */
  readonly morphs?: Readonly<Record<string, number>>;
  readonly clip?: { readonly name: string; readonly seconds: number };
}

/**
 * Sets a model's state.
 * @throws Error if the file lacks it
 */
export async function standModel(gltf: GLTF, moment: ModelMoment): Promise<void> {
  const meshes: THREE.Mesh[] = [];
  gltf.scene.traverse((object) => {
    if ((object as THREE.Mesh).isMesh) meshes.push(object as THREE.Mesh);
  });
  if (moment.skin !== undefined) await wearSkin(gltf, meshes, moment.skin);
  for (const [name, weight] of Object.entries(moment.morphs ?? {})) setMorph(meshes, name, weight);
  const { clip: asked } = moment;
  if (asked === undefined) return;
  const clip = gltf.animations.find(({ name }) => name === asked.name);
  if (clip === undefined) throw new Error(`the file has no animation ${asked.name}`);
  const mixer = new THREE.AnimationMixer(gltf.scene);
  const action = mixer.clipAction(clip);
  // The last frame is the end of the clip, not the first frame again.
  action.clampWhenFinished = true;
  action.setLoop(THREE.LoopOnce, 1);
  action.play();
  mixer.setTime(asked.seconds);
}

interface VariantMappings {
  readonly mappings: readonly { readonly material: number; readonly variants: readonly number[] }[];
}

/** Applies a skin. three.js does not support variants, but keeps their data on primitives. */
async function wearSkin({ parser }: GLTF, meshes: THREE.Mesh[], skin: number): Promise<void> {
  let changed = 0;
  for (const mesh of meshes) {
    const said: VariantMappings | undefined = mesh.userData.gltfExtensions?.KHR_materials_variants;
    const row = said?.mappings.find(({ variants }) => variants.includes(skin))?.material;
    if (row === undefined) continue;
    mesh.material = await parser.getDependency("material", row);
    parser.assignFinalMaterial(mesh);
    changed++;
  }
  if (changed === 0) throw new Error(`nothing of the file has a variant ${skin}`);
}

function setMorph(meshes: readonly THREE.Mesh[], name: string, weight: number): void {
  let found = 0;
  for (const { morphTargetDictionary, morphTargetInfluences } of meshes) {
    const row = morphTargetDictionary?.[name];
    if (row === undefined) continue;
    morphTargetInfluences![row] = weight;
    found++;
  }
  if (found === 0) throw new Error(`nothing of the file has a morph target ${name}`);
}
