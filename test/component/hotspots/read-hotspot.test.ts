import { describe, expect, it } from "vitest";
import { readHotspot } from "../../../src/component/hotspots/read-hotspot.ts";

const read = (dataset: Record<string, string>, name = "hotspot-1") =>
  readHotspot(name, { dataset } as unknown as HTMLElement);

describe("readHotspot", () => {
  it("reads a place, and a normal of unit length", () => {
    expect(read({ at: " 1, -2.5 3e2 ", normal: "0 3 4" })).toEqual({
      at: [1, -2.5, 300],
      normal: [0, 0.6, 0.8],
    });
    expect(read({ at: "0 0 0" }).normal).toBeNull();
  });

  it.each([
    [{}, 'The hotspot "hotspot-1" has no data-at: write its place, as in data-at="0 128 64".'],
    [{ at: "1 2" }, /must be three numbers in inches, but is "1 2"\.$/],
    [{ at: "1 2 3 4" }, /must be three numbers in inches/],
    [{ at: "1 2 NaN" }, /must be three numbers in inches/],
    [{ at: "1 2 Infinity" }, /must be three numbers in inches/],
    [{ at: "1 2 1e9" }, /is farther out than a map can be: "1 2 1e9"\.$/],
    [{ at: "1 2 3", normal: "0 0 0" }, /data-normal of hotspot "hotspot-1" must be three numbers/],
    [{ at: "1 2 3", normal: "" }, /that are not all 0, but is ""\.$/],
    [{ at: "x".repeat(10_000) }, /^.{1,150}$/],
  ])("rejects %j with one sentence", (dataset, message) => {
    expect(() => read(dataset as Record<string, string>)).toThrow(message);
  });
});
