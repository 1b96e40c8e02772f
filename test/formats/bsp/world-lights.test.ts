import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { assembleBsp, type MadeLump, type MakeBspOptions, makeBspLumps } from "./make-bsp.ts";
import { type MadeWorldLight, makeWorldLights } from "./make-world-lights.ts";

const LIGHTS: readonly MadeWorldLight[] = [
  {
    type: 2,
    origin: [1, 2, 3],
    intensity: [4, 5, 6],
    normal: [0, 0, -1],
    cluster: 1,
    style: 33,
    stopdot: 0.9,
    stopdot2: 0.5,
    exponent: 2,
    radius: 640,
    attenuation: [7, 8, 9],
    flags: 1,
  },
  { type: 3, normal: [0.6, 0, -0.8], cluster: -1 },
];

function parse(lump: MadeLump, options: MakeBspOptions = {}) {
  const lumps = makeBspLumps(options);
  lumps.set("LUMP_WORLDLIGHTS", lump);
  const diagnostics = new Diagnostics();
  const bsp = parseBsp(assembleBsp(lumps, options), diagnostics);
  return { bsp, lights: bsp.ldr?.worldLights ?? null, warnings: diagnostics.warnings };
}

function rowsOf(lights: NonNullable<ReturnType<typeof parse>["lights"]>) {
  const round = (values: ArrayLike<number>) => Array.from(values, (v) => Math.round(v * 1e4) / 1e4);
  return Array.from({ length: lights.count }, (_, i) => ({
    type: lights.type[i],
    origin: round(lights.origin.subarray(i * 3, i * 3 + 3)),
    intensity: round(lights.intensity.subarray(i * 3, i * 3 + 3)),
    normal: round(lights.normal.subarray(i * 3, i * 3 + 3)),
    cluster: lights.cluster[i],
    style: lights.style[i],
    cone: round([lights.stopdot[i], lights.stopdot2[i], lights.exponent[i], lights.radius[i]]),
    attenuation: [lights.constantAttn[i], lights.linearAttn[i], lights.quadraticAttn[i]],
    flags: lights.flags[i],
  }));
}

const ROWS = [
  {
    type: 2,
    origin: [1, 2, 3],
    intensity: [4, 5, 6],
    normal: [0, 0, -1],
    cluster: 1,
    style: 33,
    cone: [0.9, 0.5, 2, 640],
    attenuation: [7, 8, 9],
    flags: 1,
  },
  {
    type: 3,
    origin: [0, 0, 0],
    intensity: [1, 1, 1],
    normal: [0.6, 0, -0.8],
    cluster: -1,
    style: 0,
    cone: [0, 0, 0, 0],
    attenuation: [1, 0, 0],
    flags: 0,
  },
];

describe("world lights", () => {
  it.each([
    ["version 0", makeWorldLights(LIGHTS), {}],
    ["version 1, with the shadow's offset", makeWorldLights(LIGHTS, 1), {}],
    ["version 2, with how it lights", makeWorldLights(LIGHTS, 2), {}],
    ["big-endian", makeWorldLights(LIGHTS, 1, false), { littleEndian: false }],
    ["a stray version", { ...makeWorldLights(LIGHTS), version: 3 }, {}],
  ] as const)("are read from %s", (_, lump, options) => {
    const { bsp, lights, warnings } = parse(lump, options);
    expect(warnings).toEqual([]);
    expect(lights && rowsOf(lights)).toEqual(ROWS);
    expect(bsp.lumps[15]).toMatchObject({ records: 2, recordBytes: lump.bytes.length / 2 });
  });

  it("are read from a compressed lump", () => {
    const { lights } = parse(makeWorldLights(LIGHTS), { lzma: ["LUMP_WORLDLIGHTS"] });
    expect(lights && rowsOf(lights)).toEqual(ROWS);
  });

  it("are read separately for LDR and HDR", () => {
    const lumps = makeBspLumps({ light: "both" });
    lumps.set("LUMP_WORLDLIGHTS", makeWorldLights([LIGHTS[0]]));
    lumps.set("LUMP_WORLDLIGHTS_HDR", makeWorldLights(LIGHTS));
    const bsp = parseBsp(assembleBsp(lumps, { light: "both" }));
    expect([bsp.ldr?.worldLights?.count, bsp.hdr?.worldLights?.count]).toEqual([1, 2]);
  });

  it("are null with a warning if the lump does not hold whole records", () => {
    const { bytes } = makeWorldLights(LIGHTS);
    const { lights, warnings } = parse({ version: 0, bytes: bytes.subarray(0, 150) });
    expect(lights).toBeNull();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ code: "damaged-section", subject: "LUMP_WORLDLIGHTS" });
  });

  it("omit invalid lights with a warning", () => {
    const lump = makeWorldLights([
      { ...LIGHTS[0], origin: [0, Number.NaN, 0] },
      LIGHTS[0],
      { ...LIGHTS[0], type: 6 },
      { ...LIGHTS[0], style: 256 },
      { ...LIGHTS[0], attenuation: [0, 0, Number.POSITIVE_INFINITY] },
      LIGHTS[1],
    ]);
    const { lights, warnings } = parse(lump);
    expect(lights && rowsOf(lights)).toEqual(ROWS);
    expect(warnings.map(({ message }) => message)).toEqual(["4 of 6 lights are invalid"]);
  });
});
