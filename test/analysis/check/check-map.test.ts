/**
 * Tests of checkMap: a sound map has no findings, findings have places, and damage is reported, not
 * thrown.
 */

import { beforeAll, describe, expect, it } from "vitest";
import { checkMap, MOST_OF_A_RULE, RULES } from "../../../src/analysis/check/check-map.ts";
import { writeBsp } from "../../../src/compile/compile-map.ts";
import type { CompiledMap } from "../../../src/compile/types.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { LUMP, LUMP_NAMES } from "../../../src/formats/bsp/lumps.ts";
import { makeBox, makeEntity, makeVmf } from "../../compile/make-vmf.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { hasCorpus, listSmallMaps, readCorpus } from "../../support/corpus.ts";
import { HOSTILE_MAPS } from "../../support/hostile/maps.ts";
import { addEntities, check, compileVmf, copyOf, soundVmf } from "./made-map.ts";

let sound: CompiledMap;
beforeAll(async () => {
  sound = await compileVmf(soundVmf());
});

/** Rules that report sums of every map that has light or textures. */
const SUMS = ["lightmap-memory", "texture-memory"];

describe("checkMap", () => {
  it("reports only the memory sums of a sound map", async () => {
    const { findings, untold, counts, map } = await check(sound, null);
    expect(findings.filter(({ rule }) => !SUMS.includes(rule))).toEqual([]);
    expect(findings.map(({ rule }) => rule)).toEqual(SUMS);
    expect(untold).toEqual([]);
    expect({ counts, map }).toEqual({ counts: { error: 0, warning: 0, note: 2 }, map: "made" });
  });

  it("has uniquely named rules, each with a reason", () => {
    const names = RULES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, why } of RULES) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(why).toMatch(/^[A-Z].*\.$/);
    }
  });

  it("gives a finding its origin, and a camera in open space that faces it", async () => {
    const map = copyOf(sound);
    const pairs = [
      ["classname", "logic_relay"],
      ["targetname", "start"],
      ["origin", "300 128 60"],
      ["OnTrigger", "nobody,Kill,,0,-1"],
    ] as const;
    addEntities(map, pairs);
    const { findings } = await check(map, "dead-outputs");
    const [found] = findings;
    expect(found).toMatchObject({
      rule: "dead-outputs",
      severity: "warning",
      origin: [300, 128, 60],
    });
    expect(found).toMatchObject({ entity: 3, face: null, prop: null, overlay: null });
    const [x, y, z, pitch, yaw] = found.camera!.split(",").map(Number);
    // The camera stands inside the second room and faces the place.
    expect(x > 272 && x < 528 && y > 0 && y < 256 && z > 0 && z < 128).toBe(true);
    const [dx, dy, dz] = [300 - x, 128 - y, 60 - z];
    const distance = Math.hypot(dx, dy, dz);
    expect((Math.atan2(dy, dx) * 180) / Math.PI).toBeCloseTo(yaw, 0);
    expect((-Math.asin(dz / distance) * 180) / Math.PI).toBeCloseTo(pitch, 0);
  });

  it("moves the camera if a detail brush hides the place", async () => {
    const place = [
      ["classname", "logic_relay"],
      ["origin", "300 128 60"],
      ["OnTrigger", "nobody,Kill,,0,-1"],
    ] as const;
    const cameraOf = async (map: CompiledMap) => {
      addEntities(map, place);
      const { findings } = await check(map, "dead-outputs");
      return findings[0].camera!.split(",").map(Number);
    };
    const meets = ([x, y]: readonly number[]): boolean =>
      Array.from({ length: 101 }, (_, i) => i / 100).some((t) => {
        const [px, py] = [x + (300 - x) * t, y + (128 - y) * t];
        return px > 330 && px < 342 && py > 132;
      });
    const { world, entities } = soundVmf();
    const screen = makeBox([330, 132, 0], [342, 256, 128]);
    const detail = makeEntity({ classname: "func_detail" }, { solids: [screen] });
    const map = await compileVmf(makeVmf(world.solids, [...entities, detail]));
    // Without the screen, the camera stands where the screen would block its view.
    expect(meets(await cameraOf(copyOf(sound)))).toBe(true);
    expect(meets(await cameraOf(map))).toBe(false);
  });

  it("lists errors first, and at most MOST_OF_A_RULE findings of a rule", async () => {
    const map = copyOf(sound);
    const dead = Array.from({ length: MOST_OF_A_RULE + 20 }, (_, i) => {
      return [
        ["classname", "logic_auto"],
        ["OnMapSpawn", `nobody${i},Kill,,0,-1`],
      ] as const;
    });
    addEntities(map, ...dead);
    map.lumps.delete("LUMP_VISIBILITY");
    const { findings, counts } = await check(map, null);
    expect(findings[0]).toMatchObject({ rule: "no-visibility", severity: "error" });
    expect(counts.warning).toBe(MOST_OF_A_RULE + 20);
    const listed = findings.filter(({ rule }) => rule === "dead-outputs");
    expect(listed).toHaveLength(MOST_OF_A_RULE + 1);
    expect(listed.at(-1)?.message).toBe(
      "20 more findings of this rule are counted, but not listed.",
    );
  });

  it("counts a single unlisted finding in the singular", async () => {
    const fault = { severity: "note", message: "A fault." } as const;
    const rule = {
      name: "many",
      why: "",
      check: () => Array.from({ length: MOST_OF_A_RULE + 1 }, () => fault),
    };
    const { findings } = await checkMap(
      { name: "m", bytes: writeBsp(copyOf(sound)), content: [] },
      { rules: [rule] },
    );
    expect(findings.at(-1)?.message).toBe(
      "1 more finding of this rule is counted, but not listed.",
    );
  });

  it("lists the rules that cannot run without content", async () => {
    const { untold } = await check(sound, null, { content: null });
    expect(untold.map(({ rule }) => rule)).toEqual([
      ...["missing-materials", "missing-textures", "missing-models", "missing-sky"],
      "texture-memory",
    ]);
    expect(untold[0].because).toContain("no content was named");
  });

  it("reports its progress in ascending order", async () => {
    const done: number[] = [];
    const { checkMap } = await import("../../../src/analysis/check/check-map.ts");
    const bytes = writeBsp(sound);
    const onProgress = (count: number, total: number) => done.push(count / total);
    await checkMap({ name: "made", bytes, content: [] }, { onProgress });
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(done[0]).toBe(0);
    expect(done.at(-1)).toBe(1);
  });
});

/**
 * Returns how checkMap ends: "answered", or the refusal that says that nothing of the map can be
 * drawn.
 */
async function ends(bytes: Uint8Array, content: null | undefined = null): Promise<string> {
  try {
    const { findings, untold } = await check(bytes, null, { content });
    return findings.length + untold.length > 0 ? "answered" : "silent";
  } catch (error) {
    if (error instanceof FormatError) return "refused";
    throw error;
  }
}

describe("checkMap of a damaged map", () => {
  it("answers or refuses the map wherever it is cut", async () => {
    const whole = writeBsp(sound);
    for (let part = 1; part <= 40; part++) {
      const cut = whole.subarray(0, Math.floor((whole.length * part) / 41));
      expect(await ends(cut)).toMatch(/answered|refused/);
    }
  });

  it("answers or refuses the map if any lump is noise or lacks one byte", async () => {
    for (const bytes of [writeBsp(sound), makeBsp()]) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (const [slot] of LUMP_NAMES.entries()) {
        const offset = view.getInt32(8 + slot * 16, true);
        const length = view.getInt32(12 + slot * 16, true);
        if (length === 0) continue;
        const noise = bytes.slice();
        for (let i = 0; i < length; i++) noise[offset + i] = (i * 167 + 13) & 255;
        expect(await ends(noise)).toMatch(/answered|refused/);
        const short = bytes.slice();
        new DataView(short.buffer).setInt32(12 + slot * 16, length - 1, true);
        expect(await ends(short)).toMatch(/answered|refused/);
      }
    }
  });

  it("names the damaged lump", async () => {
    const map = copyOf(sound);
    map.lumps.set("LUMP_CUBEMAPS", { version: 0, bytes: new Uint8Array(5) });
    const { findings, untold } = await check(map, null);
    expect(findings[0]).toMatchObject({ rule: "damaged-lumps", severity: "error" });
    expect(findings[0].message).toMatch(/^LUMP_CUBEMAPS: /);
    const silent = untold.map(({ rule }) => rule);
    expect(silent).toEqual(["cubemaps-not-built", "cubemaps-in-solid"]);
    expect(LUMP.LUMP_CUBEMAPS).toBe(42);
  });

  it("reports no missing names if the damaged entity lump may have held them", async () => {
    const map = copyOf(sound);
    addEntities(map, [
      ["classname", "logic_auto"],
      ["OnMapSpawn", "nobody,Kill,,0,-1"],
    ]);
    const bytes = writeBsp(map);
    // The lump reaches beyond the file's end.
    new DataView(bytes.buffer, bytes.byteOffset).setInt32(8, bytes.length - 100, true);
    const { findings, untold } = await check(bytes, null);
    expect(findings.map(({ rule }) => rule)).not.toContain("dead-outputs");
    const silent = untold.map(({ rule }) => rule);
    expect(silent).toEqual(expect.arrayContaining(["dead-outputs", "no-spawn", "edicts"]));
    expect(untold.find(({ rule }) => rule === "no-spawn")?.because).toMatch(
      /^LUMP_ENTITIES is damaged/,
    );
  });

  it.each(Object.keys(HOSTILE_MAPS))(
    "answers or refuses a map that asks for too much memory: %s",
    async (name) => {
      expect(await ends(HOSTILE_MAPS[name as keyof typeof HOSTILE_MAPS]())).toMatch(
        /answered|refused/,
      );
    },
  );
});

describe.skipIf(!hasCorpus)("checkMap of real maps", () => {
  // Each map is cut at one of three places.
  const cases = listSmallMaps().map((map, i) => [map, (i % 3) + 1] as const);
  it.each(cases)(
    "answers %s, and answers or refuses it cut after %i quarters",
    async (map, part) => {
      const bytes = readCorpus(map);
      expect(await ends(bytes)).toBe("answered");
      const cut = bytes.subarray(0, Math.floor((bytes.length * part) / 4));
      expect(await ends(cut)).not.toBe("silent");
    },
  );
});
