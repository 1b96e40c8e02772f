/** Replays the recorded walk through the demo's map. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { memoryBytes } from "../../../src/content/bytes/memory-bytes.ts";
import type { MapHulls } from "../../../src/map/hulls.ts";
import { openHulls } from "../../../src/scene/collision/build-hulls.ts";
import { placeBody } from "../../../src/viewer/walk/place-body.ts";
import { WalkBody } from "../../../src/viewer/walk/walk-body.ts";
import { WALK_RULES } from "../../../src/viewer/walk/walk-rules.ts";
import { DEMO_WALK } from "./demo-walk-legs.ts";
import { hold } from "./walk-map.ts";

const DEMO = resolve(import.meta.dirname, "../../../assets/visleaf_demo.bsp");
/** The demo's spawn, and the eye height above it. */
const SPAWN = { x: -40, y: -1216, eyes: 65 };
/** Gap between feet and ground. */
const GAP = 1 / 32;

function describeBody({ isDucked, onGround, waterLevel }: WalkBody): string {
  return `${isDucked ? "ducked " : ""}${onGround ? "ground" : "air"}${waterLevel}`;
}

describe("a recorded walk through the demo", () => {
  let hulls: MapHulls;
  beforeAll(async () => {
    hulls = await openHulls(memoryBytes("demo", new Uint8Array(readFileSync(DEMO))), []);
  });
  const start = (): WalkBody => {
    const body = new WalkBody(hulls, { ...WALK_RULES.hl2 });
    expect(placeBody(body, SPAWN.x, SPAWN.y, SPAWN.eyes)).toBe(true);
    return body;
  };

  it("reaches the same places with the same keys, within a hundredth of an inch", () => {
    const body = start();
    for (const { what, ticks, keys, to, as } of DEMO_WALK) {
      hold(body, keys, ticks);
      const gone = Math.hypot(body.x - to[0], body.y - to[1], body.z - to[2]);
      const where = [body.x, body.y, body.z].map((value) => value.toFixed(3)).join(" ");
      expect(gone, `${what}: ${where} in place of ${to.join(" ")}`).toBeLessThan(0.01);
      expect(`${what}: ${describeBody(body)}`).toBe(`${what}: ${as}`);
    }
  });

  it("stands at the floor heights of the map's source", () => {
    const body = start();
    const heights = new Map<string, number>();
    for (const { what, ticks, keys } of DEMO_WALK) {
      hold(body, keys, ticks);
      heights.set(what, body.z);
    }
    expect(heights.get("on the landing")).toBeCloseTo(192 + GAP, 2);
    expect(heights.get("past the crates")).toBeCloseTo(GAP, 2);
    expect(heights.get("no room to stand up")).toBeCloseTo(GAP, 2);
    expect(heights.get("into the pavilion")).toBeCloseTo(96 + GAP, 2);
  });
});
