/** Tests reading the sequences for a model's first picture, and the rest afterwards. */

import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { parseMdlRig } from "../../../src/formats/studio/read/parse-mdl-rig.ts";
import { openFirstMotions, openMotions } from "../../../src/model/motions/read-motions.ts";
import { hasFirstSequence } from "../../../src/scene/model/first-sequence.ts";
import { makePerson } from "../make-person.ts";

const PATH = "models/person.mdl";

function open(lacking: readonly string[] = [], hasIdle = false) {
  const made = makePerson(hasIdle);
  const asked: string[] = [];
  const files = {
    async read(path: string) {
      asked.push(path);
      return lacking.includes(path) ? null : (made[path] ?? null);
    },
  };
  const bytes = made[PATH];
  const parts = { mdl: parseMdl(bytes), rig: parseMdlRig(bytes) };
  const diagnostics = new Diagnostics();
  return {
    asked,
    diagnostics,
    given: [{ path: PATH, bytes, ...parts }, files, { diagnostics }] as const,
  };
}

const namesOf = (sequences: readonly { readonly name: string }[]) =>
  sequences.map(({ name }) => name);

describe("openFirstMotions", () => {
  it("reads included models until enough sequences are found, and the rest later", async () => {
    const { asked, given } = open();
    const first = await openFirstMotions(...given, hasFirstSequence);
    expect(asked).toEqual(["models/idles.mdl"]);
    expect(namesOf(first.motions.sequences)).toEqual(["fall", "idle"]);
    const rest = await first.readRest();
    expect(asked).toEqual(["models/idles.mdl", "models/walks.mdl", "models/waves.mdl"]);
    const whole = await openMotions(...open().given);
    expect(rest.sequences).toEqual(whole.sequences);
    expect(namesOf(rest.sequences)).toEqual(["fall", "idle", "walk", "wave"]);
    // The rows decoded first keep their index.
    expect(namesOf(rest.animations).slice(0, 2)).toEqual(namesOf(first.motions.animations));
  });

  it("reads all included models once if they are never enough", async () => {
    const { asked, given } = open(["models/idles.mdl"]);
    const first = await openFirstMotions(...given, hasFirstSequence);
    expect(asked).toEqual(["models/idles.mdl", "models/walks.mdl", "models/waves.mdl"]);
    expect(await first.readRest()).toBe(first.motions);
  });

  it("ignores included sequences whose name already exists", async () => {
    const { asked, given } = open([], true);
    const first = await openFirstMotions(...given, hasFirstSequence);
    expect(asked).toHaveLength(3);
    expect(namesOf(first.motions.sequences)).toEqual(["idle", "fall", "walk", "wave"]);
    expect(hasFirstSequence(first.motions.sequences)).toBe(false);
  });

  it("reports missing files only after all others were read", async () => {
    const { diagnostics, given } = open(["models/waves.mdl"]);
    const first = await openFirstMotions(...given, hasFirstSequence);
    expect(diagnostics.warnings).toEqual([]);
    expect(namesOf((await first.readRest()).sequences)).toEqual(["fall", "idle", "walk"]);
    expect(diagnostics.subjects("missing-model")).toEqual(["models/waves.mdl"]);
  });
});

describe("hasFirstSequence", () => {
  const is = (activity: string, flags = 1) =>
    hasFirstSequence([{ name: "a", activity, flags }] as never);

  it("accepts a looping idle sequence that is neither additive nor only declared", () => {
    expect(is("ACT_IDLE")).toBe(true);
    expect(is("ACT_IDLE", 0)).toBe(false);
    expect(is("ACT_WALK")).toBe(false);
    expect(is("ACT_IDLE", 1 | 4)).toBe(false);
    expect(is("ACT_IDLE", 1 | 0x800)).toBe(false);
  });
});
