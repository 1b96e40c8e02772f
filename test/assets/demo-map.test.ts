/** Source of the demo map: it is sound and contains the features that it demonstrates. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { compileModelSource } from "../../assets/demo-content.ts";
import { buildDemoMap } from "../../assets/maps/visleaf-demo.ts";
import { buildModelSources } from "../../assets/models/index.ts";
import { buildStudioMesh } from "../../src/formats/studio/mesh/build-studio-mesh.ts";
import { parseMdlAnimations } from "../../src/formats/studio/read/animation/animation-file.ts";
import { parseMdl } from "../../src/formats/studio/read/parse-mdl.ts";
import { parseVtx } from "../../src/formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../src/formats/studio/read/parse-vvd.ts";
import { parseVmf } from "../../src/formats/vmf/parse-vmf.ts";
import { writeVmf } from "../../src/formats/vmf/write-vmf.ts";
import { createCamera } from "../../src/viewer/camera/camera.ts";
import { parseFlight } from "../../src/viewer/camera/flight.ts";

const map = buildDemoMap();
const countOf = (classname: string) =>
  map.entities.filter((entity) => entity.get("classname") === classname).length;

describe("the demo map's source", () => {
  it("is the same every time, and survives a round trip", () => {
    const text = writeVmf(map);
    expect(writeVmf(buildDemoMap())).toBe(text);
    const read = parseVmf(text);
    expect(writeVmf(read)).toBe(text);
    expect(read.entities.length).toBe(map.entities.length);
    expect(read.world.solids.length).toBe(map.world.solids.length);
  });

  it("contains the entities for the viewer's features", () => {
    expect(countOf("prop_static")).toBeGreaterThan(300);
    for (const one of ["func_door", "sky_camera", "light_environment", "info_player_start"]) {
      expect(countOf(one), one).toBe(1);
    }
    expect(countOf("prop_dynamic")).toBe(4);
    for (const one of ["func_rotating", "func_movelinear", "func_tracktrain", "func_train"]) {
      expect(countOf(one), one).toBeGreaterThan(0);
    }
    for (const one of ["env_smokestack", "func_dustmotes", "func_precipitation", "env_spark"]) {
      expect(countOf(one), one).toBe(1);
    }
    expect(countOf("info_particle_system")).toBe(1);
    expect(countOf("env_cubemap")).toBeGreaterThan(3);
    expect(countOf("info_overlay")).toBeGreaterThan(6);
    const lights = map.entities.filter((entity) => entity.get("classname") === "light");
    expect(lights.some((light) => light.get("style") === "10")).toBe(true);
    expect(lights.filter((light) => light.get("targetname"))).toHaveLength(2);
    const tiles = map.world.solids.filter(({ sides }) => sides.some(({ dispInfo }) => dispInfo));
    expect(tiles.length).toBeGreaterThan(20);
  });

  it("references only models that are made", () => {
    const made = new Set(buildModelSources().map(({ name }) => `models/visleaf/${name}.mdl`));
    const wanted = map.entities.map((entity) => entity.get("model")).filter((name) => name);
    expect([...new Set(wanted)].filter((name) => !made.has(name!))).toEqual([]);
  });

  it("has terrain tiles with equal heights at their seams", () => {
    const heights = new Map<string, number>();
    let shared = 0;
    for (const { sides } of map.world.solids) {
      for (const { dispInfo } of sides) {
        if (!dispInfo) continue;
        const [x0, y0, z0] = dispInfo.startPosition;
        for (let row = 0; row < 9; row++)
          for (let column = 0; column < 9; column++) {
            const key = `${x0 + column * 64} ${y0 + row * 64}`;
            const height = z0 + dispInfo.distances[row * 9 + column];
            if (heights.has(key)) {
              shared += 1;
              expect(height).toBe(heights.get(key));
            }
            heights.set(key, height);
          }
      }
    }
    expect(shared).toBeGreaterThan(200);
  });
});

/** Materials of brushes that a camera flies through. */
const PASSABLE = ["visleaf/water", "tools/toolstrigger"];

describe("the demo's flight", () => {
  const path = resolve(import.meta.dirname, "../../assets/visleaf_demo.flight.json");
  const flight = parseFlight(readFileSync(path, "utf8"));
  const solids = [map.world, ...map.entities]
    .flatMap((entity) => entity.solids)
    // Displaced ground lies above its brushes.
    .filter(({ sides }) => sides.every(({ dispInfo }) => dispInfo === null))
    .filter(({ sides }) => sides.every(({ material }) => !PASSABLE.includes(material)))
    .map(({ sides }) => sides.map(({ points }) => planeOf(points)));

  it("keeps its distance from every brush and from the ground", () => {
    const camera = createCamera();
    const hits: string[] = [];
    for (let t = 0; t < flight.duration; t += 0.1) {
      flight.setPose(camera, t);
      const { x, y, z } = camera;
      const isInside = solids.some((planes) =>
        planes.every(([nx, ny, nz, dist]) => nx * x + ny * y + nz * z - dist < 6),
      );
      if (isInside || z < 48) hits.push(`${t.toFixed(1)} s: ${x} ${y} ${z}`);
    }
    expect(hits).toEqual([]);
  });

  it("is shorter than 90 s, and begins at the player start", () => {
    expect(flight.duration).toBeLessThan(90);
    const camera = createCamera();
    flight.setPose(camera, 0);
    const start = map.entities.find((entity) => entity.get("classname") === "info_player_start")!;
    const [x, y] = start.get("origin")!.split(" ").map(Number);
    expect(Math.hypot(camera.x - x, camera.y - y)).toBeLessThan(8);
  });
});

/**
 * Returns normal and distance of the plane through three points, clockwise as seen from the front.
 */
function planeOf(p: Float64Array): [number, number, number, number] {
  const u = [p[0] - p[3], p[1] - p[4], p[2] - p[5]];
  const v = [p[6] - p[3], p[7] - p[4], p[8] - p[5]];
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(...n);
  const [nx, ny, nz] = n.map((value) => value / length);
  return [nx, ny, nz, nx * p[0] + ny * p[1] + nz * p[2]];
}

describe("the demo's models", () => {
  const report = { progress() {}, warn: (message: string) => expect.unreachable(message) };
  const compile = (name: string) => {
    const source = buildModelSources().find((model) => model.name === name)!;
    const files = compileModelSource(source, report);
    const bytes = (end: string) => files.get(`models/visleaf/${name}.${end}`)!;
    const mdl = parseMdl(bytes("mdl"));
    const vvd = parseVvd(bytes("vvd"));
    return { mdl, vvd, mesh: buildStudioMesh(mdl, vvd, parseVtx(bytes("dx90.vtx"))), bytes };
  };

  it("include a banner with up to three bones per vertex and a waving animation", () => {
    const { mdl, vvd, bytes } = compile("banner");
    const { boneCount, boneWeight } = vvd.vertices;
    expect(Math.max(...boneCount)).toBe(3);
    expect(boneCount.filter((count) => count === 3).length).toBeGreaterThan(20);
    for (let i = 0; i < boneWeight.length; i += 3) {
      expect(boneWeight[i] + boneWeight[i + 1] + boneWeight[i + 2]).toBeCloseTo(1, 3);
    }
    const { animations } = parseMdlAnimations(bytes("mdl"), mdl);
    // The last pose of a loop equals its first.
    const { frameCount, quaternion } = animations[0];
    expect(frameCount).toBe(41);
    const perFrame = mdl.bones.count * 4;
    const first = quaternion.slice(0, perFrame);
    expect(quaternion.slice(40 * perFrame)).toEqual(first);
    expect(quaternion.slice(10 * perFrame, 11 * perFrame)).not.toEqual(first);
  });

  it("have coarser levels of detail with fewer triangles, and skins", () => {
    for (const [name, lods] of [
      ["barrel", 3],
      ["tree", 3],
      ["crate", 2],
      ["banner", 2],
    ] as const) {
      const { mesh } = compile(name);
      const counts = Array.from({ length: mesh.lodCount }, (_, lod) =>
        mesh.drawIndexCount.reduce((sum, n, i) => sum + (mesh.drawLod[i] === lod ? n : 0), 0),
      );
      expect(counts).toHaveLength(lods);
      for (let lod = 1; lod < lods; lod++) expect(counts[lod]).toBeLessThan(counts[lod - 1]);
    }
    expect(compile("crate").mdl.skinFamilyCount).toBe(2);
  });
});
