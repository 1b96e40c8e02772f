import { describe, expect, it } from "vitest";
import { listMaterialPaths } from "../../../../src/formats/studio/list-material-paths.ts";
import { buildStudioMesh } from "../../../../src/formats/studio/mesh/build-studio-mesh.ts";
import { replaceMaterials } from "../../../../src/formats/studio/mesh/replace-materials.ts";
import { replacesMaterials } from "../../../../src/formats/studio/mesh/replaces-materials.ts";
import { parseMdl } from "../../../../src/formats/studio/read/parse-mdl.ts";
import { parseVtx } from "../../../../src/formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../../../src/formats/studio/read/parse-vvd.ts";
import { makeStudioFiles, makeStudioModel } from "../make-studio.ts";

type Replacement = readonly [lod: number, texture: number, name: string];

function replace(...replacements: Replacement[]) {
  const files = makeStudioFiles({ ...makeStudioModel(), replacements });
  const [mdl, vtx] = [parseMdl(files.mdl), parseVtx(files.vtx)];
  const replaced = replaceMaterials(mdl, vtx, files.vtx);
  const mesh = buildStudioMesh(replaced.mdl, parseVvd(files.vvd), replaced.vtx);
  /** Returns the first path of each draw's material in a LOD and skin. */
  const shownAt = (lod: number, skin: number) =>
    [...mesh.drawMaterial]
      .filter((_, draw) => mesh.drawLod[draw] === lod)
      .map((column) => listMaterialPaths(replaced.mdl, skin, column)[0].split("/").at(-1));
  return { mdl, vtx, replaced, shownAt, files };
}

describe("materials that a LOD replaces", () => {
  it("are replaced in that LOD only", () => {
    const { shownAt } = replace([1, 0, "far_red"]);
    expect(shownAt(0, 0)).toEqual(["panel_red.vmt", "trim.vmt", "trim.vmt"]);
    expect(shownAt(1, 0)).toEqual(["far_red.vmt", "trim.vmt", "trim.vmt"]);
  });

  it("follow the active skin", () => {
    const { shownAt } = replace([1, 0, "far_red"], [1, 2, "far_trim"]);
    expect(shownAt(1, 0)).toEqual(["far_red.vmt", "far_trim.vmt", "far_trim.vmt"]);
    // The second skin has blue, which is not replaced.
    expect(shownAt(1, 1)).toEqual(["panel_blue.vmt", "far_trim.vmt", "far_trim.vmt"]);
    expect(shownAt(0, 1)).toEqual(["panel_blue.vmt", "trim.vmt", "trim.vmt"]);
  });

  it("leave a model unchanged if they name none of its textures", () => {
    const { mdl, vtx, replaced } = replace([1, 9, "far"]);
    expect(replaced.mdl).toBe(mdl);
    expect(replaced.vtx).toBe(vtx);
  });

  it("are detected without parsing the whole VTX", () => {
    expect(replacesMaterials(replace([1, 0, "a"]).files.vtx)).toBe(true);
    expect(replacesMaterials(makeStudioFiles().vtx)).toBe(false);
    for (const length of [0, 20, 36]) expect(replacesMaterials(new Uint8Array(length))).toBe(false);
  });
});
