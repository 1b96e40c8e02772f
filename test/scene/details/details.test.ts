/** Detail sprites of made maps: where their quads stand, how they are lit, in which runs, of what material. */

import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/core/ledger.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { parseDetailProps } from "../../../src/formats/bsp/read/parse-detail-props.ts";
import type { DetailProps } from "../../../src/formats/bsp/types.ts";
import { writeDetailProps } from "../../../src/formats/bsp/write/write-detail-props.ts";
import { DETAIL_VERTEX, type DetailSet } from "../../../src/map/details.ts";
import { MATERIAL_MISSING, MATERIAL_NO_CULL, PASS_ALPHA_TEST } from "../../../src/map/material.ts";
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

async function build(
  props: DetailProps | null,
  source = GRASS,
  materialName?: string,
  leafs: LeafTree = tree,
) {
  const access = accessTo(source);
  const built = await buildDetails(props, materialName, leafs, access, OPTIONS);
  return { set: built?.details ?? null, access };
}

/** Corners of a quad about where it stands, rounded: what is nearly 0 is 0. */
function corners({ vertices }: DetailSet, quad: number): number[][] {
  const at = (corner: number) => ((quad * 4 + corner) * DETAIL_VERTEX.strideBytes) / 4;
  return [0, 1, 2, 3].map((corner) =>
    [...vertices.subarray(at(corner) + 3, at(corner) + 6)].map(
      (v) => Math.round(v * 100) / 100 + 0,
    ),
  );
}

function field({ vertices }: DetailSet, vertex: number, first: number, count: number): number[] {
  const at = (vertex * DETAIL_VERTEX.strideBytes + first) / 4;
  return [...vertices.subarray(at, at + count)];
}

/** The made props with another sprite for all of them. */
function propsOf(change: (objects: Record<string, Uint8Array | Float32Array>) => void) {
  const props = parseDetailProps(writeDetailProps(madeProps), 4, true, 3) as DetailProps;
  change(props.objects as unknown as Record<string, Uint8Array | Float32Array>);
  return props;
}

describe("detail sprites", () => {
  it("stand where the map says, in its size, with their part of the sheet", async () => {
    const { set } = await build(madeProps);
    expect(set?.quadCount).toBe(3);
    const details = set as DetailSet;
    // Upper left, upper right, lower right, lower left of the sprite, which the shader turns to the eye:
    // what is on its left is on the eye's right.
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
    const turned = [0, 4, 8].map((v) => field(details, v, DETAIL_VERTEX.turned, 1)[0]);
    expect(turned).toEqual([1, 0, 0]);
  });

  it("are mirrored, every second of them", async () => {
    const { set } = await build(propsOf(({ type }) => type.fill(1)));
    const left = [0, 4, 8].map((v) => field(set as DetailSet, v, DETAIL_VERTEX.texCoord, 1)[0]);
    expect(set?.quadCount).toBe(3);
    expect(left).toEqual([0.5, 0.25, 0.5]);
  });

  it("cross where they are crossed, as their angles say and by their scale", async () => {
    const { set } = await build(madeProps);
    // Yaw 90: to its right lies +x, ahead +y. Scale 1.5.
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
    // The picture's right is to the right, and behind.
    for (const quad of [1, 2]) {
      const s = [0, 1].map(
        (v) => field(set as DetailSet, quad * 4 + v, DETAIL_VERTEX.texCoord, 1)[0],
      );
      expect(s).toEqual([0.25, 0.5]);
    }
  });

  it("cross in their middle, wherever their own is", async () => {
    const props = propsOf(() => undefined);
    props.sprites.upperLeft[0] = -4;
    props.sprites.lowerRight[0] = 12;
    const { set } = await build(props);
    const xs = corners(set as DetailSet, 1).map(([x]) => x);
    expect(xs).toEqual([-12, 12, 12, -12]);
  });

  it("stand around the middle in a triangle, leaning outwards", async () => {
    const props = propsOf(({ type, shapeAngle, shapeSize, angles, scale }) => {
      type.set([3, 3, 3]);
      shapeAngle.set([90, 0, 0]);
      shapeSize.set([51, 0, 0]);
      angles.fill(0);
      scale.fill(1);
    });
    const { set } = await build(props);
    expect(set?.quadCount).toBe(9);
    // Lying flat, its 32 inches go outwards; a fifth of 16 along its normal, which is down then.
    expect(corners(set as DetailSet, 0)).toEqual([
      [32, 8, -3.2],
      [32, -8, -3.2],
      [0, -8, -3.2],
      [0, 8, -3.2],
    ]);
    // A third of a turn to the left; of the second, which stands upright.
    const upright = corners(set as DetailSet, 4);
    expect(upright.map(([, , z]) => z)).toEqual([32, 32, 0, 0]);
    expect(upright[0][0]).toBeCloseTo(-6.93, 1);
    expect(upright[1][0]).toBeCloseTo(6.93, 1);
    expect(upright[0][1]).toBeCloseTo(-4, 1);
  });

  it("have the light of their place, linear", async () => {
    const { set } = await build(madeProps);
    const light = (vertex: number) => field(set as DetailSet, vertex, DETAIL_VERTEX.light, 3);
    for (const vertex of [0, 3]) {
      const [r, g, b] = light(vertex);
      expect([r, g, b].map((c) => Math.round(c * 2 * 255))).toEqual([128, 64, 32]);
    }
    expect(light(4)).toEqual([1, 1, 1]);
  });

  it("come in runs of one leaf, seen from its cluster, and no larger than a mask has bits", async () => {
    const { set } = await build(madeProps);
    const { chunks, indices } = set as DetailSet;
    expect([...chunks.indexCount]).toEqual([6, 12]);
    expect([...chunks.firstIndex]).toEqual([0, 6]);
    expect([...chunks.leaf]).toEqual([1, 2]);
    expect([...chunks.clusters]).toEqual([tree.leafCluster[1], tree.leafCluster[2]]);
    // The turned one may stand in any direction.
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

  it("are seen from everywhere where their leaf is in no cluster", async () => {
    const solid = { ...tree, leafCluster: tree.leafCluster.map((c, i) => (i === 1 ? -1 : c)) };
    const { chunks } = (await build(madeProps, GRASS, undefined, solid)).set as DetailSet;
    expect([...chunks.clusterCount]).toEqual([0, 1]);
    expect([...chunks.firstCluster]).toEqual([0, 0]);
    expect([...chunks.clusters]).toEqual([tree.leafCluster[2]]);
  });

  it("have holes instead of blending, and no back", async () => {
    const { set } = await build(madeProps);
    const { materials } = set as DetailSet;
    expect(materials.name).toEqual(["detail/detailsprites"]);
    expect([...materials.pass]).toEqual([PASS_ALPHA_TEST]);
    expect(materials.flags[0] & MATERIAL_NO_CULL).not.toBe(0);
    expect(materials.alphaTestReference[0]).toBeCloseTo(0.3);
    // What has holes of its own keeps its reference.
    const tested =
      "unlitgeneric { $basetexture detail/sheet $alphatest 1 $alphatestreference 0.6 }";
    const own = await build(madeProps, content("detail/detailsprites", tested));
    expect(own.set?.materials.alphaTestReference[0]).toBeCloseTo(0.6);
  });

  it("have the material that worldspawn names", async () => {
    const { set, access } = await build(
      madeProps,
      content("detail/swamp", BLENDED),
      "Detail/Swamp",
    );
    expect(set?.materials.name).toEqual(["detail/swamp"]);
    expect(access.diagnostics.subjects("missing-material")).toEqual([]);
  });

  it("are shown with a grid, and one warning, where their material is missing", async () => {
    const { set, access } = await build(madeProps, madeContent({}));
    const { materials } = set as DetailSet;
    expect(materials.flags[0] & MATERIAL_MISSING).not.toBe(0);
    expect(materials.gridCells[0]).toBeGreaterThan(0);
    expect(access.diagnostics.subjects("missing-material")).toEqual([
      "materials/detail/detailsprites.vmt",
    ]);
  });

  it("leave models out, with one warning that counts them", async () => {
    const { set, access } = await build(madeProps);
    expect(set?.quadCount).toBe(3);
    expect(access.diagnostics.warnings).toEqual([
      {
        code: "not-drawn",
        subject: "game lump dprp",
        message: "1 of 3 detail props are models, which are not drawn.",
        count: 1,
      },
    ]);
    const models = propsOf(({ type }) => type.fill(0));
    expect((await build(models)).set).toBeNull();
  });

  it("are none, and ask for nothing, where the map has none", async () => {
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

  it("are left out, with a warning, where they would cost more than they may", async () => {
    const access = { ...accessTo(GRASS), ledger: new Ledger({ vertices: 11 }) };
    expect(await buildDetails(madeProps, undefined, tree, access, OPTIONS)).toBeNull();
    expect(access.diagnostics.subjects("over-budget")).toEqual(["game lump dprp"]);
  });
});
