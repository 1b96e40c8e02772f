import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { BundleSources } from "./bundle-sources.ts";
import { listCovered } from "./coverage-taker.ts";
import { ReachedCode } from "./reached-code.ts";

const range = (startOffset: number, endOffset: number, count: number) => ({
  startOffset,
  endOffset,
  count,
});
const covered = (...functions: ReturnType<typeof range>[][]) => [
  ...listCovered(functions.map((ranges) => ({ functionName: "f", ranges, isBlockCoverage: true }))),
];

describe("what ran", () => {
  it("takes the count of the innermost range", () => {
    // A branch that was not taken, with a part of it that was: after a jump.
    expect(
      covered([range(0, 100, 2), range(20, 60, 0), range(30, 40, 1), range(60, 70, 3)]),
    ).toEqual([0, 20, 30, 40, 60, 70, 70, 100]);
  });

  it("leaves out the parts of inner functions that did not run", () => {
    expect(covered([range(0, 100, 1)], [range(10, 30, 0)], [range(40, 50, 7)])).toEqual([
      ...[0, 10],
      ...[30, 40],
      ...[40, 50],
      ...[50, 100],
    ]);
  });

  it("reports an inner function whose outer function is not reported", () => {
    expect(covered([range(10, 30, 1)], [range(50, 60, 0)])).toEqual([10, 30]);
    expect(covered()).toEqual([]);
  });
});

describe("code that was reached", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-sources-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "src/a"), { recursive: true });
  writeFileSync(join(folder, "src/a/one.mjs"), "0123456789");
  writeFileSync(join(folder, "src/b.mjs"), "abcdefghij");
  const sources = new BundleSources(folder);
  const url = (name: string) => pathToFileURL(join(folder, name)).href;
  const ran = (name: string, ...spans: number[]) => [
    { url: url(name), spans: Uint32Array.from(spans) },
  ];

  it("is counted once, and only where a target looks", () => {
    expect(sources.textOf(["src/a/"])).toBe("0123456789");
    const reached = new ReachedCode(sources, ["src/a/one.ts"]);
    expect(reached.add(ran("src/b.mjs", 0, 10))).toBe(0);
    expect(reached.countNew(ran("src/a/one.mjs", 2, 5))).toBe(3);
    expect(reached.add(ran("src/a/one.mjs", 2, 5))).toBe(3);
    expect(reached.add(ran("src/a/one.mjs", 3, 7))).toBe(2);
    expect(reached.countNew(ran("src/a/one.mjs", 2, 7))).toBe(0);
    expect(reached.countNew(ran("elsewhere.mjs", 0, 9))).toBe(0);
  });

  it("counts the blocks of an earlier snapshot by all starts known now", () => {
    const reached = new ReachedCode(sources, ["src/"]);
    reached.add(ran("src/b.mjs", 0, 10));
    const before = reached.snapshot();
    reached.add(ran("src/a/one.mjs", 0, 2, 4, 6));
    // A block within what was reached before: it was there all the time.
    reached.add(ran("src/b.mjs", 5, 7));
    expect(reached.countBlocks()).toBe(4);
    expect(reached.countBlocks(before)).toBe(2);
    reached.restore(before);
    expect(reached.countNew(ran("src/a/one.mjs", 0, 2))).toBe(2);
  });
});
