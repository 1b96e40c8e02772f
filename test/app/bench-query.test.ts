import { describe, expect, it } from "vitest";
import { describeProgress, progressShare } from "../../src/app/bench/bench-page.ts";
import { parseBenchQuery } from "../../src/app/bench/bench-query.ts";
import { benchAddressFor } from "../../src/app/view-address.ts";
import type { BenchProgress } from "../../src/bench/types.ts";

const BASE = "https://example.org/page/";

describe("parseBenchQuery and benchAddressFor", () => {
  it("return null for an address without ?bench", () => {
    expect(parseBenchQuery("?map=a.bsp", BASE)).toBeNull();
  });

  it("read the map, or null for the demo", () => {
    expect(parseBenchQuery("?bench", BASE)?.map).toBeNull();
    expect(parseBenchQuery("?bench=maps/a.bsp", BASE)?.map).toBe(
      "https://example.org/page/maps/a.bsp",
    );
    expect(parseBenchQuery("?bench=javascript:alert(1)", BASE)?.map).toBeNull();
  });

  it("read the values of the form", () => {
    expect(parseBenchQuery("?bench&size=1920x1080&frames=60&repeat=2&side=ldr", BASE)).toEqual({
      map: null,
      side: "ldr",
      size: "1920x1080",
      frames: "60",
      repeat: "2",
    });
  });

  it("link to the open map if it has an address", () => {
    expect(benchAddressFor({ name: "a", url: "https://e.org/a b.bsp" })).toBe(
      "?bench=https%3A%2F%2Fe.org%2Fa+b.bsp",
    );
    expect(benchAddressFor({ name: "a", blob: new Blob([]) })).toBe("?bench");
    expect(benchAddressFor(null)).toBe("?bench");
  });
});

describe("progress of a benchmark", () => {
  const at = (run: number, stage: BenchProgress["stage"], done: number): BenchProgress => {
    return { run, runs: 2, map: "m", without: run === 0 ? [] : ["pvs"], stage, done, total: 10 };
  };

  it("rises from 0 to 1 over stages and runs", () => {
    const steps = [at(0, "load", 0), at(0, "measure", 5), at(0, "allocate", 10), at(1, "load", 0)];
    const shares = steps.map(progressShare);
    expect(shares[0]).toBe(0);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares[3]).toBe(0.5);
    expect(progressShare(at(1, "allocate", 10))).toBe(1);
    expect(progressShare({ ...at(0, "load", 0), total: 0 })).toBe(0);
  });

  it("is described in words", () => {
    expect(describeProgress(at(1, "measure", 5))).toBe("Run 2 of 2: m without PVS, measuring");
  });
});
