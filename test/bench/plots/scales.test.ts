import { describe, expect, it } from "vitest";
import { createLinearScale, createLogScale } from "../../../src/bench/plots/figure.ts";
import {
  formatBinaryBytes,
  formatMs,
  formatRatio,
  formatTick,
  shorten,
} from "../../../src/bench/plots/metrics.ts";

describe("a linear scale", () => {
  it("goes from 0 to a round number in round steps", () => {
    const scale = createLinearScale(0.27, [100, 0]);
    expect(scale.domain).toEqual([0, 0.3]);
    expect(scale.ticks).toEqual([0, 0.1, 0.2, 0.3]);
    expect(scale.at(0)).toBe(100);
    expect(scale.at(0.15)).toBeCloseTo(50, 9);
    expect(scale.at(99)).toBe(0);
  });

  it("has a domain even without values", () => {
    for (const high of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(createLinearScale(high, [0, 10]).domain).toEqual([0, 1]);
    }
  });
});

describe("a logarithmic scale", () => {
  it("goes between 1-2-5 numbers, with equal distances for equal factors", () => {
    const scale = createLogScale(0.13, 16.7, [0, 1000]);
    expect(scale.domain).toEqual([0.1, 20]);
    expect(scale.ticks).toEqual([0.1, 0.2, 0.5, 1, 2, 5, 10, 20]);
    expect(scale.at(1) - scale.at(0.1)).toBeCloseTo(scale.at(10) - scale.at(1), 9);
    expect(scale.at(0)).toBe(0);
  });

  it("labels only powers of ten if there are many", () => {
    const { ticks, minorTicks } = createLogScale(1, 65_000, [0, 1]);
    expect(ticks).toEqual([1, 10, 100, 1000, 10_000, 100_000]);
    expect(minorTicks).toContain(50_000);
  });

  it("has a width if all values are equal, and limits absurd ranges", () => {
    const { domain } = createLogScale(1, 1, [0, 1]);
    expect(domain[1]).toBeGreaterThan(domain[0]);
    expect(createLogScale(1e-300, 1e9, [0, 1]).ticks.length).toBeLessThan(12);
    expect(createLogScale(0, 1, [0, 1]).at(0.5)).toBeGreaterThanOrEqual(0);
  });
});

describe("formatted numbers and names", () => {
  it("have three digits and their unit", () => {
    expect([0, 0.0012, 0.1976, 1.234, 16.67, 140.4, 12_345].map(formatMs)).toEqual([
      "0 ms",
      "0.001 ms",
      "0.198 ms",
      "1.23 ms",
      "16.7 ms",
      "140 ms",
      "12,345 ms",
    ]);
    expect([900, 1900, 48_000_000].map(formatBinaryBytes)).toEqual([
      "900 B",
      "1.86 KiB",
      "45.8 MiB",
    ]);
    expect([0.5, 1, 12.34, 250].map(formatRatio)).toEqual(["×0.50", "×1.00", "×12.3", "×250"]);
    expect([0.05, 1000, 65_000, 2e6].map(formatTick)).toEqual(["0.05", "1,000", "65k", "2M"]);
  });

  it("are shortened in the middle, between characters", () => {
    expect(shorten("de_office_h2", 20)).toBe("de_office_h2");
    expect(shorten("abcdefghij", 5)).toBe("ab…ij");
    expect(shorten("😀😀😀😀😀😀", 3)).toBe("😀…😀");
  });
});
