/** Compares the content that readMapContent reads with the content that a full load reads. */

import { beforeAll, describe, expect, it } from "vitest";
import { MapFacts } from "../../../src/analysis/check/facts/map-facts.ts";
import { gatherContent } from "../../../src/analysis/content/gather-content.ts";
import { writeBsp } from "../../../src/compile/compile-map.ts";
import type { ContentSource } from "../../../src/content/types.ts";
import {
  addEntities,
  CONTENT,
  compileVmf,
  makeModel,
  openLeaf,
  setProps,
  soundVmf,
  sourceOf,
  text,
} from "../check/made-map.ts";

const MATERIALS = ["sprites/glow", "decals/stain", "cable/rope", "sprites/beam"];
/** One entity of each kind that reads files. */
const ENTITIES: readonly Record<string, string>[] = [
  { classname: "env_sprite", model: "sprites/glow.vmt", origin: "64 64 64", spawnflags: "1" },
  { classname: "infodecal", texture: "decals/stain", origin: "64 64 0" },
  { classname: "move_rope", ropematerial: "cable/rope.vmt", origin: "32 32 96", nextkey: "end" },
  { classname: "keyframe_rope", targetname: "end", origin: "96 96 96" },
  { classname: "env_beam", texture: "sprites/beam.vmt", lightningstart: "a", lightningend: "b" },
  { classname: "info_target", targetname: "a", origin: "32 64 32" },
  { classname: "info_target", targetname: "b", origin: "96 64 32" },
  { classname: "color_correction", filename: "grades/cold.raw", origin: "0 0 0" },
  { classname: "prop_dynamic", model: "models/barrel.mdl", origin: "96 32 16" },
];

const FILES: Readonly<Record<string, Uint8Array>> = {
  ...CONTENT,
  ...makeModel("crate"),
  ...makeModel("barrel"),
  ...Object.fromEntries(
    MATERIALS.map((name) => [
      `materials/${name}.vmt`,
      text('UnlitGeneric { $basetexture "dev/wall" }'),
    ]),
  ),
  "grades/cold.raw": new Uint8Array(32 ** 3 * 3),
};

let bytes: Uint8Array;
beforeAll(async () => {
  const map = await compileVmf(soundVmf());
  setProps(map, [{ model: "models/crate.mdl", origin: [64, 64, 16], leafs: [openLeaf(map)] }]);
  addEntities(map, ...ENTITIES.map((pairs) => Object.entries(pairs)));
  bytes = writeBsp(map);
});

async function readBoth(content: readonly ContentSource[]) {
  const facts = await MapFacts.read({ name: "made", bytes, content });
  const quick = await facts.gathered;
  const loaded = await gatherContent(bytes, content, { name: "made" });
  const filesOf = ({ files }: typeof quick) => [...files.keys()].sort();
  const saidOf = ({ warnings }: typeof quick) =>
    warnings
      .filter(({ code }) => /^(missing|unreadable)-/.test(code))
      .map(({ message }) => message)
      .sort();
  return {
    quick: { files: filesOf(quick), said: saidOf(quick) },
    loaded: { files: filesOf(loaded), said: saidOf(loaded) },
  };
}

describe("readMapContent", () => {
  it("reads the files that a full load reads, for each kind of reference", async () => {
    const { quick, loaded } = await readBoth([sourceOf(FILES)]);
    expect(quick).toEqual(loaded);
    expect(quick.files).toEqual(
      expect.arrayContaining([
        ...MATERIALS.map((name) => `materials/${name}.vmt`),
        ...["models/crate.mdl", "models/barrel.mdl", "grades/cold.raw"],
        "materials/skybox/sky_day01_01up.vmt",
      ]),
    );
  });

  it("reports the files that a full load reports as missing", async () => {
    const { quick, loaded } = await readBoth([sourceOf({})]);
    expect(quick).toEqual(loaded);
    expect(quick.said.length).toBeGreaterThan(MATERIALS.length);
  });

  it("reports the files that a full load reports as broken", async () => {
    const broken = Object.keys(FILES).filter((path) => /\.(vmt|vtf|mdl)$/.test(path));
    const files = Object.fromEntries(broken.map((path) => [path, text('"')]));
    const { quick, loaded } = await readBoth([sourceOf({ ...FILES, ...files })]);
    expect(quick).toEqual(loaded);
    expect(quick.said.length).toBeGreaterThan(MATERIALS.length);
  });

  it("reports files sorted by name, independent of the order in which they arrive", async () => {
    const told = async (isLate: (path: string) => boolean) => {
      const read = async (path: string) => {
        if (isLate(path)) await new Promise((done) => setTimeout(done, 2));
        return null;
      };
      const facts = await MapFacts.read({
        name: "made",
        bytes,
        content: [{ label: "slow", read }],
      });
      return (await facts.gathered).warnings.map(({ subject }) => subject);
    };
    const usual = await told(() => false);
    expect(await told((path) => path.includes("glow") || path.includes("wall"))).toEqual(usual);
    expect(usual).toEqual([...usual].sort());
  });
});
