import { describe, expect, it } from "vitest";
import { describeFailure } from "../../src/component/describe-failure.ts";
import {
  describeSupport,
  findSupportProblem,
  type SupportScope,
} from "../../src/component/describe-support.ts";
import { FormatError } from "../../src/core/errors.ts";
import { GpuError } from "../../src/gpu/errors.ts";

/** Limits that WebGPU guarantees for every adapter. */
const LIMITS: Record<string, number> = {
  maxTextureDimension2D: 8192,
  maxTextureArrayLayers: 256,
  maxBindGroups: 4,
  maxSampledTexturesPerShaderStage: 16,
  maxSamplersPerShaderStage: 16,
  maxStorageBuffersPerShaderStage: 8,
  maxStorageBufferBindingSize: 2 ** 27,
  maxBufferSize: 2 ** 28,
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
};

/** Makes the parts of WebGPU's entry point that the code uses; `null` for no adapter. */
function scope(adapter: object | null, isSecureContext = true): SupportScope {
  return {
    isSecureContext,
    gpu: { requestAdapter: async () => adapter } as unknown as GPU,
  };
}

function adapter(limits: Record<string, number> = {}, features: string[] = []): object {
  const info = { vendor: "acme", architecture: "a1", description: "", isFallbackAdapter: false };
  return { limits: { ...LIMITS, ...limits }, features: new Set(features), info };
}

const ABSENT: SupportScope = { isSecureContext: true, gpu: undefined };
const INSECURE: SupportScope = { isSecureContext: false, gpu: undefined };

describe("describeSupport", () => {
  it("has four different problems, each with advice", async () => {
    const scopes = [INSECURE, ABSENT, scope(null), scope(adapter({ maxBufferSize: 2 ** 20 }))];
    const problems = await Promise.all(
      scopes.map(async (each) => (await describeSupport(each)).problem!),
    );
    expect(problems.map((each) => each.code)).toEqual([
      "insecure-context",
      "no-webgpu",
      "no-adapter",
      "limits",
    ]);
    for (const key of ["title", "reason", "advice"] as const) {
      expect(new Set(problems.map((each) => String(each[key]))).size, key).toBe(4);
    }
    for (const { advice } of problems) expect(advice.length).toBeGreaterThan(1);
  });

  it("names each limit that is too small, with both numbers", async () => {
    const small = adapter({ maxTextureDimension2D: 4096, maxStorageBuffersPerShaderStage: 4 });
    const { problem, limits } = await describeSupport(scope(small));
    expect(problem?.reason).toContain("maxTextureDimension2D is 4096 of 8192");
    expect(problem?.reason).toContain("maxStorageBuffersPerShaderStage is 4 of 8");
    expect(limits.filter(({ value, needed }) => value < needed)).toHaveLength(2);
  });

  it("reports no problem if the limits suffice, and lists missing features", async () => {
    const support = await describeSupport(scope(adapter({}, ["texture-compression-bc"])));
    expect(support).toMatchObject({ problem: null, adapterName: "acme a1", isSoftware: false });
    expect(support.features.map(({ name, isPresent }) => [name, isPresent])).toEqual([
      ["texture-compression-bc", true],
      ["timestamp-query", false],
    ]);
  });

  it("treats a rejected adapter request as no adapter", async () => {
    const gpu = { requestAdapter: () => Promise.reject(new Error("GPU process")) };
    const { problem } = await describeSupport({
      isSecureContext: true,
      gpu: gpu as unknown as GPU,
    });
    expect(problem?.code).toBe("no-adapter");
  });
});

describe("error messages", () => {
  it("follow the GPU's error code, and the adapter's limits if there is no device", async () => {
    const codeOf = async (code: GpuError["code"], of: SupportScope) =>
      (await findSupportProblem(new GpuError(code, "", "why"), of))?.code ?? null;
    expect(await codeOf("no-webgpu", ABSENT)).toBe("no-webgpu");
    expect(await codeOf("no-webgpu", INSECURE)).toBe("insecure-context");
    expect(await codeOf("no-adapter", scope(null))).toBe("no-adapter");
    expect(await codeOf("no-device", scope(adapter({ maxBindGroups: 2 })))).toBe("limits");
    expect(await codeOf("no-device", scope(adapter()))).toBe("no-device");
    expect(await codeOf("out-of-memory", scope(adapter()))).toBeNull();
    expect(await findSupportProblem(new Error("else"), ABSENT)).toBeNull();
  });

  it("differ by a file's fault, and always include the error's line", async () => {
    const detail = { format: "BSP", where: "header", offset: 0, expected: "VBSP" } as const;
    const of = (code: FormatError["code"]) =>
      describeFailure(new FormatError({ ...detail, code }), "de_office");
    const failures = await Promise.all(
      (["bad-magic", "bad-version", "truncated", "bad-index"] as const).map(of),
    );
    expect(new Set(failures.map(({ advice }) => advice[0])).size).toBe(4);
    for (const failure of failures) {
      expect(failure.title).toBe("Could not open de_office");
      expect(failure.detail).toContain("BSP header at byte 0: expected VBSP");
      expect(failure.canRetry).toBe(false);
    }
    const plain = await describeFailure(new Error("x cannot be reached"), "de_office");
    expect(plain).toMatchObject({ code: "failed", detail: "x cannot be reached", canRetry: true });
  });
});
