/** Draws an exported glTF with three.js from the engine's camera, without light. */

import * as THREE from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { NEAR_PLANE, verticalFov } from "../../../src/math/projection.ts";
import { type ModelMoment, standModel } from "./stand-model.ts";

/** Metres per inch. */
const SCALE = 0.0254;
const FAR = 40_000 * SCALE;
/** Anisotropy of the engine's samplers. */
const ANISOTROPY = 8;

export interface DrawRequest {
  readonly url: string;
  /** x, y, z, pitch, yaw, fov in Source's space, in inches and degrees. */
  readonly camera: readonly [number, number, number, number, number, number];
  readonly width: number;
  readonly height: number;
  readonly background: number;
  /** Names of the nodes to draw, as in the file; all if left out. */
  readonly only?: readonly string[];
  /** State of a model. */
  readonly moment?: ModelMoment;
}

/** Returns RGBA8, rows from top to bottom. */
async function draw({
  url,
  camera,
  width,
  height,
  background,
  only,
  moment,
}: DrawRequest): Promise<number[]> {
  const gltf = await new GLTFLoader().loadAsync(url);
  const { scene: loaded } = gltf;
  for (const node of [...loaded.children]) {
    if (only !== undefined && !only.includes(node.userData.name)) loaded.remove(node);
  }
  if (moment !== undefined) await standModel(gltf, moment);
  loaded.traverse((object) => {
    const mesh = object as THREE.Mesh;
    if (!mesh.isMesh) return;
    // The bounds of skinned meshes are those of the bind pose.
    mesh.frustumCulled = false;
    mesh.material = flatten(mesh.material as THREE.Material);
  });
  const scene = new THREE.Scene();
  scene.add(loaded);
  scene.background = new THREE.Color(background);
  const [x, y, z, pitch, yaw, fov] = camera;
  const view = new THREE.PerspectiveCamera(
    (verticalFov(fov) * 180) / Math.PI,
    width / height,
    NEAR_PLANE * SCALE,
    FAR,
  );
  view.position.set(y * SCALE, z * SCALE, x * SCALE);
  const [p, q] = [(pitch * Math.PI) / 180, (yaw * Math.PI) / 180];
  const forward = [Math.cos(p) * Math.cos(q), Math.cos(p) * Math.sin(q), -Math.sin(p)];
  view.lookAt(
    view.position.x + forward[1],
    view.position.y + forward[2],
    view.position.z + forward[0],
  );
  const canvas = document.createElement("canvas");
  const renderer = new THREE.WebGLRenderer({ canvas, preserveDrawingBuffer: true });
  renderer.setSize(width, height, false);
  renderer.render(scene, view);
  const gl = renderer.getContext();
  const pixels = new Uint8Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  renderer.dispose();
  const rows: number[] = [];
  for (let row = height - 1; row >= 0; row--) {
    rows.push(...pixels.subarray(row * width * 4, (row + 1) * width * 4));
  }
  return rows;
}

/** Returns the file's occlusion texture as light, as docs/models.md describes. */
function lightOf(map: THREE.Texture | null): THREE.MeshBasicMaterialParameters {
  if (map === null) return {};
  map.colorSpace = THREE.SRGBColorSpace;
  map.needsUpdate = true;
  // Lightmaps are up to twice as bright as white, and three.js divides light by pi.
  return { lightMap: map, lightMapIntensity: 2 * Math.PI };
}

/** Returns a material with the same colours, lit only by a lightmap. */
function flatten(material: THREE.Material): THREE.Material {
  const lit = material as THREE.MeshStandardMaterial;
  if (lit.map !== null) lit.map.anisotropy = ANISOTROPY;
  const flat = new THREE.MeshBasicMaterial({
    map: lit.map,
    color: lit.color,
    side: lit.side,
    transparent: lit.transparent,
    opacity: lit.opacity,
    alphaTest: lit.alphaTest,
    depthWrite: lit.depthWrite,
    vertexColors: lit.vertexColors,
    ...lightOf(lit.aoMap),
  });
  return flat;
}

Object.assign(window, { drawGltf: draw });
