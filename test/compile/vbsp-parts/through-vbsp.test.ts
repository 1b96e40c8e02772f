/** The parts within the whole compiler: a small map, compiled, written and read. */

import { beforeAll, describe, expect, it } from "vitest";
import { compileVbsp, writeBsp } from "../../../src/compile/compile-map.ts";
import type { FindMaterial } from "../../../src/compile/types.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import { buildDisplacementGrid } from "../../../src/scene/world/displacement.ts";
import { buildLeafTree } from "../../../src/scene/world/leaf-tree.ts";
import { findLeaf } from "../../../src/visibility/leaf-walk.ts";
import { makeBox, makeEntity, makeRoom, makeVmf, pointEntity } from "../make-vmf.ts";
import { makeDispInfo, type Point } from "./make-displacement.ts";
import { keepReport } from "./make-tree.ts";

const GRASS = "nature/grass";
const findMaterial: FindMaterial = (name) => ({
  width: 64,
  height: 64,
  reflectivity: [0.5, 0.5, 0.5],
  surfaceFlags: 0,
  contents: 1,
  isBumped: false,
  detailType: name.toLowerCase() === GRASS ? "meadow" : null,
});

const DETAIL_VBSP =
  'detail { meadow { density 500 g { fern { model "models/fern.mdl" upright 1 } } } }';

const heightAt = (x: number, y: number) => 8 + (((x * 7 + y * 3) >> 4) % 5) * 4;

/** Makes a square of ground of 256 inches, raised by `heightAt`, starting at its least x and y. */
function makeGround(x: number, y: number, power: number) {
  const edge = (1 << power) + 1;
  const info = makeDispInfo(power, [x, y, 32]);
  for (let row = 0; row < edge; row++) {
    for (let column = 0; column < edge; column++) {
      // Rows go along y, columns along x: the side's corners run clockwise as seen from above.
      const [px, py] = [column, row].map((i) => (i * 256) / (edge - 1));
      info.normals[(row * edge + column) * 3 + 2] = 1;
      info.distances[row * edge + column] = heightAt(x + px, y + py);
      info.alphas[row * edge + column] = column * 10;
    }
  }
  return makeBox([x, y, 0], [x + 256, y + 256, 32], {
    sides: { top: { dispInfo: info, material: GRASS } },
  });
}

function compile(): { bsp: Bsp; warnings: string[] } {
  const ground = [makeGround(0, 0, 4), makeGround(256, 0, 2), makeGround(0, 256, 3)];
  const wall = makeBox([256, 256, 0], [512, 512, 32]);
  const room = makeRoom([0, 0, 0], [512, 512, 256]);
  const overlay = {
    classname: "info_overlay",
    material: "signs/arrow",
    targetname: "sign",
    sides: String(room[2].sides[3].id),
    BasisOrigin: "0 128 128",
    BasisU: "0 1 0",
    BasisV: "0 0 1",
    BasisNormal: "1 0 0",
    uv0: "-16 -16 0",
    uv1: "-16 16 0",
    uv2: "16 16 0",
    uv3: "16 -16 0",
    EndU: "1",
    EndV: "1",
  };
  const report = keepReport();
  const { map } = compileVbsp(
    makeVmf(
      [...room, ...ground, wall],
      [
        pointEntity("info_player_start", [384, 384, 64]),
        pointEntity("prop_static", [384, 384, 32], { model: "models/crate.mdl", skin: "1" }),
        pointEntity("prop_static", [384, 384, -8], { model: "models/crate.mdl" }),
        pointEntity("env_cubemap", [300, 300, 100]),
        makeEntity(overlay),
      ],
    ),
    findMaterial,
    report,
    { detailTypes: DETAIL_VBSP, findModelBounds: () => [-16, -16, 0, 16, 16, 32] },
  );
  const bsp = parseBsp(writeBsp(map), new Diagnostics());
  return { bsp, warnings: report.warnings };
}

describe("a small map through vbsp", () => {
  let compiled: ReturnType<typeof compile>;
  beforeAll(() => {
    compiled = compile();
  });

  it("has the displacements of the source", () => {
    const { bsp } = compiled;
    expect([...bsp.dispInfos.power]).toEqual([4, 2, 3]);
    for (let i = 0; i < 3; i++) {
      const face = bsp.dispInfos.mapFace[i];
      const grid = buildDisplacementGrid(bsp, bsp.faces, face);
      const used = new Set(grid.indices);
      const at = (vertex: number): Point => [
        grid.position[vertex * 3],
        grid.position[vertex * 3 + 1],
        grid.position[vertex * 3 + 2],
      ];
      for (const vertex of used) {
        const [x, y, z] = at(vertex);
        expect(z).toBeCloseTo(32 + heightAt(x, y), 3);
        const column = vertex % grid.edge;
        expect(grid.blend[vertex]).toBe(column * 10 * 0x0101);
      }
      // 256 inches at 16 per luxel.
      expect([...bsp.faces.lightmapSize.subarray(face * 2, face * 2 + 2)]).toEqual([17, 17]);
      if (i > 0) continue;
      // The finest grid lost vertices on the sides of both coarser neighbours.
      expect(used.size).toBeLessThan(17 * 17);
    }
  });

  it("lists its prop in the right leaf, without the prop inside a wall", () => {
    const { bsp, warnings } = compiled;
    const props = bsp.staticProps;
    expect(props?.count).toBe(1);
    expect([...(props?.leaf ?? [])]).toContain(findLeaf(buildLeafTree(bsp), 384, 384, 48));
    expect(props?.skin[0]).toBe(1);
    expect(warnings.filter((line) => line.includes("outside the map"))).toHaveLength(1);
  });

  it("has detail props on its ground, an overlay and a cubemap", () => {
    const { bsp } = compiled;
    // 65,536 square inches at 500 per million give 32, on each of three squares.
    expect(bsp.detailProps?.objects.count).toBe(96);
    expect(bsp.overlays.count).toBe(1);
    expect([...bsp.cubemaps.origin]).toEqual([300, 300, 100]);
    const classes = bsp.entities.map((entity) => entity.get("classname"));
    expect(classes).toEqual(["worldspawn", "info_player_start", "info_overlay_accessor"]);
    expect(bsp.entities[2].get("OverlayID")).toBe("0");
  });
});
