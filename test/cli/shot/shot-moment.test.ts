import { describe, expect, it } from "vitest";
import type { HeadlessRenderer } from "../../../src/cli/render/headless-renderer.ts";
import type { LoadedMap } from "../../../src/cli/render/load-map-file.ts";
import { showMoment } from "../../../src/cli/shot/shot-moment.ts";
import type { MapMoment } from "../../../src/map/motion/brush-models.ts";
import { make, makeMap } from "../../simulation/make-simulation.ts";

/** A map with a door at the origin that opens to the east by 100 inches in a second. */
const DOOR = make("func_door", "door", ["model", "*1"], ["speed", "100"], ["wait", "-1"]);
const loaded = {
  scene: {
    brushes: {
      count: 1,
      entity: Int32Array.of(0),
      worldFromModel: Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0),
      isHidden: new Uint8Array(1),
    },
  },
  entities: [DOOR],
  simulated: { bsp: makeMap([]), brushes: null },
} as unknown as LoadedMap;

/** Place of the door along x. */
function shownAt(seconds: number, ...fires: readonly (readonly [number, string])[]): number {
  const shown: MapMoment[] = [];
  const renderer = { setMoment: (moment: MapMoment) => shown.push(moment) };
  showMoment({ renderer } as unknown as HeadlessRenderer, loaded, {
    ...{ seconds, seed: 0 },
    fires: fires.map(([at, input]) => ({ seconds: at, target: "door", input, parameter: "" })),
  });
  expect(shown).toHaveLength(1);
  return shown[0].worldFromModel[3];
}

describe("showMoment", () => {
  it("shows the map at a time, with the inputs that were sent by then", () => {
    expect(shownAt(5)).toBe(0);
    expect(shownAt(1.5, [1, "Open"])).toBeGreaterThan(45);
    expect(shownAt(1.5, [1, "Open"])).toBeLessThan(55);
    expect(shownAt(5, [1, "Open"])).toBe(100);
    expect(shownAt(9, [1, "Open"], [5, "Close"], [20, "Open"])).toBe(0);
  });
});
