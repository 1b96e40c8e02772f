import { describe, expect, it } from "vitest";
import {
  EMITTER_DRAGGED,
  EMITTER_FROZEN,
  EMITTER_SIZE_BY_DEPTH,
  EMITTER_SIZE_BY_SECONDS,
} from "../../src/map/placed/emitters.ts";
import type { EffectEntity } from "../../src/particles/index.ts";
import { readEffect } from "../../src/particles/index.ts";
import { makeEntity, STACK } from "./make-entity.ts";

const BOX: EffectEntity["box"] = [
  [0, 0, 0],
  [400, 200, 100],
];
const read = (keys: Record<string, string | number>, parts: Partial<EffectEntity> = {}) =>
  readEffect(makeEntity(keys, parts));

describe("env_smokestack", () => {
  it("lives as long as its jet is long, and rises along the entity's up axis", () => {
    const [stack] = read(STACK, { up: [0, 1, 0] });
    expect(stack.lifeMax).toBe(6);
    expect(stack.count).toBe(121);
    expect(stack.forward).toEqual([0, 1, 0]);
    expect(stack.colorStart).toEqual([0.2, 0.4, 1]);
  });

  it("is black and rises from particle/smokestack without keys for them", () => {
    const { rendercolor: _, ...rest } = STACK;
    const [stack] = read(rest);
    expect(stack.colorStart).toEqual([0, 0, 0]);
    expect(stack.material).toBe("particle/smokestack");
  });

  it("takes its wind from angle and speed in whole numbers, or from a vector", () => {
    const [turned] = read({ ...STACK, windangle: 90, windspeed: "20.9" });
    expect(turned.acceleration.map(Math.round)).toEqual([0, 20, 0]);
    expect(read({ ...STACK, wind: "1 2 3" })[0].acceleration).toEqual([1, 2, 3]);
  });

  it("emits nothing without a speed, a length or a rate", () => {
    for (const key of ["speed", "jetlength", "rate"])
      expect(read({ ...STACK, [key]: 0 })).toEqual([]);
  });

  it("limits absurd values and names their keys", () => {
    const entity = makeEntity({ ...STACK, rate: 1e9, speed: "-3e38", endsize: "nan" });
    expect(readEffect(entity)).toEqual([]);
    expect(entity.absurd).toEqual(["speed", "rate"]);
  });
});

describe("env_steam", () => {
  const keys = { ...STACK, classname: "env_steam", rollspeed: 8, spawnflags: 0 };

  it("grows by the second instead of by share of its life", () => {
    const [steam] = read(keys);
    expect(steam.flags & EMITTER_SIZE_BY_SECONDS).not.toBe(0);
    expect(steam.lit?.[1]).toEqual([280, 200, 300]);
  });

  it("faces left as env_steamjet", () => {
    const [jet] = read({ ...keys, classname: "env_steamjet" });
    expect(jet.forward.map((c) => c + 0)).toEqual([0, 1, 0]);
    expect(jet.right).toEqual([1, 0, 0]);
  });

  it("is not drawn as a heat wave", () => {
    expect(read({ ...keys, type: 1 })).toEqual([]);
  });
});

describe("dust", () => {
  const keys = {
    classname: "func_dustmotes",
    spawnrate: 40,
    sizemin: 10,
    sizemax: 20,
    lifetimemin: 3,
    lifetimemax: 5,
    speedmax: 13,
    distmax: 1024,
    alpha: 255,
    color: "255 255 255",
  };

  it("has motes of constant size on screen, and clouds of inches", () => {
    const [motes] = read(keys, { box: BOX });
    expect(motes.flags & EMITTER_SIZE_BY_DEPTH).not.toBe(0);
    expect(motes.sizeStart).toBeCloseTo(0.002, 10);
    expect(motes.sizeMin).toBeCloseTo(0.5, 10);
    expect(motes.count).toBe(201);
    const [cloud] = read({ ...keys, classname: "func_dustcloud" }, { box: BOX });
    expect(cloud.sizeStart).toBe(20);
    expect(cloud.flags & EMITTER_SIZE_BY_DEPTH).toBe(0);
  });

  it("that is frozen has as many particles as its rate", () => {
    const [frozen] = read({ ...keys, frozen: 1 }, { box: BOX });
    expect(frozen.count).toBe(40);
    expect(frozen.flags & (EMITTER_FROZEN | EMITTER_DRAGGED)).toBe(EMITTER_FROZEN);
  });

  it("needs a brush", () => {
    expect(read(keys)).toEqual([]);
  });
});

describe("func_smokevolume", () => {
  const keys = { classname: "func_smokevolume", particledrawwidth: 120, density: 0.25 };

  it("has a puff in each cell of the spacing", () => {
    const [smoke] = read({ ...keys, particlespacingdistance: 80 }, { box: BOX });
    // 400 / 80 = 5, 200 / 80 rounds up to 3, 100 / 80 rounds down to 1.
    expect(smoke.cells).toEqual([5, 3, 1]);
    expect(smoke.boxSize).toEqual([400, 240, 80]);
    expect(smoke.count).toBe(15);
    expect(smoke.sizeStart).toBe(60);
  });

  it("with too many cells has fewer, and names the spacing", () => {
    const entity = makeEntity({ ...keys, particlespacingdistance: 1 }, { box: BOX });
    const [smoke] = readEffect(entity);
    expect(smoke.count).toBeLessThanOrEqual(4096);
    expect(smoke.count).toBeGreaterThan(2000);
    expect(entity.absurd).toEqual(["particlespacingdistance"]);
  });
});

describe("func_precipitation", () => {
  it("has drops by area, density and the time that they fall", () => {
    const box: EffectEntity["box"] = [
      [0, 0, 0],
      [1000, 500, 600],
    ];
    const [rain] = read({ classname: "func_precipitation", renderamt: 255 }, { box });
    expect(rain.rate).toBeCloseTo(500, 8);
    expect(rain.lifeMax).toBe(1);
    expect(rain.material).toBe("particle/rain");
    expect(rain.period).toEqual([1000, 500, 600]);
  });
});

describe("env_spark", () => {
  const keys = {
    classname: "env_spark",
    spawnflags: 64,
    magnitude: 2,
    traillength: 1,
    maxdelay: 1.8,
  };

  it("bursts once a second for a greatest delay of 1.8 seconds, in three layers", () => {
    const sparks = read(keys);
    expect(sparks.map(({ burst }) => burst)).toEqual([12, 48, 1]);
    expect(sparks[0].rate).toBeCloseTo(1, 10);
    expect(sparks.every(({ startsOn }) => startsOn)).toBe(true);
  });

  it("starts off without its spawn flag", () => {
    expect(read({ ...keys, spawnflags: 0 })[0].startsOn).toBe(false);
  });
});

describe("env_smoketrail and env_embers", () => {
  it("have the engine's defaults", () => {
    const [trail] = read({ classname: "env_smoketrail" });
    expect([trail.rate, trail.lifeMax, trail.sizeStart, trail.sizeEnd]).toEqual([10, 5, 35, 55]);
    const keys = { classname: "env_embers", density: 10, lifetime: 4, speed: 32 };
    const [embers] = read(keys, { box: BOX });
    expect(embers.startsOn).toBe(true);
    expect(embers.spread).toEqual([4, 4, 4]);
    expect(read({ ...keys, targetname: "fire" }, { box: BOX })[0].startsOn).toBe(false);
  });
});

describe("other classes", () => {
  it("have no emitters", () => {
    expect(read({ classname: "toString" })).toEqual([]);
  });
});
