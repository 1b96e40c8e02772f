import { describe, expect, it } from "vitest";
import { formatGpuReport, type GpuReport, type Measured, SWITCHES } from "./gpu-report.ts";

const PLAIN: Measured = {
  ...{ framesPerSecond: 500, frameMs: 2, jsMs: 0.4, submitMs: 0.1, submitP95Ms: 0.3 },
  ...{ gpuMs: 1.5, passes: { cull: 0.1, world: 0.9, occlusion: 0.2, revealed: 0.3 } },
  ...{ draws: 11, triangles: 5000 },
};
const EARLY: Measured = {
  ...PLAIN,
  frameMs: 3,
  gpuMs: 1.2,
  passes: { cull: 0.15 },
  triangles: 9000,
};

const REPORT: GpuReport = {
  ...{ schema: "visleaf-gpu/1", adapter: "a card", commit: "c0ffee", host: "Node", cores: 4 },
  ...{ date: "2026-01-01T00:00:00Z", frames: 240, timedFrames: 24, partial: null },
  scenes: [
    {
      name: "room",
      load: { firstFrameMs: 12.4, completeMs: 55.6, stageMs: {} },
      warnings: 3,
      compiled: {
        ...{ pipelines: 7, modules: 5, wgslBytes: 10_240, busyMs: 40, sumMs: 90 },
        slowest: [{ label: "render/world", ms: 31.2 }],
      },
      sizes: [
        {
          size: [1920, 1080],
          plain: PLAIN,
          again: { ...PLAIN, frameMs: 2.1, framesPerSecond: 476 },
          switches: [{ name: "occlusion", measured: EARLY }],
        },
      ],
    },
  ],
};

describe("formatGpuReport", () => {
  const text = formatGpuReport(REPORT);
  const lines = text.split("\n");

  it("lists each scene's frames, and once more after the switches", () => {
    expect(lines).toContain(
      "| room 1080p | 500 | 2.000 | 0.400 | 0.100 / 0.300 | 1.500 | 11 | 5000 |",
    );
    expect(text).toContain("| room 1080p, again | 476 | 2.100 |");
  });

  it("lists the time of each pass", () => {
    expect(lines).toContain("| world | 0.900 |");
  });

  it("divides a switch's times by those of everything on", () => {
    expect(lines).toContain("| occlusion | 1.50 / 0.80 |");
  });

  it("sums the passes of culling, with the late phase first", () => {
    expect(lines).toContain(
      "| room 1080p | 0.600 / 0.150 | 1.500 / 1.200 | 2.000 / 3.000 | 5000 / 9000 |",
    );
  });

  it("lists what was compiled and how long it took", () => {
    expect(lines).toContain("| room | 12 | 56 | 7 | 5 | 10 | 40 | 90 | render/world 31 | 3 |");
  });

  it("names why measurements are missing, and leaves out empty tables", () => {
    const stopped = formatGpuReport({ ...REPORT, scenes: [], partial: "ended by SIGTERM" });
    expect(stopped).toContain("Incomplete: ended by SIGTERM");
    expect(stopped).not.toContain("|");
    expect(text).not.toContain("Incomplete");
  });

  it("shows a dash instead of times that an adapter does not measure", () => {
    const [scene] = REPORT.scenes;
    const [size] = scene.sizes;
    const untimed = { ...PLAIN, gpuMs: null, passes: {} };
    const sizes = [{ ...size, plain: untimed }];
    const shown = formatGpuReport({ ...REPORT, scenes: [{ ...scene, sizes }] });
    expect(shown).toContain("| occlusion | 1.50 / – |");
  });
});

describe("SWITCHES", () => {
  it("have names of their own and change something each", () => {
    expect(new Set(SWITCHES.map(({ name }) => name)).size).toBe(SWITCHES.length);
    const changes = SWITCHES.map((one) => JSON.stringify([one.without, one.settings]));
    expect(new Set(changes).size).toBe(SWITCHES.length);
  });
});
