import { describe, expect, it, vi } from "vitest";
import {
  makeBox,
  makeRoom,
  makeVmf,
  pointEntity,
  resetVmfNumbers,
  SKY,
  type Vec3,
} from "../make-vmf.ts";
import { colourAt, light, linear, listLuxels, luxelAt, type Rgb } from "./light-room.ts";

const START = pointEntity("info_player_start", [16, 16, 16]);
const UP: Vec3 = [0, 0, 1];
/** Light is sampled an inch in front of a face. */
const LIFT = 1;
/** Tolerance for the curvature of light between luxels. */
const TOLERANCE = 0.01;

const room = (size: Vec3, scale: number, material?: string) =>
  makeRoom([0, 0, 0], size, { lightmapScale: scale, ...(material ? { material } : {}) });

/**
 * Compares colours. All channels share the brightest's exponent, so each may be off by 1 of 128 to
 * 255 steps.
 */
function expectNear(found: Rgb, expected: Rgb, tolerance = TOLERANCE): void {
  const step = Math.max(0.01, ...expected) / 128;
  for (let c = 0; c < 3; c++) {
    const allowed = step + Math.abs(expected[c]) * tolerance;
    expect(Math.abs(found[c] - expected[c])).toBeLessThanOrEqual(allowed);
  }
}

/** Returns cosine over distance terms of a lamp above the floor. */
function lampOn(point: Vec3, lamp: Vec3, attenuation: (distance: number) => number): number {
  const delta = [lamp[0] - point[0], lamp[1] - point[1], lamp[2] - point[2] - LIFT];
  const distance = Math.hypot(...delta);
  return delta[2] / distance / attenuation(distance);
}

describe("one lamp in a room without bounces", () => {
  const lamp: Vec3 = [128, 128, 200];
  const places: Vec3[] = [
    [128, 128, 0],
    [64, 128, 0],
    [32, 200, 0],
    [240, 16, 0],
  ];
  const lit = (keys: Record<string, string>, classname = "light") => {
    const entity = pointEntity(classname, lamp, { _light: "255 128 64 300", ...keys });
    return light(makeVmf(room([256, 256, 256], 4), [START, entity]), { bounces: 0 });
  };
  const colour: Rgb = [linear(255, 300), linear(128, 300), linear(64, 300)];
  const expectLamp = async (
    keys: Record<string, string>,
    attenuation: (distance: number) => number,
  ) => {
    const { bsp } = await lit(keys);
    const side = bsp.ldr!;
    for (const place of places) {
      const luxel = luxelAt(bsp, side, UP, place);
      const share = lampOn(luxel.point, lamp, attenuation);
      expectNear(colourAt(side, luxel), colour.map((c) => c * share) as Rgb);
    }
  };

  it("falls off with the square, as bright as its value at 100 inches", () =>
    expectLamp({ _quadratic_attn: "1" }, (d) => d ** 2 / 100 ** 2));

  it("falls off with constant and linear parts", () =>
    expectLamp({ _constant_attn: "50", _linear_attn: "2" }, (d) => (50 + 2 * d) / (50 + 2 * 100)));

  it("falls off by the distances of half and zero light", () =>
    // 1 / light is 1 at 0, 2 at 200 and 256 at 4000; scaled so that it is 2 at 200 exactly.
    expectLamp({ _fifty_percent_distance: "200", _zero_percent_distance: "4000" }, (d) => {
      const a = (200 * 255 - 4000) / (200 * 4000 * 3800);
      const b = (4000 ** 2 - 200 ** 2 * 255) / (200 * 4000 * 3800);
      return 1 + d * (b + d * a);
    }));

  it("lights only its cone as a spot", async () => {
    const { bsp } = await lit(
      { _quadratic_attn: "1", pitch: "-90", _inner_cone: "20", _cone: "30", _exponent: "1" },
      "light_spot",
    );
    const side = bsp.ldr!;
    const inner = Math.cos((20 * Math.PI) / 180);
    const outer = Math.cos((30 * Math.PI) / 180);
    for (const x of [128, 100, 36, 40, 4]) {
      const luxel = luxelAt(bsp, side, UP, [x, 128, 0]);
      const cosine = lampOn(luxel.point, lamp, () => 1);
      const fringe = Math.min(1, Math.max(0, (cosine - outer) / (inner - outer)));
      const square = lampOn(luxel.point, lamp, (d) => d ** 2 / 100 ** 2);
      const share = square * cosine * fringe;
      expectNear(colourAt(side, luxel), colour.map((c) => c * share) as Rgb, 0.03);
    }
    expect(colourAt(side, luxelAt(bsp, side, UP, [4, 4, 0]))).toEqual([0, 0, 0]);
  });

  it("is written to LUMP_WORLDLIGHTS in units of 1", async () => {
    const { map } = await lit({ _quadratic_attn: "1", style: "3" });
    const { bytes } = map.lumps.get("LUMP_WORLDLIGHTS")!;
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    expect(bytes.length).toBe(88);
    expect([0, 4, 8].map((at) => view.getFloat32(at, true))).toEqual(lamp);
    // Brightness 300 of 255 at 100 inches, so 10,000 times that at one.
    expect(view.getFloat32(12, true)).toBeCloseTo((300 / 255) * 10000, 0);
    expect(view.getInt32(40, true)).toBe(1);
    expect(view.getInt32(44, true)).toBe(3);
    expect(view.getFloat32(72, true)).toBe(1);
  });
});

describe("shadows", () => {
  it("end where the ray past the edge meets the floor", async () => {
    // A slab from x 0 to 128, 64 to 72 high; the lamp is beyond its edge.
    const lamp: Vec3 = [160, 128, 192];
    const slab = makeBox([0, 0, 64], [128, 256, 72]);
    const vmf = makeVmf(
      [...room([256, 256, 256], 4), slab],
      [START, pointEntity("light", lamp, { _light: "255 255 255 200", _quadratic_attn: "1" })],
    );
    const { bsp } = await light(vmf, { bounces: 0, fast: true });
    const side = bsp.ldr!;
    // From the lamp over (128, 64), the lower edge, down to an inch above the floor.
    const edge = 160 - (32 * (192 - LIFT)) / (192 - 64);
    for (const { point, offset } of listLuxels(bsp, side, UP)) {
      if (point[2] !== 0 || Math.abs(point[0] - edge) < 8) continue;
      const [red] = colourAt(side, { face: 0, point, offset, stride: 0 });
      if (point[0] < edge) expect(red).toBe(0);
      else expect(red).toBeGreaterThan(5);
    }
  });

  it("have soft edges, half dark where half a luxel is shadowed", async () => {
    const lamp: Vec3 = [160, 128, 192];
    const vmf = makeVmf(
      [...room([256, 256, 256], 16), makeBox([0, 0, 64], [128, 256, 72])],
      [START, pointEntity("light", lamp, { _light: "255 255 255 200", _quadratic_attn: "1" })],
    );
    const { bsp } = await light(vmf, { bounces: 0 });
    const side = bsp.ldr!;
    const at = (x: number) => colourAt(side, luxelAt(bsp, side, UP, [x, 128, 0]))[0];
    // The edge, 112.25, is in the middle of the cells around the luxel at 112.
    expect(at(112) / at(144)).toBeGreaterThan(0.3);
    expect(at(112) / at(144)).toBeLessThan(0.6);
    expect(at(80)).toBe(0);
  });
});

describe("light from an open sky", () => {
  const sun = pointEntity("light_environment", [128, 128, 128], {
    _light: "255 255 255 200",
    _ambient: "128 160 255 100",
    pitch: "-30",
    angles: "0 0 0",
  });
  const sunlight = linear(255, 200) * Math.sin((30 * Math.PI) / 180);
  const sky: Rgb = [linear(128, 100), linear(160, 100), linear(255, 100)];
  /** Returns a floor with sky on all other sides. */
  const plain = () => {
    const [floor, ...rest] = makeRoom([0, 0, 0], [512, 512, 256], { material: SKY });
    void floor;
    return [
      makeBox([-16, -16, -16], [528, 528, 0], { sides: { top: { lightmapScale: 8 } } }),
      ...rest,
    ];
  };

  it("gives a floor the sun by its height, and the whole sky", async () => {
    const { bsp } = await light(makeVmf(plain(), [START, sun]), { bounces: 0, fast: true });
    const side = bsp.ldr!;
    for (const place of [
      [64, 64, 0],
      [256, 256, 0],
      [500, 40, 0],
    ] as Vec3[]) {
      const found = colourAt(side, luxelAt(bsp, side, UP, place));
      expectNear(found, sky.map((c) => c + sunlight) as Rgb, 0.02);
    }
  });

  it("is kept off by a roof: the sun, and the sky except from the sides", async () => {
    const roof = makeBox([192, 128, 64], [384, 384, 80]);
    const { bsp } = await light(makeVmf([...plain(), roof], [START, sun]), { bounces: 0 });
    const side = bsp.ldr!;
    const at = (x: number) => colourAt(side, luxelAt(bsp, side, UP, [x, 256, 0]));
    // The sun comes from -x, 30 degrees high: the roof's shadow is moved by 63 / tan 30 = 109.
    const under = at(320);
    expect(under[0]).toBeLessThan(sky[0] * 0.6);
    expect(under[0]).toBeGreaterThan(0);
    // The light comes only from the sky, so the colours keep its proportions.
    expect(under[2] / under[0]).toBeCloseTo(sky[2] / sky[0], 0);
    expect(at(440)[0]).toBeLessThan(sky[0]);
    expect(at(240)[0]).toBeGreaterThan(sunlight);
  });

  it("flags the leafs that see it, and colours their ambient cubes from above", async () => {
    const { bsp } = await light(makeVmf(plain(), [START, sun]), { bounces: 0, fast: true });
    const ambient = bsp.ldr!.ambient!;
    const leafs = [...bsp.leafs.contents.keys()].filter((leaf) => bsp.leafs.contents[leaf] === 0);
    expect(leafs.length).toBeGreaterThan(0);
    for (const leaf of leafs) {
      expect(bsp.leafs.flags[leaf] & 1).toBe(1);
      expect(ambient.sampleCount[leaf]).toBe(1);
      const cube = ambient.firstSample[leaf] * 24;
      const up = 4 * 4;
      const scale = 2 ** ((ambient.cube[cube + up + 3] << 24) >> 24);
      const colour = [0, 1, 2].map((c) => ambient.cube[cube + up + c] * scale * 255) as Rgb;
      expectNear(colour, sky, 0.02);
    }
  });
});

describe("light styles", () => {
  const lamp = (x: number, keys: Record<string, string>) =>
    pointEntity("light", [x, 128, 128], {
      _light: "255 255 255 200",
      _quadratic_attn: "1",
      ...keys,
    });

  it("have separate luxels in order, and names get switchable styles", async () => {
    const vmf = makeVmf(room([512, 256, 256], 16), [
      START,
      lamp(64, {}),
      lamp(448, { targetname: "lamp", style: "4" }),
      lamp(256, { style: "1" }),
    ]);
    const { bsp } = await light(vmf, { bounces: 0, fast: true });
    const named = bsp.entities.find((entity) => entity.get("targetname") === "lamp")!;
    expect(named.get("style")).toBe("32");
    expect(named.get("defaultstyle")).toBe("4");
    const side = bsp.ldr!;
    const floor = luxelAt(bsp, side, UP, [256, 128, 0]);
    expect([...side.faces.styles.subarray(floor.face * 4, floor.face * 4 + 4)]).toEqual([
      0, 1, 32, 255,
    ]);
    const share = (x: number) =>
      linear(255, 200) * lampOn(floor.point, [x, 128, 128], (d) => d ** 2 / 100 ** 2);
    [64, 256, 448].forEach((x, slot) => {
      const value = share(x);
      expectNear(colourAt(side, floor, slot), [value, value, value], 0.03);
    });
  });

  it("have their averages in front, the last style's first", async () => {
    const vmf = makeVmf(room([256, 256, 256], 64), [
      START,
      lamp(128, { _light: "255 0 0 200" }),
      lamp(128, { _light: "0 255 0 200", style: "2" }),
    ]);
    const { bsp } = await light(vmf, { bounces: 0, fast: true });
    const side = bsp.ldr!;
    const floor = luxelAt(bsp, side, UP, [128, 128, 0]);
    const first = side.faces.lightOffset[floor.face];
    const values = (slot: number, channel: number) => {
      const all = listLuxels(bsp, side, UP).filter(({ face }) => face === floor.face);
      return all.map((luxel) => colourAt(side, luxel, slot)[channel]).sort((a, b) => a - b);
    };
    const median = (list: number[]) => list[list.length >> 1];
    const average = (slot: number) => colourAt(side, { ...floor, offset: first - 4 - slot * 4 });
    expect(average(0)).toEqual([median(values(0, 0)), 0, 0]);
    expect(average(1)).toEqual([0, median(values(1, 1)), 0]);
  });

  it("are limited to the brightest four on a face", async () => {
    const styles = [1, 2, 3, 4, 5].map((style, i) =>
      lamp(128, { style: String(style), _light: `255 255 255 ${100 + 50 * ((i * 2) % 5)}` }),
    );
    const vmf = makeVmf(room([256, 256, 256], 64), [START, ...styles]);
    const { bsp, warnings } = await light(vmf, { bounces: 0, fast: true });
    const floor = luxelAt(bsp, bsp.ldr!, UP, [128, 128, 0]);
    const found = [...bsp.ldr!.faces.styles.subarray(floor.face * 4, floor.face * 4 + 4)];
    // Brightness by style: 100, 200, 300, 150, 250.
    expect(found).toEqual([0, 2, 3, 5]);
    expect(warnings.join()).toContain("more than four light styles");
  });
});

describe("bumped faces", () => {
  it("split the flat sample into three directions if the lamp is above all three", async () => {
    const lamp: Vec3 = [128, 128, 200];
    const vmf = makeVmf(room([256, 256, 256], 8, "dev/bumped"), [
      START,
      pointEntity("light", lamp, { _light: "255 128 64 300", _quadratic_attn: "1" }),
    ]);
    const { bsp } = await light(vmf, { bounces: 0, fast: true });
    const side = bsp.ldr!;
    for (const place of [
      [128, 128, 0],
      [150, 100, 0],
      [110, 140, 0],
    ] as Vec3[]) {
      const luxel = luxelAt(bsp, side, UP, place);
      const flat = colourAt(side, luxel);
      const sum = [1, 2, 3].map((set) => colourAt(side, luxel, set));
      const mixed = [0, 1, 2].map((c) => (sum[0][c] + sum[1][c] + sum[2][c]) / Math.sqrt(3));
      expectNear(mixed as Rgb, flat, 0.02);
    }
    // To the side of the lamp the samples differ: the one that leans to it is brightest.
    const luxel = luxelAt(bsp, side, UP, [32, 128, 0]);
    const reds = [1, 2, 3].map((set) => colourAt(side, luxel, set)[0]);
    expect(Math.max(...reds) / Math.max(0.01, Math.min(...reds))).toBeGreaterThan(1.5);
    // The first of the basis leans along the texture's s, which is x here.
    expect(reds[0]).toBe(Math.max(...reds));
  });
});

describe("bounced light", () => {
  /** Returns the sum of light times area over all faces, by channel. */
  const total = ({ bsp }: { bsp: Awaited<ReturnType<typeof light>>["bsp"] }): Rgb => {
    const side = bsp.ldr!;
    const sum: Rgb = [0, 0, 0];
    const axes = [0, 1, 2].flatMap((axis) =>
      [1, -1].map((sign) => [0, 1, 2].map((a) => (a === axis ? sign : 0)) as unknown as Vec3),
    );
    for (const normal of axes) {
      for (const luxel of listLuxels(bsp, side, normal)) {
        // Luxels at a face's rim cover half a square, at its corners a quarter.
        const rim = luxel.point.filter((value) => value === 0 || value === 256).length - 1;
        const colour = colourAt(side, luxel);
        for (let c = 0; c < 3; c++) sum[c] += colour[c] / 2 ** rim;
      }
    }
    return sum;
  };
  const lamp = pointEntity("light", [128, 128, 128], {
    _light: "255 255 255 200",
    _quadratic_attn: "1",
  });
  const closed = () => makeVmf(room([256, 256, 256], 16), [START, lamp]);

  it("in a closed room is direct light over one minus reflectivity", async () => {
    // The room's material reflects 0.5, 0.25 and 0.125.
    const direct = total(await light(closed(), { bounces: 0 }));
    const all = total(await light(closed()));
    [0.5, 0.25, 0.125].forEach((reflectivity, c) => {
      expect((all[c] / direct[c]) * (1 - reflectivity)).toBeCloseTo(1, 1);
    });
  });

  it("grows with every bounce up to that limit", async () => {
    const sums = [];
    for (const bounces of [0, 1, 2, 100]) {
      sums.push(total(await light(closed(), { bounces, fast: true }))[0]);
    }
    for (let i = 1; i < sums.length; i++) expect(sums[i]).toBeGreaterThan(sums[i - 1]);
    expect(sums[3]).toBeLessThan(sums[0] * 2 * 1.05);
  });
});

describe("the result of vrad", () => {
  const make = () => {
    resetVmfNumbers();
    const lamp = pointEntity("light", [100, 90, 128], { _light: "255 200 180 200", style: "1" });
    const spot = pointEntity("light_spot", [300, 128, 200], {
      _light: "255 255 255 300",
      pitch: "-90",
      _cone: "45",
    });
    return makeVmf(
      [...room([512, 256, 256], 16), makeBox([200, 100, 0], [240, 160, 96])],
      [START, lamp, spot],
    );
  };

  it("is the same in each run", async () => {
    const first = await light(make(), { fast: true });
    const second = await light(make(), { fast: true });
    for (const [name, lump] of first.map.lumps) {
      expect(second.map.lumps.get(name)?.bytes, name).toEqual(lump.bytes);
    }
  });

  it("does not depend on the order and ranges of rows", async () => {
    const first = await light(make(), { fast: true });
    const second = await light(make(), {
      fast: true,
      pool: {
        open: async (program, state) => ({
          async run(stage, count) {
            for (let row = count - 1; row >= 0; row--) program.run(state, stage, row, row + 1);
          },
          async close() {},
        }),
      },
    });
    for (const name of ["LUMP_LIGHTING", "LUMP_LEAF_AMBIENT_LIGHTING"] as const) {
      expect(second.map.lumps.get(name)?.bytes, name).toEqual(first.map.lumps.get(name)?.bytes);
    }
  });

  it("is the same without WebAssembly", async () => {
    const first = await light(make(), { fast: true });
    vi.stubGlobal("WebAssembly", undefined);
    const second = await light(make(), { fast: true });
    for (const [name, lump] of first.map.lumps) {
      expect(second.map.lumps.get(name)?.bytes, name).toEqual(lump.bytes);
    }
  });
});

describe("HDR", () => {
  it("equals LDR by default", async () => {
    const lamp = pointEntity("light", [128, 128, 128], {
      _light: "255 255 255 200",
      _lightHDR: "-1 -1 -1 1",
    });
    const { bsp } = await light(makeVmf(room([256, 256, 256], 32), [START, lamp]), { fast: true });
    expect(bsp.hdr!.lighting).toEqual(bsp.ldr!.lighting);
    expect(bsp.hdr!.faces.lightOffset).toEqual(bsp.ldr!.faces.lightOffset);
    expect(bsp.hdr!.ambient).toEqual(bsp.ldr!.ambient);
  });

  it("equals the LDR of a map with the same lights, with other cells supersampled", async () => {
    const lit = (ldr: readonly string[], hdr: readonly string[]) => {
      resetVmfNumbers();
      const shell = makeRoom([0, 0, 0], [256, 256, 128], { sides: { bottom: { material: SKY } } });
      const sun = {
        _light: ldr[0],
        _lightHDR: hdr[0],
        _ambient: ldr[1],
        _ambientHDR: hdr[1],
        pitch: "-50",
        angles: "0 30 0",
      };
      const lamp = { _light: ldr[2], _lightHDR: hdr[2] };
      return light(
        makeVmf(
          [...shell, makeBox([100, 90, 0], [140, 130, 64])],
          [
            START,
            pointEntity("light_environment", [64, 64, 100], sun),
            pointEntity("light", [200, 200, 60], lamp),
          ],
        ),
      );
    };
    const dim = ["255 250 220 40", "100 120 150 10", "255 80 40 900"];
    const bright = ["255 250 220 300", "100 120 150 60", "255 80 40 30"];
    const both = await lit(dim, bright);
    for (const [name, other] of [
      ["LUMP_LIGHTING", await lit(dim, dim)],
      ["LUMP_LIGHTING_HDR", await lit(bright, bright)],
    ] as const) {
      const bytes = both.map.lumps.get(name)!.bytes;
      expect(bytes, name).toEqual(other.map.lumps.get("LUMP_LIGHTING")!.bytes);
      const ambient = name === "LUMP_LIGHTING" ? "" : "_HDR";
      expect(both.map.lumps.get(`LUMP_LEAF_AMBIENT_LIGHTING${ambient}`)!.bytes).toEqual(
        other.map.lumps.get("LUMP_LEAF_AMBIENT_LIGHTING")!.bytes,
      );
    }
  });

  it("is scaled by _lightscaleHDR", async () => {
    const lamp = pointEntity("light", [128, 128, 128], {
      _light: "255 255 255 200",
      _lightscaleHDR: "4",
    });
    const { bsp } = await light(makeVmf(room([256, 256, 256], 32), [START, lamp]), { fast: true });
    const luxel = luxelAt(bsp, bsp.ldr!, UP, [128, 128, 0]);
    const [ldr] = colourAt(bsp.ldr!, luxel);
    expect(colourAt(bsp.hdr!, luxel)[0] / ldr).toBeCloseTo(4, 1);
  });
});
