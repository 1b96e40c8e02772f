import { describe, expect, it } from "vitest";
import { listMaterialPaths } from "../../../src/formats/studio/list-material-paths.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { makeStudioModel, writeMdl } from "./make-studio.ts";

describe("listMaterialPaths", () => {
  it("returns one normalized path per directory", () => {
    const mdl = parseMdl(writeMdl(makeStudioModel()));
    expect(listMaterialPaths(mdl, 0, 0)).toEqual([
      "materials/models/test/panel_red.vmt",
      "materials/models/shared/panel_red.vmt",
    ]);
    expect(listMaterialPaths(mdl, 0, 1)[0]).toBe("materials/models/test/trim.vmt");
  });

  it("uses the skin family, or family 0 if it does not exist", () => {
    const mdl = parseMdl(writeMdl(makeStudioModel()));
    expect(listMaterialPaths(mdl, 1, 0)[0]).toBe("materials/models/test/panel_blue.vmt");
    expect(listMaterialPaths(mdl, 2, 0)).toEqual(listMaterialPaths(mdl, 0, 0));
    expect(listMaterialPaths(mdl, -1, 0)).toEqual(listMaterialPaths(mdl, 0, 0));
  });

  it("handles names with directories, names with extensions and empty directories", () => {
    const model = makeStudioModel();
    model.textures[0] = "Metal\\Plate.VMT";
    model.textureDirs = [];
    const mdl = parseMdl(writeMdl(model));
    expect(listMaterialPaths(mdl, 0, 0)).toEqual(["materials/metal/plate.vmt"]);
    model.textureDirs = ["", "\\"];
    expect(listMaterialPaths(parseMdl(writeMdl(model)), 0, 0)).toHaveLength(1);
  });

  it("throws for a material that is not a column of the skin table", () => {
    const mdl = parseMdl(writeMdl(makeStudioModel()));
    expect(() => listMaterialPaths(mdl, 0, 2)).toThrow("visleaf bug");
  });
});
