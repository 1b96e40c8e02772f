import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import { EMITTER_ROW } from "../../../src/map/placed/emitters.ts";
import { buildEmitters } from "../../../src/scene/placed/emitters.ts";
import { listFires, placeFire } from "../../../src/scene/placed/fires.ts";
import { buildParticleSystems } from "../../../src/scene/placed/particle-systems.ts";
import type { Trace } from "../../../src/visibility/trace.ts";
import { FIRE } from "../../formats/pcf/made-systems.ts";
import { makePcf } from "../../formats/pcf/make-pcf.ts";

const entitiesOf = (...rows: Record<string, string>[]) =>
  parseEntities(
    rows
      .map((keys) => {
        const pairs = Object.entries({ classname: "env_fire", ...keys });
        return `{\n${pairs.map(([key, value]) => `"${key}" "${value}"`).join("\n")}\n}`;
      })
      .join("\n"),
  );

/** A floor at a height. */
const floorAt = (height: number): Trace => {
  const hit = { distance: 0 };
  const cast = (_x: number, _y: number, z: number, ...way: number[]): boolean => {
    hit.distance = z - height;
    return way[2] === -1 && hit.distance <= way[3];
  };
  return { hit, tests: 0, cast } as unknown as Trace;
};

describe("fires of a map", () => {
  it("play the system of their size, with smoke unless they have none", () => {
    const effects = ["35", "36", "100", "108", "9999"].map((firesize) => {
      const [fire] = listFires(entitiesOf({ firesize, spawnflags: "4" }));
      return fire.effect;
    });
    const [tiny, small, medium, ...large] = effects;
    expect([tiny, small, medium]).toEqual([
      "env_fire_tiny_smoke",
      "env_fire_small_smoke",
      "env_fire_medium_smoke",
    ]);
    expect(large).toEqual(["env_fire_large_smoke", "env_fire_large_smoke"]);
    expect(listFires(entitiesOf({ spawnflags: "6" }))[0].effect).toBe("env_fire_small");
  });

  it("are listed if they burn, or if an input can light them", () => {
    const fires = listFires(
      entitiesOf(
        { spawnflags: "0" },
        { spawnflags: "0", targetname: "later" },
        { spawnflags: "4", StartDisabled: "1", targetname: "off" },
        { spawnflags: "4" },
      ),
    );
    expect(fires.map(({ entity, startsActive }) => [entity, startsActive])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
  });

  it("burn on the ground below, unless they do not drop or it is too deep", () => {
    const [falls, stays] = listFires(
      entitiesOf({ spawnflags: "4", origin: "1 2 100" }, { spawnflags: "20", origin: "1 2 100" }),
    );
    expect(placeFire(falls, floorAt(40))).toEqual([1, 2, 40]);
    expect(placeFire(stays, floorAt(40))).toEqual([1, 2, 100]);
    expect(placeFire(falls, floorAt(-1000))).toEqual([1, 2, 100]);
  });

  it("are plain flames only if no file has their system", async () => {
    const tree = {
      ...{ nodeCount: 1, nodePlane: Float32Array.of(0, 0, 1, -99_999) },
      ...{ nodeChildren: Int32Array.of(-1, -2), leafCount: 2, leafCluster: Int32Array.of(0, -1) },
      ...{ leafFlags: new Uint8Array(2), leafBox: new Float32Array(12) },
    };
    const entities = entitiesOf(
      { spawnflags: "6", origin: "5 0 50" },
      { spawnflags: "6", firesize: "200", origin: "9 0 50" },
    );
    const bsp = { entities, models: { count: 0 } } as never;
    const files: Record<string, Uint8Array> = {
      "particles/particles_manifest.txt": new TextEncoder().encode(
        'particles_manifest { "file" "particles/fire.pcf" }',
      ),
      "particles/fire.pcf": makePcf([{ ...FIRE, name: "env_fire_small", children: {} }]),
    };
    const diagnostics = new Diagnostics();
    const content = { read: async (path: string) => files[path] ?? null };
    const access = { content, diagnostics, ledger: new Ledger() } as never;
    const options = {
      ...{ textureCompressionBc: false, maxTextureDimension: 64, textureBudgetBytes: 2 ** 20 },
      openTrace: () => floorAt(10),
    } as never;
    const systems = await buildParticleSystems(bsp, tree as never, "map", access, options);
    const emitters = await buildEmitters(bsp, tree as never, null, access, options);
    const [placed, ...more] = systems!.placed.systems;
    expect(more).toEqual([]);
    expect(placed).toMatchObject({ entity: 0, effect: "env_fire_small" });
    expect(placed.points[0].place).toEqual([5, 0, 10]);
    expect([...emitters!.emitters.entity]).toEqual([1]);
    // The flames rise from the floor.
    const { rows } = emitters!.emitters;
    const height = new Float32Array(rows.buffer)[EMITTER_ROW.origin / 4 + 2];
    expect(height).toBe(10);
    expect(diagnostics.subjects("missing-particles")).toEqual(["env_fire_large"]);
  });
});
