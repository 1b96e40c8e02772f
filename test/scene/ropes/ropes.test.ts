/** Tests how ropes hang, and which ropes a map has. */

import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/core/ledger.ts";
import { hangRope } from "../../../src/scene/placed/hang-rope.ts";
import { listRopes, subdivideRope } from "../../../src/scene/placed/ropes.ts";
import { hangNodes, parabolaSag, type Vector } from "../../oracle/placed/ropes.ts";
import { entitiesOf } from "../../render/sprites/make-sprites.ts";

type Keys = Readonly<Record<string, string | number>>;
const rope = (keys: Keys = {}) => ({
  classname: "keyframe_rope",
  origin: "0 0 0",
  type: 0,
  ...keys,
});
const end = { classname: "keyframe_rope", targetname: "end", origin: "300 0 40" };
const listed = (...entities: Keys[]) => listRopes(entitiesOf(entities), new Ledger(), () => {});

const CASES: readonly [string, Vector, Vector, number, number, boolean][] = [
  ["level", [0, 0, 0], [400, 0, 0], 10, 150, false],
  ["taut", [0, 0, 0], [300, 100, 0], 10, 25, false],
  ["steep", [10, 20, 200], [60, -30, 0], 4, 125, false],
  ["of two points", [0, 0, 0], [100, 0, 50], 2, 0, false],
  ["with one end free", [0, 0, 0], [0, 0, 0], 10, 180, true],
];

describe("resting ropes", () => {
  it.each(CASES)("hang like in the engine: %s", (_, from, to, points, slack, isDangling) => {
    const hung = hangRope({ from, to, points, slack, isDangling });
    const nodes = hangNodes(from, to, points, slack, { isDangling });
    expect(hung).toHaveLength(points * 3);
    for (const [i, node] of nodes.entries()) {
      for (let axis = 0; axis < 3; axis++) expect(hung[i * 3 + axis]).toBeCloseTo(node[axis], 4);
    }
  });

  it("hang lower than a chain of their length, because springs stretch", () => {
    const apart = 400;
    const sagOf = (slack: number) => {
      const to = [apart, 0, 0] as const;
      const hung = hangRope({ from: [0, 0, 0], to, points: 10, slack, isDangling: false });
      return -Math.min(...hung.filter((_, i) => i % 3 === 2));
    };
    const curve = (slack: number) => parabolaSag(apart, apart + slack - 100);
    // A curve with a slack below 100 would not sag at all.
    expect([25, 100, 150, 300].map((slack) => Math.round(sagOf(slack)))).toEqual([6, 41, 94, 201]);
    expect([25, 100, 150, 300].map((slack) => Math.round(curve(slack)))).toEqual([0, 0, 87, 173]);
  });

  it("have the ends, slack, width and material of their keys", () => {
    const [one] = listed(
      rope({ nextkey: "END", slack: 60, width: 3, ropematerial: "Cable\\Rope.vmt" }),
      end,
    );
    expect(one).toMatchObject({
      from: [0, 0, 0],
      to: [300, 0, 40],
      slack: 60,
      width: 3,
      points: 10,
    });
    expect(one.material).toBe("cable/rope");
    expect(listed(rope(), end)).toHaveLength(0);
    expect(listed(rope({ nextkey: "nobody" }), end)).toHaveLength(0);
    expect(listed(rope({ dangling: 1 }), end)).toHaveLength(1);
    expect(listed({ ...rope({ nextkey: "end" }), classname: "info_rope" }, end)).toHaveLength(0);
  });

  it("have points and texture scale by their keys", () => {
    const of = (keys: Keys) => listed(rope({ nextkey: "end", ...keys }), end)[0];
    expect([0, 1, 2, 7].map((type) => of({ type }).points)).toEqual([10, 4, 2, 2]);
    expect(of({ subdiv: 2 }).between).toEqual([1 / 3, 2 / 3]);
    expect(of({ subdiv: 255 }).between).toHaveLength(2);
    expect(of({ subdiv: 99 }).between).toHaveLength(7);
    expect(of({ subdiv: -4 }).between).toHaveLength(0);
    expect(of({ barbed: 1 }).between).toEqual([1.5, -0.5, 0.5]);
    expect(of({ texturescale: 0 }).textureScale).toBe(4);
    expect(of({ width: 1e9 }).width).toBe(64);
    expect(of({ ropeshader: 2 }).material).toBe("cable/chain");
  });

  it("are limited by the budget", () => {
    let left = 0;
    const entities = entitiesOf([rope({ nextkey: "end" }), rope({ nextkey: "end" }), end]);
    expect(listRopes(entities, new Ledger({ ropes: 1 }), () => left++)).toHaveLength(1);
    expect(left).toBe(1);
  });

  it("are subdivided into smooth curves", () => {
    const hung = Float64Array.of(0, 0, 0, 10, 0, -4, 20, 0, -4, 30, 0, 0);
    const { count, positions, at } = subdivideRope(hung, [0.5]);
    expect(count).toBe(7);
    expect([...positions.subarray(6, 9)]).toEqual([10, 0, -4]);
    // Halfway between two points: nine sixteenths of each, minus one sixteenth of each next point.
    expect(positions[11]).toBeCloseTo((9 * -8) / 16, 10);
    expect([...at]).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3]);
  });
});
