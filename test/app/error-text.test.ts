import { describe, expect, it } from "vitest";
import { describeError } from "../../src/app/error-advice.ts";
import { explainUnsupported } from "../../src/app/unsupported.ts";
import { FormatError, type FormatErrorCode } from "../../src/core/errors.ts";
import { GpuError } from "../../src/gpu/errors.ts";

function badFile(code: FormatErrorCode): FormatError {
  return new FormatError({
    format: "BSP",
    code,
    where: "header",
    offset: 0,
    expected: "VBSP",
  });
}

describe("a map that did not open", () => {
  it("gives the error's one line and what to do", () => {
    const error = badFile("bad-magic");
    expect(describeError(error, "x")).toEqual({
      title: "x did not open",
      detail: error.message,
      advice: expect.stringContaining("not a compiled Source map"),
    });
  });

  it("gives advice by what is wrong", () => {
    const codes = ["bad-magic", "bad-version", "truncated", "bad-index"] as const;
    const advice = codes.map((code) => describeError(badFile(code), "x").advice);
    expect(new Set(advice).size).toBe(codes.length);
    expect(describeError(new Error("status 404"), "x")).toMatchObject({ detail: "status 404" });
  });
});

describe("a browser that cannot", () => {
  it("is told apart by what is missing", () => {
    const absent = explainUnsupported(new GpuError("no-webgpu", "", "x"), true);
    const insecure = explainUnsupported(new GpuError("no-webgpu", "", "x"), false);
    const adapter = explainUnsupported(new GpuError("no-adapter", "", "x"), true);
    const other = explainUnsupported(new Error("x"), true);
    const titles = [absent, insecure, adapter, other].map(({ title }) => title);
    expect(new Set(titles).size).toBe(4);
    expect(insecure.reason).toContain("https://");
    for (const { advice } of [absent, insecure, adapter, other]) {
      expect(advice.length).toBeGreaterThan(0);
    }
  });
});
