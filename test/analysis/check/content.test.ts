/** Content rules, each on a map with the fault and on one without. */

import { beforeAll, describe, expect, it } from "vitest";
import type { CompiledMap } from "../../../src/compile/types.ts";
import {
  addEntities,
  CONTENT,
  check,
  compileVmf,
  copyOf,
  findings,
  makeModel,
  openLeaf,
  said,
  setProps,
  soundVmf,
  text,
} from "./made-map.ts";

type Files = Readonly<Record<string, Uint8Array>>;

let sound: CompiledMap;
beforeAll(async () => {
  sound = await compileVmf(soundVmf());
});

const without = (...paths: readonly string[]): Files =>
  Object.fromEntries(Object.entries(CONTENT).filter(([path]) => !paths.includes(path)));

function packed(files: Files): CompiledMap {
  const map = copyOf(sound);
  for (const [path, bytes] of Object.entries(files)) map.pak.set(path, bytes);
  return map;
}

const saidOf = async (map: CompiledMap, rule: string, content: Files | null = CONTENT) =>
  said(await findings(map, rule, { content }));

const ABSENT = "it is neither packed nor in the content that was named.";
const WALL = "materials/dev/dev_measurewall01a.vmt";

describe("missing content rules", () => {
  it("missing-materials reports a missing material with one of its faces", async () => {
    const found = await findings(sound, "missing-materials", { content: without(WALL) });
    expect(said(found)).toEqual([`error: No material ${WALL}: ${ABSENT}`]);
    expect(found[0].face).not.toBeNull();
    expect(found[0].camera).not.toBeNull();
    expect(await saidOf(sound, "missing-materials")).toEqual([]);
    expect(
      await saidOf(packed({ [WALL]: CONTENT[WALL] }), "missing-materials", without(WALL)),
    ).toEqual([]);
  });

  it("missing-textures reports a missing texture", async () => {
    const texture = "materials/dev/wall.vtf";
    const found = await saidOf(sound, "missing-textures", without(texture));
    expect(found).toEqual([`error: No texture ${texture}: ${ABSENT}`]);
    expect(await saidOf(sound, "missing-textures")).toEqual([]);
  });

  it("missing-models reports a missing model with one of its props", async () => {
    const map = copyOf(sound);
    setProps(map, [{ model: "models/crate.mdl", origin: [64, 64, 16], leafs: [openLeaf(sound)] }]);
    const found = await findings(map, "missing-models");
    expect(said(found)).toEqual([`error: No models/crate.mdl: ${ABSENT}`]);
    expect(found[0]).toMatchObject({ prop: 0, origin: [64, 64, 16] });
    expect(await saidOf(map, "missing-models", { ...CONTENT, ...makeModel("crate") })).toEqual([]);
  });

  it("missing-sky reports the missing sides of a sky", async () => {
    const side = "materials/skybox/sky_day01_01up.vmt";
    expect(await saidOf(sound, "missing-sky", without(side))).toEqual([
      "error: Sky sky_day01_01 lacks 1 of its 6 sides (up).",
    ]);
    expect(await saidOf(sound, "missing-sky")).toEqual([]);
    expect(await saidOf(sound, "missing-materials", without(side))).toEqual([]);
  });

  it("missing-materials cannot run without content", async () => {
    const { findings: found, untold } = await check(sound, "missing-materials", { content: null });
    expect(found).toEqual([]);
    expect(untold).toHaveLength(1);
  });
});

describe("a mod's folder without the base game", () => {
  const base = "materials/debug/debugempty.vmt";
  const rules = ["missing-materials", "missing-textures", "missing-models", "missing-sky"];
  const INCOMPLETE =
    "missing would be in a base game, and no base game (materials/tools/toolsnodraw.vmt) was named. Add its folder with another --content.";
  const skyless = Object.keys(CONTENT).filter((path) => path.startsWith("materials/skybox/"));

  const saidOfAll = async (map: CompiledMap, content: Files) =>
    (await Promise.all(rules.map((rule) => saidOf(map, rule, content)))).flat();

  it("incomplete-content reports missing files of the base game in place of errors", async () => {
    const map = copyOf(sound);
    setProps(map, [{ model: "models/crate.mdl", origin: [64, 64, 16], leafs: [openLeaf(sound)] }]);
    const mod = without(base, WALL, ...skyless);
    // Neither the wall's material, the model nor the sky is in the mod.
    expect(await saidOfAll(map, mod)).toEqual([]);
    expect(await saidOf(map, "incomplete-content", mod)).toEqual([
      `note: The content looks incomplete: 3 files that are ${INCOMPLETE}`,
    ]);
    expect((await check(map, null, { content: mod })).counts.error).toBe(0);
    // Any one file of a base game is enough for all missing files to be errors.
    for (const path of [base, "materials/tools/toolsnodraw.vmt", "materials/engine/writez.vmt"]) {
      const whole = { ...mod, [path]: text("") };
      expect(await saidOf(map, "incomplete-content", whole)).toEqual([]);
      expect(await saidOfAll(map, whole)).toHaveLength(3);
    }
  });

  it("missing-textures and missing-sky still report files that the mod itself lacks", async () => {
    const texture = "materials/dev/wall.vtf";
    // The material that names the texture is in the mod or in the map.
    const mod = without(base, texture);
    expect(await saidOfAll(sound, mod)).toEqual([
      `error: No texture ${texture}: ${ABSENT}`,
      "error: Sky sky_day01_01 lacks 6 of its 6 sides (rt, lf, bk, ft, up, dn).",
    ]);
    expect(await saidOf(sound, "incomplete-content", mod)).toEqual([]);
    const map = packed({ "materials/dev/other.vmt": text("UnlitGeneric {}") });
    expect(await saidOfAll(map, without(base, WALL, texture, ...skyless))).toEqual([
      `error: No material ${WALL}: ${ABSENT}`,
    ]);
    expect(await saidOf(map, "incomplete-content", without(base, WALL, ...skyless))).toEqual([
      `note: The content looks incomplete: 1 file that is ${INCOMPLETE}`,
    ]);
    // If one side of a sky is in the mod, the others belong to the mod too.
    const side = skyless.find((path) => path.endsWith("up.vmt"))!;
    expect(await saidOfAll(sound, without(base, side))).toHaveLength(1);
  });

  it("incomplete-content reports nothing if no file is missing", async () => {
    expect(await saidOf(sound, "incomplete-content", without(base))).toEqual([]);
    expect(await saidOf(sound, "incomplete-content", null)).toEqual([]);
  });
});

describe("packed file rules", () => {
  it("unreadable-content reports a broken packed texture", async () => {
    const map = packed({ "materials/dev/wall.vtf": text("no texture at all") });
    const [found] = await saidOf(map, "unreadable-content");
    expect(found).toMatch(/^error: materials\/dev\/wall\.vtf .*VTF/);
    expect(await saidOf(sound, "unreadable-content")).toEqual([]);
  });

  it("half-packed-models reports a model that is packed without one of its files", async () => {
    const { "models/crate.vvd": _, ...half } = makeModel("crate");
    expect(await saidOf(packed(half), "half-packed-models", null)).toEqual([
      "error: models/crate.mdl is packed without its .vvd.",
    ]);
    expect(await saidOf(packed(makeModel("crate")), "half-packed-models", null)).toEqual([]);
  });

  it("half-packed-materials reports a material that is packed without its texture", async () => {
    const vmt = text('LightmappedGeneric { $basetexture "own/floor" $bumpmap "game/bumps" }');
    const files = { "materials/own/floor.vmt": vmt, "materials/own/wall.vtf": text("") };
    expect(await saidOf(packed(files), "half-packed-materials", null)).toEqual([
      "warning: materials/own/floor.vmt is packed without materials/own/floor.vtf.",
    ]);
    const whole = { ...files, "materials/own/floor.vtf": text("") };
    expect(await saidOf(packed(whole), "half-packed-materials", null)).toEqual([]);
    // The game has the texture.
    const content = { ...CONTENT, "materials/own/floor.vtf": text("") };
    expect(await saidOf(packed(files), "half-packed-materials", content)).toEqual([]);
  });

  it("unused-files reports packed files that nothing in the map names", async () => {
    const files = {
      "materials/own/old.vtf": text("12345678"),
      "materials/own/old.vmt": text("a {}"),
    };
    expect(await saidOf(packed(files), "unused-files", null)).toEqual([
      "note: 2 packed files of 12 B are named by nothing in the map: materials/own/old.vtf, materials/own/old.vmt.",
    ]);
    // A packed file replaces one of the same name in the game, so it is used.
    const content = { ...CONTENT, ...files };
    expect(await saidOf(packed(files), "unused-files", content)).toEqual([]);
  });

  it.each([
    ["by a face's material", {}, "materials/dev/dev_measurewall01a.vmt"],
    [
      "by a material",
      { "materials/dev/dev_measurewall01a.vmt": 'a { $envmap "own/x" }' },
      "materials/own/x.vtf",
    ],
    ["by a text", { "scripts/sounds.txt": '"wave" ")ambient/own.wav"' }, "sound/ambient/own.wav"],
    ["by the map's name", {}, "materials/own/made_radar.vtf"],
    ["by convention", {}, "materials/vgui/logo.vtf"],
  ])("unused-files skips a file that is named %s", async (_, files, path) => {
    const texts = Object.entries(files).map(([name, content]) => [name, text(content)] as const);
    const map = packed({ ...Object.fromEntries(texts), [path]: text("1234") });
    expect(await saidOf(map, "unused-files", null)).toEqual([]);
  });

  it("unused-files skips all files of a model that an entity names", async () => {
    const map = packed(makeModel("crate"));
    expect(await saidOf(map, "unused-files", null)).toHaveLength(1);
    addEntities(map, [
      ["classname", "prop_dynamic"],
      ["model", "models/crate.mdl"],
    ]);
    expect(await saidOf(map, "unused-files", null)).toEqual([]);
  });

  it("texture-memory sums the used textures", async () => {
    const map = packed({ "materials/dev/wall.vtf": CONTENT["materials/dev/wall.vtf"] });
    const size = CONTENT["materials/dev/wall.vtf"].length;
    expect(await saidOf(map, "texture-memory")).toEqual([
      `note: 1 texture of ${(size / 1000).toPrecision(3)} kB is used: materials/dev/wall.vtf ${(size / 1000).toPrecision(3)} kB.`,
    ]);
  });
});
