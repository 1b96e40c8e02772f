import { describe, expect, it } from "vitest";
import {
  MATERIAL_NO_CULL,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_OPAQUE,
  PASS_TRANSLUCENT,
} from "../../../src/map/material.ts";
import {
  propPipelineIndex,
  surfacePipelineIndex,
} from "../../../src/render/materials/surface-pipelines.ts";

describe("surface pipelines", () => {
  it("are one for all that blends", () => {
    const rows = [PASS_TRANSLUCENT, PASS_ADDITIVE].flatMap((pass) =>
      [0, MATERIAL_NO_CULL].map((flags) => surfacePipelineIndex(pass, flags, 12)),
    );
    expect(new Set(rows).size).toBe(1);
  });

  it("are one for all that is cut out or two-sided, another for what is opaque", () => {
    const cutout = surfacePipelineIndex(PASS_ALPHA_TEST, 0, 1);
    expect(surfacePipelineIndex(PASS_ALPHA_TEST, MATERIAL_NO_CULL, 1)).toBe(cutout);
    expect(surfacePipelineIndex(PASS_OPAQUE, MATERIAL_NO_CULL, 1)).toBe(cutout);
    expect(surfacePipelineIndex(PASS_OPAQUE, 0, 1)).not.toBe(cutout);
  });

  it("go by the slots they choose from: none, 1, 2, 4 or 12", () => {
    const rows = Array.from({ length: 13 }, (_, slots) =>
      surfacePipelineIndex(PASS_OPAQUE, 0, slots),
    );
    expect(rows).toEqual([0, 1, 2, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4]);
  });

  it("differ for opaque props that fade, and for no others", () => {
    const fading = (pass: number, slots: number) => {
      const pipeline = surfacePipelineIndex(pass, 0, slots);
      return propPipelineIndex(pipeline, true) !== propPipelineIndex(pipeline, false);
    };
    expect([0, 1, 2, 4, 12].map((slots) => fading(PASS_OPAQUE, slots))).not.toContain(false);
    expect([PASS_ALPHA_TEST, PASS_TRANSLUCENT].map((pass) => fading(pass, 12))).not.toContain(true);
    const opaque = [0, 1, 2, 4, 12].map((n) => surfacePipelineIndex(PASS_OPAQUE, 0, n));
    expect(new Set(opaque.map((row) => propPipelineIndex(row, true))).size).toBe(5);
  });
});
