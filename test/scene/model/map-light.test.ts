/** Tests that a single model in a map's light looks like a prop at that place. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memoryBytes } from "../../../src/content/bytes/memory-bytes.ts";
import type { PropLight } from "../../../src/map/props.ts";
import type { MapScene } from "../../../src/map/types.ts";
import { WORLD_LIGHT_ROW } from "../../../src/map/world-lights.ts";
import { writeForward } from "../../../src/math/angles.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import { aim, aimAtLight } from "../../../src/scene/light/pick-lights.ts";
import type { ModelLoadEvent, ModelMapLight } from "../../../src/scene/model/events.ts";
import { buildModelScene } from "../../../src/scene/model/model-scene.ts";
import { openModel } from "../../../src/scene/model/open-model.ts";
import {
  brightnessAtFirst,
  lightFromOrigin,
  turnLight,
} from "../../../src/scene/model/place-light.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { nearestCubemap } from "../../../src/scene/props/prop-cubemaps.ts";
import { compileAndRead } from "../../compile/studiomdl/make-sources.ts";
import { ambientLight, diffuseLight, type Triple } from "../../oracle/materials/model.ts";
import { openTestRenderer, type TestRenderer } from "../../render/open-test-renderer.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { madeContent } from "../content-sources.ts";
import { compileRoom, LAMP_OPEN, OPEN, PANEL, ROOFED } from "../light/lit-room.ts";

const SIZE = 96;
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 64 };
const test = await openTestGpu();

/** A white box of 16 inches in place of the room's panels, with sides in every direction. */
function boxContent() {
  const lines = ["version 1", "nodes", '0 "root" -1', "end", "skeleton", "time 0"];
  lines.push("0 0 0 0 0 0 0", "end", "triangles");
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [-1, 1]) {
      const at = (u: number, v: number) => {
        const point = [0, 0, 0];
        point[axis] = 8 * sign;
        point[(axis + 1) % 3] = 8 * u;
        point[(axis + 2) % 3] = 8 * v * sign;
        return `0 ${point[0]} ${point[1]} ${point[2] + 8} ${normal.join(" ")} 0 0`;
      };
      const normal = [0, 0, 0];
      normal[axis] = sign;
      const corners = [at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)];
      for (const [a, b, c] of [
        [0, 1, 2],
        [0, 2, 3],
      ]) {
        lines.push("white", corners[a], corners[b], corners[c]);
      }
    }
  }
  const qc = `$modelname test/panel.mdl\n$cdmaterials models/test\n$body box "box.smd"\n$sequence idle "box.smd"\n`;
  const { files } = compileAndRead(qc, { "box.smd": `${lines.join("\n")}\nend\n` });
  return madeContent({
    [PANEL]: files.mdl,
    "models/test/panel.vvd": files.vvd,
    "models/test/panel.dx90.vtx": files.vtx,
    "materials/models/test/white.vmt": 'VertexLitGeneric { $color2 "[0.4 0.5 0.6]" $nocull 1 }',
  });
}

const room = await compileRoom();
const source = boxContent();

function inRoom(at: ModelMapLight["at"], side: ModelMapLight["side"] = "ldr"): ModelMapLight {
  const bytes = memoryBytes("room", room);
  return { name: "room", at, side, open: async () => ({ name: "room", bytes, content: null }) };
}

async function openAlone(light: ModelMapLight | null) {
  const events: ModelLoadEvent[] = [];
  for await (const event of openModel(PANEL, [source], { ...OPTIONS, hasFloor: false, light })) {
    events.push(event);
  }
  const find = <Type extends ModelLoadEvent["type"]>(type: Type) =>
    events.find((event) => event.type === type) as Extract<ModelLoadEvent, { type: Type }>;
  return { scene: find("scene").scene, model: find("model"), done: find("done") };
}

describe.skipIf(test === null)("a model lit by a map", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    t.renderer.settings.autoExposure = false;
    t.renderer.settings.bloom = false;
  });
  afterAll(() => {
    expect(t.errors).toEqual([]);
    t.destroy();
    test!.close();
  });

  /** Returns the colours in the middle of three visible sides of the box, from 48 inches away. */
  async function lookAt([x, y, z]: readonly number[], yaw: number): Promise<number[]> {
    const forward = new Float32Array(3);
    writeForward(forward, 35, yaw);
    const eye = [x, y, z + 8].map((value, axis) => value - forward[axis] * 48);
    await t.renderer.settled();
    t.renderer.render({ x: eye[0], y: eye[1], z: eye[2], pitch: 35, yaw, fov: 30 });
    const pixels = await t.renderer.readPixels();
    const shown: number[] = [];
    for (let row = SIZE / 2 - 14; row < SIZE / 2 + 14; row++) {
      for (let column = SIZE / 2 - 14; column < SIZE / 2 + 14; column++) {
        shown.push(...pixels.subarray((row * SIZE + column) * 4, (row * SIZE + column) * 4 + 3));
      }
    }
    return shown;
  }

  async function showRoom(side: "ldr" | "hdr"): Promise<void> {
    const session = openMap(room, [source], { ...OPTIONS, name: "room", side });
    for await (const event of session.load()) {
      if (event.type === "scene") t.renderer.setScene(event.scene);
      if (event.type === "props") t.renderer.setSource(propSource(event.props));
      if (event.type === "lightpatterns") t.renderer.setLightPatterns(event.patterns);
    }
  }

  it.each([
    ["ldr", OPEN],
    ["hdr", OPEN],
    ["ldr", ROOFED],
    ["hdr", ROOFED],
  ] as const)(
    "has the same brightness on all sides as a prop there: %s at %j",
    async (side, at) => {
      await showRoom(side);
      const props = [await lookAt(at, 40), await lookAt(at, -140)];
      const { scene, model } = await openAlone(inRoom(at, side));
      t.renderer.setScene(scene);
      t.renderer.setSource(propSource(model.draws.all));
      const alone = [await lookAt([0, 0, 0], 40), await lookAt([0, 0, 0], -140)];
      expect(model.lightPlace).toMatchObject({ map: "room", at: [...at], entity: null });
      for (const [view, pixels] of props.entries()) {
        // Three different sides, none clipped at white.
        expect(new Set(pixels).size).toBeGreaterThan(6);
        expect(Math.max(...pixels)).toBeLessThan(255);
        const apart = pixels.map((value, i) => Math.abs(value - alone[view][i]));
        expect(Math.max(...apart)).toBeLessThanOrEqual(1);
      }
    },
  );
});

describe("the light of a map for a model", () => {
  it("is sampled at a player start, with lamps seen from there", async () => {
    const { model, done } = await openAlone(inRoom(null));
    expect(model.lightPlace).toMatchObject({
      at: [16, 16, 16],
      entity: "info_player_start",
    });
    expect(done.warnings.filter(({ code }) => code === "lighting")).toEqual([]);
    const under = await openAlone(inRoom(OPEN));
    const { light } = under.model.draws.all;
    const floats = new Float32Array(light.worldLights.buffer);
    const origins = Array.from({ length: light.worldLights.length / 16 }, (_, row) => [
      ...floats.subarray(row * 16, row * 16 + 3),
    ]);
    expect(origins).toContainEqual(LAMP_OPEN.map((value, axis) => value - OPEN[axis]));
    expect(under.model.lightPlace?.lamps).toBeGreaterThanOrEqual(2);
  });

  it("falls back to studio light with a warning if the map cannot be read", async () => {
    const refused = { ...inRoom(OPEN), open: () => Promise.reject(new Error("There is none.")) };
    const bytes = memoryBytes("room", room.slice(0, 3000));
    const cut = { ...inRoom(OPEN), open: async () => ({ name: "room", bytes, content: null }) };
    const plain = await openAlone(null);
    for (const light of [refused, cut]) {
      const { scene, model, done } = await openAlone(light);
      expect(model.lightPlace).toBeNull();
      expect(done.warnings.filter(({ code }) => code === "lighting")).toHaveLength(1);
      expect(scene.exposure).toBe(1);
      expect(model.draws.all.light).toEqual(plain.model.draws.all.light);
    }
  });

  it("leaves floor and backdrop unchanged at any exposure", () => {
    const box = Float32Array.of(0, 0, 0, 16, 16, 16);
    const place = { box, hasFloor: true, start: { x: 0, y: 0, z: 0, pitch: 0, yaw: 0 } };
    const [plain, bright] = [1, 4].map((exposure) => buildModelScene("x", { ...place, exposure }));
    expect(bright.exposure).toBe(4);
    const shown = (scene: MapScene) => [
      ...scene.materials.fallbackColor,
      ...scene.skyGradient.zenith,
      ...scene.skyGradient.ground,
      ...scene.fog!.color.map((value) => value ** 2.2),
    ];
    for (const [i, value] of shown(bright).entries()) {
      expect(value * 4).toBeCloseTo(shown(plain)[i], 5);
    }
  });

  it("uses the light styles' first values", () => {
    const styles = new Float32Array(256).fill(1);
    styles[33] = 0;
    const patterns = ["", "zaz", "mza", "a"];
    const of = (style: number) => brightnessAtFirst(styles, patterns, style);
    expect([0, 1, 2, 3, 33, 40].map(of)).toEqual([1, 25 / 12, 1, 0, 0, 1]);
    const light = lampAt([10, 20, 30], [0, 0, -1], 3);
    const placed = lightFromOrigin(light, [1, 2, 3], (style) => style / 2);
    const floats = new Float32Array(placed.worldLights.buffer);
    expect([...floats.subarray(0, 3)]).toEqual([9, 18, 27]);
    expect([...floats.subarray(4, 7)]).toEqual([150, 300, 450]);
    expect(placed.worldLights[3]).toBe(0);
    // The source light is unchanged.
    expect(light.worldLights[3]).toBe(3);
  });

  it("names the nearest cubemap", () => {
    const cubemaps = {
      count: 2,
      origin: Int32Array.of(0, 0, 0, 100, -8, 16),
      size: new Int32Array(2),
    };
    const map = { name: "room.bsp", cubemaps, texDatas: { name: ["maps/Other/brick"] } } as never;
    expect(nearestCubemap(map, Float32Array.of(60, 0, 0))).toBe("maps/other/c100_-8_16");
    expect(nearestCubemap(map, Float32Array.of(40, 0, 0))).toBe("maps/other/c0_0_0");
    const none = {
      name: "x/Room.bsp",
      cubemaps: { ...cubemaps, count: 0 },
      texDatas: { name: [] },
    };
    expect(nearestCubemap(none as never, new Float32Array(3))).toBe("maps/room/cubemapdefault");
  });

  it.each([90, 180, -90, 37])("rotated by %d degrees lights a rotated model the same", (yaw) => {
    const light = lampAt([40, -20, 60], [-0.6, 0, -0.8], 0);
    const turned = turnLight(light, yaw);
    const angle = (yaw * Math.PI) / 180;
    const turn = ([x, y, z]: Triple): Triple => [
      x * Math.cos(angle) - y * Math.sin(angle),
      x * Math.sin(angle) + y * Math.cos(angle),
      z,
    ];
    for (const normal of [
      [1, 0, 0],
      [0, -1, 0],
      [0.6, 0.8, 0],
      [0, 0, 1],
    ] as const) {
      const point = [3, 5, 7] as const;
      const before = lampsAt(light, point, normal);
      const after = lampsAt(turned, turn(point), turn(normal));
      for (let k = 0; k < 3; k++) expect(after[k]).toBeCloseTo(before[k], 4);
      if (yaw % 90 !== 0) continue;
      const [a, b] = [
        ambientLight(cubeOf(light), normal),
        ambientLight(cubeOf(turned), turn(normal)),
      ];
      for (let k = 0; k < 3; k++) expect(b[k]).toBeCloseTo(a[k], 5);
    }
    // Each side equals the cube's light in its earlier direction.
    const side = ambientLight(
      cubeOf(light),
      turn([1, 0, 0]).map((v, i) => (i === 1 ? -v : v)) as never,
    );
    for (let k = 0; k < 3; k++) expect(cubeOf(turned)[0][k]).toBeCloseTo(side[k], 5);
  });
});

/** Builds a lamp of [100, 200, 300] and a cube with six different sides. */
function lampAt(origin: Triple, normal: Triple, style: number): PropLight {
  const worldLights = new Uint32Array(16);
  const floats = new Float32Array(worldLights.buffer);
  const put = (field: keyof typeof WORLD_LIGHT_ROW, ...values: number[]) =>
    floats.set(values, WORLD_LIGHT_ROW[field] / 4);
  put("origin", ...origin);
  put("intensity", 100, 200, 300);
  put("normal", ...normal);
  put("innerCosine", -2);
  put("outerCosine", -2);
  put("constant", 0, 0, 1);
  put("exponent", 1);
  worldLights[WORLD_LIGHT_ROW.flags / 4] = style;
  return {
    ambient: Float32Array.from({ length: 18 }, (_, i) => i + 1),
    baked: new Uint32Array(0),
    bakedBase: Uint32Array.of(0x80000000),
    worldLights,
    lights: Uint32Array.of(0, 0xffffffff, 0xffffffff, 0xffffffff),
    flags: new Uint32Array(1),
  };
}

function cubeOf({ ambient }: PropLight): Triple[] {
  return Array.from({ length: 6 }, (_, side) => [
    ...ambient.subarray(side * 3, side * 3 + 3),
  ]) as never;
}

function lampsAt({ worldLights }: PropLight, point: Triple, normal: Triple): Triple {
  const rows = new Float32Array(worldLights.buffer);
  const share = aimAtLight({ rows, words: worldLights }, 0, ...point);
  const light = [100 * share, 200 * share, 300 * share] as const;
  return diffuseLight(normal, [{ toLamp: [aim.x, aim.y, aim.z], light }], {});
}
