/** Particle systems that ask for far more than they hold. */

import { describe, expect, it } from "vitest";
import { parsePcf } from "../../src/formats/pcf/parse-pcf.ts";
import { summarizePcf } from "../../src/formats/pcf/summarize-pcf.ts";
import { findIn, listPlans, planSystem } from "../../src/particles/systems/system-plan.ts";
import { int } from "../formats/pcf/make-dmx.ts";
import { makePcf } from "../formats/pcf/make-pcf.ts";
import { makeManyReferences, makeSystemLadder } from "../support/hostile/particles.ts";

const planOf = (bytes: Uint8Array, name: string) => {
  const problems: { system: string; message: string }[] = [];
  const plan = planSystem(name, findIn(parsePcf(bytes)), problems);
  return { plan: plan!, messages: problems.map(({ message }) => message) };
};

describe("particle systems", () => {
  it("with children that double on each of 12 levels stop at 100 systems", () => {
    const { plan, messages } = planOf(makeSystemLadder(12), "level 0");
    expect(listPlans(plan).length).toBeLessThanOrEqual(100);
    expect(messages.some((message) => message.includes("100 systems in a tree"))).toBe(true);
  });

  it("leave out children that contain their parents", () => {
    const bytes = makePcf([
      { name: "one", children: { two: 0 } },
      { name: "two", children: { one: 0 } },
    ]);
    const { plan, messages } = planOf(bytes, "one");
    expect(listPlans(plan).map(({ name }) => name)).toEqual(["one", "two"]);
    expect(messages).toContain("child one contains itself");
  });

  it("have no more than 5,000 particles each, and 50,000 in a tree", () => {
    const child = (i: number) => ({ name: `child ${i}`, params: { max_particles: int(2 ** 30) } });
    const children = Array.from({ length: 20 }, (_, i) => child(i));
    const top = {
      name: "top",
      params: { max_particles: int(-5) },
      children: Object.fromEntries(children.map(({ name }) => [name, 0])),
    };
    const { plan, messages } = planOf(makePcf([top, ...children]), "top");
    const capacities = listPlans(plan).map(({ capacity }) => capacity);
    expect([capacities[0], capacities[1]]).toEqual([1, 5000]);
    expect(capacities.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(50_000 + 20);
    expect(messages).toContain("more than 50000 particles in a tree");
  });

  it("run 64 functions of a list of 20,000, and are summed up in bounds", () => {
    const bytes = makeManyReferences(20_000);
    const { plan, messages } = planOf(bytes, "many");
    expect(plan.operators).toHaveLength(64);
    expect(messages).toContain("more than 64 operators");
    const text = JSON.stringify(summarizePcf(parsePcf(bytes)));
    expect(text.length).toBeLessThan(bytes.length * 100);
  });
});
