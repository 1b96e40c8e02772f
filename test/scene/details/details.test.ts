/** Tests detail sprites of generated maps: positions, light, runs and material. */

import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/core/ledger.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { parseDetailProps } from "../../../src/formats/bsp/read/read-game-lumps.ts";
import type { DetailLights, DetailProps, Entity } from "../../../src/formats/bsp/types.ts";
import { writeDetailProps } from "../../../src/formats/bsp/write/write-detail-props.ts";
import { DETAIL_VERTEX, type DetailSet } from "../../../src/map/details.ts";
import {
  PATTERN_TUFT,
  STAND_IN_PATTERN_MASK,
  STAND_IN_PATTERN_SHIFT,
} from "../../../src/map/families/missing.ts";
import { MATERIAL_MISSING, MATERIAL_NO_CULL, PASS_ALPHA_TEST } from "../../../src/map/material.ts";
import { FAMILY } from "../../../src/map/material-families.ts";
import type { LeafTree } from "../../../src/map/tree.ts";
import { buildDetails } from "../../../src/scene/details/details.ts";
import { buildLeafTree } from "../../../src/scene/world/leaf-tree.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { accessTo, madeContent } from "../content-sources.ts";
import { IMAGE_FORMAT_RGBA8888, makeVtf } from "../make-vtf.ts";

const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096 };
const SHEET = makeVtf({ width: 4, height: 4, format: IMAGE_FORMAT_RGBA8888, flags: 0x2000 });
const content = (name: string, vmt: string) =>
  madeContent({
    [`materials/${name}.vmt`]: vmt,
    "materials/detail/sheet.vtf": SHEET,
  });
const BLENDED = "unlitgeneric { $basetexture detail/sheet $translucent 1 }";
const GRASS = content("detail/detailsprites", BLENDED);

const made = parseBsp(makeBsp({ detailProps: true }));
const tree = buildLeafTree(made);
const madeProps = made.detailProps as DetailProps;

/** Returns a map with only detail props. */
function mapOf(
  detailProps: DetailProps | null,
  detailmaterial?: string,
  detailLights: DetailLights = { ldr: null, hdr: null },
  keys: Record<string, string> = {},
) {
  const entity = (pairs: Record<string, string | undefined>): Entity => ({
    pairs: [],
    get: (key) => pairs[key],
  });
  const entities = [entity({ detailmaterial }), entity(keys)];
  return { detailProps, detailLights, entities };
}

async function build(
  props: DetailProps | null,
  source = GRASS,
  materialName?: string,
  leafs: LeafTree = tree,
) {
  const access = accessTo(source);
  const built = await buildDetails(mapOf(props, materialName), "ldr", leafs, access, OPTIONS);
  return { set: built?.details ?? null, access };
}

type Vertices = Pick<DetailSet, "vertices">;

/** Returns a quad's corners around its origin, rounded so that tiny values become 0. */
function corners({ vertices }: Vertices, quad: number): number[][] {
  return [0, 1, 2, 3].map((corner) =>
    field({ vertices }, quad * 4 + corner, DETAIL_VERTEX.offset, 3).map(
      (v) => Math.round(v * 100) / 100 + 0,
    ),
  );
}

function field({ vertices }: Vertices, vertex: number, first: number, count: number): number[] {
  const floats = new Float32Array(vertices.buffer);
  const at = (vertex * DETAIL_VERTEX.strideBytes + first) / 4;
  return [...floats.subarray(at, at + count)];
}

function bytesOf({ vertices }: Vertices, vertex: number, first: number, count: number): number[] {
  const at = vertex * DETAIL_VERTEX.strideBytes + first;
  return [...vertices.subarray(at, at + count)];
}

/** 32767 is full sway. */
function swayOf({ vertices }: Vertices, vertex: number): number[] {
  const at = (vertex * DETAIL_VERTEX.strideBytes + DETAIL_VERTEX.sway) / 2;
  return [...new Int16Array(vertices.buffer).subarray(at, at + 3)].map((v) => v + 0);
}

/** Returns the generated props with changed fields. */
function propsOf(change: (objects: Record<string, Uint8Array | Float32Array>) => void) {
  const props = parseDetailProps(writeDetailProps(madeProps), 4, true, 3) as DetailProps;
  change(props.objects as unknown as Record<string, Uint8Array | Float32Array>);
  return props;
}

describe("detail sprites", () => {
  it("have the map's position and size and their part of the sheet", async () => {
    const { set } = await build(madeProps);
    expect(set?.quadCount).toBe(3);
    const details = set as DetailSet;
    // Upper left, upper right, lower right and lower left of the sprite, which the shader turns to
    // the eye, so its left side is on the eye's right.
    expect(corners(details, 0)).toEqual([
      [8, 0, 32],
      [-8, 0, 32],
      [-8, 0, 0],
      [8, 0, 0],
    ]);
    expect(field(details, 0, DETAIL_VERTEX.origin, 3)).toEqual([64, 64, 0]);
    const texCoords = [0, 1, 2, 3].map((v) => field(details, v, DETAIL_VERTEX.texCoord, 2));
    expect(texCoords).toEqual([
      [0.5, 0.5],
      [0.25, 0.5],
      [0.25, 1],
      [0.5, 1],
    ]);
    const facing = [0, 4, 8].map((v) => bytesOf(details, v, DETAIL_VERTEX.facing, 4));
    expect(facing).toEqual([
      [2, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  it("are mirrored for every second sprite", async () => {
    const { set } = await build(propsOf(({ type }) => type.fill(1)));
    const left = [0, 4, 8].map((v) => field(set as DetailSet, v, DETAIL_VERTEX.texCoord, 1)[0]);
    expect(set?.quadCount).toBe(3);
    expect(left).toEqual([0.5, 0.25, 0.5]);
  });

  it("of cross shapes follow their angles and scale", async () => {
    const { set } = await build(madeProps);
    // Yaw 90: +x is to its right, +y ahead. Scale 1.5.
    expect(corners(set as DetailSet, 1)).toEqual([
      [-12, 0, 48],
      [12, 0, 48],
      [12, 0, 0],
      [-12, 0, 0],
    ]);
    expect(corners(set as DetailSet, 2)).toEqual([
      [0, 12, 48],
      [0, -12, 48],
      [0, -12, 0],
      [0, 12, 0],
    ]);
    // The picture's right side is on the right, also from behind.
    for (const quad of [1, 2]) {
      const s = [0, 1].map(
        (v) => field(set as DetailSet, quad * 4 + v, DETAIL_VERTEX.texCoord, 1)[0],
      );
      expect(s).toEqual([0.25, 0.5]);
    }
  });

  it("of cross shapes intersect in their middle for any offset", async () => {
    const props = propsOf(() => undefined);
    props.sprites.upperLeft[0] = -4;
    props.sprites.lowerRight[0] = 12;
    const { set } = await build(props);
    const xs = corners(set as DetailSet, 1).map(([x]) => x);
    expect(xs).toEqual([-12, 12, 12, -12]);
  });

  it("of triangle shapes lean outwards around the middle", async () => {
    const props = propsOf(({ type, shapeAngle, shapeSize, angles, scale }) => {
      type.set([3, 3, 3]);
      shapeAngle.set([90, 0, 0]);
      shapeSize.set([51, 0, 0]);
      angles.fill(0);
      scale.fill(1);
    });
    const { set } = await build(props);
    expect(set?.quadCount).toBe(9);
    // Lying flat, its 32 inches extend outwards; it is shifted by a fifth of 16 along its normal,
    // which points down.
    expect(corners(set as DetailSet, 0)).toEqual([
      [32, 8, -3.2],
      [32, -8, -3.2],
      [0, -8, -3.2],
      [0, 8, -3.2],
    ]);
    // Rotated by a third of a turn to the left; the second shape is upright.
    const upright = corners(set as DetailSet, 4);
    expect(upright.map(([, , z]) => z)).toEqual([32, 32, 0, 0]);
    expect(upright[0][0]).toBeCloseTo(-6.93, 1);
    expect(upright[1][0]).toBeCloseTo(6.93, 1);
    expect(upright[0][1]).toBeCloseTo(-4, 1);
  });

  it("face the camera by their orientation", async () => {
    const props = propsOf(({ type, orientation, swayAmount }) => {
      type.fill(1);
      swayAmount.fill(0);
      orientation.set([1, 2, 0]);
    });
    const set = (await build(props)).set as DetailSet;
    const facing = [0, 4, 8].map((v) => bytesOf(set, v, DETAIL_VERTEX.facing, 1)[0]);
    expect(facing).toEqual([1, 2, 0]);
    // A sprite that also turns up and down reaches as far in each direction: 8 across, 32 up, from
    // (64, 64, 0).
    const reach = Math.hypot(8, 32);
    const [x, , z, , , top] = set.chunks.box;
    expect(x).toBeCloseTo(64 - reach, 3);
    expect(z).toBeCloseTo(-reach, 3);
    expect(top).toBeCloseTo(reach, 3);
  });

  it("without special shape shift the middle of their foot like the engine", async () => {
    const lopsided = (change: Parameters<typeof propsOf>[0]) => {
      const props = propsOf((objects) => {
        for (const name of ["shapeAngle", "shapeSize", "swayAmount"]) objects[name].fill(0);
        change(objects);
      });
      props.sprites.upperLeft[0] = -4;
      props.sprites.lowerRight[0] = 12;
      return build(props);
    };
    const fast = (await lopsided(() => undefined)).set as DetailSet;
    // Its middle is 4 to its right, which is west when the camera looks north.
    expect(field(fast, 0, DETAIL_VERTEX.origin, 3)).toEqual([60, 64, 0]);
    expect(corners(fast, 0)[0]).toEqual([8, 0, 32]);
    const swaying = (await lopsided(({ swayAmount }) => swayAmount.fill(255))).set as DetailSet;
    expect(field(swaying, 0, DETAIL_VERTEX.origin, 3)).toEqual([64, 64, 0]);
    expect(corners(swaying, 0)[0]).toEqual([4, 0, 32]);
  });

  it("sway at their upper edge, in different phases", async () => {
    const props = propsOf(({ type, swayAmount }) => {
      type.set([1, 3, 3]);
      swayAmount.set([51, 255, 0]);
    });
    const set = (await build(props)).set as DetailSet;
    const fifth = Math.round(32767 / 5);
    expect([0, 1, 2, 3].map((v) => swayOf(set, v))).toEqual([
      [-fifth, 0, 0],
      [-fifth, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    const [first, second] = [swayOf(set, 4), swayOf(set, 8)];
    expect(second).toEqual(first);
    expect(Math.hypot(...first) / 32767).toBeCloseTo(1, 3);
    expect(first[2]).toBe(0);
    const phase = [4, 8, 12].map((v) => bytesOf(set, v, DETAIL_VERTEX.facing + 2, 1)[0]);
    expect(phase).toEqual([0, 1, 2]);
    expect(swayOf(set, 16)).toEqual([0, 0, 0]);
    // Swaying sprites need larger boxes.
    expect(set.chunks.box[0]).toBeCloseTo(64 - 8 - 16 / 5, 2);
  });

  it("use their part of a sheet whose lower half was cut off", async () => {
    const wide = madeContent({
      "materials/detail/detailsprites.vmt": BLENDED,
      "materials/detail/own.vmt": BLENDED,
      "materials/detail/sheet.vtf": makeVtf({
        ...{ width: 8, height: 4, format: IMAGE_FORMAT_RGBA8888, flags: 0x2000 },
      }),
    });
    const lower = ({ set }: Awaited<ReturnType<typeof build>>) =>
      field(set as DetailSet, 0, DETAIL_VERTEX.texCoord, 2)[1];
    expect(lower(await build(madeProps, wide))).toBe(1);
    expect(lower(await build(madeProps))).toBe(0.5);
    expect(lower(await build(madeProps, wide, "detail/own"))).toBe(0.5);
  });

  describe("with light styles", () => {
    const row = (...numbers: number[]) => ({
      count: numbers.length / 5,
      lighting: Uint8Array.from(numbers.filter((_, i) => i % 5 < 4)),
      style: Uint8Array.from(numbers.filter((_, i) => i % 5 === 4)),
    });
    const ldr = row(1, 2, 3, 255, 5, 4, 5, 6, 0, 6);
    const hdr = row(7, 8, 9, 1, 5);
    const styled = (count: number, first: number) =>
      propsOf(({ lightStyleCount, lightStyles }) => {
        lightStyleCount.set([0, count, 0]);
        lightStyles.set([0, first, 0]);
      });
    const make = async (props: DetailProps, lights: DetailLights, side: "ldr" | "hdr") => {
      const access = accessTo(GRASS);
      const map = mapOf(props, undefined, lights);
      const built = await buildDetails(map, side, tree, access, OPTIONS);
      return { set: built?.details as DetailSet, access };
    };

    it("refer to rows in one list with both sides", async () => {
      const { set, access } = await make(styled(2, 0), { ldr, hdr }, "hdr");
      expect([...set.styles.rows]).toEqual([
        ...[0xff030201, 5, 0x00060504, 6],
        ...[0x01090807, 5, 0, 0],
      ]);
      expect(set.styles.firstRow).toEqual({ ldr: 0, hdr: 2 });
      expect(set.styles.side).toBe("hdr");
      expect(bytesOf(set, 4, DETAIL_VERTEX.facing, 4)).toEqual([0, 2, 0, 0]);
      expect(access.diagnostics.warnings).toEqual([]);
    });

    it("use the other side's rows if their own side has none", async () => {
      const { set } = await make(styled(1, 1), { ldr, hdr: null }, "hdr");
      expect(set.styles.firstRow).toEqual({ ldr: 0, hdr: 0 });
      expect(set.styles.rows.length).toBe(4);
      expect(bytesOf(set, 4, DETAIL_VERTEX.firstLight, 4)).toEqual([1, 0, 0, 0]);
    });

    it.each([
      ["past the end", 2, 1],
      ["more than there are styles", 64, 0],
    ])(
      "have only unstyled light, with a warning, if they refer to rows %s",
      async (_, count, first) => {
        const long = row(...Array.from({ length: count > 2 ? 500 : 10 }, () => 1));
        const { set, access } = await make(styled(count, first), { ldr: long, hdr }, "ldr");
        expect(bytesOf(set, 4, DETAIL_VERTEX.facing + 1, 1)).toEqual([0]);
        expect(access.diagnostics.subjects("lighting")).toEqual(["game lump dprp"]);
      },
    );
  });

  it.each([
    ["nothing says more", {}, 800, 1200],
    ["a controller says less", { fademindist: "100", fademaxdist: "600" }, 500, 600],
    ["it says more, and no number", { fademindist: "x", fademaxdist: "9000" }, 800, 1200],
    ["they fade all the way", { fademaxdist: "300" }, 0, 300],
  ])("fade at the engine's distances: %s", async (_, keys, start, end) => {
    const map = mapOf(madeProps, undefined, undefined, {
      classname: "env_detail_controller",
      ...keys,
    });
    const built = await buildDetails(map, "ldr", tree, accessTo(GRASS), OPTIONS);
    expect(built?.details.fade).toEqual({ start, end });
  });

  it("have linear light from their record", async () => {
    const { set } = await build(madeProps);
    const light = (vertex: number) => field(set as DetailSet, vertex, DETAIL_VERTEX.light, 3);
    for (const vertex of [0, 3]) {
      const [r, g, b] = light(vertex);
      expect([r, g, b].map((c) => Math.round(c * 2 * 255))).toEqual([128, 64, 32]);
    }
    expect(light(4)).toEqual([1, 1, 1]);
  });

  it("are grouped by leaf, visible from its cluster, and limited to the mask's bits", async () => {
    const still = propsOf(({ swayAmount }) => swayAmount.fill(0));
    const { set } = await build(still);
    const { chunks, indices } = set as DetailSet;
    expect([...chunks.indexCount]).toEqual([6, 12]);
    expect([...chunks.firstIndex]).toEqual([0, 6]);
    expect([...chunks.leaf]).toEqual([1, 2]);
    expect([...chunks.clusters]).toEqual([tree.leafCluster[1], tree.leafCluster[2]]);
    // The turned sprite may face any direction.
    expect([...chunks.box.subarray(0, 6)]).toEqual([56, 56, 0, 72, 72, 32]);
    expect([...chunks.box.subarray(6)].map(Math.round)).toEqual([180, 20, 0, 204, 44, 48]);
    expect([...indices.subarray(6, 12)]).toEqual([4, 7, 6, 4, 6, 5]);

    const count = 40;
    const repeat = (column: ArrayLike<number>, arity: number) =>
      Array.from({ length: count * arity }, (_, i) => column[i % arity]);
    const { objects } = madeProps;
    const many: DetailProps = {
      ...madeProps,
      objects: {
        ...objects,
        count,
        origin: Float32Array.from(repeat(objects.origin, 3)),
        angles: Float32Array.from(repeat(objects.angles, 3)),
        detailModel: new Uint32Array(count),
        leaf: Uint32Array.from({ length: count }, (_, i) => 2 - (i % 2)),
        lighting: Uint8Array.from(repeat(objects.lighting, 4)),
        orientation: new Uint8Array(count).fill(2),
        type: new Uint8Array(count).fill(1),
        scale: new Float32Array(count).fill(1),
      },
    };
    const runs = (await build(many)).set as DetailSet;
    expect([...runs.chunks.leaf]).toEqual([1, 1, 2, 2]);
    expect([...runs.chunks.indexCount]).toEqual([16 * 6, 4 * 6, 16 * 6, 4 * 6]);
  });

  it("are visible from everywhere if their leaf is in no cluster", async () => {
    const solid = { ...tree, leafCluster: tree.leafCluster.map((c, i) => (i === 1 ? -1 : c)) };
    const { chunks } = (await build(madeProps, GRASS, undefined, solid)).set as DetailSet;
    expect([...chunks.clusterCount]).toEqual([0, 1]);
    expect([...chunks.firstCluster]).toEqual([0, 0]);
    expect([...chunks.clusters]).toEqual([tree.leafCluster[2]]);
  });

  it("are alpha-tested and two-sided", async () => {
    const { set } = await build(madeProps);
    const { materials } = set as DetailSet;
    expect(materials.name).toEqual(["detail/detailsprites"]);
    expect([...materials.pass]).toEqual([PASS_ALPHA_TEST]);
    expect(materials.flags[0] & MATERIAL_NO_CULL).not.toBe(0);
    expect(materials.alphaTestReference[0]).toBeCloseTo(0.3);
    // An alpha-tested material keeps its reference.
    const tested =
      "unlitgeneric { $basetexture detail/sheet $alphatest 1 $alphatestreference 0.6 }";
    const own = await build(madeProps, content("detail/detailsprites", tested));
    expect(own.set?.materials.alphaTestReference[0]).toBeCloseTo(0.6);
  });

  it("use the material from worldspawn", async () => {
    const { set, access } = await build(
      madeProps,
      content("detail/swamp", BLENDED),
      "Detail/Swamp",
    );
    expect(set?.materials.name).toEqual(["detail/swamp"]);
    expect(access.diagnostics.subjects("missing-material")).toEqual([]);
  });

  it("are tufts with one warning if their material is missing", async () => {
    const { set, access } = await build(madeProps, madeContent({}));
    const { materials, vertices, quadCount } = set as DetailSet;
    expect(materials.flags[0] & MATERIAL_MISSING).not.toBe(0);
    expect(materials.family[0]).toBe(FAMILY.missing);
    const pattern = materials.standIn[0] >>> STAND_IN_PATTERN_SHIFT;
    expect(pattern & STAND_IN_PATTERN_MASK).toBe(PATTERN_TUFT);
    // Each shows its whole picture, with the foot at the bottom.
    const floats = new Float32Array(vertices.buffer, vertices.byteOffset);
    for (let quad = 0; quad < quadCount; quad++) {
      const corners = [0, 1, 2, 3].map((corner) => {
        const at = ((quad * 4 + corner) * DETAIL_VERTEX.strideBytes) / 4;
        const place = at + DETAIL_VERTEX.texCoord / 4;
        return {
          s: floats[place],
          t: floats[place + 1],
          up: floats[at + DETAIL_VERTEX.offset / 4 + 2],
        };
      });
      expect(corners.map(({ s }) => Math.floor(s))).toEqual(new Array(4).fill(quad));
      expect(corners.map(({ s }) => Math.round(s - quad))).toEqual([0, 1, 1, 0]);
      expect(corners.map(({ t }) => t)).toEqual([0, 0, 1, 1]);
      expect(corners[0].up).toBeGreaterThanOrEqual(corners[3].up);
    }
    expect(access.diagnostics.subjects("missing-material")).toEqual([
      "materials/detail/detailsprites.vmt",
    ]);
  });

  it("exclude detail models", async () => {
    const { set, access } = await build(madeProps);
    expect(set?.quadCount).toBe(3);
    expect(access.diagnostics.warnings).toEqual([]);
    const models = propsOf(({ type }) => type.fill(0));
    expect((await build(models)).set).toBeNull();
  });

  it("are null and read no files if the map has none", async () => {
    const source = content("detail/detailsprites", BLENDED);
    expect((await build(null, source)).set).toBeNull();
    const empty = {
      ...madeProps,
      objects: { ...madeProps.objects, count: 0, type: new Uint8Array() },
    };
    const { set, access } = await build(empty, source);
    expect(set).toBeNull();
    expect(source.reads).toEqual([]);
    expect(access.diagnostics.warnings).toEqual([]);
  });

  it("above the budget are dropped with a warning", async () => {
    const access = { ...accessTo(GRASS), ledger: new Ledger({ vertices: 11 }) };
    expect(await buildDetails(mapOf(madeProps), "ldr", tree, access, OPTIONS)).toBeNull();
    expect(access.diagnostics.subjects("over-budget")).toEqual(["game lump dprp"]);
  });
});
