/** Tests which light styles of a map are animated, and how. */

import { beforeAll, describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import { buildLightPatterns } from "../../../src/scene/light/light-patterns.ts";
import { buildLightStyles } from "../../../src/scene/light/light-styles.ts";
import {
  ALL_MAPS,
  corpusPath,
  hasCorpus,
  listCorpusMaps,
  readCorpus,
} from "../../support/corpus.ts";
import { compileRoom, LAMP_STYLE, loadRoom } from "./lit-room.ts";

describe("light patterns of a compiled room", () => {
  let bytes: Uint8Array;
  beforeAll(async () => {
    bytes = await compileRoom();
  });

  /** Returns the room with other lights that define style patterns. */
  function withLights(...lights: readonly Record<string, string>[]): Bsp {
    const bsp = parseBsp(bytes);
    const entities = lights.map((keys) => ({
      pairs: Object.entries(keys),
      get: (key: string) => keys[key],
    }));
    return { ...bsp, entities };
  }
  const lamp = (keys: Record<string, string>) => ({
    classname: "light_spot",
    style: "32",
    ...keys,
  });
  /** Returns the pattern of a style for the lamp. */
  function patternOf(bsp: Bsp, style: number): string | undefined {
    const worldLights = { ...bsp.ldr!.worldLights!, style: Int32Array.of(style) };
    const ldr = { ...bsp.ldr!, worldLights };
    return buildLightPatterns({ ...bsp, ldr })?.[style];
  }

  it("are sent with the load, indexed by style", async () => {
    const { events } = await loadRoom(bytes);
    const told = events.filter(({ type }) => type === "lightpatterns");
    expect(told).toHaveLength(1);
    const [event] = told;
    if (event.type !== "lightpatterns") throw new Error("no patterns");
    expect(event.patterns).toHaveLength(256);
    expect(event.patterns[LAMP_STYLE]).toMatch(/^mmamammmm.*mmma$/);
    expect(event.patterns[0]).toBe("");
    expect(event.patterns[31]).toBe("");
    // Steady light has no pattern.
    const { ldr } = parseBsp(bytes);
    const styles = new Uint8Array(ldr!.faces.styles.length).fill(255);
    const still = withLights();
    const faces = { ...ldr!.faces, styles };
    const unlit = { ...still, ldr: { ...ldr!, faces, worldLights: null }, hdr: null };
    expect(buildLightPatterns(unlit)).toBeNull();
  });

  it("of switchable lamps are their pattern or that of their default style", () => {
    expect(patternOf(withLights(lamp({})), 32)).toBe("");
    expect(patternOf(withLights(lamp({ pattern: "az" })), 32)).toBe("az");
    expect(patternOf(withLights(lamp({ defaultstyle: "4" })), 32)).toBe("mamamamamama");
    expect(patternOf(withLights(lamp({ defaultstyle: "4", pattern: "az" })), 32)).toBe("az");
    expect(patternOf(withLights(lamp({ defaultstyle: "33", pattern: "" })), 32)).toBe("");
    // Ignored by the engine: a pattern of a light that cannot be switched, and another class's.
    expect(patternOf(withLights(lamp({ style: "4", pattern: "az" })), 4)).toBe("mamamamamama");
    expect(patternOf(withLights(lamp({ classname: "lamp", pattern: "az" })), 32)).toBe("");
  });

  it("of lamps that start dark are empty, and the last of several lamps counts", () => {
    const dark = withLights(lamp({ pattern: "az", spawnflags: "1" }));
    expect(patternOf(dark, 32)).toBe("");
    expect(buildLightStyles(dark)[32]).toBe(0);
    const lit = withLights(lamp({ pattern: "az", spawnflags: "1" }), lamp({ pattern: "mz" }));
    expect(patternOf(lit, 32)).toBe("mz");
    expect(buildLightStyles(lit)[32]).toBe(1);
  });
});

describe.skipIf(!hasCorpus)("light patterns of real maps", () => {
  it("exist where the compiler created animated styles", () => {
    const moving: string[] = [];
    for (const path of listCorpusMaps()) {
      let bsp: Bsp;
      try {
        bsp = parseBsp(readCorpus(path));
      } catch (error) {
        if (error instanceof FormatError) continue;
        throw error;
      }
      if (buildLightPatterns(bsp) !== null) moving.push(corpusPath(path).replace(/.*\//, ""));
    }
    // Each has lights with a style of 1 to 12 among its entities.
    const expected = [
      "gc_city03_22_2.bsp",
      "rc_deathmatch1.bsp",
      "SecobMod__bkgd.bsp",
      "dream.bsp",
    ];
    expect(moving).toEqual(ALL_MAPS ? [...expected, "dd00a.bsp"] : expected);
  });
});
