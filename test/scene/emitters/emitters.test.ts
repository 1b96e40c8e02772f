import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import type { Limits } from "../../../src/core/limits.ts";
import { type EmitterMap, listEmitters } from "../../../src/scene/placed/emitters.ts";
import { STACK } from "../../particles/make-entity.ts";
import { entitiesOf } from "../../render/sprites/make-sprites.ts";

type Keys = Readonly<Record<string, string | number>>;

function list(entities: readonly Keys[], limits: Limits = {}) {
  const access = { ledger: new Ledger(limits), diagnostics: new Diagnostics() };
  const models = {
    count: 2,
    mins: Float32Array.of(0, 0, 0, -10, -20, -30),
    maxs: Float32Array.of(0, 0, 0, 10, 20, 30),
  };
  const bsp = { entities: entitiesOf(entities), models } as unknown as EmitterMap;
  const emitters = listEmitters(bsp, access);
  return { emitters, warnings: access.diagnostics.warnings.map(({ message }) => message) };
}

describe("emitters of a map", () => {
  it("are found by their classes, with the rows of their entities", () => {
    const { emitters, warnings } = list([{ classname: "light" }, STACK, { ...STACK, rate: 0 }]);
    // Row 0 is the world.
    expect(emitters.map(({ entity }) => entity)).toEqual([2]);
    expect(warnings).toEqual([]);
  });

  it("that start off are kept only if something can turn them on by name", () => {
    const off = { ...STACK, initialstate: 0 };
    const { emitters } = list([off, { ...off, targetname: "a" }]);
    expect(emitters.map(({ entity, startsOn }) => [entity, startsOn])).toEqual([[2, false]]);
  });

  it("rise along the up axis of their angles", () => {
    const [{ forward, right }] = list([{ ...STACK, angles: "90 0 0" }]).emitters;
    expect(forward.map(Math.round)).toEqual([1, 0, 0]);
    expect(right.map((c) => Math.round(c) + 0)).toEqual([0, -1, 0]);
  });

  it("fill the box of their brush model, moved by their origin", () => {
    const dust = {
      ...{ classname: "func_dustcloud", model: "*1", origin: "100 0 0", spawnrate: 5 },
      ...{ lifetimemin: 1, lifetimemax: 2, alpha: 255 },
    };
    const [{ origin, boxSize }] = list([dust]).emitters;
    expect(origin).toEqual([90, -20, -30]);
    expect(boxSize).toEqual([20, 40, 60]);
    expect(list([{ ...dust, model: "*7" }]).emitters).toEqual([]);
  });

  it("are lit by the env_particlelight that names them", () => {
    const light = { classname: "env_particlelight", psname: "Smoke", color: "255 51 0" };
    const [named, other] = list([
      { ...STACK, targetname: "smoke" },
      { ...STACK, targetname: "other" },
      { ...light, origin: "1 2 3", intensity: 800 },
      { ...light, origin: "4 5 6", directional: 1 },
    ]).emitters;
    expect(named.ambient).toEqual({ place: [1, 2, 3], color: [1, 0.2, 0], intensity: 800 });
    expect(named.lamp).toEqual({ place: [4, 5, 6], color: [1, 0.2, 0], intensity: 5000 });
    expect([other.ambient, other.lamp]).toEqual([null, null]);
  });

  it("over the budget are left out with one warning", () => {
    const { emitters, warnings } = list([STACK, STACK, STACK], { particles: 300 });
    expect(emitters).toHaveLength(2);
    expect(warnings).toEqual(["Effects of particles are left out: there are too many."]);
  });

  it("with absurd values are limited, and each key is named once", () => {
    const { emitters, warnings } = list([
      { ...STACK, rate: 1e7 },
      { ...STACK, rate: 1e8 },
    ]);
    expect(emitters.map(({ count }) => count)).toEqual([4096, 4096]);
    expect(warnings).toEqual(["Absurd values of effects are limited: env_smokestack rate."]);
  });
});
