/**
 * three.js' WebGPURenderer in the benchmark, in its two usual forms.
 *
 * `clusters`: one mesh per material and cluster, frustum-culled by three.js. three.js has no
 * visibility culling, so this form has none. `merged`: one mesh per material in one static
 * `BundleGroup`, without culling. Both are as fast as their form allows: static objects do not
 * update matrices, and the picture is drawn into an sRGB render target without an output pass.
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
  // three.js counts encoded draws; a bundle is encoded once and drawn completely in every frame.
  const counts = { draws: group.children.length, triangles: bundledTriangles };
  return { ...engine, readCounts: async () => counts };
}
