import { describe, expect, it } from "vitest";
import type { DecalSet } from "../../../src/map/decals.ts";
import { createDueSilhouettes, frameAt } from "../../../src/render/shadows/moving-silhouettes.ts";
import { makeMotion } from "../make-motion.ts";

const track = (frameCount: number, isLooping: boolean) => ({
  bones: [],
  frames: Array.from({ length: frameCount }, () => []),
  fps: 10,
  isLooping,
});

/** Builds a row of shadows, 10 inches apart, of looping models. */
function makeShadows(count: number) {
  const posed = Array.from({ length: count }, (_, instance) => ({ instance, track: 0 }));
  const motion = makeMotion([track(5, true)], posed, 0);
  const chunks = {
    count: count + 1,
    box: Float32Array.from({ length: (count + 1) * 6 }, (_, i) =>
      i % 3 === 0 ? Math.floor(i / 6) * 10 + (i % 6 === 3 ? 1 : 0) : i % 6 < 3 ? -1 : 1,
    ),
    firstCluster: new Uint32Array(count + 1),
    clusterCount: new Uint32Array(count + 1).fill(1),
    clusters: Uint32Array.of(0),
  } as unknown as DecalSet["chunks"];
  const chunk = Uint32Array.from(posed, (_, i) => i + 1);
  return { chunks, moving: { motion, chunk, indexCount: new Uint32Array(count).fill(300) } };
}

const SETTINGS = { animations: true, frustum: true };
/** Returns a view of everything between two x values. */
const viewOf = (least: number, most: number, visible: Uint32Array | null = null) => {
  const none = [0, 0, 0, 1];
  const frustum = Float32Array.from([1, 0, 0, -least, -1, 0, 0, most, ...none, ...none, ...none]);
  return { view: { visible, frustum } } as never;
};

describe("redrawn silhouettes", () => {
  it("are chosen by animation frame: before the start, within, looping and at the end", () => {
    const posed = [
      { instance: 0, track: 0 },
      { instance: 1, track: 1, delay: 2 },
      { instance: 2, track: 1, period: 0.6 },
    ];
    const motion = makeMotion([track(5, true), track(5, false)], posed, 0);
    const frames = (row: number, ...seconds: number[]) =>
      seconds.map((at) => Number(frameAt(motion, row, at).toFixed(6)));
    expect(frames(0, 0, 0.15, 0.4, 0.45)).toEqual([0, 1.5, 0, 0.5]);
    expect(frames(1, 0, 1.9, 2.25, 9)).toEqual([0, 0, 2.5, 4]);
    expect(frames(2, 0.1, 0.5, 0.7)).toEqual([1, 4, 1]);
  });

  it("are those in view while their models move", () => {
    const { chunks, moving } = makeShadows(4);
    const due = createDueSilhouettes(chunks, moving, { silhouettes: 9, triangles: 1e9 });
    const at = (seconds: number, views: never[], settings = SETTINGS) => {
      due.choose(views, settings, seconds);
      return [...due.rows.subarray(0, due.count)].sort();
    };
    const all = viewOf(-99, 99);
    expect(at(0, [all])).toEqual([]);
    expect(at(0.1, [])).toEqual([]);
    // The chunk of row 0 lies at x = 10.
    expect(at(0.1, [viewOf(8, 12), viewOf(38, 99)])).toEqual([0, 3]);
    expect(at(0.1, [all])).toEqual([1, 2]);
    expect(at(0.1, [all])).toEqual([]);
    expect(at(0.2, [viewOf(-99, 99, Uint32Array.of(0))])).toEqual([]);
    expect(at(0.2, [viewOf(0, 12, Uint32Array.of(1))])).toEqual([0]);
    expect(at(0.2, [viewOf(0, 12)], { ...SETTINGS, frustum: false })).toEqual([1, 2, 3]);
    expect(at(0.3, [all], { ...SETTINGS, animations: false })).toEqual([0, 1, 2, 3]);
    due.restart();
    expect(at(0, [all])).toEqual([]);
    expect(at(0.2, [all])).toEqual([0, 1, 2, 3]);
    due.restart();
    expect(at(0.2, [all])).toEqual([0, 1, 2, 3]);
  });

  it("take turns if they exceed a frame's budget", () => {
    const { chunks, moving } = makeShadows(5);
    const rowsOf = (silhouettes: number, triangles: number) => {
      const due = createDueSilhouettes(chunks, moving, { silhouettes, triangles });
      return [0.01, 0.02, 0.03, 0.04, 0.05].map((seconds) => {
        due.choose([viewOf(-99, 99)], SETTINGS, seconds);
        return [...due.rows.subarray(0, due.count)].join("");
      });
    };
    expect(rowsOf(2, 1e9)).toEqual(["01", "23", "40", "12", "34"]);
    // 100 triangles each; at least one is drawn even above the budget.
    expect(rowsOf(5, 350)).toEqual(["012", "340", "123", "401", "234"]);
    expect(rowsOf(5, 50)).toEqual(["0", "1", "2", "3", "4"]);
  });
});
