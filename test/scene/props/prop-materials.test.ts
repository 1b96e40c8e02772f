import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { resolveCandidates } from "../../../src/scene/materials/materials.ts";
import type { PropModel } from "../../../src/scene/props/prop-model.ts";
import { PropMaterials } from "../../../src/scene/props/prop-variants.ts";
import { materialCandidates } from "../../support/hostile/material-candidates.ts";
import { madeContent } from "../content-sources.ts";

const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096 };

function openModel(textures: number, directories: number, materialPlaces: number) {
  const mdl = parseMdl(materialCandidates(textures, directories).mdl);
  const model = { name: "models/many.mdl", mdl, isStandIn: false } as PropModel;
  const diagnostics = new Diagnostics();
  const ledger = new Ledger({ materialPlaces });
  const access = { content: madeContent({}), diagnostics, ledger };
  const materials = new PropMaterials(access, "props");
  return { model, materials, access, ledger, diagnostics };
}

describe("PropMaterials", () => {
  it("lists a texture's candidate paths once for all draws, skins and models", () => {
    const { model, materials, ledger } = openModel(3, 2, 100);
    const rows = [0, 1, 2, 0, 1].map((material) => materials.add(model, 0, 0, material));
    expect(rows).toEqual([0, 1, 2, 0, 1]);
    expect(materials.add(model, 0, 7, 2)).toBe(2);
    expect(materials.candidates[1]).toEqual(["d0/t1", "d1/t1"]);
    expect(ledger.used("materialPlaces")).toBe(6);
    // Another model with the same textures has the same materials.
    expect(materials.add(model, 1, 0, 2)).toBe(2);
    expect(ledger.used("materialPlaces")).toBe(8);
  });

  it("searches only the first directory if there are too many", () => {
    const { model, materials, ledger, diagnostics } = openModel(50, 400, 1000);
    for (let i = 0; i < 50; i++) materials.add(model, 0, 0, i);
    const counts = materials.candidates.map((places) => places.length);
    expect(counts.slice(0, 4)).toEqual([400, 400, 1, 1]);
    expect(ledger.used("materialPlaces")).toBe(800);
    expect(diagnostics.warnings).toMatchObject([
      { code: "over-budget", subject: "models/many.mdl", count: 48 },
    ]);
  });

  it("skips directories whose names exceed the path length", () => {
    const { model, materials } = openModel(1, 0, 100);
    const textureDirs = ["x".repeat(600), "y".repeat(300), "d2"];
    materials.add({ ...model, mdl: { ...model.mdl, textureDirs } }, 0, 0, 0);
    expect(materials.candidates).toEqual([[`${"y".repeat(300)}/t0`, "d2/t0"]]);
  });

  it("names a few of many paths of a missing material", async () => {
    const { model, materials, access, diagnostics } = openModel(1, 400, 1000);
    materials.add(model, 0, 0, 0);
    await resolveCandidates(materials.candidates, null, access, OPTIONS);
    const [warning] = diagnostics.warnings;
    expect(warning.message).toMatch(
      /^No material materials\/d0\/t0.vmt, nor .* at 392 other places:/,
    );
    expect(warning.message.length).toBeLessThan(400);
    expect(access.content.reads.length).toBe(400);
  });
});
