/** Recounts texture memory over 400 files: of the game, of the map, and some of both. */

import { expect, it } from "vitest";
import type { MapFacts } from "../../../src/analysis/check/facts/map-facts.ts";
import { textureMemory } from "../../../src/analysis/check/rules/limits/memory.ts";

const COUNT = 400;
const rows = Array.from({ length: COUNT }, (_, row) => row);
const pathOf = (row: number) => `materials/dir${row % 7}/t${row}.${row % 5 === 0 ? "vmt" : "vtf"}`;
const isPacked = (row: number) => row % 3 === 1;
/** True for packed files that nothing names, and for one that replaces a file of the game. */
const isUnused = (row: number) => row % 6 === 1;
const isInGame = (row: number) => !isPacked(row) || row % 24 === 10;
/** File size in bytes; nine rows have the largest size. */
const sizeOf = (row: number) => (row % 45 === 32 ? 5_000_000 : 1000 + ((row * 977) % 90_000));

const factsOf = (given: readonly number[]): MapFacts => {
  const files = new Map(
    given
      .filter(isInGame)
      .map((row) => [pathOf(row), { length: isPacked(row) ? 7 : sizeOf(row) } as Uint8Array]),
  );
  const packed = given.filter(isPacked);
  const entries = new Map(packed.map((row) => [pathOf(row), { byteLength: sizeOf(row) }]));
  // The first name is of a texture that the pakfile does not hold.
  const used = new Set(["models/none.vtf", ...packed.filter((row) => !isUnused(row)).map(pathOf)]);
  return {
    hasContent: true,
    gathered: Promise.resolve({ files }),
    usedPackedFiles: Promise.resolve(used),
    packed: Promise.resolve({ entries }),
  } as unknown as MapFacts;
};

it.each([
  ["in the order of their names", rows],
  ["in reverse order", [...rows].reverse()],
])("texture-memory counts each used texture once if the files are read %s", async (_, order) => {
  const used = rows.filter((row) => row % 5 !== 0 && !(isPacked(row) && isUnused(row)));
  const total = used.reduce((sum, row) => sum + sizeOf(row), 0);
  const largest = used
    .filter((row) => sizeOf(row) === 5_000_000)
    .map(pathOf)
    .sort();
  expect(largest.length).toBeGreaterThan(4);
  const names = largest.slice(0, 4).map((path) => `${path} 5.00 MB`);
  expect([...(await textureMemory.check(factsOf(order)))]).toEqual([
    {
      severity: "note",
      message: `${used.length} textures of ${(total / 1e6).toFixed(1)} MB are used: ${names.join(", ")}.`,
    },
  ]);
});

it("texture-memory uses the singular for one texture, and reports nothing without any", async () => {
  const said = async (given: readonly number[]) =>
    [...(await textureMemory.check(factsOf(given)))].map(({ message }) => message);
  expect(await said([2])).toEqual([`1 texture of 2.95 kB is used: ${pathOf(2)} 2.95 kB.`]);
  expect(await said([5, 1])).toEqual([]);
});
