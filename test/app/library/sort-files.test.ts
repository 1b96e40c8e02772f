import { describe, expect, it } from "vitest";
import { explainLone, explainLoose, sortFiles } from "../../../src/app/library/given-files.ts";

const giveFile = (name: string) => ({ file: new File(["x"], name), handle: null });
const sort = (...names: string[]) => {
  const given = names.map(giveFile);
  const { maps, archives, paths, loose } = sortFiles(given);
  const nameOf = ({ name }: File) => name;
  return {
    maps: maps.map(({ file }) => file.name),
    archives: archives.map(({ file, parts }) => [file.name, ...[...parts.values()].map(nameOf)]),
    paths: paths.map(nameOf),
    loose: loose.map(nameOf),
  };
};
const NONE = { maps: [], archives: [], paths: [], loose: [] };

describe("sortFiles", () => {
  it("sorts picked or dropped files by their names", () => {
    const names = ["a.BSP", "b.bsp.bz2", "c.zip", "d.gma", "e.vpk", "f.json", "g.vmt"];
    expect(sort(...names)).toEqual({
      maps: ["a.BSP", "b.bsp.bz2"],
      archives: [["c.zip"], ["d.gma"], ["e.vpk"]],
      paths: ["f.json"],
      loose: ["g.vmt"],
    });
  });

  it("adds parts to their VPK, whatever their order", () => {
    expect(sort("pak01_001.vpk", "PAK01_dir.vpk", "pak01_000.vpk", "other_000.vpk")).toEqual({
      ...NONE,
      archives: [["PAK01_dir.vpk", "pak01_001.vpk", "pak01_000.vpk"]],
    });
  });

  it("recognizes a model along with its parts if an MDL is among the files", () => {
    const given = ["a.vvd", "a.MDL", "a.dx90.vtx"].map(giveFile);
    expect(sortFiles(given).model?.name).toBe("a.MDL");
    expect(sortFiles(given.slice(1, 2))).toMatchObject({ maps: [], model: { name: "a.MDL" } });
    expect(sortFiles(given.slice(0, 1)).model).toBeNull();
  });

  it("recognizes a model's sources, and prefers a script", () => {
    const given = ["a.smd", "b.qc", "a.vta"].map(giveFile);
    expect(sortFiles(given).model?.name).toBe("b.qc");
    expect(sortFiles(given.slice(0, 1)).model?.name).toBe("a.smd");
    expect(sortFiles(given.slice(2))).toMatchObject({ maps: [], model: { name: "a.vta" } });
  });

  it("recognizes a particle file, unless a model is given too", () => {
    const given = ["a.vmt", "fire.PCF", "b.mdl"].map(giveFile);
    expect(sortFiles(given).particles).toBeNull();
    expect(sortFiles(given.slice(0, 2)).particles?.name).toBe("fire.PCF");
    expect(sortFiles(given.slice(1, 2))).toMatchObject({
      maps: [],
      particles: { name: "fire.PCF" },
    });
  });

  it("treats a single unknown file as a map", () => {
    expect(sort("readme.txt")).toEqual({ ...NONE, maps: ["readme.txt"] });
    expect(sort("a.vmt", "b.vtf")).toEqual({ ...NONE, loose: ["a.vmt", "b.vtf"] });
  });
});

describe("explainLone", () => {
  it.each([
    ["de_test.VMF", "a map's source"],
    ["de_test.vmx", "a map's source"],
    ["de_test.vmf_autosave_by_the_editor", "a map's source"],
    ["de_test.vmf.backup_of_last_week", "a map's source"],
    ["lift.vvd", "a part of a model"],
    ["lift.dx90.vtx", "a part of a model"],
    ["pak01_000.vpk", "ends in _dir.vpk"],
  ])("says what %s needs", (name, says) => {
    expect(explainLone(name)).toContain(says);
  });

  it.each(["a.bsp", "a.bsp.bz2", "a.mdl", "pak01_dir.vpk", "readme.txt", "a.vmf.zip"])(
    "leaves %s to its reader",
    (name) => {
      expect(explainLone(name)).toBeNull();
    },
  );
});

describe("explainLoose", () => {
  it("says when none of several files can be used", () => {
    expect(explainLoose(["readme.markdown_of_the_author", "a.pdf"])).toMatch(
      /^None of these files/,
    );
    expect(explainLoose(["a.vmf", "b.vmx"])).toContain("a map's source");
    expect(explainLoose(["readme.pdf", "wall.VMT"])).toBeNull();
    expect(explainLoose([])).toBeNull();
  });
});
