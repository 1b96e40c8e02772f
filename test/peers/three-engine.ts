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

import * as THREE from "three/webgpu";
import type { PeerEngine } from "./engine.ts";
import type { LoadedMap } from "./loaded-map.ts";
import { buildWorldParts } from "./three-geometry.ts";
import { createWorldMaterials } from "./three-materials.ts";
import { createThreeView } from "./three-view.ts";

export type ThreeForm = "clusters" | "merged";

export async function createThreeEngine(
  form: ThreeForm,
  map: LoadedMap,
  size: readonly [width: number, height: number],
): Promise<PeerEngine> {
  const name = form === "clusters" ? "three.js, clusters" : "three.js, merged";
  const { scene, finish } = await createThreeView(name, size);
  const group = form === "merged" ? new THREE.BundleGroup() : new THREE.Group();
  group.matrixAutoUpdate = false;
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

  const engine = await finish();
  if (form === "clusters") return engine;
  // three.js counts what it encodes; a bundle is encoded once and drawn whole in every frame.
  const counts = { draws: group.children.length, triangles: bundledTriangles };
  return { ...engine, readCounts: async () => counts };
}
