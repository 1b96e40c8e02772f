/** `visleaf export`: from a model on disk to a file for other programs. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeStudioFiles } from "../../formats/studio/make-studio.ts";
import { makeVtf } from "../../formats/vtf/make-vtf.ts";
import { faultsOf, readGltf } from "../../support/models/gltf.ts";
import { runVisleaf } from "../run-visleaf.ts";

const root = mkdtempSync(join(tmpdir(), "visleaf-export-"));
const model = join(root, "models", "test", "panel.mdl");

beforeAll(() => {
  const files = makeStudioFiles();
  mkdirSync(join(root, "models", "test"), { recursive: true });
  mkdirSync(join(root, "materials", "models", "test"), { recursive: true });
  writeFileSync(model, files.mdl);
  writeFileSync(join(root, "models", "test", "panel.vvd"), files.vvd);
  writeFileSync(join(root, "models", "test", "panel.dx90.vtx"), files.vtx);
  const red = join(root, "materials", "models", "test", "panel_red");
  writeFileSync(
    `${red}.vmt`,
    '"VertexLitGeneric" { "$basetexture" "models/test/panel_red" "$alphatest" 1 "$nocull" 1 }',
  );
  writeFileSync(`${red}.vtf`, makeVtf());
});
afterAll(() => rmSync(root, { recursive: true }));

describe("visleaf export", () => {
  it("writes a valid file with the materials beside the model, and names missing ones", async () => {
    const out = join(root, "panel.glb");
    const done = await runVisleaf("export", model, "-o", out, "--scale", "1");
    expect(done.code, done.stderr).toBe(0);
    const glb = new Uint8Array(readFileSync(out));
    expect(await faultsOf(glb)).toEqual([]);
    const { materials, images, extensions, asset } = readGltf(glb);
    expect(materials.find(({ name }) => name === "models/test/panel_red")).toMatchObject({
      alphaMode: "MASK",
      alphaCutoff: 0.7,
      doubleSided: true,
    });
    expect(images).toHaveLength(1);
    expect(extensions).toMatchObject({
      KHR_materials_variants: { variants: [{ name: "skin 0" }, { name: "skin 1" }] },
    });
    expect(asset.extras).toMatchObject({ source: "models/test/panel.mdl", unitsPerInch: 1 });
    expect(done.stderr).toContain("panel_blue.vmt");
    const counts = "5 meshes, 3 materials, 1 image";
    expect(done.stdout).toMatch(new RegExp(`^wrote ${out}: [\\d.]+ kB, ${counts}$`));
  });

  it("writes sources with --format smd, like decompile", async () => {
    const out = join(root, "sources");
    const done = await runVisleaf("export", model, "-o", out, "--format", "smd");
    expect(done.code, done.stderr).toBe(0);
    expect(done.stdout.split("\n")).toContain("panel.qc");
    expect(existsSync(join(out, "panel.qc"))).toBe(true);
    expect(await runVisleaf("export", model, "-o", out, "--format", "fbx")).toMatchObject({
      code: 1,
    });
  });

  it("ends in 2 for a missing LOD, in 1 for a missing model, and writes nothing", async () => {
    const out = join(root, "none.glb");
    expect(await runVisleaf("export", model, "-o", out, "--lod", "7")).toMatchObject({ code: 2 });
    const missing = join(root, "models", "no.mdl");
    expect(await runVisleaf("export", missing, "-o", out)).toMatchObject({ code: 1 });
    expect(existsSync(out)).toBe(false);
  });
});
