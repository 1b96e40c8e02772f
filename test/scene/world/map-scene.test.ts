import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import type { MapScene } from "../../../src/map/types.ts";
import { CHUNK_DISPLACEMENT, CHUNK_FACE, SURFACE, WORLD_VERTEX } from "../../../src/map/world.ts";
import { decodeRgb9e5 } from "../../../src/scene/lightmaps/rgb9e5.ts";
import { listWorldMaterials } from "../../../src/scene/materials/material-names.ts";
import { buildMapScene } from "../../../src/scene/world/map-scene.ts";
import { findLeaf } from "../../../src/visibility/leaf-walk.ts";
import {
  assembleBsp,
  type MakeBspOptions,
  makeBsp,
  makeBspLumps,
} from "../../formats/bsp/make-bsp.ts";
import { makeMapParts } from "../../support/make-map-parts.ts";
import { readWorldVertex, type WorldVertex } from "./read-world-vertex.ts";

function buildRoom(options: MakeBspOptions = {}, side: "hdr" | "ldr" = "hdr") {
  const diagnostics = new Diagnostics();
  const bsp = parseBsp(makeBsp(options), diagnostics);
  const parts = makeMapParts("room", bsp, diagnostics);
  return { scene: buildMapScene(parts, side, diagnostics), diagnostics };
}

/** Returns the vertices that pass a test. */
function findVertices(scene: MapScene, test: (vertex: WorldVertex) => boolean): WorldVertex[] {
  const all = Array.from({ length: scene.world.vertexCount }, (_, i) => readWorldVertex(scene, i));
  return all.filter(test);
}

describe("buildMapScene", () => {
  const { scene } = buildRoom();

  it("returns the map's name, version, sky and start", () => {
    expect(scene).toMatchObject({ name: "room", version: 20, revision: 7, side: "ldr" });
    expect(scene.sides).toEqual(["ldr"]);
    expect(scene.skyName).toBe("sky_day01_01");
    expect(scene.start).toEqual({ x: 64, y: 64, z: 16 + 64, pitch: 0, yaw: 0 });
    expect(findLeaf(scene.tree, 64, 64, 80)).toBe(1);
    expect(findLeaf(scene.tree, 200, 64, 80)).toBe(2);
    expect(findLeaf(scene.tree, 64, 64, 200)).toBe(0);
  });

  it.each([
    ["a strip", 1, 2],
    ["a strip", 1, 0],
    ["a list", 0, 2],
  ])("draws a whole face if its primitive is %s with too few indices", (_, type, indexCount) => {
    const lumps = makeBspLumps();
    const { bytes } = lumps.get("LUMP_PRIMITIVES")!;
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    for (let at = 0; at < bytes.length; at += 10) {
      view.setUint16(at, type, true);
      view.setUint16(at + 4, indexCount, true);
    }
    const bsp = parseBsp(assembleBsp(lumps), new Diagnostics());
    const { world, chunks } = buildMapScene(
      makeMapParts("room", bsp, new Diagnostics()),
      "ldr",
      new Diagnostics(),
    );
    const plain = makeBspLumps();
    plain.set("LUMP_PRIMITIVES", { version: 0, bytes: new Uint8Array(0) });
    const without = parseBsp(assembleBsp(plain), new Diagnostics());
    const expected = buildMapScene(
      makeMapParts("room", without, new Diagnostics()),
      "ldr",
      new Diagnostics(),
    );
    expect([...world.indices]).toEqual([...expected.world.indices]);
    const drawn = chunks.indexCount.reduce((sum, count) => sum + count, 0);
    expect(drawn).toBe(world.indices.length);
  });

  it("draws a face's other primitives next to an empty strip", () => {
    const lumps = makeBspLumps();
    const { bytes } = lumps.get("LUMP_PRIMITIVES")!;
    // Inserts a strip without indices before each primitive.
    const pairs = new Uint8Array(bytes.length * 2);
    for (let at = 0; at < bytes.length; at += 10) {
      pairs[at * 2] = 1;
      pairs.set(bytes.subarray(at, at + 10), at * 2 + 10);
    }
    lumps.set("LUMP_PRIMITIVES", { version: 0, bytes: pairs });
    const faces = lumps.get("LUMP_FACES")!;
    const view = new DataView(faces.bytes.buffer, faces.bytes.byteOffset);
    for (let at = 0; at < faces.bytes.length; at += 56) {
      const count = view.getUint16(at + 48, true) & 0x7fff;
      view.setUint16(at + 48, count * 2, true);
      view.setUint16(at + 50, view.getUint16(at + 50, true) * 2, true);
    }
    const sceneOf = (map: Uint8Array) => {
      const bsp = parseBsp(map, new Diagnostics());
      expect(bsp.faces.primitiveCount.some((count) => count > 0)).toBe(true);
      const parts = makeMapParts("room", bsp, new Diagnostics());
      return buildMapScene(parts, "ldr", new Diagnostics());
    };
    expect(sceneOf(assembleBsp(lumps)).world).toEqual(sceneOf(makeBsp()).world);
  });

  it("shows a map with only black luxels unlit, with a warning", () => {
    const lumps = makeBspLumps();
    lumps.get("LUMP_LIGHTING")!.bytes.fill(0);
    const bsp = parseBsp(assembleBsp(lumps, {}), new Diagnostics());
    const diagnostics = new Diagnostics();
    const parts = makeMapParts("room", bsp, diagnostics);
    const dark = buildMapScene(parts, "ldr", diagnostics);
    expect(dark.lightmap).toBe(null);
    expect(readWorldVertex(dark, 0).surface & SURFACE.lit).toBe(0);
    expect(readWorldVertex(scene, 0).surface & SURFACE.lit).not.toBe(0);
    // Debug views show the stored light, so everything else of the vertices equals the lit map.
    for (let vertex = 0; vertex < scene.world.vertexCount; vertex++) {
      const [black, lit] = [readWorldVertex(dark, vertex), readWorldVertex(scene, vertex)];
      expect(black).toEqual({ ...lit, surface: (lit.surface & ~SURFACE.lit) >>> 0 });
    }
    expect(diagnostics.warnings.map(({ code }) => code)).toEqual(["lighting"]);
  });

  it("replaces a mean colour of 0 by grey, unless the material is named black", () => {
    const bsp = parseBsp(makeBsp());
    const { reflectivity, name } = bsp.texDatas;
    const meanOf = () => [...listWorldMaterials(bsp).reflectivity.subarray(0, 3)];
    expect(meanOf()).toEqual([0.5, 0.25, 0.125]);
    reflectivity.fill(0, 0, 3);
    expect(meanOf()).toEqual([Math.fround(0.2), Math.fround(0.2), Math.fround(0.2)]);
    reflectivity[1] = 0.01;
    expect(meanOf()).toEqual([0, Math.fround(0.01), 0]);
    reflectivity[1] = 0;
    (name as string[])[0] = "TOOLS/TOOLSBLACK";
    expect(meanOf()).toEqual([0, 0, 0]);
  });

  it("returns the bounds of the drawn surfaces, including displacements", () => {
    expect([...scene.bounds]).toEqual([0, 0, 0, 256, 128, 128]);
  });

  it("omits the tool face and keeps each other face once", () => {
    let faceTriangles = 0;
    let displacementTriangles = 0;
    for (let chunk = 0; chunk < scene.chunks.count; chunk++) {
      const triangles = scene.chunks.indexCount[chunk] / 3;
      if (scene.chunks.kind[chunk] === CHUNK_FACE) faceTriangles += triangles;
      if (scene.chunks.kind[chunk] === CHUNK_DISPLACEMENT) displacementTriangles += triangles;
    }
    expect(faceTriangles).toBe(9 * 2);
    expect(displacementTriangles).toBe(2 * 4 * 4);
    expect(scene.world.vertexCount).toBe(9 * 4 + 25);
  });

  it("assigns each chunk the clusters of its leafs", () => {
    const { chunks } = scene;
    for (let chunk = 0; chunk < chunks.count; chunk++) {
      const clusters = chunks.clusters.subarray(
        chunks.firstCluster[chunk],
        chunks.firstCluster[chunk] + chunks.clusterCount[chunk],
      );
      const half = chunks.box[chunk * 6 + 3] <= 128 ? 0 : 1;
      expect([...clusters]).toEqual([half]);
      expect(chunks.leaf[chunk]).toBe(half + 1);
    }
  });

  it("projects textures and luxels by the texinfo", () => {
    // The floor of the first half: 4 texels per inch of a 64x32 texture, a luxel every 16 inches.
    const floor = findVertices(scene, (v) => v.normal[2] === 1 && v.position[2] === 0);
    const near = floor.filter((v) => v.position[0] <= 128 && (v.surface >>> 16) % 256 === 9);
    const origin = near.find((v) => v.position[0] === 0 && v.position[1] === 0)!;
    const corner = near.find((v) => v.position[0] === 128 && v.position[1] === 128)!;
    expect(origin.texCoord).toEqual([0, 0]);
    expect(corner.texCoord).toEqual([8, 16]);
    // From the middle of the first luxel to the middle of the last.
    expect(corner.lightmapCoord[0] - origin.lightmapCoord[0]).toBe(8);
    expect(corner.lightmapCoord[1] - origin.lightmapCoord[1]).toBe(8);
    expect(origin.lightmapCoord[0] % 1).toBe(0.5);
    expect(corner.styles).toEqual([0, 255, 255, 255]);
  });

  it("points each vertex to its face's luxels", () => {
    const { lightmap } = scene;
    const luxelAt = (x: number, y: number) =>
      decodeRgb9e5(lightmap!.texels[Math.floor(y) * lightmap!.width + Math.floor(x)]);
    // Luxel k of face f is (k, 16 f, 64); face 2 is the wall at y = 0 of the first half.
    const wall = findVertices(scene, (v) => v.normal[1] === 1 && v.position[0] <= 128);
    const corner = wall.find((v) => v.position[0] === 128 && v.position[2] === 128)!;
    expect(corner.styles).toEqual([0, 32, 255, 255]);
    const [x, y] = corner.lightmapCoord;
    expect(luxelAt(x, y)).toEqual([80, 32, 64]);
    // Its second style's block lies one block to the right.
    const blockWidth = (corner.surface >>> SURFACE.blockWidthShift) & 255;
    expect(blockWidth).toBe(9);
    expect(luxelAt(x + blockWidth, y)).toEqual([161, 32, 64]);
    expect(corner.surface & SURFACE.lit).not.toBe(0);
  });

  it("stores four blocks per style for bumped faces", () => {
    const end = findVertices(scene, (v) => v.normal[0] === 1)[0];
    expect(end.surface & SURFACE.bumped).not.toBe(0);
    expect(scene.lightmap!.usedLuxels).toBe(81 * (10 + 2 + 2 * 3));
  });

  it("raises the displacement and blends it by its alpha", () => {
    const bytes = scene.world.vertices;
    const heights = new Set<number>();
    for (const v of findVertices(scene, (u) => u.position[0] >= 128)) heights.add(v.position[2]);
    expect([...heights].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 128]);
    const blends = Array.from(
      { length: scene.world.vertexCount },
      (_, i) => bytes[i * WORLD_VERTEX.strideBytes + WORLD_VERTEX.blend],
    );
    expect(Math.max(...blends)).toBe(240);
  });

  it("uses the requested light, or the existing one", () => {
    expect(buildRoom({ light: "both" }, "hdr").scene.side).toBe("hdr");
    expect(buildRoom({ light: "both" }, "ldr").scene).toMatchObject({
      side: "ldr",
      sides: ["hdr", "ldr"],
    });
    expect(buildRoom({ light: "hdr" }, "ldr").scene.side).toBe("hdr");
  });

  it("shows a map without lighting unlit, with a warning", () => {
    const { scene: unlit, diagnostics } = buildRoom({ light: "none" });
    expect(unlit).toMatchObject({ side: null, lightmap: null });
    expect(diagnostics.subjects("lighting")).toEqual(["LUMP_LIGHTING"]);
    expect(readWorldVertex(unlit, 0).surface & SURFACE.lit).toBe(0);
  });

  it("warns if all luxels are black", () => {
    const lumps = makeBspLumps();
    lumps.get("LUMP_LIGHTING")!.bytes.fill(0);
    const diagnostics = new Diagnostics();
    const bsp = parseBsp(assembleBsp(lumps), diagnostics);
    const parts = makeMapParts("dark", bsp, diagnostics);
    buildMapScene(parts, "ldr", diagnostics);
    expect(diagnostics.subjects("lighting")).toEqual(["LUMP_LIGHTING"]);
    expect(buildRoom().diagnostics.warnings).toEqual([]);
  });

  it("has no PVS if the map has no visibility", () => {
    expect(buildRoom({ visibility: false }).scene.pvs).toBeNull();
  });
});
