/** Bounced light through water, past terrain, and from glowing faces. */

import { describe, expect, it } from "vitest";
import { makeBox, makeRoom, makeVmf, NODRAW, pointEntity, type Vec3 } from "../make-vmf.ts";
import { makeDispInfo } from "../vbsp-parts/make-displacement.ts";
import { colourAt, type Lit, light, listLuxels, luxelAt } from "./light-room.ts";

const UP: Vec3 = [0, 0, 1];
const DOWN: Vec3 = [0, 0, -1];
const START = pointEntity("info_player_start", [16, 16, 200]);
const lamp = (origin: Vec3, brightness = 200) =>
  pointEntity("light", origin, {
    _light: `255 255 255 ${brightness}`,
    _quadratic_attn: "1",
  });

const redAt = ({ bsp }: Lit, normal: Vec3, point: Vec3) =>
  colourAt(bsp.ldr!, luxelAt(bsp, bsp.ldr!, normal, point))[0];

describe("bounced light and water", () => {
  const pool = (material: string, floor: string) => {
    const water = makeBox([0, 0, 0], [256, 256, 64], {
      material: NODRAW,
      sides: { top: { material } },
    });
    const [ground, ...rest] = makeRoom([0, 0, 0], [256, 256, 256]);
    void ground;
    const bottom = makeBox([-16, -16, -16], [272, 272, 0], { material: floor });
    return makeVmf([bottom, ...rest, water], [START, lamp([128, 128, 160])]);
  };
  /** Returns one bounce's light in the middle of the ceiling. */
  const over = async (material: string, floor: string) => {
    const at = async (bounces: number) =>
      redAt(await light(pool(material, floor), { fast: true, bounces }), DOWN, [128, 128, 256]);
    return (await at(1)) - (await at(0));
  };

  it("comes from a lit water surface above an unlit floor", async () => {
    const [dry, wet] = [await over(NODRAW, NODRAW), await over("nature/water", NODRAW)];
    expect(wet / dry).toBeGreaterThan(1.2);
  });

  it("comes from both a lit water surface and the floor below, never as their sum", async () => {
    const wall = "dev/dev_measurewall01a";
    const dry = await over(NODRAW, wall);
    const wet = await over("nature/water", wall);
    const alone = await over("nature/water", NODRAW);
    expect(wet).toBeGreaterThan(dry);
    expect(wet).toBeLessThan(alone);
  });
});

describe("bounced light and terrain", () => {
  it("comes only from its upper side", async () => {
    const flat = makeBox([128, 128, 48], [384, 384, 64], {
      material: NODRAW,
      sides: {
        top: { material: "dev/other", dispInfo: makeDispInfo(3, [128, 128, 64]) },
      },
    });
    const room = makeRoom([0, 0, 0], [512, 512, 256]);
    const bright = lamp([256, 256, 96], 400);
    const lit = await light(makeVmf([...room, flat], [START, bright]), { fast: true, bounces: 1 });
    const side = lit.bsp.ldr!;
    const terrain = listLuxels(lit.bsp, side, UP).filter(({ point }) => point[2] === 64);
    expect(Math.max(...terrain.map((luxel) => colourAt(side, luxel)[0]))).toBeGreaterThan(1000);
    // The floor below sees walls and ceiling past the terrain's rim, but not the space above the
    // terrain.
    expect(redAt(lit, UP, [256, 256, 0])).toBeLessThan(5);
    expect(redAt(lit, DOWN, [256, 256, 256])).toBeGreaterThan(50);
  });
});

describe("terrain that continues below a wall", () => {
  it("gets bounced light there from the terrain beside it, without black luxels", async () => {
    const ground = makeBox([128, 128, 48], [384, 384, 64], {
      material: NODRAW,
      sides: {
        top: { material: "dev/other", dispInfo: makeDispInfo(3, [128, 128, 64]) },
      },
    });
    const wall = makeBox([64, 64, 0], [256, 448, 128]);
    const room = makeRoom([0, 0, 0], [512, 512, 256]);
    const solids = [...room, ground, wall];
    const side = (await light(makeVmf(solids, [START, lamp([420, 256, 200])]), { fast: true })).bsp;
    const { faces, lighting } = side.ldr!;
    const terrain = Array.from({ length: faces.count }, (_, face) => face).find(
      (face) => faces.dispInfo[face] >= 0,
    )!;
    const [width, height] = faces.lightmapSize.subarray(terrain * 2, terrain * 2 + 2);
    const count = (width + 1) * (height + 1);
    expect(count).toBeGreaterThan(200);
    const reds = Array.from({ length: count }, (_, i) => {
      const at = faces.lightOffset[terrain] + i * 4;
      return lighting[at] * 2 ** ((lighting[at + 3] << 24) >> 24);
    });
    expect(Math.max(...reds)).toBeGreaterThan(20);
    expect(reds.filter((red) => red === 0)).toEqual([]);
  });
});

describe("glowing faces", () => {
  const lightsOf = async (material: string, mins: Vec3, maxs: Vec3) => {
    const panel = makeBox(mins, maxs, { material: NODRAW, sides: { bottom: { material } } });
    const vmf = makeVmf([...makeRoom([0, 0, 0], [512, 512, 256]), panel], [START]);
    const named = new Map([[material, "255 255 255 100"]]);
    const { map } = await light(vmf, { fast: true, textureLights: named });
    const { bytes } = map.lumps.get("LUMP_WORLDLIGHTS")!;
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    return Array.from({ length: bytes.length / 88 }, (_, i) => ({
      origin: [0, 4, 8].map((at) => view.getFloat32(i * 88 + at, true)),
      red: view.getFloat32(i * 88 + 12, true),
    }));
  };

  it("become a single light in the middle with SURF_NOCHOP", async () => {
    const mins: Vec3 = [130, 100, 200];
    const maxs: Vec3 = [218, 400, 216];
    const whole = await lightsOf("lights/whole", mins, maxs);
    const parts = await lightsOf("dev/other", mins, maxs);
    expect(whole.map(({ origin }) => origin)).toEqual([[174, 250, 200]]);
    expect(parts.length).toBeGreaterThan(4);
    const area = 88 * 300;
    // Texels of a quarter inch; the textures have 512 x 256 and 64 x 64 of them.
    expect(whole[0].red).toBeCloseTo((((area * 16) / (512 * 256)) * 1e4 * 100) / 255, 0);
    const sum = parts.reduce((total, { red }) => total + red, 0);
    expect(sum).toBeCloseTo((((area * 16) / (64 * 64)) * 1e4 * 100) / 255, -1);
  });

  it("are lights in the middles of their patches", async () => {
    const parts = await lightsOf("dev/other", [130, 100, 200], [190, 400, 216]);
    for (const { origin } of parts) expect([origin[0], origin[2]]).toEqual([160, 200]);
    expect(parts.length).toBeGreaterThan(2);
  });
});
