/** Tests MultiBlend vertices, from the lump and the materials to the loaded scene. */

import { describe, expect, it } from "vitest";
import type { MapScene } from "../../../src/map/types.ts";
import { CHUNK_DISPLACEMENT, SURFACE, WORLD_VERTEX } from "../../../src/map/world.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { assembleBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { ROOM_FACES, ROOM_MATERIALS } from "../../formats/bsp/room.ts";
import { madeContent } from "../content-sources.ts";
import { readWorldVertex } from "./read-world-vertex.ts";

const HAS_MULTIBLEND = 0x40000000;
/** Offset of `minTess` in a displacement record. */
const MIN_TESS = 24;
const VERTICES = 25;
const NUMBERS = 20;
const MULTI = "MultiBlend { $basetexture a $basetexture2 b }";
/** Material of the displacement. */
const MATERIAL = `materials/${ROOM_MATERIALS[ROOM_FACES.find(({ dispInfo }) => dispInfo === 0)!.texinfo]}.vmt`;

/** Value of 0 to 255, different within a vertex, some out of range. */
const numberOf = (vertex: number, number: number) => (vertex * 5 + number * 7) % 256;

function makeRoom(flags: number): Uint8Array {
  const lumps = makeBspLumps({ light: "both" });
  const infos = lumps.get("LUMP_DISPINFO")!;
  new DataView(infos.bytes.buffer, infos.bytes.byteOffset).setInt32(MIN_TESS, flags, true);
  const bytes = new Uint8Array(VERTICES * NUMBERS * 4);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < VERTICES * NUMBERS; i++) {
    view.setFloat32(i * 4, numberOf(Math.floor(i / NUMBERS), i % NUMBERS) / 255, true);
  }
  // First vertex: one value above 1, and one below 0.
  view.setFloat32(0, 3, true);
  view.setFloat32(4, -2, true);
  lumps.set("LUMP_DISP_MULTIBLEND", { ...infos, bytes });
  return assembleBsp(lumps);
}

const OPTIONS = {
  name: "room",
  side: "hdr",
  textureCompressionBc: true,
  maxTextureDimension: 4096,
} as const;

async function load(flags: number, files: Record<string, string>, map = makeRoom(flags)) {
  const content = madeContent(files);
  const session = openMap(map, [content], OPTIONS);
  const scenes: MapScene[] = [];
  /** Reads before the first picture. */
  let readBefore = -1;
  for await (const event of session.load()) {
    if (event.type !== "scene") continue;
    readBefore = content.reads.length;
    scenes.push(event.scene);
  }
  const warnings = session.diagnostics.warnings.filter(({ subject }) => subject === MATERIAL);
  return { scene: scenes[0], relit: (await session.relight("ldr")).scene, readBefore, warnings };
}

/** Returns the displacement's vertices, row by row. */
function gridOf(scene: MapScene) {
  const { chunks, world } = scene;
  const used = new Set<number>();
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    if (chunks.kind[chunk] !== CHUNK_DISPLACEMENT) continue;
    const first = chunks.firstIndex[chunk];
    for (const i of world.indices.subarray(first, first + chunks.indexCount[chunk])) used.add(i);
  }
  expect(used.size).toBe(VERTICES);
  return [...used].sort((a, b) => a - b);
}

/** Returns a vertex' numbers as bytes: the first three weights and alphas, and four colors. */
function unpack(scene: MapScene, vertex: number): number[] | null {
  const view = new DataView(scene.world.vertices.buffer, scene.world.vertices.byteOffset);
  const at = vertex * WORLD_VERTEX.strideBytes;
  if (view.getInt8(at + WORLD_VERTEX.normal + 3) !== 127) return null;
  const bytes = (offset: number) => [0, 1, 2, 3].map((i) => view.getUint8(at + offset + i));
  const ends = [0, 1, 2, 3].map((i) => view.getInt8(at + WORLD_VERTEX.tangent + i) * 0.5 + 63.5);
  const [second, third] = [0, 4].map((i) =>
    view.getFloat32(at + WORLD_VERTEX.lightmapCoord + i, true),
  );
  const split = (word: number) => [word & 255, (word >> 8) & 255, word >> 16];
  const styles = bytes(WORLD_VERTEX.styles);
  const blend = bytes(WORLD_VERTEX.blend);
  return [
    ...blend.slice(0, 3),
    ...ends.slice(0, 3).map((end) => (end / 127) * 255),
    ...styles.slice(0, 3),
    ...split(second),
    ...split(third),
    ...[styles[3], blend[3], (ends[3] / 127) * 255],
  ];
}

function expectPacked(scene: MapScene): void {
  for (const [vertex, row] of gridOf(scene).entries()) {
    const found = unpack(scene, row)!;
    const expected = [0, 1, 2, 4, 5, 6, ...Array.from({ length: 12 }, (_, i) => i + 8)].map((k) =>
      numberOf(vertex, k),
    );
    if (vertex === 0) expected.splice(0, 2, 255, 0);
    for (const [k, value] of found.entries()) {
      // Some have 254 steps.
      expect(Math.abs(value - expected[k]), `${k} of vertex ${vertex}`).toBeLessThanOrEqual(0.51);
    }
  }
}

describe("MultiBlend vertices", () => {
  it("contain the lump's values in either light", async () => {
    const { scene, relit, warnings } = await load(HAS_MULTIBLEND, { [MATERIAL]: MULTI });
    expect(warnings).toEqual([]);
    expect(scene.side).toBe("hdr");
    expect(relit.side).toBe("ldr");
    expectPacked(scene);
    expectPacked(relit);
    // All other vertices are unchanged.
    const grid = new Set(gridOf(scene));
    for (let row = 0; row < scene.world.vertexCount; row++) {
      if (!grid.has(row)) expect(unpack(scene, row)).toBeNull();
    }
    // The start pose was found with existing light.
    expect(Number.isFinite(scene.exposure) && scene.exposure > 0).toBe(true);
  });

  it("are also used for a material that a patch in the map includes", async () => {
    const files = { [MATERIAL]: "patch { include materials/own.vmt }", "materials/own.vmt": MULTI };
    expectPacked((await load(HAS_MULTIBLEND, files)).scene);
  });

  it("contain lighting data without the lump or with another material", async () => {
    const plain = await load(0, { [MATERIAL]: MULTI });
    for (const row of gridOf(plain.scene)) expect(unpack(plain.scene, row)).toBeNull();
    const other = "Lightmapped_4WayBlend { $basetexture a }";
    for (const files of [{ [MATERIAL]: other }, {}, { [MATERIAL]: "patch { include gone.vmt }" }]) {
      const { scene } = await load(HAS_MULTIBLEND, files as Record<string, string>);
      const lit = gridOf(scene).map((row) => readWorldVertex(scene, row));
      for (const [i, row] of gridOf(scene).entries()) {
        expect(unpack(scene, row)).toBeNull();
        expect(lit[i].surface & SURFACE.lit).not.toBe(0);
        expect(lit[i].styles[0]).toBe(0);
      }
    }
  });

  it("delay only maps with the lump: the first picture of others waits for no file", async () => {
    let showScene = (): void => undefined;
    const shown = new Promise<void>((resolve) => {
      showScene = resolve;
    });
    const content = madeContent({ [MATERIAL]: MULTI });
    const slow = {
      label: "slow",
      async read(path: string) {
        await shown;
        return content.read(path);
      },
    };
    const map = assembleBsp(makeBspLumps({ light: "both" }));
    let readBefore = -1;
    for await (const event of openMap(map, [slow], OPTIONS).load()) {
      if (event.type !== "scene") continue;
      readBefore = content.reads.length;
      showScene();
    }
    expect(readBefore).toBe(0);
    expect(content.reads).toContain(MATERIAL);
    expect((await load(HAS_MULTIBLEND, { [MATERIAL]: MULTI })).readBefore).toBeGreaterThan(0);
  });
});
