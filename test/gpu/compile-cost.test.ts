/** Checks what makes shaders slow to compile; times would depend on the machine. */

import { describe, expect, it } from "vitest";
import { WgslReflect } from "wgsl_reflect/wgsl_reflect.module.js";
import { linkShader, listShaders } from "../../shaders/link/link-plugin.ts";

describe("workgroup memory", () => {
  // SwiftShader clears it with a store for each word, all of which it compiles: 6 KB take a second.
  it("is at most 2,100 bytes in every shader", async () => {
    const bytes: Record<string, number> = {};
    for (const name of listShaders()) {
      const code = await linkShader(name);
      const declarations = code.match(/^(struct [^}]*\}|const [^;]*;)/gm) ?? [];
      const types = [...code.matchAll(/^var<workgroup> \w+: (.*);/gm)].map(([, type]) => type);
      const members = types.map((type, i) => `  m${i}: ${type.replace("bool", "u32")},`);
      const struct = ["struct WorkgroupMemory {", ...members, "  end: u32,", "}"].join("\n");
      const { structs } = new WgslReflect([...declarations, struct].join("\n"));
      bytes[name] = structs.find(({ name }) => name === "WorkgroupMemory")!.size;
    }
    expect(bytes["cull/test-rows.wgsl"]).toBeGreaterThanOrEqual(256);
    expect(Object.entries(bytes).filter(([, own]) => own > 2100)).toEqual([]);
  });
});

describe("the test of rows", () => {
  // Drivers inline functions. With a call for each kind of part the pipeline took 800 ms, not 190.
  it("calls each large function once", async () => {
    const code = await linkShader("cull/test-rows.wgsl");
    const large = [
      "isAnyClusterVisible",
      "isBoxInFrustum",
      "isBoxOccluded",
      "triangleMask",
      "leafRank",
    ];
    const calls = large.map((name) => code.match(new RegExp(`(?<!fn )\\b${name}\\(`, "g"))?.length);
    expect(calls).toEqual(large.map(() => 1));
  });
});
