/**
 * Tests which sprites of a map are drawn, with which materials, and from where they are visible.
 */

import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/core/ledger.ts";
import { NO_GLOW, SPRITE_ADDS, SPRITE_ROW } from "../../../src/map/placed/sprites.ts";
import { buildSprites, listSprites } from "../../../src/scene/placed/sprites.ts";
import { twoClusterTree } from "../../render/make-world.ts";
import { entitiesOf, solid } from "../../render/sprites/make-sprites.ts";
import { accessTo, madeContent } from "../content-sources.ts";

const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const FILES = {
  "materials/sprites/glow.vmt": "Sprite { $spriteorientation vp_parallel $basetexture own }",
  "materials/sprites/plain.vmt": "UnlitGeneric { $basetexture own $additive 1 }",
  "materials/sprites/bare.vmt": "Sprite { $basetexture nothing }",
  "materials/own.vtf": solid([255, 255, 255, 255]),
};

type Keys = Readonly<Record<string, string | number>>;
const sprite = (keys: Keys = {}) => ({
  classname: "env_sprite",
  model: "sprites/glow.vmt",
  origin: "10 20 30",
  rendermode: 5,
  ...keys,
});

const listed = (...entities: Keys[]) =>
  listSprites(entitiesOf(entities), new Ledger(), () => undefined);

async function build(entities: readonly Keys[], ledger = new Ledger()) {
  const access = { ...accessTo(madeContent(FILES)), ledger };
  const tree = twoClusterTree();
  const built = await buildSprites(
    { entities: entitiesOf(entities) },
    tree,
    false,
    access,
    OPTIONS,
  );
  return { built, warnings: access.diagnostics.warnings };
}

describe("sprite entities", () => {
  it("are those that are on at map start", () => {
    expect(listed(sprite())).toHaveLength(1);
    expect(listed(sprite({ targetname: "lamp" }))).toHaveLength(0);
    expect(listed(sprite({ targetname: "lamp", spawnflags: 1 }))).toHaveLength(1);
    expect(listed(sprite({ classname: "env_glow" }))).toHaveLength(1);
    expect(listed(sprite({ classname: "env_sprite_oriented" }))).toHaveLength(1);
    expect(listed(sprite({ classname: "env_spritetrail" }))).toHaveLength(0);
  });

  it("exclude those spawned later, in invisible modes or without opacity", () => {
    const later = { classname: "point_template", template01: "lamp" };
    expect(listed(sprite({ targetname: "lamp", spawnflags: 1 }), later)).toHaveLength(0);
    const unseen: Keys[] = [{ rendermode: 10 }, { rendermode: 6 }, { renderamt: 0 }, { model: "" }];
    for (const keys of unseen) {
      expect(listed(sprite(keys)), JSON.stringify(keys)).toHaveLength(0);
    }
  });

  it("have scale 1 by default, and 64 at most", () => {
    const scaleOf = (scale: number | string) => listed(sprite({ scale }))[0].scale;
    expect(["", 0, -3, 0.25, 64, 1e9, "nan"].map(scaleOf)).toEqual([1, 1, 1, 0.25, 64, 64, 1]);
  });

  it("find materials with and without file extensions", async () => {
    const models = [
      "sprites/glow.spr",
      "materials/sprites/glow.vmt",
      "SPRITES\\glow",
      "sprites/glow.vmt",
    ];
    const { built, warnings } = await build(models.map((model) => sprite({ model })));
    expect(built?.sprites.count).toBe(4);
    expect(built?.sprites.materials.count).toBe(1);
    expect(warnings).toEqual([]);
  });

  it("with a missing material are dropped with one warning", async () => {
    const lost = sprite({ model: "sprites/lost.vmt" });
    const { built, warnings } = await build([lost, sprite(), lost, lost]);
    expect(built?.sprites.count).toBe(1);
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      [
        "missing-material",
        "No material materials/sprites/lost.vmt: 3 sprites of it are not drawn.",
      ],
    ]);
    const bare = await build([sprite({ model: "sprites/bare.vmt" })]);
    expect(bare.built).toBeNull();
    expect(bare.warnings.map(({ code }) => code)).toEqual(["missing-texture"]);
  });

  it("are limited by the budget", async () => {
    const ledger = new Ledger({ sprites: 2 });
    const { built, warnings } = await build([sprite(), sprite(), sprite()], ledger);
    expect(built?.sprites.count).toBe(2);
    expect(warnings.map(({ code }) => code)).toEqual(["over-budget"]);
  });

  it("are sorted with covering modes first, and mark glows", async () => {
    const modes = [9, 2, 5, 3];
    const { built } = await build(
      modes.map((rendermode, i) => sprite({ rendermode, origin: `${i} 0 0` })),
    );
    const { rows, glows } = built!.sprites;
    const at = (row: number, offset: number) => (row * SPRITE_ROW.strideBytes + offset) / 4;
    const places = new Float32Array(rows.buffer);
    expect([0, 1, 2, 3].map((row) => places[at(row, SPRITE_ROW.origin)])).toEqual([1, 0, 2, 3]);
    const adds = [0, 1, 2, 3].map((row) => rows[at(row, SPRITE_ROW.flags)] & SPRITE_ADDS);
    expect(adds).toEqual([0, SPRITE_ADDS, SPRITE_ADDS, SPRITE_ADDS]);
    expect([...glows]).toEqual([1, 3]);
    expect([0, 1, 2, 3].map((row) => rows[at(row, SPRITE_ROW.glow)])).toEqual([
      NO_GLOW,
      0,
      NO_GLOW,
      1,
    ]);
  });

  it("are visible from all clusters that their picture reaches", async () => {
    const { built } = await build([
      sprite({ origin: "-100 0 0", scale: 1 }),
      sprite({ origin: "-100 0 0", scale: 20 }),
      sprite({ origin: "100 0 0", scale: 1, rendermode: 9 }),
    ]);
    const { chunks } = built!.sprites;
    const clusters = [0, 1, 2].map((row) => [
      ...chunks.clusters.subarray(
        chunks.firstCluster[row],
        chunks.firstCluster[row] + chunks.clusterCount[row],
      ),
    ]);
    expect(clusters).toEqual([[0], [0, 1], [1]]);
    // 8 texels wide and high, so the corner lies 4 * sqrt(2) inches away.
    expect(chunks.box[3] - chunks.box[0]).toBeCloseTo(8 * Math.SQRT2, 4);
    // The visibility proxy of a glow, and a margin.
    expect(chunks.box[15] - chunks.box[12]).toBeCloseTo(2 * (2 + 16), 4);
  });

  it("apply their colour only with shaders that support it", async () => {
    const keys = { model: "sprites/plain.vmt", rendercolor: "255 0 0", renderamt: 100 };
    const { built } = await build([sprite(keys), sprite({ ...keys, model: "sprites/glow.vmt" })]);
    const rows = new Float32Array(built!.sprites.rows.buffer);
    const color = (row: number) => [
      ...rows.subarray(
        row * (SPRITE_ROW.strideBytes / 4) + 4,
        row * (SPRITE_ROW.strideBytes / 4) + 8,
      ),
    ];
    expect(color(0)).toEqual([1, 1, 1, 1]);
    expect(color(1)).toEqual([1, 0, 0, Math.fround(100 / 255)]);
  });
});
