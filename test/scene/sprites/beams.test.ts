/** Tests which spotlights and light glows of a map are drawn, and how far they reach. */

import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/core/ledger.ts";
import { SPRITE_ROW } from "../../../src/map/placed/sprites.ts";
import { buildSprites, listSprites } from "../../../src/scene/placed/sprites.ts";
import type { Trace } from "../../../src/visibility/trace.ts";
import { twoClusterTree } from "../../render/make-world.ts";
import { entitiesOf, solid } from "../../render/sprites/make-sprites.ts";
import { accessTo, madeContent } from "../content-sources.ts";

const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const ADDS = "UnlitGeneric { $basetexture own $additive 1 $ignorez 1 $vertexcolor 1 }";
const FILES = {
  "materials/sprites/glow_test02.vmt": ADDS,
  "materials/sprites/light_glow03.vmt": ADDS,
  "materials/sprites/light_glow02_add_noz.vmt": ADDS,
  "materials/own.vtf": solid([255, 255, 255, 255]),
};

type Keys = Readonly<Record<string, string | number>>;
const spotlight = (keys: Keys = {}) => ({
  classname: "point_spotlight",
  origin: "10 20 30",
  angles: "0 90 0",
  spotlightlength: 200,
  spotlightwidth: 30,
  spawnflags: 3,
  rendercolor: "255 51 0",
  ...keys,
});
const listed = (...entities: Keys[]) =>
  listSprites(entitiesOf(entities), new Ledger(), () => undefined);

async function build(
  entities: readonly Keys[],
  files: Readonly<Record<string, Uint8Array | string>> = FILES,
  openTrace?: () => Trace,
  ledger = new Ledger(),
) {
  const access = { ...accessTo(madeContent(files)), ledger };
  const bsp = { entities: entitiesOf(entities) };
  const tree = twoClusterTree();
  const built = await buildSprites(bsp, tree, false, access, { ...OPTIONS, openTrace });
  return { sprites: built?.sprites, warnings: access.diagnostics.warnings };
}

/** Hits something after some inches, at the cost of ten tests. */
function traceOf(distance: number): Trace {
  let tests = 0;
  return {
    hit: {
      ...{ distance, normalX: 0, normalY: 0, normalZ: 0 },
      ...{ material: 0, model: 0 },
      isDisplacement: false,
    },
    get tests() {
      return tests;
    },
    cast: (_x, _y, _z, _dx, _dy, _dz, most) => {
      tests += 10;
      return distance < most;
    },
    isBlocked: () => false,
  };
}

describe("point_spotlight entities", () => {
  it("become a beam and a halo each, if they are on", () => {
    const [beam, halo, ...rest] = listed(spotlight());
    expect(rest).toEqual([]);
    expect(beam.material).toBe("sprites/glow_test02");
    expect(beam.color.map((c) => Math.round(c * 255))).toEqual([64, 13, 0]);
    expect(beam.shape).toMatchObject({ type: "beam", width: 30 });
    expect(halo.material).toBe("sprites/light_glow03");
    expect(halo).toMatchObject({ color: [1, 0.2, 0], proxySize: 8 });
    expect(listed(spotlight({ spawnflags: 2 }))).toEqual([]);
    expect(listed(spotlight({ targetname: "spot" }))).toHaveLength(2);
    const template = { classname: "point_template", template01: "spot" };
    expect(listed(spotlight({ targetname: "spot" }), template)).toEqual([]);
  });

  it("have default length and width", () => {
    const shapeOf = (keys: Keys) => listed(spotlight(keys))[0].shape;
    const along = (y: number) => [expect.closeTo(0, 3), expect.closeTo(y, 0), expect.closeTo(0, 3)];
    expect(shapeOf({ spotlightlength: 0, spotlightwidth: -3 })).toMatchObject({
      delta: along(500),
      width: 10,
    });
    expect(shapeOf({ spotlightlength: "1e300", spotlightwidth: 500 })).toMatchObject({
      delta: along(56756),
      width: 102.3,
    });
    expect(shapeOf({ angles: "90 0 0" })).toMatchObject({
      delta: [expect.closeTo(0, 3), expect.closeTo(0, 3), expect.closeTo(-200, 3)],
    });
  });

  it("end at obstacles unless flagged", async () => {
    const wayOf = async (keys: Keys, wall: number) => {
      const { sprites } = await build([spotlight(keys)], FILES, () => traceOf(wall));
      if (sprites === undefined) return null;
      const floats = new Float32Array(sprites.rows.buffer);
      return { y: floats[SPRITE_ROW.up / 4 + 1], box: [...sprites.chunks.box.subarray(0, 6)] };
    };
    // A beam 30 wide extends 42.4 around its ends.
    const reach = Math.hypot(30, 30);
    const near = await wayOf({}, 80);
    expect(near!.y).toBeCloseTo(80, 3);
    const box = [10 - reach, 20 - reach, 30 - reach, 10 + reach, 100 + reach, 30 + reach];
    expect(near!.box).toEqual(box.map((v) => expect.closeTo(v, 2)));
    expect((await wayOf({}, 500))!.y).toBeCloseTo(200, 3);
    expect((await wayOf({ ignoresolid: 1 }, 80))!.y).toBeCloseTo(200, 3);
    expect(await wayOf({}, 0)).toBeNull();
  });

  it("pass through walls with one warning above the ray budget", async () => {
    const ledger = new Ledger({ rayTests: 15 });
    const { sprites, warnings } = await build(
      [spotlight(), spotlight(), spotlight()],
      FILES,
      () => traceOf(80),
      ledger,
    );
    const floats = new Float32Array(sprites!.rows.buffer);
    const stride = SPRITE_ROW.strideBytes / 4;
    const ways = [0, 1, 2, 3, 4, 5].map((row) => floats[row * stride + SPRITE_ROW.up / 4 + 1]);
    expect(ways.filter((y) => y > 1.5).map(Math.round)).toEqual([80, 200, 200]);
    expect(warnings.map(({ code }) => code)).toEqual(["over-budget"]);
  });

  it("cast no rays if there are none, and report missing materials", async () => {
    const none = () => {
      throw new Error("no ray is to be cast");
    };
    const glow = { classname: "env_lightglow", origin: "0 0 0" };
    expect((await build([glow], FILES, none)).sprites!.count).toBe(1);
    const { sprites, warnings } = await build([spotlight()], {
      "materials/own.vtf": FILES["materials/own.vtf"],
    });
    expect(sprites).toBeUndefined();
    expect(warnings.map(({ subject }) => subject).sort()).toEqual([
      "materials/sprites/glow_test02.vmt",
      "materials/sprites/light_glow03.vmt",
    ]);
  });
});
