import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { parseMdlRig } from "../../../src/formats/studio/read/parse-mdl-rig.ts";
import { openMotions } from "../../../src/model/motions/read-motions.ts";
import { makeAni, makeExternal } from "../../formats/studio/make-ani.ts";
import { makeSequences } from "../../formats/studio/make-sequences.ts";

const ANI = "models/panel.ani";

/** A model of which `wave` lies in an `.ani`, and which includes another, whose `walk` and `lean` lie in itself. */
async function open(ani: Uint8Array | null, external = makeExternal()) {
  const entries: Record<string, Uint8Array | null> = {
    [ANI]: ani,
    "models/shared.mdl": makeSequences().bytes,
  };
  const diagnostics = new Diagnostics();
  const asked: string[] = [];
  const read = async (path: string) => {
    asked.push(path);
    return entries[path] ?? null;
  };
  const parts = { mdl: parseMdl(external), rig: parseMdlRig(external) };
  const motions = await openMotions("models/a.mdl", external, parts, { read }, { diagnostics });
  const rowOf = (name: string) => motions.sequences.findIndex((row) => row.name === name);
  const anis = () => asked.filter((path) => path.endsWith(".ani"));
  const warned = () => diagnostics.warnings.filter(({ subject }) => !subject.endsWith(".mdl"));
  return { motions, diagnostics, rowOf, anis, warned, bind: parts.mdl.bones.quaternion };
}

/** z of how the second bone is turned in the first frame of `wave`: a quarter back, where that is there. */
const turnOf = (quaternion: Float32Array) => quaternion[6];
const QUARTER = -Math.SQRT1_2;

describe("animations in .ani files", () => {
  it("are read when a sequence of them is wanted, and once", async () => {
    const { motions, rowOf, anis, warned } = await open(makeAni());
    expect(anis()).toEqual([]);
    await motions.readBlocks([rowOf("walk"), 99]);
    expect(anis()).toEqual([]);
    await motions.readBlocks([rowOf("wave")]);
    expect(anis()).toEqual([ANI]);
    expect(turnOf(motions.frames(0).quaternion)).toBeCloseTo(QUARTER, 3);
    await motions.readBlocks([rowOf("wave")]);
    expect(anis()).toEqual([ANI]);
    expect(warned()).toEqual([]);
  });

  it("take the place of what stood in for them", async () => {
    const { motions, bind } = await open(makeAni());
    expect(motions.frames(0).quaternion.subarray(0, bind.length)).toEqual(bind);
    await motions.readBlocks();
    expect(turnOf(motions.frames(0).quaternion)).toBeCloseTo(QUARTER, 3);
  });

  it("are there for all who ask meanwhile", async () => {
    const { motions, rowOf } = await open(makeAni());
    const first = motions.readBlocks([rowOf("wave")]);
    await motions.readBlocks();
    expect(turnOf(motions.frames(0).quaternion)).toBeCloseTo(QUARTER, 3);
    await first;
  });

  it("are told of where they are not there, when they are asked for", async () => {
    const { motions, diagnostics, rowOf, anis } = await open(null);
    expect(diagnostics.subjects("missing-model")).toEqual([]);
    await motions.readBlocks([rowOf("wave")]);
    expect(diagnostics.subjects("missing-model")).toEqual([ANI]);
    // By its name, and beside the model.
    expect(anis()).toEqual([ANI, "models/a.ani"]);
  });

  it("leave what plays as it is where they are broken, and say so", async () => {
    const { motions, diagnostics, bind } = await open(makeAni(), makeExternal({ index: 32 }));
    motions.frames(0);
    await motions.readBlocks();
    expect(motions.frames(0).quaternion.subarray(0, bind.length)).toEqual(bind);
    expect(diagnostics.subjects("unreadable-model")).toContain("models/a.mdl");
    expect(diagnostics.warnings.map(({ message }) => message).join()).toMatch(/mstudioanimblock_t/);
  });

  it("go to another thread decoded, and stay what they are there", async () => {
    const { motions } = await open(makeAni());
    await motions.readBlocks();
    motions.frames(0);
    motions.rules(0);
    const decoded = motions.handOver();
    expect(decoded.map(({ animation }) => animation)).toEqual([0]);
    expect(motions.handOver()).toEqual([]);
    const there = await open(makeAni());
    there.motions.take(decoded);
    expect(there.motions.frames(0)).toBe(decoded[0].frames);
    await there.motions.readBlocks();
    expect(there.motions.frames(0)).toBe(decoded[0].frames);
  });
});
