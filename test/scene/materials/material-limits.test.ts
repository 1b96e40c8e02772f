/** Tests the limits of a map's materials, however small their files are. */

import { describe, expect, it } from "vitest";
import { filesSource } from "../../../src/content/open-spec.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import type { Limits } from "../../../src/core/limits.ts";
import { MAX_VMT_BYTES, parseVmt } from "../../../src/formats/vmt/parse-vmt.ts";
import { createVmtReader } from "../../../src/scene/materials/read-vmt.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import {
  type MadeMaterials,
  vmtPatchBlocks,
  vmtPatchFan,
} from "../../support/hostile/vmt-patches.ts";
import { zipVmtBomb } from "../../support/hostile/zip-vmt-bomb.ts";
import { madeContent } from "../content-sources.ts";

const OPTIONS = { name: "map", side: "hdr", textureCompressionBc: true } as const;

async function loadWarnings(map: Uint8Array, limits: Limits = {}) {
  const session = openMap(map, [], { ...OPTIONS, maxTextureDimension: 4096, limits });
  for await (const event of session.load()) if (event.type === "done") return event.warnings;
  throw new Error("a load without an end");
}

function openMaterials(files: MadeMaterials, limits: Limits = {}) {
  const diagnostics = new Diagnostics();
  const ledger = new Ledger(limits);
  const read = createVmtReader({ content: madeContent(files), diagnostics, ledger });
  return { read, diagnostics, ledger };
}

describe("VMT text", () => {
  it.each([8, 14] as const)("is not unpacked past its limit (method %i)", async (method) => {
    const map = zipVmtBomb(2 ** 21, method);
    expect(map.length).toBeLessThan(2 ** 15);
    // Unpacking it, or counting its declared size, would exceed the budget.
    const warnings = await loadWarnings(map, { pakfileBytes: 2 ** 20, contentBytes: 2 ** 20 });
    expect(warnings.filter(({ code }) => code === "over-budget")).toMatchObject([
      {
        subject: "materials/brick/brickwall001a.vmt",
        message: expect.stringMatching(/VMT file .* at most 1048576 bytes, found 2097\d+ \[too-la/),
      },
    ]);
  });

  it("counts towards the budget, whether or not its source states the size", async () => {
    const text = `a { ${" ".repeat(500)} }`;
    const silent = openMaterials({ "materials/a.vmt": text });
    await silent.read("a");
    expect(silent.ledger.used("contentBytes")).toBe(text.length);
    const blob = new Blob([text]);
    const told = filesSource("f", [{ path: "materials/a.vmt", blob }]);
    const ledger = new Ledger();
    await createVmtReader({ content: told, diagnostics: new Diagnostics(), ledger })("a");
    expect(ledger.used("contentBytes")).toBe(text.length);
    const long = openMaterials({ "materials/a.vmt": " ".repeat(MAX_VMT_BYTES + 1) });
    expect(await long.read("a")).toBeUndefined();
    expect(long.diagnostics.subjects("over-budget")).toEqual(["materials/a.vmt"]);
  });

  it("of other sources is not parsed past its limit", () => {
    expect(() => parseVmt(`a { ${" ".repeat(MAX_VMT_BYTES)} }`)).toThrow(/VMT text .*too-large/);
    expect(parseVmt(`a {}${" ".repeat(MAX_VMT_BYTES - 4)}`).shader).toBe("a");
  });

  it("with many patch blocks costs only its content", async () => {
    const started = performance.now();
    const { read } = openMaterials(vmtPatchBlocks(20_000, 20_000));
    const vmt = await read("patch");
    expect(vmt?.params.size).toBe(20_001);
    expect(vmt?.proxies.length).toBe(20_001);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it("counts once for each material that includes it", async () => {
    const { read, diagnostics, ledger } = openMaterials(vmtPatchFan(50, 1000), {
      materialBytes: 11_000,
    });
    const found = [];
    for (let i = 0; i < 50; i++) found.push(await read(`patch${i}`));
    expect(found.filter(Boolean).length).toBe(10);
    expect(ledger.used("materialBytes")).toBeLessThanOrEqual(11_000);
    expect(ledger.used("contentBytes")).toBeLessThan(3000);
    expect(diagnostics.subjects("over-budget").length).toBe(40);
  });
});
