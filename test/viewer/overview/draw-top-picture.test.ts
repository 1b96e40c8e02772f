/**
 * Tests pictures of generated maps from above: each pixel shows the position that the game's text
 * file says.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OVERVIEW_SIZE } from "../../../src/analysis/overview/fit-picture.ts";
import { writeOverviewText } from "../../../src/analysis/overview/overview-text.ts";
import { parseKeyValues } from "../../../src/formats/keyvalues/parse-keyvalues.ts";
import { MATERIAL_UNLIT } from "../../../src/map/material.ts";
import { FAMILY } from "../../../src/map/material-families.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../src/scene/textures/textures.ts";
import {
  drawTopPicture,
  TOP_SETTINGS,
  withoutFades,
} from "../../../src/viewer/overview/draw-top-picture.ts";
import { placeOnOverview } from "../../oracle/screen/overview-place.ts";
import { makeMaterials } from "../../render/make-materials.ts";
import { IDENTITY_BONE, makeProps } from "../../render/make-props.ts";
import { makeMap, type Quad, type Vec3 } from "../../render/make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../render/open-test-renderer.ts";
import { makeVtf } from "../../render/water/make-vtf.ts";
import { accessTo, madeContent } from "../../scene/content-sources.ts";
import { openTestGpu } from "../../support/dawn.ts";

const test = await openTestGpu();
const unlit = { family: FAMILY.flat, flags: MATERIAL_UNLIT };
const materials = makeMaterials([
  { ...unlit, name: "red", fallback: [1, 0, 0] },
  { ...unlit, name: "green", fallback: [0, 1, 0] },
  { ...unlit, name: "blue", fallback: [0, 0, 1] },
]);
const [RED, GREEN, BLUE] = [0, 1, 2];
const COLORS = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
];

/** Minimum corner x, y, z, then maximum corner, in inches. */
type Box = readonly [x0: number, y0: number, z0: number, x1: number, y1: number, z1: number];

/** Builds its top, bottom and four sides. */
function boxQuads(
  [x0, y0, z0, x1, y1, z1]: Box,
  material: number,
  clusters: number[] = [],
): Quad[] {
  const [w, d, h] = [x1 - x0, y1 - y0, z1 - z0];
  const quad = (origin: Vec3, u: Vec3, v: Vec3): Quad => ({ origin, u, v, material, clusters });
  return [
    quad([x0, y0, z1], [w, 0, 0], [0, d, 0]),
    quad([x0, y0, z0], [0, d, 0], [w, 0, 0]),
    quad([x0, y0, z0], [w, 0, 0], [0, 0, h]),
    quad([x1, y1, z0], [-w, 0, 0], [0, 0, h]),
    quad([x0, y1, z0], [0, -d, 0], [0, 0, h]),
    quad([x1, y0, z0], [0, d, 0], [0, 0, h]),
  ];
}

const SIZE = 50;
const FRAME = { posX: -131, posY: 187, scale: (7 * SIZE) / OVERVIEW_SIZE };
const TEXT = parseKeyValues(writeOverviewText("made", FRAME, []));
const STEP = (FRAME.scale * OVERVIEW_SIZE) / SIZE;
const PICTURE = {
  ...{ x: FRAME.posX, y: FRAME.posY, unitsPerPixel: STEP, top: 2000, bottom: -200 },
  ...{ clusters: null, eyeX: FRAME.posX + (STEP * SIZE) / 2, eyeY: FRAME.posY - (STEP * SIZE) / 2 },
};

/** Returns the pixel of a position, from this picture's corner. */
function pixelOf(x: number, y: number): [column: number, row: number] {
  const [column, row] = placeOnOverview(TEXT, x, y);
  return [(column * SIZE) / OVERVIEW_SIZE, (row * SIZE) / OVERVIEW_SIZE];
}

describe.skipIf(test === null)("drawTopPicture", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    // A picture of two tiles in each direction, of which the last ones are cropped.
    t = await openTestRenderer(test!, 64, 64);
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  async function draw(
    quads: readonly Quad[],
    changed: Partial<typeof PICTURE | { clusters: Uint32Array }> = {},
    pvs: Parameters<typeof makeMap>[2] = {},
  ) {
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, TOP_SETTINGS);
    t.renderer.setScene(makeMap(quads, materials, pvs));
    const { rgba } = await drawTopPicture(t.renderer, { ...PICTURE, ...changed }, SIZE, 0);
    return (column: number, row: number) => [
      ...rgba.subarray((row * SIZE + column) * 4, (row * SIZE + column) * 4 + 4),
    ];
  }

  type Look = Awaited<ReturnType<typeof draw>>;

  /**
   * Compares pixels that lie completely inside a box's outline, or outside all, by more than half a
   * pixel.
   */
  function compare(look: Look, boxes: readonly (readonly [Box, number])[]): number {
    let inside = 0;
    for (let row = 0; row < SIZE; row++) {
      for (let column = 0; column < SIZE; column++) {
        const hits = boxes.map(([[x0, y0, , x1, y1]]) => {
          const [left, upper] = pixelOf(x0, y1);
          const [right, lower] = pixelOf(x1, y0);
          const off = Math.max(left - column, column + 1 - right, upper - row, row + 1 - lower);
          return off <= -0.5 ? "in" : off >= 1.5 ? "out" : "edge";
        });
        const at = `${column}, ${row}`;
        if (hits.every((hit) => hit === "out")) expect(look(column, row)[3], at).toBe(0);
        const own = hits.map((hit) => hit !== "out").lastIndexOf(true);
        if (own < 0 || hits[own] !== "in") continue;
        inside++;
        expect(look(column, row), at).toEqual([...COLORS[boxes[own][1]], 255]);
      }
    }
    return inside;
  }

  /**
   * Of different heights, at the picture's corners and in its middle; the last is on top of the
   * first.
   */
  const BOXES: readonly (readonly [Box, number])[] = [
    [[-120, -150, 0, 60, -20, 10], GREEN],
    [[80, 60, 0, 200, 180, 1500], RED],
    [[-120, 120, -50, -60, 170, 900], BLUE],
    [[-60, -100, 10, -10, -50, 1990], RED],
  ];

  it("draws each place where the text file says, at any height", async () => {
    const look = await draw(BOXES.flatMap(([box, color]) => boxQuads(box, color)));
    expect(compare(look, BOXES)).toBeGreaterThan(500);
    // An edge through a pixel: partly covered, in the box's color.
    const [column, row] = pixelOf(60, -80).map(Math.floor);
    expect(
      60 > FRAME.posX + (column + 0.25) * STEP && 60 < FRAME.posX + (column + 0.75) * STEP,
    ).toBe(true);
    expect(look(column, row)).toEqual([0, 255, 0, 128]);
  });

  it("draws the same picture with CPU culling and without culling", async () => {
    const quads = BOXES.flatMap(([box, color]) => boxQuads(box, color));
    for (const changed of [{ gpuCulling: false }, { frustum: false }]) {
      Object.assign(TOP_SETTINGS, changed);
      compare(await draw(quads), BOXES);
      for (const key of Object.keys(changed)) delete TOP_SETTINGS[key as "frustum"];
    }
  });

  it("cuts off the map above and below", async () => {
    const floor: Box = [-120, -100, 0, 150, 100, 10];
    const roof: Box = [-120, -100, 200, 150, 100, 210];
    const quads = [...boxQuads(floor, GREEN), ...boxQuads(roof, RED)];
    compare(await draw(quads), [[roof, RED]]);
    compare(await draw(quads, { top: 205 }), [[floor, GREEN]]);
    compare(await draw(quads, { top: 211, bottom: 11 }), [[roof, RED]]);
    // Between both there is nothing, because ceilings are only visible from below.
    compare(await draw(quads, { top: 205, bottom: 11 }), []);
  });

  it("draws only the given clusters", async () => {
    const here: Box = [-120, -100, 0, 0, 100, 10];
    const sealed: Box = [40, -100, 0, 150, 100, 10];
    const quads = [...boxQuads(here, GREEN, [0]), ...boxQuads(sealed, RED, [1])];
    const pvs = { clusterCount: 2, rowOffset: Uint32Array.of(0, 0), bytes: Uint8Array.of(0b11) };
    compare(await draw(quads, { clusters: Uint32Array.of(0b01) }, { pvs }), [[here, GREEN]]);
    compare(await draw(quads, { clusters: Uint32Array.of(0b10) }, { pvs }), [[sealed, RED]]);
    // The viewer's own camera is restored.
    t.renderer.render({ x: 20, y: 0, z: 300, pitch: 89, yaw: 0, fov: 90 });
    const { visibleClusters } = await t.renderer.readStats();
    expect(visibleClusters).toBe(2);
  });

  it("draws faded props in the LOD of their size", async () => {
    const square = (edge: number, material: number, switchPoint: number) => ({
      switchPoint,
      material,
      vertices: (
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ] as const
      ).map(([x, y]) => ({
        position: [x * edge, y * edge, 0] as const,
        normal: [0, 0, 1] as const,
      })),
      indices: [0, 2, 1, 0, 3, 2, 0, 1, 2, 0, 2, 3],
    });
    // 3.5 inches per sample are a metric of 175.
    const lods = [square(60, RED, 0), square(60, BLUE, 150), square(60, GREEN, 200)];
    const at = (x: number) => [1, 0, 0, x, 0, 1, 0, 20, 0, 0, 1, 50];
    const props = makeProps(
      [{ bones: [IDENTITY_BONE], lods }],
      [
        { variant: 0, worldFromModel: at(-100), fadeMin: 100, fadeMax: 200 },
        { variant: 0, worldFromModel: at(50), fadeMetric: [1, 2] },
      ],
      materials,
    );
    const event = withoutFades({ type: "props", props });
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, TOP_SETTINGS, { lightmaps: false });
    t.renderer.setScene(makeMap(boxQuads([-1, -1, -50, 1, 1, -40], RED), materials));
    if (event.type === "props") t.renderer.setSource(propSource(event.props));
    const { rgba } = await drawTopPicture(t.renderer, PICTURE, SIZE, 0);
    for (const x of [-70, 80]) {
      const [column, row] = pixelOf(x, 50).map(Math.floor);
      expect([...rgba.subarray((row * SIZE + column) * 4, (row * SIZE + column) * 4 + 4)]).toEqual([
        0, 0, 255, 255,
      ]);
    }
  });

  it("draws water with its depth", async () => {
    const stone = makeVtf(0, 4, () => [150, 120, 60, 255]);
    const access = accessTo(
      madeContent({
        "materials/stone.vtf": stone,
        "materials/stone.vmt": "UnlitGeneric { $basetexture stone }",
        "materials/pond.vmt": `Water { $abovewater 1 $refracttexture _rt_WaterRefraction $fogenable 1 $fogcolor "{40 120 160}" $fogstart 0 $fogend 300 }`,
      }),
    );
    const options = { textureCompressionBc: false, maxTextureDimension: 8192 };
    const resolved = await resolveMaterials(["stone", "pond"], null, access, options);
    const scene = makeMap(
      [
        { origin: [-300, -300, -100], u: [600, 0, 0], v: [0, 600, 0], material: 0 },
        { origin: [-300, -300, 0], u: [600, 0, 0], v: [0, 600, 0], material: 1 },
      ],
      resolved.materials,
    );
    t.renderer.setScene(scene);
    t.renderer.setMaterials(resolved.materials);
    for (const { texture, image } of streamTextures(resolved.textures, [0], access, options)) {
      t.renderer.setTexture("world", texture, image);
    }
    Object.assign(t.renderer.settings, DEFAULT_RENDER_SETTINGS, TOP_SETTINGS);
    const { rgba } = await drawTopPicture(t.renderer, PICTURE, SIZE, 0);
    // The same water straight below a perspective camera.
    await t.renderer.settled();
    t.renderer.render({ x: 0, y: 0, z: 400, pitch: 90, yaw: 90, fov: 20 });
    const near = await t.renderer.readPixels();
    const [from, to] = [(32 * 64 + 32) * 4, (Math.floor(SIZE / 2) * SIZE + 10) * 4];
    for (let channel = 0; channel < 3; channel++) {
      expect(Math.abs(rgba[to + channel] - near[from + channel]), `${channel}`).toBeLessThanOrEqual(
        2,
      );
    }
    expect(near[from], "some of the stone, some of the fog").toBeLessThan(145);
    expect(near[from]).toBeGreaterThan(60);
  });
});
