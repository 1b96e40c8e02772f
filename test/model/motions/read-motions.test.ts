import { beforeAll, describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { parseMdlRig } from "../../../src/formats/studio/read/parse-mdl-rig.ts";
import type { StudioModel } from "../../../src/model/files/studio-model.ts";
import { readMotions } from "../../../src/model/motions/read-motions.ts";
import { makeSequences } from "../../formats/studio/make-sequences.ts";
import { hasCorpus } from "../../support/corpus.ts";
import { openCorpusModel, PERSON } from "../corpus-models.ts";

/** Includes `models/shared.mdl` and has animation blocks in `models/panel.ani`. */
const made = makeSequences();
const ani = Uint8Array.from({ length: 64 }, (_, i) => [0x49, 0x44, 0x41, 0x47][i] ?? 0);

async function read(entries: Record<string, Uint8Array>, bytes = made.bytes, limits = {}) {
  const diagnostics = new Diagnostics();
  const asked: string[] = [];
  const files = {
    read: async (path: string) => {
      asked.push(path);
      return entries[path] ?? null;
    },
  };
  const parts = { mdl: parseMdl(bytes), rig: parseMdlRig(bytes) };
  const motions = await readMotions({ path: "models/a.mdl", bytes, ...parts }, files, {
    diagnostics,
    limits,
  });
  return { motions, diagnostics, asked };
}

describe("readMotions", () => {
  it("includes models recursively and reads each file once", async () => {
    const { motions, diagnostics, asked } = await read({
      "models/panel.ani": ani,
      "models/shared.mdl": made.bytes,
    });
    // The included model is the same file under another name, so it adds nothing and includes
    // itself.
    expect(motions.sequences.map(({ name }) => name)).toEqual(["walk", "lean"]);
    expect(diagnostics.subjects("unreadable-model")).toEqual(["models/shared.mdl"]);
    expect(diagnostics.subjects("missing-model")).toEqual([]);
    expect(asked.filter((path) => path === "models/shared.mdl")).toHaveLength(1);
  });

  it("reports missing files and plays the rest", async () => {
    const { motions, diagnostics } = await read({});
    expect(motions.sequences).toHaveLength(2);
    expect(diagnostics.subjects("missing-model")).toEqual([
      "models/shared.mdl",
      "models/panel.ani",
    ]);
  });

  it("omits a broken included model and reports why", async () => {
    const broken = made.bytes.slice();
    new DataView(broken.buffer).setInt32(made.at.animations + 16, -1, true);
    const { motions, diagnostics } = await read({
      "models/panel.ani": ani,
      "models/shared.mdl": broken,
    });
    expect(motions.sequences).toHaveLength(2);
    expect(diagnostics.subjects("unreadable-model")).toEqual(["models/shared.mdl"]);
    expect(diagnostics.warnings[0].message).toContain("numframes");
  });

  it("reads at most 64 models, counts the others in one warning, and reads each name once", async () => {
    const count = 20_000;
    const parts = { mdl: parseMdl(made.bytes), rig: parseMdlRig(made.bytes) };
    const file = Array.from({ length: count }, (_, i) => `models/part_${i % 19_999}.mdl`);
    const included = { count, label: file, file };
    const diagnostics = new Diagnostics();
    const asked: string[] = [];
    const files = {
      read: async (path: string) => {
        asked.push(path);
        return path === "models/part_2.mdl" ? made.bytes : null;
      },
    };
    const rig = { ...parts.rig, included };
    const given = { diagnostics };
    await readMotions(
      { path: "models/a.mdl", bytes: made.bytes, mdl: parts.mdl, rig },
      files,
      given,
    );
    const models = asked.filter((path) => path.endsWith(".mdl"));
    // The model itself is the first of the 64. The included one requests one more, which is
    // refused.
    expect(models).toEqual(file.slice(0, 63));
    expect(diagnostics.warnings.filter(({ code }) => code === "over-budget")).toMatchObject([
      {
        message:
          "1 of the models that models/part_2.mdl includes are left out: at most 64 are read.",
      },
      {
        message: `${19_999 - 63} of the models that models/a.mdl includes are left out: at most 64 are read.`,
      },
    ]);
  });

  it("plays without a broken .ani and reports why", async () => {
    const { motions, diagnostics } = await read({
      "models/panel.ani": Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8),
      "models/shared.mdl": made.bytes,
    });
    expect(motions.sequences).toHaveLength(2);
    const [, warning] = diagnostics.warnings.filter(({ subject }) => subject === "models/a.mdl");
    expect(warning.message).toMatch(/\.ani is left out.*IDAG/);
  });

  it("decodes poses on request, within the pose budget", async () => {
    // Each animation has 31 frames of three bones; IK tracks use the same budget.
    const files = { "models/panel.ani": ani };
    const { motions } = await read(files, made.bytes, { animationPoses: 31 * 3 + 90 });
    expect(motions.frames(0).position).toHaveLength(31 * 3 * 3);
    expect(() => motions.frames(1)).toThrow(FormatError);
    expect(() => motions.frames(1)).toThrow(/too-large/);
  });
});

describe.skipIf(!hasCorpus)("a real person's motions", () => {
  let person: StudioModel;
  beforeAll(async () => {
    person = await openCorpusModel(...PERSON);
  });

  it("combine four models without duplicate names", () => {
    const { sequences, animations } = person.motions;
    // 1 own sequence and 361 + 143 + 815 + 97 included; male_ss repeats some of male_shared's.
    expect(sequences.length).toBeGreaterThan(1300);
    expect(sequences.length).toBeLessThanOrEqual(1417);
    expect(animations.length).toBeLessThanOrEqual(1650);
    const names = new Set(sequences.map(({ name }) => name.toLowerCase()));
    expect(names.size).toBe(sequences.length);
    for (const { blends, autoLayers, boneWeights } of sequences) {
      for (const blend of blends) expect(animations[blend]).toBeDefined();
      for (const { sequence } of autoLayers) expect(sequences[sequence]).toBeDefined();
      expect(boneWeights).toHaveLength(person.mdl.bones.count);
    }
  });

  it("are decoded for the person's own bones", () => {
    const { motions, mdl } = person;
    const walk = motions.animations.findIndex(({ name }) => name === "@idle_subtle");
    const { position, quaternion } = motions.frames(walk);
    expect(position).toHaveLength(motions.animations[walk].frameCount * mdl.bones.count * 3);
    expect(position.every(Number.isFinite) && quaternion.every(Number.isFinite)).toBe(true);
  });
});
