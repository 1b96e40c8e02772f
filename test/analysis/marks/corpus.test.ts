/** Marks of real maps, counted by other means, and of cut maps. */

import { describe, expect, it } from "vitest";
import { buildMarks } from "../../../src/analysis/marks/build-marks.ts";
import { readMarkMap } from "../../../src/analysis/marks/mark-map.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { kindRow } from "../../../src/map/mark-kinds.ts";
import type { MarkAnswer } from "../../../src/map/mark-set.ts";
import { hasCorpus, listSmallestMaps, listSmallMaps, readCorpus } from "../../support/corpus.ts";
import { markedRoom } from "./marked-room.ts";

const GROUPS = ["brushes", "leafs", "entities"] as const;

/** Checks that all drawn numbers are finite and all rows exist. */
function checkAnswer({ shapes, markers }: MarkAnswer): void {
  expect(shapes.corners.every(Number.isFinite)).toBe(true);
  expect(shapes.lines.every(Number.isFinite)).toBe(true);
  expect(shapes.firstTriangle[shapes.count] * 9).toBe(shapes.corners.length);
  expect(shapes.firstLine[shapes.count] * 6).toBe(shapes.lines.length);
  expect(shapes.firstCluster[shapes.count]).toBe(shapes.clusters.length);
  expect(shapes.name.every((name) => name < shapes.names.length)).toBe(true);
  expect(markers === null || markers.origin.every(Number.isFinite)).toBe(true);
}

/** Returns "bad" if the file is refused with a FormatError. */
function answerOf(bytes: Uint8Array): "bad" | "answer" {
  try {
    const map = readMarkMap(bytes);
    for (const group of GROUPS) checkAnswer(buildMarks(map, group));
    return "answer";
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return "bad";
  }
}

describe("marks of a damaged map", () => {
  it("are answered or refused wherever the map ends and whatever its brush lumps hold", () => {
    const whole = markedRoom();
    const answers = new Set<string>();
    for (let cut = 1; cut <= 20; cut++) {
      answers.add(answerOf(whole.slice(0, Math.floor((whole.length * cut) / 20))));
    }
    expect([...answers].sort()).toEqual(["answer", "bad"]);
    const header = new DataView(whole.buffer, whole.byteOffset);
    // LUMP_PLANES, LUMP_NODES, LUMP_ENTITIES, LUMP_BRUSHES, LUMP_BRUSHSIDES, LUMP_AREAPORTALS.
    for (const lump of [1, 5, 0, 18, 19, 21]) {
      const at = header.getInt32(8 + lump * 16, true);
      const length = header.getInt32(12 + lump * 16, true);
      for (let step = 0; step < 24; step++) {
        const bytes = whole.slice();
        const place = at + Math.floor((length * step) / 24);
        bytes.fill(step % 2 === 0 ? 0xff : 0x40, place, Math.min(place + 4, at + length));
        answers.add(answerOf(bytes));
      }
    }
    expect([...answers].sort()).toEqual(["answer", "bad"]);
  });
});

/**
 * Counts brushes with `CONTENTS_PLAYERCLIP` and `CONTENTS_MONSTERCLIP` in the bytes of
 * LUMP_BRUSHES.
 */
function countClips(bytes: Uint8Array): Record<string, number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const at = view.getInt32(8 + 18 * 16, true);
  const counts: Record<string, number> = { clip: 0, playerclip: 0, npcclip: 0 };
  for (let brush = at; brush < at + view.getInt32(12 + 18 * 16, true); brush += 12) {
    const bits = (view.getInt32(brush + 8, true) >>> 16) & 3;
    if (bits !== 0) counts[["", "playerclip", "npcclip", "clip"][bits]]++;
  }
  return counts;
}

describe.skipIf(!hasCorpus)("marks of real maps", () => {
  it.each([
    ["lanofdoom_css/gg_canyon.bsp", 13],
    ["lanofdoom_css/de_office_h2.bsp", 2],
    ["gunman_city2/gunman_city2.bsp", 8],
    ["rc_deathmatch1/rc_deathmatch1.bsp", 33],
  ])("of %s have as many clips as its brush contents, and %i trigger brushes", (path, triggers) => {
    const bytes = readCorpus(path);
    const { shapes } = buildMarks(readMarkMap(bytes), "brushes");
    const count = (name: string) => shapes.kind.filter((kind) => kind === kindRow(name)).length;
    for (const [name, expected] of Object.entries(countClips(bytes))) {
      expect(count(name), name).toBe(expected);
    }
    expect(count("trigger")).toBe(triggers);
  });

  it("are answered or refused for whole and for cut maps", () => {
    const whole = listSmallMaps().map((path) => answerOf(readCorpus(path)));
    expect(whole.filter((each) => each === "answer").length).toBeGreaterThan(whole.length * 0.8);
    for (const path of listSmallestMaps(3)) {
      const bytes = readCorpus(path);
      for (let cut = 1; cut < 10; cut++) answerOf(bytes.subarray(0, (bytes.length * cut) / 10));
    }
  });
});
