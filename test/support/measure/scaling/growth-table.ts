/** Growth of generated maps and of what they cost, in Markdown. */

import type { FrameRun } from "../../../../src/bench/frame-cost/frame-report.ts";

export interface GrownMap {
  readonly counts: {
    readonly faces: number;
    readonly clusters: number;
    readonly leafs: number;
    readonly areas: number;
    readonly props: number;
    readonly lights: number;
    readonly entities: number;
    readonly bytes: number;
  };
  readonly frame: FrameRun;
  /** Bytes that opening the map holds at most, and the process at its peak. */
  readonly heldBytes: number;
  readonly processBytes: number | null;
}

type Figure = readonly [label: string, of: (map: GrownMap) => number | null, digits: number];

const MEGABYTE = 1e6;
const FIGURES: readonly Figure[] = [
  ["faces", ({ counts }) => counts.faces, 0],
  ["clusters", ({ counts }) => counts.clusters, 0],
  ["leafs", ({ counts }) => counts.leafs, 0],
  ["areas", ({ counts }) => counts.areas, 0],
  ["props", ({ counts }) => counts.props, 0],
  ["lights", ({ counts }) => counts.lights, 0],
  ["entities", ({ counts }) => counts.entities, 0],
  ["file, MB", ({ counts }) => counts.bytes / MEGABYTE, 1],
  ["load, CPU ms", ({ frame }) => frame.loadCpu, 0],
  ["held at most, MB", ({ heldBytes }) => heldBytes / MEGABYTE, 1],
  ["process at its peak, MB", ({ processBytes }) => processBytes && processBytes / MEGABYTE, 0],
  ["own JS, hot p10 ms", ({ frame }) => frame.own.p10, 3],
  ["own JS, first 60 frames", ({ frame }) => frame.first, 3],
  ["heap bytes a frame", ({ frame }) => frame.heapBytes, 0],
  ["dispatches", ({ frame }) => frame.calls.dispatches, 0],
  ["encoded draws", ({ frame }) => frame.calls.draws, 0],
  ["bytes written a frame", ({ frame }) => frame.calls.writtenBytes, 0],
  ["… while the CPU culls", ({ frame }) => frame.cpuCulled.writtenBytes, 0],
];

/**
 * Returns the exponent of growth from the first to the last map: 1 if a figure grows as the faces
 * do, 0 if it stays.
 */
export function growthOf(first: number, last: number, faces: number): number {
  return Math.log(last / first) / Math.log(faces);
}

/** Returns a row for each figure, a column for each map, smallest first, and the growth. */
export function formatGrowth(maps: readonly GrownMap[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const [first, last] = [maps[0], maps[maps.length - 1]];
  const faces = last.counts.faces / first.counts.faces;
  const rows = FIGURES.map(([label, of, digits]) => {
    const values = maps.map(of);
    const [from, to] = [values[0], values[values.length - 1]];
    const growth = from && to ? growthOf(from, to, faces).toFixed(2) : "–";
    return line([label, ...values.map((value) => value?.toFixed(digits) ?? "–"), growth]);
  });
  const head = ["", ...maps.map(({ frame }) => frame.map), "growth"];
  return [line(head), line(head.map((_, i) => (i === 0 ? "---" : "--:"))), ...rows];
}
