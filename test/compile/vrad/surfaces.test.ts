import { describe, expect, it } from "vitest";
import { buildFaceNormals } from "../../../src/compile/vrad/faces/face-normals.ts";
import { stitchTerrain } from "../../../src/compile/vrad/faces/write-lighting.ts";
import { computeLight } from "../../../src/compile/vrad/vrad.ts";
import { FormatError } from "../../../src/core/errors.ts";
import type { DisplacementGrid } from "../../../src/scene/world/displacement.ts";
import {
  makeBox,
  makeEntity,
  makePrism,
  makeRoom,
  makeVmf,
  pointEntity,
  type Vec3,
} from "../make-vmf.ts";
import { compile } from "../vbsp/compile.ts";
import { colourAt, light, listLuxels, luxelAt } from "./light-room.ts";
import { silent } from "./relight.ts";

const UP: Vec3 = [0, 0, 1];
const START = pointEntity("info_player_start", [16, 16, 16]);
const LAMP = pointEntity("light", [128, 128, 200], {
  _light: "255 255 255 200",
  _quadratic_attn: "1",
});

describe("brush entities", () => {
  const shadowUnder = async (keys: Record<string, string>) => {
    const table = makeEntity(
      { classname: "func_brush", ...keys },
      { solids: [makeBox([96, 96, 64], [160, 160, 80])] },
    );
    const vmf = makeVmf(makeRoom([0, 0, 0], [256, 256, 256]), [START, LAMP, table]);
    const { bsp } = await light(vmf, { bounces: 0, fast: true });
    const top = colourAt(bsp.ldr!, luxelAt(bsp, bsp.ldr!, UP, [128, 128, 80]))[0];
    return { floor: colourAt(bsp.ldr!, luxelAt(bsp, bsp.ldr!, UP, [128, 128, 0]))[0], top };
  };

  it("are lit, and cast no shadow, because they may move", async () => {
    const { floor, top } = await shadowUnder({});
    expect(floor).toBeGreaterThan(10);
    expect(top).toBeGreaterThan(floor);
  });

  it("cast a shadow with vrad_brush_cast_shadows", async () => {
    const { floor, top } = await shadowUnder({ vrad_brush_cast_shadows: "1" });
    expect(floor).toBe(0);
    expect(top).toBeGreaterThan(10);
  });

  it("are never darker than their _minlight", async () => {
    const dark = pointEntity("light", [128, 128, 250], { _light: "255 255 255 0" });
    const table = makeEntity(
      { classname: "func_brush", _minlight: "0.5" },
      { solids: [makeBox([96, 96, 64], [160, 160, 80])] },
    );
    const vmf = makeVmf(makeRoom([0, 0, 0], [256, 256, 256]), [START, dark, table]);
    const { bsp } = await light(vmf, { fast: true });
    expect(colourAt(bsp.ldr!, luxelAt(bsp, bsp.ldr!, UP, [128, 128, 80]))).toEqual([64, 64, 64]);
    expect(colourAt(bsp.ldr!, luxelAt(bsp, bsp.ldr!, UP, [128, 128, 0]))).toEqual([0, 0, 0]);
  });
});

describe("light across faces", () => {
  /**
   * Makes two floors that meet at x 256 below a curtain, with a lamp above the first. Returns
   * luxels of the second at the seam.
   */
  const seamBehindCurtain = async (turns: boolean) => {
    const [floor, ...rest] = makeRoom([0, 0, 0], [512, 256, 256]);
    void floor;
    const first = makeBox([-16, -16, -16], [256, 272, 0]);
    const second = makeBox([256, -16, -16], [528, 272, 0], { material: "dev/other" });
    const turned = second.sides.map((side) => {
      const { x, y, z } = side.uaxis;
      return turns ? { ...side, uaxis: { ...side.uaxis, x: -x, y: -y, z: -z } } : side;
    });
    const curtain = makeBox([255, 0, 2], [257, 256, 256]);
    const solids = [first, { ...second, sides: turned }, ...rest, curtain];
    const { bsp } = await light(makeVmf(solids, [START, LAMP]), { bounces: 0, fast: true });
    const side = bsp.ldr!;
    const lit = listLuxels(bsp, side, UP).filter(({ point }) => point[2] === 0);
    const on = (low: number, high: number) =>
      lit.filter(({ point }) => point[0] > low && point[0] < high && point[1] > 8);
    const dark = new Set(on(300, 480).map(({ face }) => face));
    expect(dark.size).toBe(1);
    const seam = on(255, 257).filter(({ face }) => dark.has(face));
    expect(seam.length).toBeGreaterThan(8);
    return seam.map((luxel) => colourAt(side, luxel)[0]);
  };

  it("continues where both faces' texture axes do, and stops where they turn", async () => {
    for (const red of await seamBehindCurtain(false)) expect(red).toBeGreaterThan(2);
    for (const red of await seamBehindCurtain(true)) expect(red).toBe(0);
  });

  it("is the same on both sides of a cut through a floor", async () => {
    const lamp = pointEntity("light", [500, 200, 100], { _light: "255 255 255 200" });
    const vmf = makeVmf(makeRoom([0, 0, 0], [1024, 512, 256]), [START, lamp]);
    const { bsp } = await light(vmf, { fast: true });
    const luxels = listLuxels(bsp, bsp.ldr!, UP).filter(({ point }) => point[2] === 0);
    expect(new Set(luxels.map(({ face }) => face)).size).toBeGreaterThan(1);
    let pairs = 0;
    for (const a of luxels) {
      for (const b of luxels) {
        if (a.face >= b.face || Math.hypot(...a.point.map((v, i) => v - b.point[i])) > 0.01)
          continue;
        pairs++;
        const [first] = colourAt(bsp.ldr!, a);
        const [second] = colourAt(bsp.ldr!, b);
        expect(Math.abs(first - second)).toBeLessThanOrEqual(Math.max(first, second) * 0.03);
      }
    }
    expect(pairs).toBeGreaterThan(10);
  });

  it("blends normals within a smoothing group", () => {
    const outline = Array.from({ length: 8 }, (_, i) => {
      const angle = (i * Math.PI) / 4 + Math.PI / 8;
      return [128 + 40 * Math.cos(angle), 128 + 40 * Math.sin(angle)] as const;
    });
    const cosines = (smoothingGroups: number) => {
      const pillar = makePrism(outline, 0, 128, { smoothingGroups });
      const { bsp } = compile(
        makeVmf([...makeRoom([0, 0, 0], [256, 256, 128], { smoothingGroups: 2 }), pillar], [START]),
      );
      const normals = buildFaceNormals(bsp, bsp.faces);
      const found = new Set<string>();
      for (let face = 0; face < bsp.faces.count; face++) {
        const n = bsp.planes.normal.subarray(
          bsp.faces.plane[face] * 3,
          bsp.faces.plane[face] * 3 + 3,
        );
        // A side of the pillar: not axial, and not near its middle.
        if (Math.abs(n[0]) < 0.1 || Math.abs(n[1]) < 0.1) continue;
        for (let i = normals.firstCorner[face]; i < normals.firstCorner[face + 1]; i++) {
          const c = normals.cornerNormal.subarray(i * 3, i * 3 + 3);
          found.add((c[0] * n[0] + c[1] * n[1] + c[2] * n[2]).toFixed(3));
        }
      }
      return [...found];
    };
    // Two sides meet at 45 degrees: the normal between them is 22.5 degrees off each.
    expect(cosines(1)).toEqual([Math.cos(Math.PI / 8).toFixed(3)]);
    // The groups of the top byte are hard edges.
    expect(cosines(0x01000000)).toEqual(["1.000"]);
  });
});

describe("terrain", () => {
  /** Makes a flat grid of 5 x 5 vertices, 64 inches wide. */
  const makeGrid = (x: number): DisplacementGrid => {
    const position = new Float32Array(75);
    for (let i = 0; i < 25; i++) position.set([x + (i % 5) * 16, Math.floor(i / 5) * 16, 0], i * 3);
    return {
      edge: 5,
      position,
      flat: position,
      normal: new Float32Array(75),
      blend: new Uint32Array(25),
      indices: new Uint16Array(0),
      blockFirstIndex: new Uint16Array(0),
    };
  };
  const makeLuxels = (value: number) => ({
    across: 3,
    down: 3,
    values: new Float32Array(27).fill(value),
  });

  it("averages light where two grids meet, and changes nothing else", () => {
    const left = makeLuxels(10);
    const right = makeLuxels(30);
    const grids = new Map([
      [4, makeGrid(0)],
      [9, makeGrid(64)],
    ]);
    stitchTerrain(
      [
        { face: 4, style: 0, luxels: left },
        { face: 9, style: 0, luxels: right },
        { face: 9, style: 5, luxels: makeLuxels(1000) },
      ],
      grids,
    );
    const reds = (luxels: typeof left) => Array.from({ length: 9 }, (_, i) => luxels.values[i * 3]);
    expect(reds(left)).toEqual([10, 10, 20, 10, 10, 20, 10, 10, 20]);
    expect(reds(right)).toEqual([20, 30, 30, 20, 30, 30, 20, 30, 30]);
  });
});

describe("a face lump with a wrong size", () => {
  it("throws a FormatError, and nothing is written", async () => {
    const { map, bsp } = compile(makeVmf(makeRoom([0, 0, 0], [256, 256, 256]), [START, LAMP]));
    const faces = map.lumps.get("LUMP_FACES")!;
    map.lumps.set("LUMP_FACES", { ...faces, bytes: faces.bytes.subarray(0, -1) });
    const before = new Map(map.lumps);
    const error = await computeLight(map, bsp, {}, silent).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FormatError);
    expect((error as FormatError).code).toBe("mismatch");
    expect((error as FormatError).where).toBe("LUMP_FACES");
    expect(map.lumps).toEqual(before);
  });
});
