import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import {
  MATERIAL_MISSING,
  type MaterialSet,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_NONE,
  PASS_OPAQUE,
  PASS_TRANSLUCENT,
} from "../../../src/map/material.ts";
import { PARAM_NUMBERS } from "../../../src/map/material-params.ts";
import { ROLE_COUNT } from "../../../src/map/texture-roles.ts";
import type { MapScene } from "../../../src/map/types.ts";
import { CHUNK_BRUSH_MODEL, WORLD_VERTEX } from "../../../src/map/world.ts";
import {
  addVariants,
  leastOfVariants,
  MaterialVariants,
} from "../../../src/scene/brushes/material-variants.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { ByteWriter } from "../../formats/bsp/byte-writer.ts";
import { assembleBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { ROOM_FACES, ROOM_MATERIALS } from "../../formats/bsp/room.ts";
import { madeContent } from "../content-sources.ts";

const half = { tint: [1, 0.5, 0], alpha: 0.5 } as const;

/** Builds five materials with a pass each. */
function makeSet(): MaterialSet {
  const pass = [PASS_NONE, PASS_OPAQUE, PASS_ALPHA_TEST, PASS_TRANSLUCENT, PASS_ADDITIVE];
  const count = pass.length;
  return {
    count,
    name: pass.map((_, i) => `m${i}`),
    pass: Uint8Array.from(pass),
    family: Uint8Array.from(pass, (_, i) => i % 4),
    flags: Uint32Array.from(pass, (_, i) => 1 << i),
    tint: Float32Array.from({ length: count * 3 }, (_, i) => 1 - i / 32),
    alpha: Float32Array.from(pass, (_, i) => (i === 3 ? 0.5 : 1)),
    alphaTestReference: new Float32Array(count).fill(0.7),
    fallbackColor: Float32Array.from({ length: count * 3 }, (_, i) => i / 16),
    roleTexture: Int32Array.from({ length: count * ROLE_COUNT }, (_, i) => i),
    standIn: Uint32Array.from({ length: count }, (_, i) => i + 1),
    params: Float32Array.from({ length: count * PARAM_NUMBERS }, (_, i) => i / 64),
    paramRates: Float32Array.from({ length: count * PARAM_NUMBERS }, (_, i) => -i / 64),
    motion: null,
    textures: { count: 0 } as MaterialSet["textures"],
  };
}

describe("material variants", () => {
  it("are appended with all columns of their material, tinted and translucent", () => {
    const variants = new MaterialVariants(5);
    for (const material of [4, 3, 2, 1, 0, 3]) variants.add(material, half);
    const plain = makeSet();
    const all = addVariants(plain, variants);
    expect(all.count).toBe(10);
    expect(all.name.slice(5)).toEqual(["m4", "m3", "m2", "m1", "m0"]);
    expect([...all.pass.subarray(5)]).toEqual([
      ...[PASS_ADDITIVE, PASS_TRANSLUCENT, PASS_TRANSLUCENT, PASS_TRANSLUCENT, PASS_NONE],
    ]);
    expect([...all.alpha.subarray(5)]).toEqual([0.5, 0.25, 0.5, 0.5, 0.5]);
    for (let channel = 0; channel < 3; channel++) {
      expect(all.tint[18 + channel]).toBe(plain.tint[9 + channel] * half.tint[channel]);
    }
    expect([...all.fallbackColor.subarray(15, 18)]).toEqual([...plain.fallbackColor.subarray(12)]);
    expect([...all.flags.subarray(5)]).toEqual([16, 8, 4, 2, 1]);
    const ofRoles = (row: number) =>
      Array.from({ length: ROLE_COUNT }, (_, slot) => row * ROLE_COUNT + slot);
    const added = all.roleTexture.subarray(5 * ROLE_COUNT);
    expect([...added]).toEqual([4, 3, 2, 1, 0].flatMap(ofRoles));
    expect(all.textures).toBe(plain.textures);
    for (const column of ["pass", "alpha", "tint"] as const) {
      expect([...all[column].subarray(0, plain[column].length)]).toEqual([...plain[column]]);
    }
    expect(variants.find(3, half)).toBe(6);
    expect(variants.find(3, { ...half, alpha: 0.25 })).toBe(3);
    expect(variants.find(3, null)).toBe(3);
  });

  it("that are only tinted stay opaque", () => {
    const variants = new MaterialVariants(5);
    variants.add(1, { tint: [1, 0, 0], alpha: 1 });
    expect(addVariants(makeSet(), variants).pass[5]).toBe(PASS_OPAQUE);
    expect(variants.isSeeThrough(5)).toBe(false);
    expect(addVariants(makeSet(), new MaterialVariants(5)).count).toBe(5);
  });

  it("are as near as the nearest use of their material", () => {
    const variants = new MaterialVariants(2);
    variants.add(1, half);
    expect([...leastOfVariants([5, 9, 3], variants)]).toEqual([5, 3]);
  });

  it("beyond the material index limit are dropped with a warning", () => {
    const variants = new MaterialVariants(0xffff);
    variants.add(0, half);
    variants.add(1, half);
    expect(variants.source).toHaveLength(0x10000);
    expect(variants.find(1, half)).toBe(1);
    const diagnostics = new Diagnostics();
    variants.warnOfLeftOut(diagnostics);
    expect(diagnostics.subjects("over-budget")).toEqual(["LUMP_ENTITIES"]);
  });
});

/** Builds the room with a brush model of two drawn faces under an entity with these keys. */
function makeRoom(keys: string): Uint8Array {
  const lumps = makeBspLumps();
  const last = ROOM_FACES.length - 1;
  const faces = new DataView(lumps.get("LUMP_FACES")!.bytes.buffer);
  for (const face of [last - 1, last]) faces.setInt16(face * 56 + 10, 0, true);
  const models = new DataView(lumps.get("LUMP_MODELS")!.bytes.buffer);
  models.setInt32(48 + 40, last - 1, true);
  models.setInt32(48 + 44, 2, true);
  const text = `{"classname" "worldspawn"}{"classname" "func_brush" "model" "*1" ${keys}}`;
  lumps.get("LUMP_ENTITIES")!.bytes = new ByteWriter(true).text(text).u8(0).done();
  return assembleBsp(lumps);
}

async function load(keys: string, files: Record<string, string>) {
  const session = openMap(makeRoom(keys), [madeContent(files)], {
    name: "room",
    side: "ldr",
    textureCompressionBc: true,
    maxTextureDimension: 4096,
  });
  let scene: MapScene | null = null;
  let materials: MaterialSet | null = null;
  for await (const event of session.load()) {
    if (event.type === "scene") scene = event.scene;
    if (event.type === "materials") materials = event.materials;
  }
  return { scene: scene!, materials: materials!, diagnostics: session.diagnostics };
}

/** Returns the material of the brush model's chunk. */
function materialOfBrush({ chunks, world }: MapScene): number {
  const chunk = chunks.kind.indexOf(CHUNK_BRUSH_MODEL);
  const vertex = world.indices[chunks.firstIndex[chunk]];
  const word = vertex * WORLD_VERTEX.strideBytes + WORLD_VERTEX.surface;
  // The shader uses the vertex's material; culling and sorting use the chunk's.
  const surface = new DataView(world.vertices.buffer).getUint32(word, true) & 0xffff;
  expect(surface).toBe(chunks.material[chunk]);
  return surface;
}

describe("a brush entity with render keys", () => {
  const keys = '"rendermode" "2" "renderamt" "51" "rendercolor" "255 255 0"';

  it("has its own material variant from the first picture on", async () => {
    const path = `materials/${ROOM_MATERIALS[0]}.vmt`;
    const vmt = "LightmappedGeneric { $alpha .5 $color [1 .5 1] }";
    const { scene, materials } = await load(keys, { [path]: vmt });
    const row = materialOfBrush(scene);
    expect(scene.materials).toMatchObject({ count: 3 });
    expect(row).toBe(2);
    expect(scene.materials.pass[row]).toBe(PASS_TRANSLUCENT);
    expect(scene.materials.alpha[row]).toBeCloseTo(0.2, 6);
    expect(materials.name[row]).toBe(ROOM_MATERIALS[0]);
    expect(materials.pass[row]).toBe(PASS_TRANSLUCENT);
    expect(materials.alpha[row]).toBeCloseTo(0.1, 6);
    expect([...materials.tint.subarray(row * 3)]).toEqual([1, Math.fround(0.5 ** 2.2), 0]);
    expect(materials.alpha[0]).toBe(0.5);
  });

  it("is split into one chunk per face if translucent", async () => {
    const chunksOf = async (entity: string) =>
      (await load(entity, {})).scene.chunks.kind.filter((kind) => kind === CHUNK_BRUSH_MODEL)
        .length;
    expect(await chunksOf(keys)).toBe(2);
    expect(await chunksOf('"rendercolor" "255 0 0"')).toBe(1);
    expect(await chunksOf("")).toBe(1);
  });

  it("with a missing material is reported once", async () => {
    const { materials, diagnostics } = await load(keys, {});
    expect(materials.flags[2] & MATERIAL_MISSING).not.toBe(0);
    expect(materials.pass[2]).toBe(PASS_TRANSLUCENT);
    expect(diagnostics.subjects("missing-material")).toEqual(
      ROOM_MATERIALS.map((name) => `materials/${name}.vmt`),
    );
  });

  it("shares the world's materials without render keys", async () => {
    const { scene, materials } = await load('"renderamt" "51"', {});
    expect(materials.count).toBe(2);
    expect(materialOfBrush(scene)).toBe(0);
  });
});
