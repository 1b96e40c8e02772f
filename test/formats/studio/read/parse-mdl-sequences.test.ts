import { describe, expect, it } from "vitest";
import { IK_RULE_TYPES } from "../../../../src/formats/studio/animation/animation-types.ts";
import { parseMdlAnimations } from "../../../../src/formats/studio/read/animation/animation-file.ts";
import { parseMdl } from "../../../../src/formats/studio/read/parse-mdl.ts";
import { hasCorpus, listCorpusFiles, readCorpus } from "../../../support/corpus.ts";
import { catchFormatError } from "../catch-format-error.ts";
import { type MadeSequences, makeSequences } from "../make-sequences.ts";
import { listNewerMdls } from "../studio-corpus.ts";

const parse = (bytes: Uint8Array, ani?: Uint8Array) =>
  parseMdlAnimations(bytes, parseMdl(bytes), ani === undefined ? {} : { ani });

describe("parseMdlAnimations on the sequences of an MDL", () => {
  it("reads every field", () => {
    const [walk, lean] = parse(makeSequences().bytes).sequences;
    expect(walk).toEqual({
      name: "walk",
      activity: "ACT_WALK",
      activityWeight: 3,
      flags: 0x81,
      mins: [-1, -2, -3],
      maxs: [4, 5, 6],
      fadeIn: Math.fround(0.2),
      fadeOut: Math.fround(0.3),
      blendSize: [2, 1],
      blends: [1, 0],
      blendAxes: [
        { poseParameter: 1, start: -180, end: 180, keys: Float32Array.of(-180, 120) },
        { poseParameter: 0, start: -90, end: 90, keys: Float32Array.of(45) },
      ],
      boneWeights: Float32Array.of(1, 0.5, 0),
      events: [
        { cycle: 0.25, event: 1004, name: "", options: "Step.Left" },
        { cycle: 0.75, event: 0, name: "AE_STEP", options: "" },
      ],
      autoLayers: [
        { sequence: 1, poseParameter: -1, flags: 0, span: [0, 0.25, 0.5, 1] },
        { sequence: 0, poseParameter: 1, flags: 0x4000, span: [-90, 0, 45, 90] },
      ],
      ikLocks: [{ chain: 1, positionWeight: 0.5, localQuaternionWeight: 1 }],
      activityModifiers: ["hurt"],
      cyclePose: 1,
      keyValues: "{ loud 1 }",
    });
    expect(lean).toMatchObject({
      name: "lean",
      activity: "",
      blendAxes: [null, null],
      events: [],
      autoLayers: [],
      cyclePose: -1,
      keyValues: "",
    });
  });

  it("reads animation movements and IK rules", () => {
    const [animation, other] = parse(makeSequences().bytes).animations;
    expect(animation.movements).toEqual([
      {
        endFrame: 30,
        motionFlags: 64,
        speed: [70, 80],
        yaw: 15,
        vector: [Math.fround(0.6), Math.fround(0.8), 0],
        position: [75, 5, 0],
      },
    ]);
    expect(animation.ikRules).toMatchObject([
      {
        type: IK_RULE_TYPES.indexOf("ground"),
        chain: 1,
        bone: 2,
        slot: 1,
        height: 18,
        radius: 4,
        floor: 0.5,
        position: [1, 2, 3],
        quaternion: [0, 0, 0, 1],
        span: [0.1, 0.2, 0.7, 1.1].map(Math.fround),
        contact: Math.fround(0.3),
        attachment: "ledge",
      },
    ]);
    expect([other.movements, other.ikRules]).toEqual([[], []]);
  });

  it("reads each frame's IK position, and local hierarchy", () => {
    const [animation, other] = parse(makeSequences().bytes).animations;
    const track = animation.ikRules[0].track!;
    expect(track.firstFrame).toBe(3);
    expect(track.position).toHaveLength(31 * 3);
    expect([...track.position.subarray(0, 9)]).toEqual([5, 0, 0, 10, 0, 0, 10, 0, 0]);
    for (const frame of [0, 30]) {
      const [x, y, z, w] = track.quaternion.subarray(frame * 4);
      expect([x, y]).toEqual([0, 0]);
      expect(z).toBeCloseTo(Math.SQRT1_2, 6);
      expect(w).toBeCloseTo(Math.SQRT1_2, 6);
    }
    expect(animation.hierarchies).toMatchObject([{ bone: 2, parent: -1, span: [0, 0, 1, 1] }]);
    const followed = animation.hierarchies[0].track;
    expect(followed.position).toHaveLength(31 * 3);
    expect([...followed.position.subarray(90)]).toEqual([0, -6, 0]);
    expect(other.hierarchies).toEqual([]);
  });

  it("prefers uncompressed IK tracks of older compilers", () => {
    const { bytes, view, at } = makeSequences();
    const plain = new Uint8Array(bytes.length + 31 * 28);
    plain.set(bytes);
    const errors = new DataView(plain.buffer);
    errors.setInt32(at.ikRules + 72, bytes.length - at.ikRules, true);
    errors.setFloat32(bytes.length + 28 + 8, 7, true);
    errors.setFloat32(bytes.length + 28 + 24, 1, true);
    expect(view.getInt32(at.ikRules + 60, true)).not.toBe(0);
    const track = parse(plain).animations[0].ikRules[0].track!;
    expect([...track.position.subarray(3, 6)]).toEqual([0, 0, 7]);
    expect([...track.quaternion.subarray(4, 8)]).toEqual([0, 0, 0, 1]);
  });

  it("keeps a declared sequence without animations, and the others", () => {
    const { bytes, view, at } = makeSequences();
    const lean = at.sequences + 212;
    view.setInt32(lean + 12, 0x800, true);
    view.setInt32(lean + 68, 0, true);
    view.setInt32(lean + 72, 0, true);
    const [walk, declared] = parse(bytes).sequences;
    expect(declared).toMatchObject({ name: "lean", flags: 0x800, blendSize: [0, 0], blends: [] });
    expect(walk.blends).toEqual([1, 0]);
    // Without the flag, or with a grid that has one zero side, it is damage.
    for (const [flags, width] of [
      [0, 0],
      [0x800, 1],
    ]) {
      view.setInt32(lean + 12, flags, true);
      view.setInt32(lean + 68, width, true);
      expect(catchFormatError(() => parse(bytes))).toMatchObject({ code: "bad-count" });
    }
  });

  it.each<[code: string, where: string, spoil: (made: MadeSequences) => void]>([
    [
      "bad-index",
      "mstudioautolayer_t.iSequence",
      ({ view, at }) => view.setUint16(at.layers, 2, true),
    ],
    ["bad-index", "animindexindex", ({ view, at }) => view.setUint16(at.blends, 2, true)],
    [
      "bad-index",
      "mstudiolocalhierarchy_t",
      ({ view, at }) => view.setInt32(at.hierarchies + 4, 3, true),
    ],
    [
      "bad-count",
      "mstudioanimvalue_t",
      ({ view, at }) => view.setUint8(at.track + view.getInt16(at.track + 24, true), 32),
    ],
    ["bad-value", "mstudioikrule_t.type", ({ view, at }) => view.setInt32(at.ikRules + 4, 7, true)],
    [
      "bad-offset",
      "weightlistindex",
      ({ view, at }) => view.setInt32(at.sequences + 156, 1 << 24, true),
    ],
    [
      "bad-offset",
      "posekeyindex",
      ({ view, at }) => view.setInt32(at.sequences + 160, 1 << 24, true),
    ],
    ["bad-count", "mstudioevent_t", ({ view, at }) => view.setInt32(at.sequences + 24, -1, true)],
    [
      "bad-count",
      "mstudiomovement_t",
      ({ view, at }) => view.setInt32(at.animations + 20, 1 << 24, true),
    ],
    ["bad-count", "groupsize", ({ view, at }) => view.setInt32(at.sequences + 72, 0, true)],
  ])("reports %s of %s", (code, where, spoil) => {
    const made = makeSequences();
    spoil(made);
    expect(catchFormatError(() => parse(made.bytes))).toMatchObject({ format: "MDL", code, where });
  });
});

describe.skipIf(!hasCorpus)("models of version 49", () => {
  it("have as many declared sequences as their bytes say, and few others", () => {
    for (const name of listNewerMdls()) {
      const bytes = readCorpus(name);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      const [count, first] = [view.getInt32(188, true), view.getInt32(192, true)];
      const rows = Array.from({ length: count }, (_, i) => first + i * 212);
      const declared = rows.filter((at) => (view.getInt32(at + 12, true) & 0x800) !== 0).length;
      const { sequences } = parse(bytes);
      const empty = sequences.filter(({ blends }) => blends.length === 0);
      expect([name, sequences.length, empty.length]).toEqual([name, count, declared]);
      const label = sequences.map((sequence) => sequence.name);
      expect(new Set(label).size).toBe(count);
    }
    const all = listNewerMdls().flatMap((name) => parse(readCorpus(name)).sequences);
    expect(all.length).toBe(929 + 924 + 5);
    expect(all.filter(({ flags }) => (flags & 0x800) !== 0)).toHaveLength(925 + 921);
  });
});

describe.skipIf(!hasCorpus)("the sequences of all corpus models", () => {
  it("have the row counts that an independent byte reader finds", () => {
    const names = listCorpusFiles(".mdl");
    const blocks = new Set(listCorpusFiles(".ani"));
    const total = { movements: 0, ikRules: 0, events: 0, named: 0, layers: 0, locks: 0 };
    const tracks = { count: 0, frames: 0, hierarchies: 0 };
    const shape = { axes: 0, keyed: 0, wholeBody: 0, keyValues: 0 };
    const rules = new Array<number>(IK_RULE_TYPES.length).fill(0);
    let odd = 0;
    for (const name of names) {
      const ani = name.replace(/\.mdl$/, ".ani");
      const found = parse(readCorpus(name), blocks.has(ani) ? readCorpus(ani) : undefined);
      for (const { movements, ikRules, hierarchies, frameCount } of found.animations) {
        total.movements += movements.length;
        total.ikRules += ikRules.length;
        for (const { type } of ikRules) rules[type]++;
        tracks.hierarchies += hierarchies.length;
        for (const { track, span } of ikRules) {
          if (track === null) continue;
          tracks.count++;
          tracks.frames += track.position.length / 3;
          // Hands and feet of a person stay close to their IK targets.
          if (track.position.some((value) => !(Math.abs(value) < 200))) odd++;
          // Rules end at whole frames.
          const end = span[3] * (frameCount - 1);
          if (Math.abs(end - Math.round(end)) > 0.01) odd++;
        }
        for (const { vector } of movements) {
          if (!(Math.hypot(...vector) < 1.001)) odd++;
        }
      }
      for (const sequence of found.sequences) {
        const axes = sequence.blendAxes.filter((axis) => axis !== null);
        total.events += sequence.events.length;
        total.named += sequence.events.filter((event) => event.name !== "").length;
        total.layers += sequence.autoLayers.length;
        total.locks += sequence.ikLocks.length;
        shape.axes += axes.length;
        shape.keyed += Number(axes.some((axis) => axis.keys !== null));
        shape.wholeBody += Number(sequence.boneWeights.every((weight) => weight === 1));
        shape.keyValues += Number(sequence.keyValues !== "");
        odd += sequence.boneWeights.filter((weight) => !(weight >= 0 && weight <= 1)).length;
        odd += sequence.events.filter(({ cycle }) => !(cycle >= 0 && cycle <= 1)).length;
      }
    }
    expect(total).toEqual({
      movements: 134,
      ikRules: 3051,
      events: 203,
      named: 37,
      layers: 948,
      locks: 272,
    });
    expect(tracks).toEqual({ count: 909, frames: 72129, hierarchies: 0 });
    expect(rules).toEqual([0, 163, 0, 405, 2476, 3, 4]);
    expect(shape).toEqual({ axes: 88, keyed: 78, wholeBody: 1157, keyValues: 152 });
    expect(odd).toBe(0);
  });
});
