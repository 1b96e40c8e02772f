import { describe, expect, it } from "vitest";
import type { FindPropModel, VradPropModel } from "../../../src/compile/vrad/vrad.ts";
import { makeRoom, makeVmf, pointEntity, type Vec3 } from "../make-vmf.ts";
import { colourAt, light, linear, luxelAt } from "./light-room.ts";

const UP: Vec3 = [0, 0, 1];
const START = pointEntity("info_player_start", [16, 16, 16]);
const BRIGHTNESS = 200;

/** A square of 64 inches that faces up, in the model's space. */
const PLATE: VradPropModel = {
  positions: Float32Array.of(-32, -32, 0, 32, -32, 0, 32, 32, 0, -32, 32, 0),
  normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
  checksum: 0x12345678,
  // A VTX orders vertices differently, with some repeated, for two LODs.
  groups: [
    { lod: 0, vertices: Uint32Array.of(2, 0, 1, 3) },
    { lod: 1, vertices: Uint32Array.of(0, 2, 0) },
  ],
};

const findPropModel: FindPropModel = (name) => (name === "models/plate.mdl" ? PLATE : null);
const vbspOptions = { findModelBounds: () => [-32, -32, -1, 32, 32, 1] };

function makeMap(keys: Record<string, string> = {}, reach = 0) {
  const room = makeRoom([-reach, -reach, -reach], [256 + reach, 256 + reach, 256 + reach], {
    lightmapScale: reach > 0 ? 64 : 8,
  });
  return makeVmf(room, [
    START,
    pointEntity("light", [128, 128, 228], {
      _light: `255 255 255 ${BRIGHTNESS}`,
      _quadratic_attn: "1",
    }),
    pointEntity("prop_static", [128, 128, 100], { model: "models/plate.mdl", ...keys }),
  ]);
}

describe("static props", () => {
  it("cast shadows of their size", async () => {
    const { bsp } = await light(makeMap(), { bounces: 0, fast: true, findPropModel }, vbspOptions);
    const side = bsp.ldr!;
    const at = (x: number) => colourAt(side, luxelAt(bsp, side, UP, [x, 128, 0]))[0];
    // From the lamp, 228 high, past the edge, 32 out and 100 high: to 57 on the floor.
    for (const x of [128, 100, 88, 176]) expect(at(x)).toBe(0);
    for (const x of [56, 48, 200]) expect(at(x)).toBeGreaterThan(1);
  });

  it("cast none with disableshadows", async () => {
    const map = makeMap({ disableshadows: "1" });
    const { bsp } = await light(map, { bounces: 0, fast: true, findPropModel }, vbspOptions);
    expect(colourAt(bsp.ldr!, luxelAt(bsp, bsp.ldr!, UP, [128, 128, 0]))[0]).toBeGreaterThan(1);
  });

  it("get a file of their vertices' light, in the order of the VTX", async () => {
    const { map } = await light(
      // The walls are so far away that almost no light bounces back.
      makeMap({ angles: "0 90 0" }, 2000),
      { bounces: 0, fast: true, findPropModel },
      vbspOptions,
    );
    const bytes = map.pak.get("sp_0.vhv")!;
    expect(map.pak.get("sp_hdr_0.vhv")).toEqual(bytes);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const ints = (at: number, count: number) =>
      Array.from({ length: count }, (_, i) => view.getUint32(at + i * 4, true));
    expect(ints(0, 6)).toEqual([2, 0x12345678, 4, 4, 7, 2]);
    expect(ints(40, 3)).toEqual([0, 4, 512]);
    expect(ints(68, 3)).toEqual([1, 3, 512 + 16]);
    expect(bytes.length).toBe(1024);

    // All corners are equally far from the lamp; their sample points are 4 inches nearer to it.
    const distance = Math.hypot(32, 32, 128) - 4;
    const cosine = 128 / Math.hypot(32, 32, 128);
    const lit = (linear(255, BRIGHTNESS) / 255) * cosine * (100 / distance) ** 2;
    const expected = Math.round(0.5 * lit ** (1 / 2.2) * 255);
    for (let vertex = 0; vertex < 7; vertex++) {
      const [b, g, r, a] = bytes.subarray(512 + vertex * 4, 516 + vertex * 4);
      for (const channel of [b, g, r]) expect(Math.abs(channel - expected)).toBeLessThanOrEqual(1);
      expect(a).toBe(255);
    }
  });
});

describe("glowing faces", () => {
  it("light the space in front of them", async () => {
    const map = makeVmf(
      makeRoom([0, 0, 0], [256, 256, 256], {
        lightmapScale: 16,
        sides: { bottom: { material: "dev/other" } },
      }),
      [START],
    );
    const textureLights = new Map([["dev/other", "255 255 255 10"]]);
    const dark = await light(map, { fast: true });
    const lit = await light(map, { fast: true, bounces: 0, textureLights });
    const floor = (bsp: typeof lit.bsp) =>
      colourAt(bsp.ldr!, luxelAt(bsp, bsp.ldr!, UP, [128, 128, 0]));
    expect(floor(dark.bsp)).toEqual([0, 0, 0]);
    // Only the ceiling faces the room. Its texture of 64 x 64 texels, 4 per inch, repeats 256
    // times; each repetition is as bright as a lamp of 10 with an area light's falloff.
    const total = linear(255, 10) * 256 * 100 * 100;
    let expected = 0;
    for (let x = 8; x < 256; x += 16) {
      for (let y = 8; y < 256; y += 16) {
        const squared = (x - 128) ** 2 + (y - 128) ** 2 + 255 ** 2;
        expected += ((total / 256) * (255 ** 2 / squared)) / squared;
      }
    }
    expect(floor(lit.bsp)[0] / expected).toBeCloseTo(1, 1);
    expect(lit.map.lumps.get("LUMP_WORLDLIGHTS")!.bytes.length).toBeGreaterThan(88);
  });
});
