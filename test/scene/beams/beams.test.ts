/** Tests which beams of a map are drawn, their end points and their cost limits. */

import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/core/ledger.ts";
import { BEAM_ROW, type BeamSet } from "../../../src/map/placed/beams.ts";
import { buildBeams, listBeams } from "../../../src/scene/placed/beams.ts";
import type { CastBeam } from "../../../src/scene/placed/sprite-entity.ts";
import { listSprites } from "../../../src/scene/placed/sprites.ts";
import { twoClusterTree } from "../../render/make-world.ts";
import { entitiesOf, solid } from "../../render/sprites/make-sprites.ts";
import { accessTo, madeContent } from "../content-sources.ts";

const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const FILES = {
  "materials/sprites/laserbeam.vmt": "UnlitGeneric { $basetexture own $additive 1 $vertexcolor 1 }",
  "materials/own.vtf": solid([255, 255, 255, 255]),
};

type Keys = Readonly<Record<string, string | number>>;
const FROM = { classname: "info_target", targetname: "a", origin: "0 0 0" };
const TO = { classname: "info_target", targetname: "b", origin: "300 0 0" };
const beam = (keys: Keys = {}) => ({
  ...{
    classname: "env_beam",
    lightningstart: "A",
    lightningend: "b",
    texture: "sprites/laserbeam.spr",
  },
  ...{ boltwidth: 4, spawnflags: 1 },
  ...keys,
});
const laser = (keys: Keys = {}) => ({
  ...{
    classname: "env_laser",
    origin: "0 0 40",
    lasertarget: "b",
    texture: "sprites/laserbeam.spr",
  },
  ...{ width: 4 },
  ...keys,
});
const FREE: CastBeam = (_origin, _direction, length) => length;

function list(entities: readonly Keys[], cast = FREE, ledger = new Ledger()) {
  const { diagnostics } = accessTo(madeContent({}));
  const found = listBeams(entitiesOf(entities), { ledger, diagnostics }, cast);
  return { found, warnings: diagnostics.warnings };
}
const one = (keys: Keys, ...others: Keys[]) => list([beam(keys), FROM, TO, ...others]).found[0];

async function build(
  entities: readonly Keys[],
  files: Keys | typeof FILES = FILES,
  ledger = new Ledger(),
) {
  const access = { ...accessTo(madeContent(files as typeof FILES)), ledger };
  const bsp = { entities: entitiesOf(entities) };
  const built = await buildBeams(bsp, twoClusterTree(), false, access, OPTIONS);
  return { beams: built?.beams, warnings: access.diagnostics.warnings };
}
const pointsOf = ({ rows, count }: BeamSet) =>
  Array.from(
    { length: count },
    (_, row) => rows[(row * BEAM_ROW.strideBytes + BEAM_ROW.points) / 4],
  );

describe("env_beam", () => {
  it("connects the first entities of both names, with its width and colour", () => {
    const second = { ...TO, origin: "0 0 9" };
    const keys = { rendercolor: "255 51 0", renderamt: 51, texturescroll: 35, noiseamplitude: 80 };
    expect(one(keys, second)).toMatchObject({
      ...{ material: "sprites/laserbeam", start: [0, 0, 0], delta: [300, 0, 0], widths: [4, 4] },
      ...{ noise: 64, speed: 3.5, life: 0, shade: null, isRing: false },
      color: [0.2, expect.closeTo(0.04, 5), 0],
    });
    expect(one({ spawnflags: 1 + 0x80 + 0x100 }).shade).toBe("in");
    expect(one({ spawnflags: 1 + 0x100 }).shade).toBe("out");
    expect(one({ spawnflags: 1 + 0x200, boltwidth: 500 }).widths).toEqual([102.3, 0]);
  });

  it("is drawn if it is on, textured, and both its ends exist", () => {
    const isThere = (keys: Keys, ...others: Keys[]) => one(keys, ...others) !== undefined;
    expect(isThere({ targetname: "x", spawnflags: 0 })).toBe(false);
    expect(isThere({ targetname: "x" })).toBe(true);
    expect(isThere({ spawnflags: 0 })).toBe(true);
    expect(isThere({ texture: "" })).toBe(false);
    expect(isThere({ renderamt: 0 })).toBe(false);
    expect(isThere({ lightningend: "c" })).toBe(false);
    expect(isThere({ lightningend: "a" })).toBe(false);
    expect(isThere({}, { classname: "point_template", template01: "b" })).toBe(false);
  });

  it("with a limited life keeps its width and waits for its next strike", () => {
    const keys = { life: 0.5, striketime: 2, spawnflags: 1 + 0x200 + 0x100 };
    expect(one(keys)).toMatchObject({ life: 0.5, pause: 2, widths: [4, 4], shade: null });
    expect(one({ ...keys, spawnflags: 5 }).pause).toBe(1);
    const { found, warnings } = list([beam({ ...keys, lightningend: "" }), FROM, TO]);
    expect(found).toEqual([]);
    expect(warnings.map(({ code, message }) => [code, message.slice(0, 7)])).toEqual([
      ["not-drawn", "1 beams"],
    ]);
  });

  it("is a ring only if both ends have models", () => {
    const ring = { spawnflags: 9 };
    expect(one(ring)).toBeUndefined();
    const brush = { classname: "func_brush", model: "*1" };
    const ends = [
      { ...FROM, ...brush },
      { ...TO, ...brush },
    ];
    expect(list([beam(ring), ...ends]).found[0].isRing).toBe(true);
    expect(list([beam(ring), ends[0], { ...TO, model: "models/a.mdl" }]).found).toEqual([]);
  });
});

describe("env_laser", () => {
  it("ends at its target or at an obstacle, with an end sprite there", () => {
    const half: CastBeam = (_origin, _direction, length) => length / 2;
    const glowing = laser({ endsprite: "sprites/redglow1.spr", rendercolor: "255 0 0" });
    const aim = { ...TO, origin: "300 0 40" };
    expect(list([glowing, aim]).found[0]).toMatchObject({ start: [0, 0, 40], delta: [300, 0, 0] });
    expect(list([glowing, aim], half).found[0].delta).toEqual([150, 0, 0]);
    const listed = (cast: CastBeam, ...entities: Keys[]) =>
      listSprites(entitiesOf(entities), new Ledger(), () => undefined, cast);
    expect(listed(half, glowing, aim)).toMatchObject([
      { material: "sprites/redglow1", origin: [150, 0, 40], mode: 3, color: [1, 0, 0] },
    ]);
    expect(listed(half, laser(), aim)).toEqual([]);
    const off = { ...glowing, targetname: "off" };
    expect(listed(half, off, aim)).toEqual([]);
    expect(list([off, aim]).found).toEqual([]);
    expect(list([laser({ lasertarget: "none" }), aim]).found).toEqual([]);
  });
});

describe("beam_spotlight", () => {
  it("is a beam and a halo with separate defaults, traced to twice its length", () => {
    const lengths: number[] = [];
    const cast: CastBeam = (_origin, _direction, length) => {
      lengths.push(length);
      return 90;
    };
    const keys = { classname: "beam_spotlight", origin: "1 2 3", spawnflags: 1 };
    const [shaft, halo] = listSprites(entitiesOf([keys]), new Ledger(), () => undefined, cast);
    expect(lengths).toEqual([1000]);
    expect(shaft).toMatchObject({ shape: { type: "beam", width: 50 }, hdrScale: 0.7 });
    expect(halo).toMatchObject({ shape: { type: "halo", width: 50 }, hdrScale: 0.7 });
  });
});

describe("beam rows", () => {
  it("have points by noise, length and width, each in a culled run", async () => {
    const { beams, warnings } = await build([
      beam(),
      beam({ noiseamplitude: 4 }),
      beam({ noiseamplitude: 4, boltwidth: 80 }),
      ...[FROM, TO],
    ]);
    expect(warnings).toEqual([]);
    // 300 / 13 + 3; 300 / 4 + 3; 300 / (40 * 1.414) + 1.
    expect(pointsOf(beams!)).toEqual([25, 78, 6]);
    const { chunks, indices } = beams!;
    expect(indices.length).toBe((24 + 77 + 5) * 6);
    expect([...chunks.indexCount]).toEqual([96, 48, 96, 96, 96, 96, 78, 30]);
    const second = [...chunks.box.subarray(6, 12)];
    expect(second).toEqual([196, -4, -4, 304, 4, 4].map((v) => expect.closeTo(v, 3)));
    // Noise of at most 2 times 4 hundredths of its length.
    expect([...chunks.box.subarray(12, 15)].map(Math.round)).toEqual([-28, -28, -28]);
  });

  it("above the budget are dropped with one warning", async () => {
    const many = Array.from({ length: 9 }, () => beam());
    const few = await build([...many, FROM, TO], FILES, new Ledger({ sprites: 3 }));
    expect(few.beams!.count).toBe(3);
    expect(few.warnings.map(({ code }) => code)).toEqual(["over-budget"]);
    const none = await build([...many, FROM, TO], FILES, new Ledger({ indices: 100 }));
    expect(none.beams).toBeUndefined();
    expect(none.warnings.map(({ code }) => code)).toEqual(["over-budget"]);
  });

  it("with a missing material are reported once", async () => {
    const { beams, warnings } = await build([beam(), beam(), FROM, TO], {});
    expect(beams).toBeUndefined();
    expect(warnings.map(({ code, subject }) => [code, subject])).toEqual([
      ["missing-material", "materials/sprites/laserbeam.vmt"],
    ]);
  });
});
