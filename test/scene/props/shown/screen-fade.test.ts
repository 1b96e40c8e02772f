import { describe, expect, it } from "vitest";
import { parseEntities } from "../../../../src/formats/bsp/read/parse-entities.ts";
import { listScreenFades, readLevelFade } from "../../../../src/scene/props/prop-opacity.ts";
import { appendProps } from "../../../../src/scene/props/prop-table.ts";
import { type ScreenFadeView, screenFade } from "../../../oracle/screen/screen-fade.ts";

/** 64 inches around the origin: a sphere of radius 110.85. */
const BOX = [-64, -64, -64, 64, 64, 64];
const RADIUS = 64 * Math.sqrt(3);

interface Row {
  readonly flags?: number;
  readonly fade?: readonly [number, number];
  readonly scale?: number;
  readonly modelFlags?: number;
}

function list(rows: readonly Row[], level: { gone: number; whole: number }) {
  const count = rows.length;
  const table = appendProps(null, {
    count,
    modelName: ["models/a.mdl"],
    model: new Uint32Array(count),
    origin: new Float32Array(count * 3),
    angles: new Float32Array(count * 3),
    leaf: new Uint32Array(0),
    flags: Uint32Array.from(rows, (row) => row.flags ?? 0),
    skin: new Int32Array(count),
    fadeMinDist: Float32Array.from(rows, (row) => row.fade?.[0] ?? 0),
    fadeMaxDist: Float32Array.from(rows, (row) => row.fade?.[1] ?? 0),
    diffuseModulation: new Uint8Array(count * 4),
    uniformScale: new Float32Array(count),
    forcedFadeScale: Float32Array.from(rows, (row) => row.scale ?? 1),
  });
  const models = rows.map(({ modelFlags = 0 }) => ({ mdl: { flags: modelFlags } }));
  const boxes = Float32Array.from(rows.flatMap(() => BOX));
  const props = Uint32Array.from(rows, (_, i) => i);
  return listScreenFades(table, props, models, boxes, level);
}

const NONE = { gone: 0, whole: -1 };

describe("screen size fades of props", () => {
  it("use the level's range unless the scale is 0 or the model opts out", () => {
    const level = { gone: 50, whole: 200 };
    const metrics = list([{}, { scale: 2 }, { scale: 0 }, { modelFlags: 0x800 }], level);
    const expected = [RADIUS, RADIUS * 4, RADIUS / 2, RADIUS * 2, 0, 0, 0, 0];
    expect([...metrics!]).toEqual(expected.map((metric) => expect.closeTo(metric, 3)));
  });

  it("use the prop's own range first", () => {
    const rows = [
      { flags: 0x21, fade: [100, 40] },
      { flags: 0x21, fade: [100, 40], modelFlags: 0x800 },
      { flags: 0x21, fade: [0, 0] },
      { flags: 0x20, fade: [100, 40] },
      { flags: 0x1, fade: [100, 40] },
    ] as const;
    const metrics = list(rows, NONE);
    const own = [RADIUS * 2, RADIUS * 5];
    const expected = [...own, ...own, 0, 0, 0, 0, 0, 0];
    expect([...metrics!]).toEqual(expected.map((metric) => expect.closeTo(metric, 3)));
    expect(list(rows.slice(2), NONE)).toBeUndefined();
  });

  it("match the engine's formula at any depth, picture size and zoom", () => {
    for (const [gone, whole] of [
      [60, 240],
      [60, 60],
      [60, -1],
    ] as const) {
      for (const scale of [0.5, 1, 3]) {
        const [first, end] = list([{ scale }], { gone, whole })!;
        for (const view of [
          { slope: 0.75, height: 360 },
          { slope: 0.2, height: 1080 },
        ]) {
          for (let depth = 100; depth < 9000; depth *= 1.23) {
            const metric = (depth * 100 * view.slope) / view.height;
            const left = Math.min(
              Math.max((end / metric - 1) / Math.max(end / first - 1, 1e-6), 0),
              1,
            );
            expect(left).toBeCloseTo(asEngine(view, depth, scale, gone, whole), 4);
          }
        }
      }
    }
  });

  it("read the level range from worldspawn only", () => {
    const text = '{"classname" "worldspawn" "minpropscreenwidth" "30" "maxpropscreenwidth" "90"}';
    const entities = (source: string) => parseEntities(source);
    expect(readLevelFade(entities(text))).toEqual({ gone: 30, whole: 90 });
    expect(readLevelFade(entities('{"classname" "light" "minpropscreenwidth" "30"}')).gone).toBe(0);
    expect(
      readLevelFade(entities('{"classname" "worldspawn" "minpropscreenwidth" "x"}')).gone,
    ).toBe(0);
  });
});

function asEngine(
  view: ScreenFadeView,
  depth: number,
  fadeScale: number,
  min: number,
  max: number,
) {
  const box = BOX.map((side, k) => (k % 3 === 0 ? side + depth : side));
  return screenFade(view, { box, fadeScale }, min, max);
}
