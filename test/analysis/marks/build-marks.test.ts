/** Shapes of things that the compiler hides, compared with the boxes of a map made for it. */

import { beforeAll, describe, expect, it } from "vitest";
import { buildMarks } from "../../../src/analysis/marks/build-marks.ts";
import { type MarkMap, readMarkMap } from "../../../src/analysis/marks/mark-map.ts";
import { kindRow } from "../../../src/map/mark-kinds.ts";
import type { MarkAnswer, MarkGroup, MarkSet } from "../../../src/map/mark-set.ts";
import { type Box, BRUSH_BOXES, markedRoom, TRIGGER, TURNED_ORIGIN } from "./marked-room.ts";

let map: MarkMap;
const built = new Map<MarkGroup, MarkAnswer>();
beforeAll(() => {
  map = readMarkMap(markedRoom());
  for (const group of ["brushes", "leafs", "entities"] as const) {
    built.set(group, buildMarks(map, group));
  }
});

const answer = (group: MarkGroup) => built.get(group) as MarkAnswer;
const rowsOf = ({ kind }: MarkSet, name: string) =>
  [...kind.keys()].filter((row) => kind[row] === kindRow(name));
const boxOf = ({ box }: MarkSet, row: number) => [...box.subarray(row * 6, row * 6 + 6)];
const near = (box: readonly number[]) => box.map((value) => expect.closeTo(value, 2));

/**
 * Cubic inches as the sum of the triangles' signed tetrahedra, which depends on the winding of each
 * side.
 */
function volumeOf({ corners, firstTriangle }: MarkSet, row: number): number {
  let sum = 0;
  for (let i = firstTriangle[row] * 9; i < firstTriangle[row + 1] * 9; i += 9) {
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners.subarray(i, i + 9);
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum / 6;
}

const volume = ([mins, maxs]: Box) =>
  mins.reduce<number>((product, low, k) => product * (maxs[k] - low), 1);

describe("marks of invisible brushes", () => {
  const kinds: Readonly<Record<string, string>> = { invisibleladder: "ladder" };

  it.each(Object.keys(BRUSH_BOXES))("have the box of the source brush: %s", (tool) => {
    const { shapes } = answer("brushes");
    const [mins, maxs] = BRUSH_BOXES[tool];
    const rows = rowsOf(shapes, kinds[tool] ?? tool);
    const own = rows.filter((row) => boxOf(shapes, row)[0] === mins[0]);
    expect(own).toHaveLength(1);
    expect(boxOf(shapes, own[0])).toEqual(near([...mins, ...maxs]));
    // Twelve clockwise triangles, seen from outside, form a closed shape, with twelve edges.
    expect(shapes.firstTriangle[own[0] + 1] - shapes.firstTriangle[own[0]]).toBe(12);
    expect(shapes.firstLine[own[0] + 1] - shapes.firstLine[own[0]]).toBe(12);
    expect(volumeOf(shapes, own[0])).toBeCloseTo(-volume(BRUSH_BOXES[tool]), 0);
    expect(shapes.names[shapes.name[own[0]]]).toBe(`tools/tools${tool}`);
    expect(shapes.entity[own[0]]).toBe(-1);
    expect(shapes.clusters.length).toBeGreaterThan(0);
  });

  it("exist for no other brushes", () => {
    const { shapes, warnings } = answer("brushes");
    expect(warnings).toEqual([]);
    for (const name of ["clip", "playerclip", "npcclip", "invisible", "nodraw", "ladder"]) {
      expect(rowsOf(shapes, name), name).toHaveLength(1);
    }
    expect(shapes.count).toBe(Object.keys(BRUSH_BOXES).length + 2);
  });

  it("of brush entities have the entity's place and rotation", () => {
    const { shapes } = answer("brushes");
    const [trigger] = rowsOf(shapes, "trigger");
    expect(boxOf(shapes, trigger)).toEqual(near(TRIGGER.flat()));
    const hurt = map.world.entities[shapes.entity[trigger]];
    expect(hurt.get("classname")).toBe("trigger_hurt");
    const [zone] = rowsOf(shapes, "volume");
    const [x, y, z] = TURNED_ORIGIN;
    // 64 along x and 32 along y, turned to the left about the origin.
    expect(boxOf(shapes, zone)).toEqual(near([x - 32, y, z, x, y + 64, z + 20]));
    expect(shapes.color[zone]).not.toBe(shapes.color[trigger]);
  });

  it("have the clusters that hold them", () => {
    const { shapes } = answer("brushes");
    for (let row = 0; row < shapes.count; row++) {
      const clusters = shapes.clusters.subarray(
        shapes.firstCluster[row],
        shapes.firstCluster[row + 1],
      );
      expect(clusters.length).toBeGreaterThan(0);
      expect(Math.max(...clusters)).toBeLessThan(map.world.leafs.count);
    }
  });
});

describe("leaf marks", () => {
  it("fill the room with cells, each the box of a leaf", () => {
    const { shapes, leafArea, warnings } = answer("leafs");
    expect(warnings).toEqual([]);
    expect(leafArea).toHaveLength(map.tree.leafCount);
    const cells = rowsOf(shapes, "leaf");
    const inside = [...map.world.leafs.cluster].filter((cluster) => cluster >= 0);
    expect(cells).toHaveLength(inside.length);
    let sum = 0;
    for (const row of cells) {
      const leaf = shapes.source[row];
      const stored = map.tree.leafBox.subarray(leaf * 6, leaf * 6 + 6);
      const own = boxOf(shapes, row);
      for (let k = 0; k < 6; k++) expect(Math.abs(own[k] - stored[k])).toBeLessThanOrEqual(1.01);
      sum += (own[3] - own[0]) * (own[4] - own[1]) * (own[5] - own[2]);
      expect([
        ...shapes.clusters.subarray(shapes.firstCluster[row], shapes.firstCluster[row + 1]),
      ]).toEqual([map.world.leafs.cluster[leaf]]);
    }
    // The room without the one structural brush in it, nodraw. The others do not cut leafs.
    expect(sum).toBeCloseTo(512 * 256 * 128 - 32 * 32 * 96, -2);
  });

  it("have flat portals between cells", () => {
    const { shapes } = answer("leafs");
    const portals = rowsOf(shapes, "portal");
    expect(portals.length).toBeGreaterThan(0);
    for (const row of portals) {
      const [x0, y0, z0, x1, y1, z1] = boxOf(shapes, row);
      expect(Math.min(x1 - x0, y1 - y0, z1 - z0)).toBeCloseTo(0, 2);
      expect(shapes.firstCluster[row + 1] - shapes.firstCluster[row]).toBe(2);
    }
  });
});

describe("entity marks", () => {
  const lineOf = (row: number) => {
    const { shapes } = answer("entities");
    return [...shapes.lines.subarray(shapes.firstLine[row] * 6, shapes.firstLine[row] * 6 + 6)];
  };

  it("have a sign each, in the middle of brush entities", () => {
    const { markers } = answer("entities");
    const places = new Map<string, number[]>();
    for (let i = 0; i < markers!.count; i++) {
      const entity = map.world.entities[markers!.entity[i]];
      places.set(entity.get("targetname") ?? entity.get("classname")!, [
        ...markers!.origin.subarray(i * 3, i * 3 + 3),
      ]);
    }
    expect(places.get("pain")).toEqual([64, 160, 32]);
    expect(places.get("Relay_1")).toEqual([300, 200, 64]);
    expect(places.has("worldspawn")).toBe(false);
  });

  it("are linked by outputs to targets by name, wildcard and class; outputs without a target are broken", () => {
    const { shapes } = answer("entities");
    const links = rowsOf(shapes, "link").map((row) => ({
      row,
      name: shapes.names[shapes.name[row]],
    }));
    const late = links.filter(({ name }) => name === "OnStartTouch: relay*.Trigger, 2.5 s later");
    expect(late.map(({ row }) => lineOf(row))).toEqual([
      [64, 160, 32, 300, 200, 64],
      [64, 160, 32, 400, 200, 64],
    ]);
    // No entity has the name, so the class counts. The sender is not linked to itself.
    const byClass = links.filter(({ name }) => name === "OnTrigger: logic_relay.Toggle");
    expect(byClass.map(({ row }) => lineOf(row))).toEqual([[400, 200, 64, 300, 200, 64]]);
    expect(shapes.color[late[0].row]).not.toBe(shapes.color[byClass[0].row]);
    expect(links).toHaveLength(3);
    const broken = rowsOf(shapes, "broken");
    expect(broken.map((row) => shapes.names[shapes.name[row]])).toEqual([
      "OnEndTouch: nobody.Kill: no such target",
    ]);
    expect(lineOf(broken[0]).slice(0, 3)).toEqual([64, 160, 32]);
  });

  it("show paths, view cones and the range of lights", () => {
    const { shapes } = answer("entities");
    expect(rowsOf(shapes, "path").map(lineOf)).toEqual([[100, 220, 64, 200, 220, 64]]);
    const [start] = rowsOf(shapes, "cone");
    // The hull of the player start, and a cone ahead of the eyes, to the left of x.
    expect(boxOf(shapes, start)).toEqual(
      near([128 - 32, 128 - 16, 16, 128 + 32, 128 + 64, 16 + 64 + 19.2]),
    );
    const [light, spot] = rowsOf(shapes, "light");
    expect(boxOf(shapes, light)).toEqual(near([-44, -172, -200, 556, 428, 400]));
    expect(shapes.color[light]).toBe(0xff8000);
    const wide = 90 * Math.SQRT1_2;
    expect(boxOf(shapes, spot)).toEqual(
      near([256 - wide, 128 - wide, 120 - wide, 256 + wide, 128 + wide, 120]),
    );
  });
});
