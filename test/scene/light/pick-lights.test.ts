/** Tests which lights a prop gets in a space whose walls the test defines. */

import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/core/ledger.ts";
import type { Limits } from "../../../src/core/limits.ts";
import {
  EMIT_POINT,
  EMIT_SKYLIGHT,
  EMIT_SPOTLIGHT,
} from "../../../src/formats/bsp/records/lights.ts";
import type { LeafTree, Pvs } from "../../../src/map/tree.ts";
import { NO_WORLD_LIGHT } from "../../../src/map/world-lights.ts";
import { BLOCKER_SKY, BLOCKER_WALL } from "../../../src/scene/light/light-blockers.ts";
import { buildLocalLights } from "../../../src/scene/light/local-lights.ts";
import { type LitSpace, pickLights } from "../../../src/scene/light/pick-lights.ts";
import type { Trace } from "../../../src/visibility/trace.ts";
import { type MadeWorldLight, makeWorldLightTable } from "../../formats/bsp/make-world-lights.ts";

/** Leaf 0 is solid, below z = −100; leaf 1 (x < 0) is cluster 0, leaf 2 cluster 1. */
const TREE: LeafTree = {
  nodeCount: 2,
  nodePlane: Float32Array.of(0, 0, 1, -100, 1, 0, 0, 0),
  nodeChildren: Int32Array.of(1, -1, -3, -2),
  leafCount: 3,
  leafCluster: Int32Array.of(-1, 0, 1),
  leafFlags: new Uint8Array(3),
  leafBox: new Float32Array(18),
};

/** Cluster 0 sees itself, cluster 1 both. */
const PVS: Pvs = {
  clusterCount: 2,
  rowOffset: Uint32Array.of(0, 1),
  bytes: Uint8Array.of(0b01, 0b11),
};

interface Ray {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly distance: number;
}

/** Blocks rays by `blocks`; `sky` is the hit of an endless ray. */
function makeTrace(blocks: (ray: Ray) => boolean, sky = BLOCKER_SKY) {
  const rays: Ray[] = [];
  const hit = { material: sky, isDisplacement: false } as Trace["hit"];
  const note = (...[x, y, z, dx, dy, dz, distance]: Parameters<Trace["cast"]>) => {
    const ray = { from: [x, y, z], to: [dx, dy, dz], distance };
    rays.push(ray);
    return ray;
  };
  const trace: Trace = {
    hit,
    get tests() {
      return rays.length;
    },
    cast: (...ray) => {
      note(...ray);
      return sky !== -1;
    },
    isBlocked: (...ray) => blocks(note(...ray)),
  };
  return { trace, rays };
}

interface Asked {
  readonly lights: readonly MadeWorldLight[];
  readonly point?: readonly number[];
  readonly leaf?: number;
  readonly isBaked?: boolean;
  readonly pvs?: Pvs | null;
  readonly space?: Partial<LitSpace>;
}

function pick({ lights, point = [1, 0, 0], leaf = 2, isBaked = false, pvs = null, space }: Asked) {
  const ambient = new Float32Array(18);
  const styles = new Float32Array(256).fill(1);
  styles[40] = 0.5;
  const open = makeTrace(() => false);
  const { picked } = pickLights(
    buildLocalLights(makeWorldLightTable(lights)),
    { tree: TREE, pvs, trace: open.trace, hasSky: true, styles, ...space },
    {
      point: Float32Array.from(point),
      leaf: Uint32Array.of(leaf),
      isBaked: [isBaked ? 1 : 0],
      ambient,
    },
  );
  return { picked: [...picked], ambient: [...ambient], rays: open.rays };
}

const NONE = NO_WORLD_LIGHT;
/** Builds a lamp straight above the point with the given brightness there. */
const lamp = (strength: number, more: Partial<MadeWorldLight> = {}): MadeWorldLight => ({
  type: EMIT_POINT,
  origin: [1, 0, 100],
  intensity: [strength * 100, strength * 50, 0],
  attenuation: [0, 1, 0],
  ...more,
});

describe("the lights of a prop", () => {
  it("are the strongest four, and the others are added to its ambient cube", () => {
    const lights = [
      lamp(0.1, { origin: [61, 0, 80], style: 40 }),
      ...[0.3, 0.5, 0.2, 0.4].map((s) => lamp(s)),
    ];
    const { picked, ambient } = pick({ lights });
    expect(picked).toEqual([2, 4, 1, 3]);
    // 60 beside, 80 above: 0.1 of light times the style's half and the cosines 0.6 and 0.8.
    const expected = new Array(18).fill(0);
    expected[0] = 0.03;
    expected[1] = 0.015;
    expected[12] = 0.04;
    expected[13] = 0.02;
    expect(ambient).toEqual(expected.map((value) => expect.closeTo(value, 6)));
  });

  it("are added to the cube of each prop by its own row", () => {
    const ambient = new Float32Array(36);
    pickLights(
      buildLocalLights(makeWorldLightTable([0.3, 0.5, 0.2, 0.4, 0.1].map((s) => lamp(s)))),
      {
        ...{ tree: TREE, pvs: null, trace: makeTrace(() => false).trace, hasSky: true },
        styles: new Float32Array(256).fill(1),
      },
      {
        point: Float32Array.of(1, 0, 0, 1, 0, 0),
        leaf: Uint32Array.of(2, 2),
        isBaked: [0, 0],
        ambient,
      },
    );
    expect(ambient[12]).toBeCloseTo(0.1, 6);
    expect(ambient.subarray(18)).toEqual(ambient.subarray(0, 18));
  });

  it("may be fewer than four, with an empty cube", () => {
    const { picked, ambient } = pick({ lights: [lamp(0.1), lamp(0.2)] });
    expect(picked).toEqual([1, 0, NONE, NONE]);
    expect(ambient.every((value) => value === 0)).toBe(true);
  });

  it("exclude lights that are too weak, too far, or aimed elsewhere", () => {
    const { picked, rays } = pick({
      lights: [
        lamp(0.00019),
        lamp(0.00021),
        lamp(1, { radius: 99 }),
        lamp(0.5, { radius: 101 }),
        lamp(1, { type: EMIT_SPOTLIGHT, normal: [0, 0, 1], stopdot: 0.9, stopdot2: 0.8 }),
      ],
    });
    expect(picked).toEqual([3, 1, NONE, NONE]);
    expect(rays).toHaveLength(2);
  });

  it("exclude occluded lights, by rays that end just before the lamp", () => {
    const { trace, rays } = makeTrace(({ to }) => to[0] > 0.5);
    const lights = [lamp(1, { origin: [101, 0, 0] }), lamp(0.2)];
    const { picked } = pick({ lights, space: { trace } });
    expect(picked).toEqual([1, NONE, NONE, NONE]);
    expect(rays).toEqual([
      { from: [1, 0, 0], to: [1, 0, 0], distance: 99 },
      { from: [1, 0, 0], to: [0, 0, 1], distance: 99 },
    ]);
  });

  it("include only lights in the PVS, and no lights in solids", () => {
    const lights = [lamp(0.3, { cluster: 0 }), lamp(0.2, { cluster: 1 }), lamp(1, { cluster: -1 })];
    expect(pick({ lights, pvs: PVS, point: [1, 0, 0] }).picked).toEqual([0, 1, NONE, NONE]);
    expect(pick({ lights, pvs: PVS, point: [-1, 0, 0] }).picked).toEqual([0, NONE, NONE, NONE]);
    // In solid, so a leaf of the prop is used.
    const buried = { lights, pvs: PVS, point: [1, 0, -200] };
    expect(pick({ ...buried, leaf: 1 }).picked).toEqual([0, NONE, NONE, NONE]);
    expect(pick({ ...buried, leaf: 2 }).picked).toEqual([0, 1, NONE, NONE]);
  });

  it("include only styled lamps if the rest is baked", () => {
    const lights = [lamp(0.5), ...[0.1, 0.2, 0.3, 0.4, 0.6].map((s) => lamp(s, { style: 40 }))];
    const { picked, ambient } = pick({ lights, isBaked: true });
    expect(picked).toEqual([5, 4, 3, 2]);
    expect(ambient.every((value) => value === 0)).toBe(true);
  });
});

describe("the sun of a prop", () => {
  const sun = {
    type: EMIT_SKYLIGHT,
    normal: [0.6, 0, -0.8],
    intensity: [1, 1, 1],
    cluster: -1,
    radius: 5,
  } as const;
  const under = (sky: number, hasSky = true) => {
    const { trace, rays } = makeTrace(() => false, sky);
    return { ...pick({ lights: [sun], pvs: PVS, space: { trace, hasSky } }), rays };
  };

  it("shines if a ray against its direction reaches the sky", () => {
    const { picked, rays } = under(BLOCKER_SKY);
    expect(picked[0]).toBe(0);
    expect(rays).toEqual([
      {
        from: [1, 0, 0],
        to: [expect.closeTo(-0.6, 6), expect.closeTo(0, 6), expect.closeTo(0.8, 6)],
        distance: Number.POSITIVE_INFINITY,
      },
    ]);
  });

  it("does not shine if the ray hits a wall or nothing", () => {
    expect(under(BLOCKER_WALL).picked[0]).toBe(NONE);
    expect(under(-1).picked[0]).toBe(NONE);
  });

  it("shines everywhere if the brushes could not be read", () => {
    expect(under(-1, false).picked[0]).toBe(0);
  });
});

describe("many lights of a prop", () => {
  it("use a limited number of rays, spent on the strongest", () => {
    const strengths = Array.from({ length: 500 }, (_, i) => 0.1 + ((i * 7919) % 500) / 1000);
    const { trace, rays } = makeTrace(() => true);
    expect(pick({ lights: strengths.map((s) => lamp(s)), space: { trace } }).picked[0]).toBe(NONE);
    expect(rays).toHaveLength(64);
    const seen = makeTrace(() => false);
    const { picked } = pick({
      lights: strengths.map((s) => lamp(s)),
      space: { trace: seen.trace },
    });
    const best = [...strengths].sort((a, b) => b - a).slice(0, 4);
    expect(picked.map((light) => strengths[light])).toEqual(best);
  });
});

describe("lights of too many props", () => {
  /** Tests three props in one place with two lamps each. */
  function pickThree(limits: Limits, pvs: Pvs | null = null) {
    const ledger = new Ledger(limits);
    const open = makeTrace(() => false);
    const { picked, looked } = pickLights(
      buildLocalLights(makeWorldLightTable([lamp(0.1), lamp(0.2)])),
      { tree: TREE, pvs, trace: open.trace, hasSky: true, styles: new Float32Array(256).fill(1) },
      {
        point: Float32Array.of(1, 0, 0, 1, 0, 0, 1, 0, 0),
        leaf: Uint32Array.of(2, 2, 2),
        isBaked: [0, 0, 0],
        ambient: new Float32Array(54),
      },
      ledger,
    );
    return { looked, picked: [...picked], ledger };
  }
  const LIT = [1, 0, NONE, NONE];
  const UNLIT = [NONE, NONE, NONE, NONE];

  it("are all tested within the limits", () => {
    const { looked, picked, ledger } = pickThree({});
    expect(looked).toBe(3);
    expect(picked).toEqual([...LIT, ...LIT, ...LIT]);
    expect(ledger.used("lightTests")).toBe(6);
    expect(ledger.used("rayTests")).toBe(6);
  });

  it("are left out for the last props", () => {
    const { looked, picked } = pickThree({ lightTests: 5 });
    expect(looked).toBe(2);
    expect(picked).toEqual([...LIT, ...LIT, ...UNLIT]);
    expect(pickThree({ rayTests: 3 }).looked).toBe(1);
  });
});
