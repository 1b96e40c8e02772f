/**
 * Rules of limits, visibility, geometry and props, each on a map with the fault and on one without.
 */

import { beforeAll, describe, expect, it } from "vitest";
import { checkMap } from "../../../src/analysis/check/check-map.ts";
import { fastVisibility } from "../../../src/analysis/check/rules/visibility/fast-visibility.ts";
import { encodeVisibility } from "../../../src/compile/compile-map.ts";
import { generateRooms } from "../../../src/compile/generate/rooms.ts";
import type { CompiledMap } from "../../../src/compile/types.ts";
import type { Vmf, VmfDispInfo, VmfEntity, VmfSolid } from "../../../src/formats/vmf/types.ts";
import {
  makeBox,
  makeEntity,
  makeRoom,
  makeVmf,
  NODRAW,
  pointEntity,
} from "../../compile/make-vmf.ts";
import { makeDispInfo } from "../../compile/vbsp-parts/make-displacement.ts";
import { compileWithVis } from "../compile-with-vis.ts";
import {
  addEntities,
  compileVmf,
  copyOf,
  editLump,
  findings,
  makeModel,
  openLeaf,
  said,
  setLump,
  setProps,
  soundVmf,
} from "./made-map.ts";

let sound: CompiledMap;
beforeAll(async () => {
  sound = await compileVmf(soundVmf());
});

const saidOf = async (map: CompiledMap, rule: string) => said(await findings(map, rule));

describe("limit and lump rules", () => {
  it.each([
    [
      1025,
      [
        "error: LUMP_CUBEMAPS holds 1,025 records of 1,024 records that Source SDK 2013 takes (100 %).",
      ],
    ],
    [
      950,
      [
        "warning: LUMP_CUBEMAPS holds 950 records of 1,024 records that Source SDK 2013 takes (93 %).",
      ],
    ],
    [
      830,
      ["note: LUMP_CUBEMAPS holds 830 records of 1,024 records that Source SDK 2013 takes (81 %)."],
    ],
    [800, []],
  ])("limits rates %i of 1,024 cubemaps", async (count, expected) => {
    const map = copyOf(sound);
    setLump(map, "LUMP_CUBEMAPS", new Uint8Array(count * 16));
    expect(await saidOf(map, "limits")).toEqual(expected);
  });

  it("damaged-lumps reports a lump whose size is wrong", async () => {
    const map = copyOf(sound);
    setLump(map, "LUMP_OVERLAYS", new Uint8Array(5));
    expect((await saidOf(map, "damaged-lumps"))[0]).toMatch(/^error: LUMP_OVERLAYS: /);
    expect(await saidOf(sound, "damaged-lumps")).toEqual([]);
  });

  it("damaged-lumps, not missing-materials, reports faces whose material name is lost", async () => {
    const map = copyOf(sound);
    setLump(
      map,
      "LUMP_TEXDATA_STRING_DATA",
      new Uint8Array(map.lumps.get("LUMP_TEXDATA_STRING_DATA")!.bytes.length),
    );
    const lost = await findings(map, "damaged-lumps");
    expect(said(lost)).toEqual([
      expect.stringMatching(/^error: \d+ faces have no material's name\.$/),
    ]);
    expect(lost[0].camera).toBeDefined();
    expect(await saidOf(map, "missing-materials")).toEqual([]);
    expect(await saidOf(map, "lightmap-memory")).toEqual([
      expect.stringContaining("a material without a name 100 %"),
    ]);
  });

  it("overlay-faces reports an overlay on no face, and one on the maximum of 64", async () => {
    const vmf = soundVmf();
    const overlay = pointEntity("info_overlay", [128, 128, 0], {
      material: "dev/dev_measurewall01a",
      sides: String(vmf.world.solids[0].sides[0].id),
      BasisOrigin: "128 128 0",
      BasisNormal: "0 0 1",
      BasisU: "1 0 0",
      BasisV: "0 1 0",
      ...{ StartU: "0", EndU: "1", StartV: "0", EndV: "1" },
      ...{ uv0: "-16 -16 0", uv1: "-16 16 0", uv2: "16 16 0", uv3: "16 -16 0" },
    });
    const map = await compileVmf(makeVmf(vmf.world.solids, [...vmf.entities, overlay]));
    expect(await saidOf(map, "overlay-faces")).toEqual([]);
    const set = (count: number) => editLump(map, "LUMP_OVERLAYS").setUint16(6, count, true);
    set(0);
    const [none] = await findings(map, "overlay-faces");
    expect(none.message).toMatch(/lies on no face: it is not drawn\.$/);
    expect(none).toMatchObject({ severity: "warning", overlay: 0, origin: [128, 128, 0] });
    set(64);
    expect((await saidOf(map, "overlay-faces"))[0]).toMatch(/lies on 64 faces, the most there are/);
    set(63);
    expect(await saidOf(map, "overlay-faces")).toEqual([]);
  });
});

describe("visibility rules", () => {
  it("no-visibility reports a map without visibility", async () => {
    const map = copyOf(sound);
    map.lumps.delete("LUMP_VISIBILITY");
    expect(await saidOf(map, "no-visibility")).toEqual([
      "error: The map has no visibility: it leaks, or vvis was not run.",
    ]);
    expect(await saidOf(sound, "no-visibility")).toEqual([]);
  });

  it("sees-everything reports a map whose clusters see nearly all others", async () => {
    const clusters = 64;
    const withRows = (word: number): CompiledMap => {
      const map = copyOf(sound);
      const rows = new Uint32Array(clusters * 2).fill(word);
      setLump(map, "LUMP_VISIBILITY", encodeVisibility(rows, rows, clusters));
      return map;
    };
    expect(await saidOf(withRows(0xffffffff), "sees-everything")).toEqual([
      "warning: On average a cluster sees 100 % of the map's 64 clusters: walls hide hardly anything.",
    ]);
    // Each cluster sees three of four.
    expect(await saidOf(withRows(0x77777777), "sees-everything")).toEqual([]);
  });

  it("one-way-visibility reports clusters that see others without being seen by them", async () => {
    const clusters = 40;
    const words = 2;
    const rows = new Uint32Array(clusters * words);
    // All clusters see the first, and the first sees all but the last.
    for (let cluster = 0; cluster < clusters; cluster++) {
      rows[cluster * words] |= 1;
      rows[cluster >>> 5] |= 1 << (cluster & 31);
    }
    const withRows = (): CompiledMap => {
      const map = copyOf(sound);
      setLump(map, "LUMP_VISIBILITY", encodeVisibility(rows, rows, clusters));
      return map;
    };
    expect(await saidOf(withRows(), "one-way-visibility")).toEqual([]);
    rows[1] &= ~(1 << 7);
    expect(await saidOf(withRows(), "one-way-visibility")).toEqual([
      "warning: In 1 pair of clusters only one sees the other.",
    ]);
  });

  it("fast-visibility reports a PVS that equals the quick bound of vvis", async () => {
    const told = async (fast: boolean) => {
      const { bytes } = await compileWithVis(
        generateRooms({ faces: 1500, props: 0, seed: 3 }),
        fast,
      );
      const input = { name: "a", bytes, content: [] };
      const { findings: all } = await checkMap(input, { rules: [fastVisibility] });
      return all.map(({ severity, message }) => `${severity}: ${message}`);
    };
    expect(await told(false)).toEqual([]);
    expect(await told(true)).toEqual([
      "warning: 68 % of the stored PVS of 8 places is not visible through the portals, as after vvis -fast.",
    ]);
  });

  it("idle-area-portals reports an area portal that always stays closed, or closes nothing", async () => {
    const vmf = soundVmf();
    const portal = makeEntity(
      { classname: "func_areaportal", portalnumber: "1" },
      { solids: [makeBox([260, 96, 0], [268, 160, 96], { material: "tools/toolsareaportal" })] },
    );
    const divided = await compileVmf(makeVmf(vmf.world.solids, [...vmf.entities, portal]));
    expect(await saidOf(divided, "idle-area-portals")).toEqual([]);
    const add = async (...pairs: readonly (readonly [string, string])[]) => {
      const map = copyOf(divided);
      addEntities(map, [["classname", "func_areaportal"], ["portalnumber", "1"], ...pairs]);
      return saidOf(map, "idle-area-portals");
    };
    expect(await add(["StartOpen", "0"])).toEqual([
      "warning: func_areaportal begins closed, and nothing can open it.",
    ]);
    expect(await add(["StartOpen", "0"], ["target", "door"])).toEqual([]);
    expect(await add(["StartOpen", "0"], ["targetname", "portal"])).toEqual([]);
    expect(await add(["StartOpen", "1"])).toEqual([]);
    const map = copyOf(divided);
    addEntities(map, [
      ["classname", "func_areaportalwindow"],
      ["portalnumber", "7"],
    ]);
    expect(await saidOf(map, "idle-area-portals")).toEqual([
      "warning: func_areaportalwindow does not lie between two areas: it closes nothing.",
    ]);
  });
});

const POWER = 2;
const EDGE = (1 << POWER) + 1;

/**
 * Returns a map of two squares of displaced ground side by side along x, 256 inches each. `change`
 * edits the first.
 */
function groundVmf(change: (info: VmfDispInfo) => void, second = POWER): Vmf {
  const ground = [0, 256].map((x) => {
    const info = makeDispInfo(x === 0 ? POWER : second, [x, 0, 32]);
    for (let at = 2; at < info.normals.length; at += 3) info.normals[at] = 1;
    info.distances.fill(8);
    if (x === 0) change(info);
    return makeBox([x, 0, 0], [x + 256, 256, 32], { sides: { top: { dispInfo: info } } });
  });
  const lamp = pointEntity("light", [128, 128, 100], { _light: "255 255 255 200" });
  const player = pointEntity("info_player_start", [128, 128, 64]);
  return makeVmf([...makeRoom([0, 0, 0], [512, 256, 256]), ...ground], [player, lamp]);
}

describe("displacement rules", () => {
  it("displacement-gaps reports neighbours whose edges do not meet", async () => {
    // The last column of the first lies on the first column of the second.
    const apart = await compileVmf(
      groundVmf((info) => {
        for (let row = 0; row < EDGE; row++) info.distances[row * EDGE + EDGE - 1] += 5;
      }),
    );
    const found = await findings(apart, "displacement-gaps");
    expect(said(found)).toEqual([
      expect.stringMatching(
        /^note: Two displacements \(faces \d+ and \d+\) share an edge and lie 5\.0 inches apart\.$/,
      ),
    ]);
    expect(found[0].origin?.[0]).toBe(256);
    const together = await compileVmf(groundVmf(() => {}));
    expect(await saidOf(together, "displacement-gaps")).toEqual([]);
  });

  it("displacement-gaps compares displacements of different power at their common vertices", async () => {
    const raiseLast = (info: VmfDispInfo) => {
      for (let row = 0; row < EDGE; row++) info.distances[row * EDGE + EDGE - 1] += 5;
    };
    const apart = await compileVmf(groundVmf(raiseLast, POWER + 1));
    expect(await saidOf(apart, "displacement-gaps")).toEqual([
      expect.stringContaining("lie 5.0 inches apart"),
    ]);
    expect(
      await saidOf(await compileVmf(groundVmf(() => {}, POWER + 1)), "displacement-gaps"),
    ).toEqual([]);
  });

  it("folded-displacements reports displacements that fold over themselves", async () => {
    const folded = await compileVmf(
      groundVmf((info) => {
        // A row in the middle is pushed over the row after the next.
        for (let column = 0; column < EDGE; column++) {
          const vertex = EDGE + column;
          info.normals.set([0, 1, 0], vertex * 3);
          info.distances[vertex] = 160;
        }
      }),
    );
    expect((await saidOf(folded, "folded-displacements"))[0]).toMatch(
      /^note: A displacement turns back on itself at \d+ edges\.$/,
    );
    const hill = await compileVmf(
      groundVmf((info) => {
        for (let column = 0; column < EDGE; column++) info.distances[2 * EDGE + column] = 80;
      }),
    );
    expect(await saidOf(hill, "folded-displacements")).toEqual([]);
  });
});

describe("water rules", () => {
  const waterMap = (heights: readonly number[]) => {
    const { world, entities } = soundVmf();
    const lakes = heights.map((height, i) => {
      const x = i === 0 ? 0 : 272;
      return makeBox([x, 0, 0], [x + 256, 256, height], { material: "nature/water" });
    });
    return compileVmf(makeVmf([...world.solids, ...lakes], entities));
  };

  it("water-levels reports visible water surfaces at two heights", async () => {
    const [found] = await findings(await waterMap([16, 40]), "water-levels");
    expect(found.message).toBe("Water at 2 heights (z 40, 16) is in sight of each other.");
    expect(found.severity).toBe("note");
    expect(await saidOf(await waterMap([16]), "water-levels")).toEqual([]);
    expect(await saidOf(await waterMap([16, 16]), "water-levels")).toEqual([]);
  });
});

describe("surface rules", () => {
  it("upright-water reports upright faces with a water material", async () => {
    const { world, entities } = soundVmf();
    const block = makeBox([64, 64, 0], [192, 192, 40], { material: "nature/water" });
    const map = await compileVmf(makeVmf([...world.solids, block], entities));
    const [found] = await findings(map, "upright-water");
    expect(found.message).toMatch(/^4 faces of water \(nature\/water\) stand upright\.$/i);
    const lake = makeBox([0, 0, 0], [528, 256, 8], { material: "nature/water" });
    const filled = await compileVmf(makeVmf([...world.solids, lake], entities));
    expect(await saidOf(filled, "upright-water")).toEqual([]);
  });

  it("nodraw-in-sight reports undrawn faces that a player can see", async () => {
    const { world, entities } = soundVmf();
    const withBox = async (x: number, side: "top" | "right", ...more: readonly VmfEntity[]) => {
      const sides = { [side]: { material: NODRAW } };
      const box = makeBox([x, 96, 0], [x + 48, 144, 32], { sides });
      const map = await compileVmf(makeVmf([...world.solids, box], [...entities, ...more]));
      return findings(map, "nodraw-in-sight");
    };
    const [found] = await withBox(40, "top");
    expect(found).toMatchObject({ severity: "note" });
    expect(found.message).toBe("1 nodraw side is in sight of where players walk.");
    expect(found.origin).toEqual([64, 120, 32.25]);
    // The camera is in front of the face, not behind it.
    const [, , z] = found.camera!.split(",").map(Number);
    expect(z).toBeGreaterThan(32);
    // The face turns away from the player start at 128, but a player can walk around the box.
    expect(await withBox(176, "right")).toHaveLength(1);
    // The box is in the other room, beyond the door.
    expect(await withBox(300, "right")).toHaveLength(1);
    // A box on top hides the face.
    const detail = (box: VmfSolid) => makeEntity({ classname: "func_detail" }, { solids: [box] });
    const lid = detail(makeBox([40, 96, 32], [88, 144, 64]));
    expect(await withBox(40, "top", lid)).toEqual([]);
    // A drawn face right behind it shows in its place.
    const board = detail(makeBox([36, 92, 20], [92, 148, 28]));
    expect(await withBox(40, "top", board)).toEqual([]);
    const prop = pointEntity("prop_dynamic", [64, 100, 32], { model: "models/crate.mdl" });
    expect(await withBox(40, "top", prop)).toEqual([]);
  });
});

describe("prop rules", () => {
  const withProp = (model: Readonly<Record<string, Uint8Array>>): CompiledMap => {
    const map = copyOf(sound);
    for (const [path, bytes] of Object.entries(model)) map.pak.set(path, bytes);
    setProps(map, [{ model: "models/crate.mdl", origin: [64, 64, 16], leafs: [openLeaf(sound)] }]);
    return map;
  };
  const DATA = '"prop_data" { "base" "Wooden.Small" }';

  it("prop-kinds reports static props of models that may not be static", async () => {
    const told = (model: Readonly<Record<string, Uint8Array>>) =>
      saidOf(withProp(model), "prop-kinds");
    const tail = "and the map has 1 static prop of it: another compile leaves them out.";
    expect(await told(makeModel("crate", { isStatic: false }))).toEqual([
      `warning: models/crate.mdl was not compiled with $staticprop, ${tail}`,
    ]);
    expect(await told(makeModel("crate", { keyValues: DATA }))).toEqual([
      `warning: models/crate.mdl has prop_data, as things with physics have, ${tail}`,
    ]);
    const both = '"mdlkeyvalue" { "prop_data" { "base" "Wooden.Small" "allowstatic" "1" } }';
    expect(await told(makeModel("crate", { keyValues: both }))).toEqual([]);
    expect(await told(makeModel("crate"))).toEqual([]);
  });

  it.each([
    ["prop_physics", "", 1],
    ["prop_physics", DATA, 0],
    ["prop_dynamic", DATA, 1],
    ["prop_dynamic", "", 0],
    ["prop_physics_override", "", 0],
  ])(
    "prop-kinds reports entities of the wrong prop class: %s with '%s'",
    async (classname, keyValues, count) => {
      const map = copyOf(sound);
      const model = makeModel("crate", { keyValues, isStatic: false });
      for (const [path, bytes] of Object.entries(model)) map.pak.set(path, bytes);
      addEntities(map, [
        ["classname", classname],
        ["model", "models/crate.mdl"],
        ["origin", "64 64 16"],
      ]);
      const found = await findings(map, "prop-kinds");
      expect(found).toHaveLength(count);
      if (count > 0) expect(found[0].message).toMatch(/: the game removes it, and wants /);
    },
  );

  it("models-without-lods reports models without levels of detail if they have many triangles", async () => {
    const many = Array.from({ length: 60 }, () => {
      return { model: "models/crate.mdl", origin: [64, 64, 16], leafs: [openLeaf(sound)] } as const;
    });
    const withTriangles = (triangles: number, hasLod = false): CompiledMap => {
      const map = withProp(makeModel("crate", { triangles, hasLod }));
      setProps(map, many);
      return map;
    };
    expect(await saidOf(withTriangles(1000), "models-without-lods")).toEqual([
      "note: models/crate.mdl has no levels of detail, and the map has 60 static props of 1,000 triangles each.",
    ]);
    expect(await saidOf(withTriangles(500), "models-without-lods")).toEqual([]);
    expect(await saidOf(withTriangles(1000, true), "models-without-lods")).toEqual([]);
  });

  it("props-in-void reports props that touch no open leaf", async () => {
    const map = copyOf(sound);
    setProps(map, [
      { model: "models/crate.mdl", origin: [64, 64, -300], leafs: [0] },
      { model: "models/crate.mdl", origin: [64, 64, 16], leafs: [0, openLeaf(sound)] },
      { model: "models/crate.mdl", origin: [64, 64, -200], leafs: [] },
    ]);
    const found = await findings(map, "props-in-void");
    expect(found.map(({ prop }) => prop)).toEqual([0, 2]);
    expect(said(found)[0]).toBe(
      "warning: A static prop of models/crate.mdl touches no place inside the map.",
    );
    expect(await saidOf(withProp(makeModel("crate")), "props-in-void")).toEqual([]);
  });

  it("props-without-fade reports props that never fade, if there are many", async () => {
    const prop = {
      model: "models/crate.mdl",
      origin: [64, 64, 16],
      leafs: [openLeaf(sound)],
    } as const;
    const many = copyOf(sound);
    setProps(
      many,
      Array.from({ length: 60 }, () => prop),
    );
    expect(await saidOf(many, "props-without-fade")).toEqual([
      "note: 60 static props of 60 never fade: 60 of models/crate.mdl.",
    ]);
    const few = copyOf(sound);
    setProps(
      few,
      Array.from({ length: 40 }, () => prop),
    );
    expect(await saidOf(few, "props-without-fade")).toEqual([]);
  });
});
