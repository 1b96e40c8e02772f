/** Maps whose props share leafs, models and light. */

import { zipSync } from "fflate";
import {
  DWORLDLIGHT,
  LEAF_AMBIENT_INDEX,
  LEAF_AMBIENT_LIGHTING,
} from "../../../src/formats/bsp/records/lights.ts";
import { DLEAF_V1 } from "../../../src/formats/bsp/records/tree.ts";
import { writeStaticProps } from "../../../src/formats/bsp/write/write-static-props.ts";
import { makeWorldLights } from "../../formats/bsp/make-world-lights.ts";
import {
  type MadeStudioModel,
  makeStudioFiles,
  makeStudioModel,
  makeTriangleMesh,
} from "../../formats/studio/make-studio.ts";
import { HostileMap } from "./hostile-map.ts";
import { putBrushes } from "./leafs.ts";

const MODEL = "models/a";
const MAX_SHORT = 0xffff;

/** Builds props in one leaf of 65,535 ambient samples. */
export function foldAmbient(count: number): Uint8Array {
  const map = new HostileMap();
  const [index, lighting] = [LEAF_AMBIENT_INDEX[0], LEAF_AMBIENT_LIGHTING[0]];
  map.edit("LUMP_LEAF_AMBIENT_INDEX", index, { firstSample: 0, sampleCount: MAX_SHORT });
  const sample = new Uint8Array(lighting.bytes).fill(1);
  map.putRuns("LUMP_LEAF_AMBIENT_LIGHTING", 1, MAX_SHORT * sample.length, sample);
  putProps(map, count, []);
  return map.done();
}

/** Builds props in each of `leafs` leafs, found by the tree, or listed once for all props. */
export function foldPropLeafs(count: number, leafs: number, isListed: boolean): Uint8Array {
  const map = new HostileMap();
  map.flatTree(leafs);
  putProps(map, count, isListed ? Array.from({ length: leafs - 1 }, (_, i) => i + 1) : []);
  return map.done();
}

/** Builds props of a model with `vertices` vertices and one triangle. */
export function foldPropVertices(count: number, vertices: number): Uint8Array {
  const map = new HostileMap();
  const mesh = makeTriangleMesh(0, 8);
  const more = Array.from({ length: vertices }, () => mesh.vertices[0]);
  const meshes = [{ ...mesh, vertices: [...mesh.vertices, ...more] }];
  putProps(map, count, [], {
    ...plainModel(),
    bodyParts: [{ name: "a", models: [{ name: "a", meshes }] }],
  });
  return map.done();
}

/** Builds props and lamps in one room with a brush of many sides between them. */
export function foldPropLights(count: number, lamps: number, sides: number): Uint8Array {
  const map = new HostileMap();
  putProps(map, count, []);
  putBrushes(map, 1, sides, sides);
  map.put("LUMP_LEAFBRUSHES", Uint8Array.of(0, 0));
  map.edit("LUMP_LEAFS", DLEAF_V1, { firstLeafBrush: 0, leafBrushCount: 1 });
  const lamp = { type: 1, origin: [64, 64, 100], intensity: [900, 900, 900] } as const;
  map.put("LUMP_WORLDLIGHTS", makeWorldLights([lamp]).bytes);
  map.fold("LUMP_WORLDLIGHTS", DWORLDLIGHT, lamps, {});
  return map.done();
}

/** Builds props with different missing models. */
export function missingModels(count: number): Uint8Array {
  const map = new HostileMap();
  const names = Array.from({ length: count }, (_, i) => `models/${i.toString(36)}.mdl`);
  putProps(map, count, [], plainModel(), names);
  return map.done();
}

function plainModel(): MadeStudioModel {
  const model = makeStudioModel();
  const models = [{ name: "a", meshes: [makeTriangleMesh(0, 8)] }];
  return {
    ...model,
    name: "a.mdl",
    hull: [
      [-64, -64, -64],
      [64, 64, 64],
    ],
    bones: model.bones.slice(0, 1),
    bodyParts: [{ name: "a", models }],
    switchPoints: [0],
  };
}

/** Writes props at the middle of the room with the same leafs, and their model in the pakfile. */
export function putProps(
  map: HostileMap,
  count: number,
  leafs: readonly number[],
  model: MadeStudioModel = plainModel(),
  modelName: readonly string[] = [`${MODEL}.mdl`],
): void {
  const zeros = new Float32Array(count);
  const middle = Float32Array.from({ length: count * 3 }, (_, i) => [128, 64, 64][i % 3]);
  const props = writeStaticProps({
    count,
    modelName,
    leaf: Uint32Array.from(leafs),
    origin: middle,
    angles: new Float32Array(count * 3),
    model: Uint32Array.from({ length: count }, (_, i) => i % modelName.length),
    firstLeaf: new Uint32Array(count),
    leafCount: new Uint32Array(count).fill(leafs.length),
    solid: new Uint8Array(count),
    skin: new Int32Array(count),
    fadeMinDist: zeros,
    fadeMaxDist: zeros,
    lightingOrigin: middle,
    forcedFadeScale: new Float32Array(count).fill(1),
    flags: new Uint32Array(count),
    dxLevels: new Uint16Array(count * 2),
  });
  map.putGameLump("sprp", 10, props);
  const { mdl, vvd, vtx } = makeStudioFiles(model);
  const files = { [`${MODEL}.mdl`]: mdl, [`${MODEL}.vvd`]: vvd, [`${MODEL}.dx90.vtx`]: vtx };
  // A fixed date, so that the same map is built at any time.
  map.put("LUMP_PAKFILE", zipSync(files, { mtime: new Date(1990, 0, 1) }));
}
