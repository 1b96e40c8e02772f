/** The demo map's source: sound, and holding what it is there to show. */

import { describe, expect, it } from "vitest";
import { buildDemoMap } from "../../assets/maps/visleaf-demo.ts";
import { buildModelSources } from "../../assets/models/index.ts";
import { parseVmf } from "../../src/formats/vmf/parse-vmf.ts";
import { writeVmf } from "../../src/formats/vmf/write-vmf.ts";

const map = buildDemoMap();
const countOf = (classname: string) =>
  map.entities.filter((entity) => entity.get("classname") === classname).length;

describe("the demo map's source", () => {
  it("is the same every time, and reads back as it was written", () => {
    const text = writeVmf(map);
    expect(writeVmf(buildDemoMap())).toBe(text);
    const read = parseVmf(text);
    expect(writeVmf(read)).toBe(text);
    expect(read.entities.length).toBe(map.entities.length);
    expect(read.world.solids.length).toBe(map.world.solids.length);
  });

  it("has what the viewer is to be shown by", () => {
    expect(countOf("prop_static")).toBeGreaterThan(300);
    for (const one of ["func_door", "sky_camera", "light_environment", "info_player_start"]) {
      expect(countOf(one), one).toBe(1);
    }
    expect(countOf("env_cubemap")).toBeGreaterThan(3);
    expect(countOf("info_overlay")).toBeGreaterThan(6);
    const lights = map.entities.filter((entity) => entity.get("classname") === "light");
    expect(lights.some((light) => light.get("style") === "10")).toBe(true);
    expect(lights.filter((light) => light.get("targetname"))).toHaveLength(1);
    const tiles = map.world.solids.filter(({ sides }) => sides.some(({ dispInfo }) => dispInfo));
    expect(tiles.length).toBeGreaterThan(20);
  });

  it("asks for no model that is not made", () => {
    const made = new Set(buildModelSources().map(({ name }) => `models/visleaf/${name}.mdl`));
    const wanted = map.entities.map((entity) => entity.get("model")).filter((name) => name);
    expect([...new Set(wanted)].filter((name) => !made.has(name!))).toEqual([]);
  });

  it("has terrain tiles that meet in the same heights", () => {
    const heights = new Map<string, number>();
    let shared = 0;
    for (const { sides } of map.world.solids) {
      for (const { dispInfo } of sides) {
        if (!dispInfo) continue;
        const [x0, y0, z0] = dispInfo.startPosition;
        for (let row = 0; row < 9; row++)
          for (let column = 0; column < 9; column++) {
            const key = `${x0 + column * 64} ${y0 + row * 64}`;
            const height = z0 + dispInfo.distances[row * 9 + column];
            if (heights.has(key)) {
              shared += 1;
              expect(height).toBe(heights.get(key));
            }
            heights.set(key, height);
          }
      }
    }
    expect(shared).toBeGreaterThan(200);
  });
});
