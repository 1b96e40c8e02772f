import { describe, expect, it } from "vitest";
import {
  buildDetailProps,
  type DetailFace,
} from "../../../src/compile/vbsp/parts/details/detail-props.ts";
import { parseDetailTypes } from "../../../src/compile/vbsp/parts/details/detail-types.ts";
import { pointOnGrid } from "../../../src/compile/vbsp/parts/details/place-details.ts";
import { parseBspHeader } from "../../../src/formats/bsp/parse-bsp-header.ts";
import { LumpReader } from "../../../src/formats/bsp/read/lump-reader.ts";
import {
  parseDetailProps,
  readGameLump,
  readGameLumpDirectory,
} from "../../../src/formats/bsp/read/read-game-lumps.ts";
import { DETAIL_OBJECT } from "../../../src/formats/bsp/records/detail-props.ts";
import { wholeBytes } from "../../../src/formats/bsp/whole-bytes.ts";
import { writeDetailProps } from "../../../src/formats/bsp/write/write-detail-props.ts";
import type { VmfEntity } from "../../../src/formats/vmf/types.ts";
import { writeMatrix3x4 } from "../../../src/math/angles.ts";
import { hasCorpus, readCorpus } from "../../support/corpus.ts";
import { buildAndRead, makeDispInfo, makeSide, squareAt } from "./make-displacement.ts";
import { catchFault, makeEntity } from "./make-entity.ts";
import { keepReport, makeFourLeafTree } from "./make-tree.ts";

const DETAIL_VBSP = `
"detail"
{
  // 100 props on a square of 1000 inches
  "Meadow"
  {
    "density" "100"
    "rocks" { "alpha" "0" "Rock" { "model" "models/rock.mdl" "amount" "1" "upright" "1" } }
    "grass"
    {
      "alpha" "1"
      "Tall" { "sprite" "64 128 32 16 512" "spritesize" "0.5 0 20 10" "amount" "3"
               "detailOrientation" "2" "sway" "0.5" "spriterandomscale" "0.1" }
      "Low"  { "sprite" "0 0 64 64 512" "sprite_shape" "tri" "shape_angle" "40" "shape_size" "0.25"
               "minAngle" "30" "maxAngle" "60" "amount" "1" }
    }
  }
  "sparse" { "density" "100" "all" { "Half" { "model" "models/half.mdl" "amount" "0.5" } } }
}`;

const TYPES = parseDetailTypes(DETAIL_VBSP);

/** A level square of 1000 inches on the floor of the four-leaf room and beyond. */
const FIELD: DetailFace = {
  sideId: 21,
  detailType: "meadow",
  polygon: squareAt(-500, -500, 1000).flat(),
  grid: null,
};

/** Reads a `dprp` lump. */
function readDprp(bytes: Uint8Array) {
  const props = parseDetailProps(bytes, 4, true, 65536);
  if (props === null) throw new Error("an empty dprp");
  return props;
}

function build(faces: readonly DetailFace[], entities: VmfEntity[] = [], types = TYPES) {
  const report = keepReport();
  const lumps = buildDetailProps(faces, types, entities, makeFourLeafTree(), report);
  const dprp = lumps.get("dprp");
  if (!dprp) throw new Error("no dprp");
  return { ...readDprp(dprp.bytes), lumps, bytes: dprp.bytes, warnings: report.warnings };
}

describe("detail.vbsp", () => {
  it("has types of groups by alpha, with models and sprites", () => {
    const meadow = TYPES.get("meadow");
    expect([...TYPES.keys()]).toEqual(["meadow", "sparse"]);
    expect(meadow?.density).toBe(100);
    expect(meadow?.groups.map((group) => group.alpha)).toEqual([0, 1]);
    const [tall, low] = meadow?.groups[1].models ?? [];
    expect(tall).toMatchObject({
      type: 1,
      model: null,
      orientation: 2,
      sway: 127,
      scaleDeviation: 0.1,
      minNormalZ: -1,
      // Amounts of 3 and 1 end at 0.75 and 1.
      amountEnd: 0.75,
    });
    expect(tall.sprite?.texture.map((value) => value * 512)).toEqual([64.5, 128.5, 95.5, 143.5]);
    expect(tall.sprite?.position).toEqual([-10, 10, 10, -0]);
    expect(low).toMatchObject({ type: 3, shapeAngle: 40, shapeSize: 63, amountEnd: 1 });
    expect(low.sprite?.position).toEqual([-10, 20, 10, 0]);
    expect(low.fullNormalZ).toBeCloseTo(Math.cos(Math.PI / 6));
    expect(low.minNormalZ).toBeCloseTo(0.5);
  });

  it.each([
    ["neither", "d { t { density 1 g { m { amount 1 } } } }"],
    ["1 2 3", 'd { t { density 1 g { m { sprite "1 2 3" } } } }'],
    ["0", 'd { t { density 1 g { m { sprite "0 0 64 64 0" } } } }'],
    ["3", "d { t { density 1 g { m { model m.mdl detailOrientation 3 } } } }"],
    ["256", 'd { t { density 1 g { m { sprite "0 0 1 1 1" shape_angle 256 } } } }'],
    ["lots", "d { t { density lots } }"],
  ])("reports bad values in one error: %s", (found, text) => {
    const error = catchFault(() => parseDetailTypes(text));
    expect([error.format, error.code, error.found]).toEqual(["KeyValues", "bad-value", found]);
  });
});

describe("detail props of a face", () => {
  it("match its area in number, and lie on it, in their leafs", () => {
    const { objects, sprites } = build([FIELD]);
    // A face without displacement has alpha 1, so only the grass grows.
    expect(objects.count).toBe(100);
    expect(sprites.count).toBe(2);
    const leafAt = (x: number, y: number) => (x >= 0 ? (y >= 0 ? 1 : 2) : y >= 0 ? 3 : 4);
    for (let i = 0; i < objects.count; i++) {
      const [x, y, z] = objects.origin.subarray(i * 3, i * 3 + 3);
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(500);
      expect(z).toBe(0);
      expect(objects.leaf[i]).toBe(leafAt(x, y));
    }
    const order = [...objects.leaf];
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect([...objects.lighting.subarray(0, 4)]).toEqual([255, 255, 255, 0]);
    expect(objects.lightStyleCount.every((count) => count === 0)).toBe(true);
  });

  it("have each kind in proportion to its amount", () => {
    const big = { ...FIELD, polygon: squareAt(-5000, -5000, 10000).flat() };
    const { objects } = build([big]);
    expect(objects.count).toBe(10000);
    const tall = objects.type.filter((type) => type === 1).length;
    expect(Math.abs(tall - 7500)).toBeLessThan(200);
    // Scales average 1 with a deviation of 0.1.
    const scales = [...objects.scale].filter((_, i) => objects.type[i] === 1);
    const mean = scales.reduce((sum, scale) => sum + scale, 0) / scales.length;
    const spread = scales.reduce((sum, scale) => sum + (scale - mean) ** 2, 0) / scales.length;
    expect(mean).toBeCloseTo(1, 1);
    expect(Math.sqrt(spread)).toBeCloseTo(0.1, 2);
    const half = build([{ ...big, detailType: "SPARSE" }]);
    expect(half.modelName).toEqual(["models/half.mdl"]);
    expect(Math.abs(half.objects.count - 5000)).toBeLessThan(200);
  });

  it("are the same for the same side, and differ by side", () => {
    const first = build([FIELD]);
    expect(build([FIELD]).bytes).toEqual(first.bytes);
    expect(build([{ ...FIELD, sideId: 22 }]).bytes).not.toEqual(first.bytes);
    // Props of a face do not depend on earlier faces.
    const other = { ...FIELD, sideId: 5, polygon: squareAt(-200, -200, 400).flat() };
    const places = ({ objects }: ReturnType<typeof build>) =>
      Array.from({ length: objects.count }, (_, i) =>
        objects.origin.subarray(i * 3, i * 3 + 3).join(),
      );
    expect(places(build([other, FIELD]))).toEqual(expect.arrayContaining(places(first)));
  });

  it("are limited by slope, and stand upright or along the ground", () => {
    // 45 degrees along y: between minAngle 30 and maxAngle 60 the low grass thins out.
    const rise = Math.SQRT1_2 * 10000;
    const slope = squareAt(0, 0, 10000).map(([x, y]) => [x, y * Math.SQRT1_2, y === 0 ? 0 : rise]);
    const { objects } = build([{ ...FIELD, polygon: slope.flat() }]);
    const low = [...objects.type.keys()].filter((i) => objects.type[i] === 3);
    const share = (Math.SQRT1_2 - 0.5) / (Math.cos(Math.PI / 6) - 0.5);
    expect(Math.abs(low.length - 2500 * share)).toBeLessThan(150);
    const matrix = new Float32Array(12);
    for (const i of low.slice(0, 50)) {
      const [pitch, yaw, roll] = objects.angles.subarray(i * 3, i * 3 + 3);
      writeMatrix3x4(matrix, 0, pitch, yaw, roll, 0, 0, 0);
      expect(matrix[2]).toBeCloseTo(0, 5);
      expect(matrix[6]).toBeCloseTo(-Math.SQRT1_2, 5);
      expect(matrix[10]).toBeCloseTo(Math.SQRT1_2, 5);
    }
    // 70 degrees are too steep.
    const wall = squareAt(0, 0, 10000).map(([x, y]) => [x, y * 0.342, y * 0.94]);
    expect(build([{ ...FIELD, polygon: wall.flat() }]).objects.type).not.toContain(3);
  });

  it("grow on a displacement by its alpha, on its surface", () => {
    const info = makeDispInfo(2, [-500, -500, 0]);
    // The left columns have alpha 0, the right ones 255; all are 50 high.
    for (let i = 0; i < 25; i++) {
      info.alphas[i] = i % 5 < 2 ? 0 : 255;
      info.offsets[i * 3 + 2] = 50;
    }
    const { grids } = buildAndRead([makeSide(0, squareAt(-500, -500, 1000), info)]);
    const { objects, modelName } = build([{ ...FIELD, grid: grids[0] }]);
    expect(modelName).toEqual(["models/rock.mdl"]);
    expect(objects.count).toBe(100);
    for (let i = 0; i < 100; i++) {
      const [x, , z] = objects.origin.subarray(i * 3, i * 3 + 3);
      expect(z).toBeCloseTo(50, 4);
      if (x < -250) expect(objects.type[i]).toBe(0);
      if (x > 0) expect(objects.type[i]).toBeGreaterThan(0);
      // Upright props turn only about z.
      if (objects.type[i] === 0)
        expect([objects.angles[i * 3], objects.angles[i * 3 + 2]]).toEqual([0, 0]);
    }
  });

  it("with an unknown type cause one warning", () => {
    const { objects, warnings, lumps } = build([
      { ...FIELD, detailType: "moss" },
      { ...FIELD, detailType: "moss" },
    ]);
    expect(objects.count).toBe(0);
    expect(warnings).toEqual(['detail.vbsp has no detail type "moss"']);
    expect([...lumps.keys()]).toEqual(["dprp", "dplt", "dplh"]);
    expect([...(lumps.get("dplt")?.bytes ?? [])]).toEqual([0, 0, 0, 0]);
    expect(lumps.get("dprp")?.version).toBe(4);
  });

  it("are limited to 65535", () => {
    const wide = { ...FIELD, polygon: squareAt(-15000, -15000, 30000).flat() };
    const { objects, warnings } = build([wide]);
    expect(objects.count).toBe(65535);
    expect(warnings).toEqual([
      `${90000 - 65535} detail props are left out: a map holds at most 65535`,
    ]);
  });
});

describe("detail prop entities", () => {
  it("become models and sprites at their origins", () => {
    const { objects, modelName, sprites } = build(
      [],
      [
        makeEntity({
          classname: "prop_detail",
          model: "models/fern.mdl",
          origin: "10 10 1",
          angles: "0 45 0",
        }),
        makeEntity({
          classname: "prop_detail_sprite",
          origin: "-10 -10 1",
          position_ul: "-8 16",
          position_lr: "8 0",
          tex_ul: "64 0",
          tex_size: "32 32",
          tex_total_size: "256",
          detailOrientation: "1",
        }),
      ],
    );
    expect(modelName).toEqual(["models/fern.mdl"]);
    expect([...objects.type]).toEqual([0, 1]);
    expect([...objects.leaf]).toEqual([1, 4]);
    expect([...objects.angles.subarray(0, 3)]).toEqual([0, 45, 0]);
    expect([...objects.orientation]).toEqual([0, 1]);
    expect([...sprites.upperLeft, ...sprites.lowerRight]).toEqual([-8, 16, 8, 0]);
    expect([...sprites.texUpperLeft].map((v) => v * 256)).toEqual([64.5, 0.5]);
    expect([...sprites.texLowerRight].map((v) => v * 256)).toEqual([95.5, 31.5]);
  });

  it("with bad keys end in one error with the line", () => {
    const faults: Record<string, string>[] = [
      { classname: "prop_detail_sprite", tex_total_size: "0" },
      { classname: "prop_detail_sprite", tex_total_size: "64", tex_ul: "1" },
      { classname: "prop_detail" },
      { classname: "prop_detail", model: "a.mdl", detailOrientation: "-1" },
    ];
    for (const keys of faults) {
      const error = catchFault(() => build([], [makeEntity(keys, 5)]));
      expect([error.format, error.code, error.line]).toEqual(["VMF", "bad-value", 5]);
    }
  });
});

describe("pointOnGrid", () => {
  it("returns a point on the triangle of its cell, for both diagonals", () => {
    const info = makeDispInfo(2, [0, 0, 0]);
    // Vertex 6 (row 1, column 1) is raised by 16: cells of 16 inches slope up to it.
    info.offsets[6 * 3 + 2] = 16;
    const { grids } = buildAndRead([makeSide(0, squareAt(0, 0, 64), info)]);
    expect(pointOnGrid(grids[0], 0.25, 0.25).point).toEqual([16, 16, 16]);
    // Half way to it in cells 0 and 1, whose diagonals both end in it.
    expect(pointOnGrid(grids[0], 0.125, 0.125).point).toEqual([8, 8, 8]);
    expect(pointOnGrid(grids[0], 0.375, 0.125).point).toEqual([24, 8, 8]);
    // In cell 0 beside the diagonal: on the triangle (0 0) (0 16) (16 16).
    expect(pointOnGrid(grids[0], 0.0625, 0.125).point).toEqual([4, 8, 4]);
    expect(pointOnGrid(grids[0], 1, 1).point).toEqual([64, 64, 0]);
  });
});

describe.skipIf(!hasCorpus)("detail props of real maps", () => {
  it.each([
    ["sdk/sdk_vehicles_v19.bsp", 10305],
    ["lanofdoom_css/gg_canyon.bsp", 58],
  ])("of %s are written as the same bytes except padding, sorted by leaf", (map, count) => {
    const file = readCorpus(map);
    const lumps = new LumpReader(wholeBytes(file), parseBspHeader(file));
    const directory = readGameLumpDirectory(lumps);
    const entry = directory.find(({ id }) => id === "dprp");
    if (!entry) throw new Error("no dprp");
    const bytes = readGameLump(lumps, directory, entry);
    const { modelName, sprites, objects } = readDprp(bytes);
    expect(entry.version).toBe(4);
    expect(objects.count).toBe(count);
    const leafs = [...objects.leaf];
    expect(leafs).toEqual([...leafs].sort((a, b) => a - b));
    const written = writeDetailProps({ modelName, sprites, objects });
    expect(written.length).toBe(bytes.length);
    const first = bytes.length - count * DETAIL_OBJECT.bytes;
    const differing = new Set<number>();
    for (let i = 0; i < bytes.length; i++) {
      if (written[i] === bytes[i]) continue;
      differing.add(i < first ? -1 : (i - first) % DETAIL_OBJECT.bytes);
    }
    // `m_Padding2` and `m_Padding3`, which hold uninitialized memory of the compiler in some
    // records.
    expect([...differing].filter((at) => ![41, 42, 43, 45, 46, 47].includes(at))).toEqual([]);
  });
});
