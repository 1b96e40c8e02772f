import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/core/ledger.ts";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import type { BspWorld } from "../../../src/formats/bsp/types.ts";
import { buildStudioMesh } from "../../../src/formats/studio/mesh/build-studio-mesh.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { parseVtx } from "../../../src/formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../../src/formats/studio/read/parse-vvd.ts";
import { writeMatrix3x4 } from "../../../src/math/angles.ts";
import { assembleModel, type PropModel } from "../../../src/scene/props/prop-model.ts";
import { listCastShadows, readShadowControl } from "../../../src/scene/shadows/shadow-casters.ts";
import { frameShadow } from "../../../src/scene/shadows/shadow-frame.ts";
import {
  cellSize,
  drawShadowPictures,
  planAtlas,
} from "../../../src/scene/shadows/shadow-pictures.ts";
import { listCastDraws, poseVertices } from "../../../src/scene/shadows/silhouette.ts";
import { makeStudioFiles, makeStudioModel } from "../../formats/studio/make-studio.ts";
import { shadowOf, type Vector } from "../../oracle/light/shadows.ts";

const controlOf = (keys: string | null, bsp: Partial<BspWorld> = {}) => {
  const text = keys === null ? "" : `{ "classname" "shadow_control" ${keys} }`;
  const world = { entities: parseEntities(text), ldr: null, hdr: null, ...bsp };
  return readShadowControl(world as unknown as BspWorld, "ldr");
};

const rounded = (values: readonly number[]) => values.map((value) => Number(value.toFixed(4)));

describe("shadow_control", () => {
  it("sets direction, colour and distance", () => {
    const control = controlOf('"angles" "30 90 0" "color" "10 20 30" "distance" "75"');
    expect(rounded(control.direction)).toEqual([0, 0.866, -0.5]);
    expect(control.color).toEqual([10 / 255, 20 / 255, 30 / 255]);
    expect(control).toMatchObject({ distance: 75, isOff: false });
    expect(controlOf('"disableallshadows" "1"').isOff).toBe(true);
  });

  it("has default angles, and accepts a direction vector", () => {
    // 80 degrees down, 30 to the left.
    const own = [0.1504, 0.0868, -0.9848];
    expect(rounded(controlOf('"angles" "0 0 0"').direction)).toEqual(own);
    expect(rounded(controlOf('"direction" "0 -3 -4"').direction)).toEqual([0, -0.6, -0.8]);
    expect(rounded(controlOf("").direction)).toEqual([0.099, 0.099, -0.9901]);
    expect(controlOf("").color).toEqual([64 / 255, 64 / 255, 64 / 255]);
  });

  it("is the last of several, and without one the sky light sets the darkness", () => {
    const both = controlOf('"distance" "1" } { "classname" "shadow_control" "distance" "2"');
    expect(both.distance).toBe(2);
    const dark = controlOf(null);
    expect(rounded(dark.color)).toEqual([0.3, 0.3, 0.3]);
    expect(dark.distance).toBe(50);
    const worldLights = {
      ...{ count: 2, type: Uint32Array.of(3, 5) },
      intensity: Float32Array.of(9, 9, 9, 0.1, 0.2, 0.4),
    };
    const ldr = { worldLights } as unknown as BspWorld["ldr"];
    expect(rounded(controlOf(null, { ldr }).color)).toEqual([0.6, 0.9, 1]);
  });
});

describe("the projection of a shadow", () => {
  it("matches the engine for any rotation, scale and light", () => {
    const angle = fc.double({ min: -180, max: 180, noNaN: true });
    const small = fc.double({ min: 1, max: 40, noNaN: true });
    const place = fc.tuple(angle, angle, angle);
    const size = fc.tuple(small, small, small);
    fc.assert(
      fc.property(place, place, size, size, small, (angles, origin, low, high, scale) => {
        const m = new Float32Array(12);
        writeMatrix3x4(m, 0, ...angles, ...origin, scale);
        const toward: Vector = [0.36, -0.48, -0.8];
        const mins = low.map((value) => -value) as unknown as Vector;
        const frame = frameShadow(mins, high, m, toward, 70);
        const axes = [0, 1, 2].map((c) =>
          [m[c], m[4 + c], m[8 + c]].map((value) => value / scale),
        ) as unknown as [Vector, Vector, Vector];
        const times = (v: Vector) => v.map((value) => value * scale) as unknown as Vector;
        const expected = shadowOf(
          {
            ...{ mins: times(mins), maxs: times(high as unknown as Vector), axes },
            ...{ origin: origin as unknown as Vector, isCovered: () => true },
          },
          { direction: toward, color: [0, 0, 0], distance: 70 },
        );
        const near = (a: ArrayLike<number>, b: ArrayLike<number>) =>
          Array.from(a).forEach((value, k) => {
            expect(Math.abs(value - b[k])).toBeLessThan(1e-2 * (1 + Math.abs(b[k]) / 100));
          });
        near(frame.origin, expected.origin);
        near([frame.width, frame.height], expected.size);
        near([frame.falloffStart, frame.depth], [expected.falloffStart, expected.maxHeight]);
        near(frame.x, expected.x);
        near(frame.y, expected.y);
      }),
      { numRuns: 100 },
    );
  });
});

describe("shadow pictures", () => {
  it("are packed without gaps, and the last one always fits", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 200 }).map(cellSize), { maxLength: 120 });
    fc.assert(
      fc.property(sizes, (list) => {
        const all = [...list, 32];
        const { width, height, x, y } = planAtlas(all);
        const used = new Uint8Array((width / 16) * (height / 16));
        all.forEach((size, i) => {
          if (x[i] < 0) return;
          expect(x[i] + size).toBeLessThanOrEqual(width);
          expect(y[i] + size).toBeLessThanOrEqual(height);
          for (let cell = 0; cell < (size / 16) ** 2; cell++) {
            const [column, row] = [cell % (size / 16), Math.floor(cell / (size / 16))];
            const at = (y[i] / 16 + row) * (width / 16) + x[i] / 16 + column;
            expect(used[at]++).toBe(0);
          }
        });
        expect(x[list.length]).toBeGreaterThanOrEqual(0);
        const area = all.reduce((sum, size) => sum + size ** 2, 0);
        if (area <= 1024 ** 2) expect(x.every((value) => value >= 0)).toBe(true);
        expect(Math.max(width, height)).toBeLessThanOrEqual(1024);
      }),
      { numRuns: 60 },
    );
    expect([1, 16, 17, 100, 5000].map(cellSize)).toEqual([16, 16, 32, 128, 128]);
  });

  function panel(switchPoints = [0, 40]): PropModel {
    const { mdl, vvd, vtx } = makeStudioFiles({ ...makeStudioModel(), switchPoints });
    const parsed = parseMdl(mdl);
    const mesh = buildStudioMesh(parsed, parseVvd(vvd), parseVtx(vtx));
    return assembleModel("panel", { mdl: parsed, mesh });
  }

  /** Places models, seen from above. */
  function cast(model: PropModel, ...pitches: readonly number[]) {
    const worldFromModel = new Float32Array(pitches.length * 12);
    pitches.forEach((pitch, i) => {
      writeMatrix3x4(worldFromModel, i * 12, pitch, 30 * i, 0, i * 100, 7, 50);
    });
    const [entity] = parseEntities('{ "classname" "prop_dynamic" }');
    const casters = {
      entity: pitches.map(() => entity),
      model: pitches.map(() => model),
      worldFromModel,
      alpha: new Float32Array(pitches.length).fill(1),
    };
    return listCastShadows(casters, {
      direction: [0, 0, -1],
      color: [0, 0, 0],
      distance: 9,
      isOff: false,
    });
  }

  it("are shared by models that look the same from the light", () => {
    const { corners, behind, texels, width } = drawShadowPictures(
      cast(panel(), 0, 45, 0),
      new Ledger(),
    );
    const at = (i: number) => [...corners.subarray(i * 4, i * 4 + 4)];
    expect(at(2)).toEqual(at(0));
    expect(at(1)).not.toEqual(at(0));
    expect([...behind]).toEqual([1, 1, 1]);
    // The panel's share of its cell: 32 x 16, a square of 16, half of another's 16.
    const [s0, t0, s1] = at(0).map((value) => value * width);
    const size = s1 - s0;
    let covered = 0;
    for (let i = 0; i < size * size; i++) {
      const column = Math.round(s0) + (i % size);
      const row = Math.round(t0) + Math.floor(i / size);
      if (texels[row * width + column] === 255) covered++;
    }
    const inches = (32 + 4) ** 2;
    expect((covered / size ** 2) * inches).toBeCloseTo(32 * 16 + 16 * 16, -1.5);
  });

  it("fall back to a soft blob above the budget", () => {
    const ledger = new Ledger({ shadowTexels: 20 });
    const pictures = drawShadowPictures(cast(panel(), 0, 45), ledger);
    const { corners, behind, texels, width, height } = pictures;
    expect([...behind]).toEqual([0, 0]);
    expect([...corners.subarray(0, 4)]).toEqual([...corners.subarray(4)]);
    const middle = Math.round(((corners[0] + corners[2]) / 2) * width);
    const row = Math.round(((corners[1] + corners[3]) / 2) * height);
    expect(texels[row * width + middle]).toBeGreaterThan(240);
    expect(texels[row * width + Math.round(corners[0] * width)]).toBeLessThan(8);
  });

  it("use the shadow LOD and the current bones", () => {
    expect(listCastDraws(panel())).toEqual([0, 1, 2]);
    expect(listCastDraws(panel([0, -1]))).toEqual([3, 4, 5]);
    const model = panel();
    const posed = poseVertices({
      ...model,
      palette: model.palette?.map((v, i) => v + (i % 12 === 3 ? 5 : 0)) ?? null,
    });
    const still = poseVertices(model);
    expect(posed[0] - still[0]).toBeCloseTo(5, 5);
    expect(posed[1] - still[1]).toBeCloseTo(0, 5);
  });
});
