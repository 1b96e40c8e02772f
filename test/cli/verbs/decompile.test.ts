/** `visleaf decompile`: from a model to its sources, and from these to the same model. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findBeside } from "../../../src/cli/files/find-beside.ts";
import { parseSmd } from "../../../src/formats/smd/parse-smd.ts";
import { buildStudioMesh } from "../../../src/formats/studio/mesh/build-studio-mesh.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { parseVtx } from "../../../src/formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../../src/formats/studio/read/parse-vvd.ts";
import { smdText } from "../../compile/studiomdl/make-sources.ts";
import { makeStudioFiles, makeStudioModel } from "../../formats/studio/make-studio.ts";
import { runVisleaf } from "../run-visleaf.ts";

const root = mkdtempSync(join(tmpdir(), "visleaf-decompile-"));
afterAll(() => rmSync(root, { recursive: true }));

function readMesh(stem: string) {
  const read = (extension: string) => new Uint8Array(readFileSync(stem + extension));
  const mdl = parseMdl(read(".mdl"));
  return { mdl, mesh: buildStudioMesh(mdl, parseVvd(read(".vvd")), parseVtx(read(".dx90.vtx"))) };
}

describe("visleaf decompile", () => {
  it("writes a QC and SMDs that compile to as many triangles, LODs and bones", async () => {
    const files = makeStudioFiles(makeStudioModel());
    const folder = join(root, "models");
    mkdirSync(folder);
    writeFileSync(join(folder, "thing.mdl"), files.mdl);
    writeFileSync(join(folder, "thing.vvd"), files.vvd);
    writeFileSync(join(folder, "thing.dx90.vtx"), files.vtx);
    const sources = join(root, "sources");
    const back = await runVisleaf("decompile", join(folder, "thing.mdl"), "-o", sources);
    expect(back.code, back.stderr).toBe(0);
    expect(back.stdout.split("\n")[0]).toBe("thing.qc");
    expect(readdirSync(sources).length).toBeGreaterThanOrEqual(2);

    const again = await runVisleaf("compile", join(sources, "thing.qc"), "-o", join(root, "again"));
    expect(again.code, again.stderr).toBe(0);
    const name = again.stdout.split("\n").find((line) => line.endsWith(".mdl")) as string;
    const before = readMesh(join(folder, "thing"));
    const after = readMesh(join(root, "again", name.replace(/\.mdl$/, "")));
    expect(after.mesh.indices.length).toBe(before.mesh.indices.length);
    expect(after.mesh.lodCount).toBe(before.mesh.lodCount);
    expect(after.mdl.bones.name).toEqual(before.mdl.bones.name);
  });

  it("finds the model's other files in any case, and prefers the exact name", async () => {
    const files = makeStudioFiles(makeStudioModel());
    const folder = join(root, "capitals");
    mkdirSync(folder);
    writeFileSync(join(folder, "akaza.mdl"), files.mdl);
    writeFileSync(join(folder, "akaza.vvd"), files.vvd);
    writeFileSync(join(folder, "Akaza.dx90.vtx"), files.vtx);
    const model = join(folder, "akaza.mdl");
    const back = await runVisleaf("decompile", model, "-o", join(root, "capitals-back"));
    expect(back.code, back.stderr).toBe(0);
    expect(back.stdout.split("\n")[0]).toBe("akaza.qc");
    const about = await runVisleaf("inspect", model, "--json");
    expect(about.code, about.stderr).toBe(0);
    expect(JSON.parse(about.stdout).lods[0].triangles).toBeGreaterThan(0);

    const find = await findBeside(model);
    expect(find("AKAZA.DX90.VTX")).toBe(join(folder, "Akaza.dx90.vtx"));
    expect(find("akaza.phy")).toBeNull();
    writeFileSync(join(folder, "akaza.dx90.vtx"), files.vtx);
    expect((await findBeside(model))("akaza.dx90.vtx")).toBe(join(folder, "akaza.dx90.vtx"));
  });

  it("accepts a model of animations alone, and names its includes", async () => {
    const sources = join(root, "moves");
    mkdirSync(sources);
    const wave = smdText(
      [],
      ['0 "root" -1', '1 "arm" 0'],
      [
        ["0 0 0 0 0 0 0", "1 4 0 0 0 0 0"],
        ["0 0 0 1 0 0 0", "1 4 0 2 0 0 0.5"],
      ],
    );
    writeFileSync(join(sources, "wave.smd"), wave);
    const script =
      '$modelname "moves.mdl"\n$sequence wave "wave.smd"\n$includemodel "others.mdl"\n';
    writeFileSync(join(sources, "moves.qc"), script);
    const made = await runVisleaf("compile", join(sources, "moves.qc"), "-o", join(root, "made"));
    expect(made.code, made.stderr).toBe(0);
    const model = join(root, "made", "models", "moves.mdl");
    const back = await runVisleaf("decompile", model, "-o", join(root, "moves-back"));
    expect(back).toMatchObject({ code: 0, stdout: "moves.qc\nanim_wave.smd" });
    const qc = readFileSync(join(root, "moves-back", "moves.qc"), "utf8");
    expect(qc).toContain('$includemodel "others.mdl"');
    const smd = parseSmd(readFileSync(join(root, "moves-back", "anim_wave.smd"), "utf8"));
    expect(smd.nodes.name).toEqual(["root", "arm"]);
    expect(smd.skeleton.frameCount).toBe(2);
  });

  it("ends in 1 without the other files, in 2 for an invalid model, and writes nothing", async () => {
    const lonely = join(root, "lonely.mdl");
    writeFileSync(lonely, makeStudioFiles(makeStudioModel()).mdl);
    const out = join(root, "nothing");
    expect(await runVisleaf("decompile", lonely, "-o", out)).toMatchObject({ code: 1 });
    writeFileSync(lonely, "no model at all");
    expect(await runVisleaf("decompile", lonely, "-o", out)).toMatchObject({ code: 2 });
    expect(() => readdirSync(out)).toThrow("ENOENT");
  });
});
