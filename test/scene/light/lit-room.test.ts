/** Tests prop light from a map's bytes on, also after relighting. */

import { beforeAll, describe, expect, it } from "vitest";
import type { PropLight } from "../../../src/map/props.ts";
import {
  NO_WORLD_LIGHT,
  WORLD_LIGHT_ROW,
  WORLD_LIGHT_STYLE_MASK,
  WORLD_LIGHT_SUN,
} from "../../../src/map/world-lights.ts";
import { addLightAt } from "../../../src/scene/light/pick-lights.ts";
import type { MapSession } from "../../../src/scene/open/map-session.ts";
import { linear } from "../../compile/vrad/light-room.ts";
import { compileRoom, LAMP, LAMP_STYLE, loadRoom, OPEN, SUN } from "./lit-room.ts";

/** Returns the styles of a prop's lights, with suns as "sun". */
function lightsOf({ lights, worldLights }: PropLight, instance: number): (number | "sun")[] {
  return [...lights.subarray(instance * 4, instance * 4 + 4)]
    .filter((row) => row !== NO_WORLD_LIGHT)
    .map((row) => worldLights[(row * WORLD_LIGHT_ROW.strideBytes + WORLD_LIGHT_ROW.flags) / 4])
    .map((flags) => ((flags & WORLD_LIGHT_SUN) !== 0 ? "sun" : flags & WORLD_LIGHT_STYLE_MASK));
}

/** Returns the upward-facing light at a point from all lights of a prop. */
function upwards(light: PropLight, instance: number, point: readonly number[]): number {
  const sum = [0, 0, 0];
  const words = light.worldLights;
  const rows = new Float32Array(words.buffer, words.byteOffset, words.length);
  for (const row of light.lights.subarray(instance * 4, instance * 4 + 4)) {
    if (row !== NO_WORLD_LIGHT) addLightAt(sum, { rows, words }, row, { point, normal: [0, 0, 1] });
  }
  return sum[0];
}

describe("a compiled room with two props", () => {
  let session: MapSession;
  let light: PropLight;
  beforeAll(async () => {
    const loaded = await loadRoom(await compileRoom());
    session = loaded.session;
    const event = loaded.events.find(({ type }) => type === "props");
    if (event?.type !== "props") throw new Error("no props");
    light = event.props.light;
    expect(session.diagnostics.subjects("lighting")).toEqual([]);
  });

  it("has sunlight below the open sky and a blinking lamp below the roof", () => {
    expect(lightsOf(light, 0)).toContain("sun");
    expect(lightsOf(light, 0)).toContain(0);
    expect(lightsOf(light, 1)).toContain(LAMP_STYLE);
    expect(lightsOf(light, 1)).not.toContain("sun");
  });

  it("has the brightness of the map's source in LDR and HDR", async () => {
    // 100 inches straight below the lamp, the light equals the entity's brightness; the sun is
    // above.
    const under = [OPEN[0] + 1, OPEN[1] + 2, OPEN[2] + 3];
    const stated = (side: "ldr" | "hdr") =>
      (linear(255, LAMP[side]) + linear(255, SUN[side])) / 255;
    // The blinking lamp, 288 beside, adds less than a hundredth of that.
    expect(upwards(light, 0, under) / stated("ldr")).toBeCloseTo(1, 1);
    const relit = await session.relight("hdr");
    expect(relit.light).not.toBeNull();
    if (relit.light === null) return;
    expect(lightsOf(relit.light, 0)).toContain("sun");
    expect(upwards(relit.light, 0, under) / stated("hdr")).toBeCloseTo(1, 1);
    const back = await session.relight("ldr");
    expect(back.light).toEqual(light);
  });
});
