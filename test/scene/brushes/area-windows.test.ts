/** Tests area portal windows, from a map's entities to the drawn columns. */

import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import { listAreaWindows, placeAreaWindows } from "../../../src/scene/brushes/area-windows.ts";
import { buildAreas } from "../../../src/scene/brushes/areas.ts";
import type { LoadEvent } from "../../../src/scene/open/events.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { makeBox, makeEntity, makeTwoRooms, makeVmf } from "../../compile/make-vmf.ts";
import { compile } from "../../compile/vbsp/compile.ts";

const PANE = { classname: "func_brush", targetname: "Pane" };
const WINDOW = {
  ...{ classname: "func_areaportalwindow", target: "pane", fadestartdist: "64" },
  ...{ fadedist: "256", translucencylimit: ".25" },
};

/** Builds two rooms with a window in the door between them. */
function twoRooms(keys: Record<string, string> = {}) {
  const { world, entities } = makeTwoRooms();
  const inDoor = [256, 96, 0] as const;
  return compile(
    makeVmf(world.solids, [
      ...entities,
      makeEntity(PANE, { solids: [makeBox(inDoor, [258, 160, 96])] }),
      makeEntity(
        { ...WINDOW, ...keys },
        { solids: [makeBox(inDoor, [272, 160, 96], { material: "tools/toolsareaportal" })] },
      ),
    ]),
  );
}

async function load(bytes: Uint8Array) {
  const options = { name: "m", side: "ldr", textureCompressionBc: true } as const;
  const session = openMap(bytes, [], { ...options, maxTextureDimension: 4096 });
  const events: LoadEvent[] = [];
  for await (const event of session.load()) events.push(event);
  const find = <T extends LoadEvent["type"]>(type: T) =>
    events.find((event) => event.type === type) as Extract<LoadEvent, { type: T }> | undefined;
  return { find, warnings: session.diagnostics.warnings };
}

/** Lists the windows of a map whose model `*1` has a box from (10, 20, 30) to (11, 22, 33). */
function listOf(entities: string) {
  const diagnostics = new Diagnostics();
  const bsp = {
    entities: parseEntities(entities),
    models: {
      ...{ count: 3, faceCount: Int32Array.of(0, 5, 1) },
      mins: Float32Array.of(0, 0, 0, 10, 20, 30, 0, 0, 0),
      maxs: Float32Array.of(0, 0, 0, 11, 22, 33, 0, 0, 0),
    },
  } as unknown as Bsp;
  return {
    windows: listAreaWindows(bsp, diagnostics),
    place: (ledger = new Ledger()) => placeAreaWindows(bsp, diagnostics, ledger),
    diagnostics,
  };
}
const window = (keys = "") => `{ "classname" "func_areaportalwindow" "target" "a" ${keys} }`;
const A = `{ "targetname" "A" "model" "*1" "origin" "100 0 0" "angles" "0 45 0" }`;

describe("area portal windows", () => {
  it("have a box and fade distances", () => {
    const keys = `"PortalNumber" "3" "FadeStartDist" "1.5" "FadeDist" "7" "TranslucencyLimit" "2"`;
    const { windows, diagnostics } = listOf(
      `{} ${A} { "targetname" "a" "model" "*2" } ${window(keys)}`,
    );
    const fade = [110, 20, 30, 111, 22, 33, 1.5, 7, 1];
    expect(windows).toEqual([{ entity: 3, target: 1, background: -1, portal: 3, fade }]);
    expect(diagnostics.warnings).toEqual([]);
  });

  it("draw their target model at its place with their own angles", () => {
    const keys = `"angles" "0 90 0" "rendercolor" "255 0 255" "rendermode" "2" "renderamt" "7"`;
    const [placed, ...rest] = listOf(`{} ${A} ${window(keys)}`).place();
    expect(rest).toEqual([]);
    expect(placed).toMatchObject({ model: 1, entity: 2 });
    expect(Array.from(placed.matrix!, (value) => Math.round(value) + 0)).toEqual([
      0, -1, 0, 100, 1, 0, 0, 0, 0, 0, 1, 0,
    ]);
    expect(placed.modulation).toMatchObject({ tint: [1, 0, 1], alpha: 0 });
    expect(placed.modulation!.fade!.slice(0, 3)).toEqual([110, 20, 30]);
  });

  it("draw the background model opaque, and an always opaque window too", () => {
    const behind = `{ "targetname" "back" "model" "*2" }`;
    const shown = listOf(`{} ${A} ${behind} ${window('"BackgroundBModel" "BACK"')}`).place();
    expect(shown.map(({ model }) => model)).toEqual([1, 2]);
    expect(shown[1].modulation).toBeNull();
    expect(shown[1].matrix![3]).toBe(100);
    expect(listOf(`{} ${A} ${window('"TranslucencyLimit" "1"')}`).place()[0].modulation).toBeNull();
  });

  it("are not drawn in invisible render modes or without a model", () => {
    expect(listOf(`{} ${A} ${window('"rendermode" "10"')}`).place()).toEqual([]);
    for (const target of [
      "",
      `{ "targetname" "a" "model" "a.mdl" }`,
      `{ "targetname" "b" "model" "*1" }`,
    ]) {
      const { windows, diagnostics } = listOf(`{} ${target} ${window()}`);
      expect(windows).toEqual([]);
      expect(diagnostics.subjects("not-drawn")).toEqual(["LUMP_ENTITIES"]);
    }
    expect(listOf(`{} ${A} ${window('"target" ""').replace('"a"', '"*"')}`).windows).toHaveLength(
      1,
    );
  });

  it("are limited by the number of portals and by the surface budget", () => {
    const many = listOf(`{} ${A} ${window().repeat(1030)}`);
    expect(many.windows).toHaveLength(1024);
    expect(many.diagnostics.warnings[0].message).toContain("6 windows");
    const few = listOf(`{} ${A} ${window().repeat(3)}`);
    expect(few.place(new Ledger({ surfaces: 13 }))).toHaveLength(2);
    expect(few.diagnostics.subjects("over-budget")).toEqual(["LUMP_ENTITIES"]);
  });
});

describe("a window of a compiled map", () => {
  it("replaces its target, nearly transparent at first, and fades by a program", async () => {
    const { bytes, bsp } = twoRooms();
    const { find } = await load(bytes);
    const { scene } = find("scene")!;
    const { materials } = find("materials")!;
    expect(scene.materials.count).toBe(2);
    expect(scene.materials.alpha[1]).toBe(0.25);
    const pane = scene.chunks.material.filter((material) => material === 1);
    // One chunk per face, because translucent faces are sorted separately.
    expect(pane.length).toBe((bsp as Bsp).models.faceCount[1]);
    expect([...materials.motion!.material]).toEqual([1]);
    expect([...materials.motion!.scale]).toEqual([1, 1, 1, 1]);
    // Windows are not solid.
    expect(find("collision")!.collision.modelCount).toBe(1);
  });

  it("closes its portal slightly beyond its fully opaque distance", () => {
    const bsp = twoRooms().bsp as Bsp;
    expect(buildAreas(bsp)).toBeNull();
    const areas = buildAreas(bsp, listAreaWindows(bsp))!;
    expect([...areas.isOpen]).toEqual([1, 1, 1]);
    const { windows } = areas;
    expect([...windows!.ofPortal]).toEqual([-1, 0, 0]);
    expect([...windows!.closeDistance]).toEqual([266]);
    expect([...windows!.box]).toEqual([256, 96, 0, 258, 160, 96]);
  });

  it("is part of the areas event", async () => {
    const { find } = await load(twoRooms().bytes);
    expect(find("areas")!.areas.windows!.count).toBe(1);
  });
});
