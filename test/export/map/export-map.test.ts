/** Maps as glTF: the demo, which every checkout has, and real maps. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import type { Gltf, GltfNode } from "../../../src/export/gltf/gltf-types.ts";
import { type ExportedMap, exportMap } from "../../../src/export/map/export-map.ts";
import { PASS_NONE } from "../../../src/map/material.ts";
import type { MapScene, MaterialSet, PropSet } from "../../../src/map/types.ts";
import { CHUNK_BRUSH_MODEL, CHUNK_DISPLACEMENT } from "../../../src/map/world.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { corpusPath, hasCorpus } from "../../support/corpus.ts";
import { folderSource } from "../../support/folder-source.ts";
import { faultsOf, readGltf } from "../../support/models/gltf.ts";

const DEMO = resolve(import.meta.dirname, "../../../assets/visleaf_demo.bsp");
const bytes = new Uint8Array(readFileSync(DEMO));

/** Loads the demo's drawn columns, with which the export is compared. */
async function loadDemo() {
  let scene: MapScene | null = null;
  let materials: MaterialSet | null = null;
  let props: PropSet | null = null;
  const options = { name: "demo", side: "hdr", textureCompressionBc: true } as const;
  for await (const event of openMap(bytes, [], {
    ...options,
    maxTextureDimension: 8192,
  }).load()) {
    if (event.type === "scene") scene = event.scene;
    if (event.type === "materials") materials = event.materials;
    if (event.type !== "props") continue;
    props = event.props;
    break;
  }
  return { scene: scene!, materials: materials!, props: props! };
}

describe("exportMap", () => {
  let demo: Awaited<ReturnType<typeof loadDemo>>;
  let exported: ExportedMap;
  let json: Gltf;

  beforeAll(async () => {
    demo = await loadDemo();
    exported = await exportMap("visleaf_demo", bytes, [], { textureSize: 64 });
    json = readGltf(exported.glb);
  }, 60_000);

  const nodesOf = (scene: number): GltfNode[] =>
    json.scenes[scene].nodes.map((row) => json.nodes[row]);
  const named = (name: string) => json.nodes.find((node) => node.name === name)!;
  const trianglesOf = (name: string): number => {
    const shown = json.meshes[named(name).mesh!].primitives;
    // Triangles of the second of two textures are counted already.
    const own = shown.filter(({ attributes }) => attributes.COLOR_0 === undefined);
    return own.reduce((sum, { indices }) => sum + json.accessors[indices].count / 3, 0);
  };

  it("is valid, without a warning or missing content", async () => {
    expect(await faultsOf(exported.glb)).toEqual([]);
    expect(exported.diagnostics.warnings).toEqual([]);
  });

  it("has each drawn triangle once, grouped by kind, with the 3D skybox separate", () => {
    const { chunks } = demo.scene;
    const counts = [0, 0, 0];
    for (let i = 0; i < chunks.count; i++) {
      if (demo.materials.pass[chunks.material[i]] === PASS_NONE) continue;
      counts[chunks.kind[i]] += chunks.indexCount[i] / 3;
    }
    const sky = trianglesOf("3D skybox");
    expect(sky).toBeGreaterThan(0);
    const [world, displacements, brushes] = ["world", "displacements", "brush entities"].map(
      trianglesOf,
    );
    expect(brushes).toBe(counts[CHUNK_BRUSH_MODEL]);
    expect(world + displacements + sky).toBe(counts[0] + counts[CHUNK_DISPLACEMENT]);
    expect(json.scenes.map(({ name }) => name)).toEqual(["visleaf_demo", "3D skybox"]);
    // The room is separate, around its camera: x is glTF's z.
    const { x, y, z } = demo.scene.skyCamera!;
    const box = boxOf(named("3D skybox"));
    for (const [axis, place] of [y, z, x].entries()) {
      expect(box.min[axis] / 0.0254).toBeLessThan(place + 1);
      expect(box.max[axis] / 0.0254).toBeGreaterThan(place - 1);
    }
  });

  function boxOf({ mesh }: GltfNode) {
    const rows = json.meshes[mesh!].primitives.map(({ attributes }) => attributes.POSITION);
    const of = (key: "min" | "max", pick: (...values: number[]) => number) =>
      [0, 1, 2].map((axis) => pick(...rows.map((row) => json.accessors[row][key]![axis])));
    return { min: of("min", Math.min), max: of("max", Math.max) };
  }

  it("is at the map's position", () => {
    const { bounds } = demo.scene;
    const { min, max } = boxOf(named("brush entities"));
    for (const [axis, from] of [1, 2, 0].entries()) {
      expect(min[axis] / 0.0254).toBeGreaterThanOrEqual(bounds[from] - 0.01);
      expect(max[axis] / 0.0254).toBeLessThanOrEqual(bounds[3 + from] + 0.01);
    }
  });

  it("has a node for each prop, and props share their models' meshes", () => {
    const { props } = demo;
    const nodes = nodesOf(0).filter(({ name }) => name?.startsWith("models/"));
    expect(nodes).toHaveLength(props.instanceCount);
    for (const i of [0, props.instanceCount >> 1, props.instanceCount - 1]) {
      const m = props.worldFromModel.subarray(i * 12, i * 12 + 12);
      const near = (value: number) => expect.closeTo(value, 3);
      expect(nodes[i].translation).toEqual([m[7], m[11], m[3]].map((v) => near(v * 0.0254)));
      // Where the model's x axis goes, by quaternion and scale.
      const [x, y, z, w] = nodes[i].rotation!;
      const s = nodes[i].scale?.[0] ?? 1;
      const forward = [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)];
      expect(forward.map((v) => v * s)).toEqual([m[4], m[8], m[0]].map(near));
    }
    const used = new Set(nodes.map(({ mesh }) => mesh));
    expect(used.size).toBeLessThan(nodes.length / 2);
  });

  it("blends the second of two textures over the first", () => {
    const twice = json.meshes.flatMap(({ primitives }) =>
      primitives.filter(({ attributes }) => attributes.COLOR_0 !== undefined),
    );
    expect(twice.length).toBeGreaterThan(0);
    for (const { material } of twice) expect(json.materials[material!].alphaMode).toBe("BLEND");
  });

  it("has the lightmap as occlusion on the second coordinates of lit materials", () => {
    const lit = json.materials.filter(({ occlusionTexture }) => occlusionTexture !== undefined);
    expect(lit.length).toBeGreaterThan(10);
    for (const { occlusionTexture, extensions } of lit) {
      expect(occlusionTexture).toEqual({ index: 0, texCoord: 1 });
      expect(extensions?.KHR_materials_unlit).toBeUndefined();
    }
    expect(json.textures[0].name).toBe("lightmap");
  });

  it("ends in an error above its limits", async () => {
    const limits = { exportBytes: 1e5 };
    await expect(exportMap("demo", bytes, [], { limits })).rejects.toSatisfy(
      (error) => error instanceof FormatError && error.code === "too-large",
    );
  });
});

describe.skipIf(!hasCorpus)("corpus maps as glTF", () => {
  it.each([
    ["lanofdoom_css/gg_canyon.bsp", null],
    ["gunman_city2/gunman_city2.bsp", "gunman_city2/content"],
    ["lanofdoom_css/fy_simpsons_h.bsp", null],
    ["lanofdoom_csgo/aim_ag_texture2.bsp", null],
    ["rc_deathmatch1/rc_deathmatch1.bsp", "rc_deathmatch1/content"],
  ])(
    "are valid: %s",
    async (map, content) => {
      const sources = content === null ? [] : [folderSource(corpusPath(content))];
      const file = new Uint8Array(readFileSync(corpusPath(map)));
      const { glb } = await exportMap("map", file, sources, { textureSize: 64 });
      expect(await faultsOf(glb)).toEqual([]);
      expect(readGltf(glb).nodes.length).toBeGreaterThan(0);
    },
    120_000,
  );
});
