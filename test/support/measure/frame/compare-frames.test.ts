import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { makeFrameStart } from "../../../bench/make-report.ts";
import { findInSide, ROOT } from "./bundle-side.ts";
import { compareFrames, type MeasureStart } from "./compare-frames.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-frames-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

const OTHER = join(folder, "other");

/** Runs the comparison with a measuring function that records its calls. */
async function run(args: readonly string[], measure: (side: string) => number | Promise<number>) {
  const order: string[] = [];
  const out: string[] = [];
  const errors: string[] = [];
  vi.spyOn(console, "log").mockImplementation((text) => void out.push(text));
  vi.spyOn(console, "error").mockImplementation((text) => void errors.push(text));
  const measured: MeasureStart = async (program, { map }) => {
    const side = program === ROOT ? "A" : "B";
    order.push(`${map}${side}`);
    return makeFrameStart(await measure(side), { map });
  };
  const code = await compareFrames(args, measured, async (side) => side);
  return { code, order: order.join(" "), out: out.join("\n"), errors: errors.join("\n") };
}

const half = (side: string) => (side === "A" ? 1 : 2);

describe("bench:frame", () => {
  it("measures both checkouts in turns, and prints now / before with their ratio", async () => {
    const { code, order, out } = await run(["x", "y", "--compare", OTHER, "--repeat", "2"], half);
    expect(code).toBe(0);
    expect(order).toBe("xA xB yA yB xB xA yB yA");
    expect(out).toMatch(/^x +0\.100 \/ 0\.200 x0\.50 +0\.300 \/ 0\.600 x0\.50 +10 \/ 10 /m);
    expect(out).toContain("500 / 1000 x0.50");
    expect(out).toContain(`${ROOT} / ${OTHER}; medians of 2 turns`);
  });

  it("prints one column of figures without another checkout", async () => {
    const { order, out } = await run(["x", "--repeat", "1"], half);
    expect(order).toBe("xA");
    expect(out).toMatch(/^x +0\.100 +0\.300 +10 /m);
  });

  it("writes each start, and keeps them when it is stopped", async () => {
    const json = join(folder, "frames.json");
    let starts = 0;
    const { code, out, errors } = await run(
      ["x", "--compare", OTHER, "--repeat", "9", "--json", json],
      (side) => {
        if (++starts === 3) process.emit("SIGTERM", "SIGTERM");
        return half(side);
      },
    );
    expect(code).toBe(1);
    expect(errors).toBe("ended by SIGTERM");
    expect(starts).toBe(3);
    expect(out).toMatch(/^x +0\.100 \/ 0\.200/m);
    const written = JSON.parse(readFileSync(json, "utf8"));
    expect(written.starts[0].map((side: unknown[]) => side.length)).toEqual([1, 2]);
  });

  it("ends after the turns that fit into its budget", async () => {
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 350));
      return 1;
    };
    const { code, order } = await run(["x", "--repeat", "50", "--budget", "1"], slow);
    expect(code).toBe(0);
    expect(order.split(" ").length).toBeLessThan(4);
  });

  it("says what it takes if there is no map", async () => {
    const { code, errors } = await run([], half);
    expect(code).toBe(2);
    expect(errors).toContain("npm run bench:frame -- MAP");
  });
});

describe("the engine of another checkout", () => {
  const engine = join(ROOT, "src/render/renderer.ts");

  it("replaces this one's, but for the measuring program", () => {
    mkdirSync(join(OTHER, "src/render"), { recursive: true });
    writeFileSync(join(OTHER, "src/render/renderer.ts"), "");
    expect(findInSide(engine, OTHER)).toBe(join(OTHER, "src/render/renderer.ts"));
    const own = join(ROOT, "src/bench/frame-cost/measure-frame-cost.ts");
    expect(findInSide(own, OTHER)).toBe(own);
  });

  it("must have the files that the program needs", () => {
    const missing = join(ROOT, "src/render/types.ts");
    expect(() => findInSide(missing, OTHER)).toThrow("has no src/render/types.ts: it is too old");
  });
});
