import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { parseMdlRig } from "../../../src/formats/studio/read/parse-mdl-rig.ts";
import type { ModelFiles } from "../../../src/model/files/model-files.ts";
import { openMotions } from "../../../src/model/motions/read-motions.ts";
import { makeAni, makeExternal } from "../../formats/studio/make-ani.ts";
import { makeSequences } from "../../formats/studio/make-sequences.ts";

const ANI = "models/panel.ani";

/**
 * Opens a model whose `wave` lies in an `.ani` file and which includes another model with `walk`
 * and `lean`.
 */
async function open(
  ani: Uint8Array | null,
  external = makeExternal(),
  openFile?: ModelFiles["open"],
) {
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
  const files: ModelFiles = openFile ? { read, open: openFile } : { read };
  const motions = await openMotions({ path: "models/a.mdl", bytes: external, ...parts }, files, {
    diagnostics,
  });
  const rowOf = (name: string) => motions.sequences.findIndex((row) => row.name === name);
  const anis = () => asked.filter((path) => path.endsWith(".ani"));
  const warned = () => diagnostics.warnings.filter(({ subject }) => !subject.endsWith(".mdl"));
  return { motions, diagnostics, rowOf, anis, warned, bind: parts.mdl.bones.quaternion };
}

/** z of the second bone's rotation in the first frame of `wave`: −90° after loading. */
const turnOf = (quaternion: Float32Array) => quaternion[6];
const QUARTER = -Math.SQRT1_2;

describe("animation blocks in .ani files", () => {
  it("are read once, when a sequence that uses them is requested", async () => {
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

  it("replace the bind pose after loading", async () => {
    const { motions, bind } = await open(makeAni());
    expect(motions.frames(0).quaternion.subarray(0, bind.length)).toEqual(bind);
    await motions.readBlocks();
    expect(turnOf(motions.frames(0).quaternion)).toBeCloseTo(QUARTER, 3);
  });

  it("are available to all callers that wait meanwhile", async () => {
    const { motions, rowOf } = await open(makeAni());
    const first = motions.readBlocks([rowOf("wave")]);
    await motions.readBlocks();
    expect(turnOf(motions.frames(0).quaternion)).toBeCloseTo(QUARTER, 3);
    await first;
  });

  it("that are missing are reported when they are requested", async () => {
    const { motions, diagnostics, rowOf, anis } = await open(null);
    expect(diagnostics.subjects("missing-model")).toEqual([]);
    await motions.readBlocks([rowOf("wave")]);
    expect(diagnostics.subjects("missing-model")).toEqual([ANI]);
    // By the name in the file, and next to the model.
    expect(anis()).toEqual([ANI, "models/a.ani"]);
  });

  it("that are broken leave the current pose and are reported", async () => {
    const { motions, diagnostics, bind } = await open(makeAni(), makeExternal({ index: 32 }));
    motions.frames(0);
    await motions.readBlocks();
    expect(motions.frames(0).quaternion.subarray(0, bind.length)).toEqual(bind);
    expect(diagnostics.subjects("unreadable-model")).toContain("models/a.mdl");
    expect(diagnostics.warnings.map(({ message }) => message).join()).toMatch(/mstudioanimblock_t/);
  });

  it("are handed over decoded to another thread", async () => {
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

  /** Opens the file in ranges and lists offset and length in `parts`. */
  function parted(ani: Uint8Array, breaks = false) {
    const parts: (readonly [at: number, byteLength: number])[] = [];
    const openFile = async (path: string) => {
      if (path !== ANI) return null;
      const read = async (at: number, byteLength: number) => {
        parts.push([at, byteLength]);
        if (breaks) throw new Error("the disk is gone");
        return ani.slice(at, at + byteLength);
      };
      return { byteLength: ani.length, read };
    };
    return { parts, openFile };
  }

  it("are read in part for the first sequence, then the whole file", async () => {
    const ani = makeAni(100);
    const { parts, openFile } = parted(ani);
    const { motions, rowOf, anis, warned } = await open(ani, makeExternal(), openFile);
    await motions.readBlocks([rowOf("wave")]);
    expect(parts).toEqual([
      [0, 8],
      [16, 32],
    ]);
    expect(anis()).toEqual([]);
    expect(turnOf(motions.frames(0).quaternion)).toBeCloseTo(QUARTER, 3);
    await motions.readBlocks([rowOf("wave")]);
    await motions.readBlocks([rowOf("wave")]);
    expect(parts).toHaveLength(2);
    expect(anis()).toEqual([ANI]);
    expect(turnOf(motions.frames(0).quaternion)).toBeCloseTo(QUARTER, 3);
    expect(warned()).toEqual([]);
  });

  it("are read whole if parts save little, all are requested, or a range fails", async () => {
    for (const [spare, breaks, rows] of [
      [0, false, ["wave"]],
      [100, false, undefined],
      [100, true, ["wave"]],
    ] as const) {
      const ani = makeAni(spare);
      const { parts, openFile } = parted(ani, breaks);
      const { motions, rowOf, anis, warned } = await open(ani, makeExternal(), openFile);
      await motions.readBlocks(rows?.map(rowOf));
      expect(parts).toHaveLength(breaks ? 2 : 0);
      // A request for all rows includes the included model's.
      expect(anis()).toEqual(rows ? [ANI] : [ANI, ANI]);
      expect(turnOf(motions.frames(0).quaternion)).toBeCloseTo(QUARTER, 3);
      expect(warned()).toEqual([]);
    }
  });

  it("are reported once if the partial file is no .ani", async () => {
    const ani = makeAni(100).fill(0, 0, 4);
    const { openFile } = parted(ani);
    const { motions, rowOf, anis, diagnostics } = await open(ani, makeExternal(), openFile);
    await motions.readBlocks([rowOf("wave")]);
    await motions.readBlocks([rowOf("wave")]);
    expect(anis()).toEqual([]);
    const told = diagnostics.warnings.filter(({ message }) => /left out.*IDAG/.test(message));
    expect(told.map(({ count }) => count)).toEqual([1]);
  });
});
