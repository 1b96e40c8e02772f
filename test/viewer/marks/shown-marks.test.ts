/** Tests which marks are drawn, what a ray hits, and how mark lists are parsed. */

import { beforeAll, describe, expect, it } from "vitest";
import { buildMarks } from "../../../src/analysis/marks/build-marks.ts";
import { type MarkMap, readMarkMap } from "../../../src/analysis/marks/mark-map.ts";
import { formatMarks, MARKS, parseMarks } from "../../../src/map/mark-kinds.ts";
import type { MarkAnswer, MarkGroup } from "../../../src/map/mark-set.ts";
import { LineRows } from "../../../src/render/lines/line-rows.ts";
import { SolidRows } from "../../../src/render/lines/solid-rows.ts";
import { createView } from "../../../src/render/views/view.ts";
import { CameraAxes } from "../../../src/viewer/camera/camera-axes.ts";
import { fillMarks, filterOf, rowColor } from "../../../src/viewer/marks/fill-marks.ts";
import { writeNearest } from "../../../src/viewer/marks/nearest-markers.ts";
import { pickMark } from "../../../src/viewer/marks/pick-mark.ts";
import { BRUSH_BOXES, markedRoom } from "../../analysis/marks/marked-room.ts";

let map: MarkMap;
const answers = new Map<MarkGroup, MarkAnswer>();
beforeAll(() => {
  map = readMarkMap(markedRoom());
  for (const group of ["brushes", "leafs", "entities"] as const) {
    answers.set(group, buildMarks(map, group));
  }
});

function fill(group: MarkGroup, words: string, visible: Uint32Array | null, leaf = 0) {
  const rows = { solids: new SolidRows(), lines: new LineRows(), markers: new SolidRows() };
  const view = { ...createView(null), visible, leaf, bitsVersion: 1 };
  fillMarks(answers.get(group)!, filterOf(parseMarks(words)), view, rows);
  return { solids: rows.solids.count, lines: rows.lines.count, markers: rows.markers.count };
}

describe("parseMarks", () => {
  it("reads names in any case, in order and without duplicates, and can be formatted back", () => {
    const unknown: string[] = [];
    const choice = parseMarks("Trigger, clips,nothing,LINES,trigger", (word) => unknown.push(word));
    expect(choice.names).toEqual(["playerclip", "npcclip", "otherclip", "trigger"]);
    expect(choice).toMatchObject({ isFilled: false, isOver: false });
    expect(unknown).toEqual(["nothing"]);
    expect(formatMarks(choice)).toBe("playerclip,npcclip,otherclip,trigger,lines");
    expect(parseMarks(formatMarks(choice))).toEqual(choice);
    expect(formatMarks(parseMarks("through"))).toBe("");
    expect(new Set(MARKS.map(({ name }) => name)).size).toBe(MARKS.length);
  });

  it("packs colours in the GPU's byte order", () => {
    expect(rowColor(0x112233, 0x44).toString(16)).toBe("44332211");
  });
});

describe("drawn marks", () => {
  it("are the enabled kinds, and a clip for both counts for either", () => {
    // Two boxes each, of 12 triangles and 12 edges.
    expect(fill("brushes", "playerclip", null)).toEqual({ solids: 72, lines: 24, markers: 0 });
    expect(fill("brushes", "npcclip", null)).toEqual({ solids: 72, lines: 24, markers: 0 });
    expect(fill("brushes", "playerclip,npcclip", null).lines).toBe(36);
    expect(fill("brushes", "playerclip,lines", null)).toEqual({ solids: 0, lines: 24, markers: 0 });
    expect(fill("brushes", "water,entities", null)).toEqual({ solids: 0, lines: 0, markers: 0 });
    expect(fill("entities", "entities", null).markers).toBe(
      answers.get("entities")!.markers!.count,
    );
  });

  it("lie in visible clusters", () => {
    const none = new Uint32Array(8);
    expect(fill("brushes", "playerclip,trigger,nodraw", none).lines).toBe(0);
    expect(fill("entities", "entities", none).markers).toBe(0);
    const { shapes } = answers.get("brushes")!;
    const row = [...shapes.source.keys()].find((i) =>
      shapes.names[shapes.name[i]].endsWith("playerclip"),
    )!;
    const cluster = shapes.clusters[shapes.firstCluster[row]];
    const one = new Uint32Array(8);
    one[cluster >>> 5] |= 1 << (cluster & 31);
    expect(fill("brushes", "playerclip", one).lines).toBeGreaterThanOrEqual(12);
  });

  it("of leafs are the camera's leaf, its area's, or all visible ones", () => {
    const { shapes, leafArea } = answers.get("leafs")!;
    const cells = [...shapes.source.keys()].filter((row) => shapes.source[row] >= 0);
    const leaf = shapes.source[cells[0]];
    const edges = (rows: readonly number[]) =>
      rows.reduce((sum, row) => sum + shapes.firstLine[row + 1] - shapes.firstLine[row], 0);
    expect(fill("leafs", "leaf", null, leaf).lines).toBe(edges(cells.slice(0, 1)));
    const area = cells.filter((row) => shapes.area[row] === leafArea[leaf]);
    expect(fill("leafs", "area", null, leaf).lines).toBe(edges(area));
    expect(fill("leafs", "leaf,pvs", null, leaf).lines).toBe(edges(cells));
    expect(fill("leafs", "pvs", new Uint32Array(8), leaf).lines).toBe(0);
    expect(fill("leafs", "portal", null, leaf).lines).toBeGreaterThan(0);
  });
});

describe("pickMark", () => {
  const [mins, maxs] = BRUSH_BOXES.playerclip;
  /** From in front of the box, towards it. */
  const ray = { origin: [112, 20, 48], direction: [0, 1, 0], maxDistance: 1000, slope: 0.01 };

  it("returns the first visible mark with its kind and name", () => {
    const hit = pickMark(
      [answers.get("brushes")!],
      filterOf(parseMarks("playerclip,trigger")),
      ray,
    );
    expect(hit).toMatchObject({ kind: "playerclip", name: "tools/toolsplayerclip", entity: null });
    expect(hit!.distance).toBeCloseTo(mins[1] - 20, 3);
    expect(hit!.contents).toContain("PLAYERCLIP");
    expect(maxs[1]).toBeGreaterThan(mins[1]);
  });

  it("ignores hidden marks and marks behind a wall", () => {
    expect(pickMark([answers.get("brushes")!], filterOf(parseMarks("nodraw")), ray)).toBeNull();
    const short = { ...ray, maxDistance: 8 };
    expect(
      pickMark([answers.get("brushes")!], filterOf(parseMarks("playerclip")), short),
    ).toBeNull();
  });

  it("hits lines and signs nearby and names their entity", () => {
    const track = {
      origin: [150, 100, 64.5],
      direction: [0, 1, 0],
      maxDistance: 1000,
      slope: 0.01,
    };
    const path = pickMark([answers.get("entities")!], filterOf(parseMarks("paths")), track);
    expect(path).toMatchObject({ kind: "path", name: "path_track: target" });
    expect(path!.distance).toBeCloseTo(120, 0);
    const relay = { origin: [300, 100, 70], direction: [0, 1, 0], maxDistance: 1000, slope: 0.001 };
    const sign = pickMark([answers.get("entities")!], filterOf(parseMarks("entities")), relay);
    expect(map.world.entities[sign!.entity!].get("targetname")).toBe("Relay_1");
    const beside = { ...relay, origin: [300, 100, 76] };
    expect(
      pickMark([answers.get("entities")!], filterOf(parseMarks("entities")), beside),
    ).toBeNull();
  });
});

describe("signs in the picture", () => {
  it("project to pixels whose ray passes through them", () => {
    const axes = new CameraAxes();
    axes.follow({ x: 10, y: 20, z: 30, pitch: 15, yaw: 70, fov: 90 }, 16 / 9);
    const out = new Float64Array(3);
    expect(axes.project(60, 150, 20, out)).toBe(true);
    const ray = axes.rayThrough(out[0], out[1]);
    const to = [50, 130, -10];
    const length = Math.hypot(...to);
    for (let k = 0; k < 3; k++) expect(ray[k]).toBeCloseTo(to[k] / length, 9);
    expect(axes.project(10, -200, 30, out)).toBe(false);
  });

  it("are limited to the nearest ones, in their order", () => {
    const axes = new CameraAxes();
    axes.follow({ x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 }, 1);
    const distances = [500, 100, 300, -50, 200, 5000];
    const origin = Float32Array.from(distances.flatMap((x) => [x, 0, 0]));
    const markers = { count: distances.length, origin } as never;
    const rows = new Int32Array(3);
    const depths = new Float64Array(3);
    expect(writeNearest(markers, axes, 1000, rows, depths)).toBe(3);
    expect([...rows]).toEqual([1, 4, 2]);
  });
});
