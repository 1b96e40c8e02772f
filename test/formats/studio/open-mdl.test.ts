import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { openMdl } from "../../../src/formats/studio/open-mdl.ts";
import { parseMdlParts } from "../../../src/formats/studio/read/parse-mdl-parts.ts";
import { summarizeRespawn } from "../../../src/formats/studio/summarize-respawn.ts";
import { make52, make53, makeBase, makeGeometry } from "./make-respawn.ts";

const base = parseMdlParts(makeBase());

function omit<T extends object>(record: T, ...names: (keyof T)[]): Partial<T> {
  const rest: Partial<T> = { ...record };
  for (const name of names) delete rest[name];
  return rest;
}

async function failureOf(bytes: Uint8Array): Promise<FormatError> {
  const error = await openMdl(bytes).catch((error: unknown) => error);
  if (error instanceof FormatError) return error;
  throw new Error(`No FormatError: ${error}`);
}

describe.each([
  [52, make52],
  [53, make53],
] as const)("openMdl, version %i", (version, make) => {
  it("reads the fields that version 49 also has", async () => {
    const { parts } = await openMdl(make());
    const shared = omit(base.mdl, "version", "sequenceCount", "animationCount");
    expect(parts.mdl).toMatchObject({ ...shared, version });
    expect(parts.rig).toMatchObject(
      omit(base.rig, "animationBlocks", "mouths", "maxEyeDeflection"),
    );
    expect(parts.mdl.surfaceProp).toBe("metal");
    expect(parts.procedures).toEqual(base.procedures);
    expect(parts.procedures.aims.count).toBe(1);
    expect(parts.second.sourceTransforms).toEqual(base.second.sourceTransforms);
    expect(parts.second.sourceTransforms.count).toBeGreaterThan(0);
  });

  it("has no face and no playable sequences", async () => {
    const { parts } = await openMdl(make());
    expect(parts.mdl.sequenceCount).toBe(0);
    expect(parts.mdl.animationCount).toBe(0);
    expect(parts.face.descriptors).toEqual([]);
    expect(parts.rig.mouths.count).toBe(0);
    expect(parts.rig.animationBlocks).toMatchObject({ count: 0, file: "" });
    expect(base.face.descriptors).not.toEqual([]);
  });

  it("lists its sequences and animations, and states that their poses are not read", async () => {
    const { respawn } = await openMdl(make());
    const summary = summarizeRespawn(respawn!);
    expect(summary).toMatchObject({ sequences: 2, animations: 2 });
    expect(summary.sequenceList).toMatchObject([
      { name: "wave", activity: "ACT_wave", frames: 2, fps: 30, animations: ["wave"] },
      { name: "idle", activity: "ACT_idle", frames: 2, fps: 30, animations: ["rest"] },
    ]);
    expect(summary.animationList).toMatchObject([
      { name: "wave", isExternal: version === 52 },
      { name: "rest", isExternal: false },
    ]);
    expect(summary.unread).toContain("the poses of its animations");
  });

  it("throws one FormatError wherever the file is cut", async () => {
    const bytes = make();
    const step = Math.ceil(bytes.length / 97);
    for (let length = 8; length < bytes.length; length += step) {
      const error = await openMdl(bytes.subarray(0, length)).catch((error: unknown) => error);
      if (error instanceof Error) expect(error, `${length}`).toBeInstanceOf(FormatError);
    }
    expect(await failureOf(bytes.subarray(0, 300))).toMatchObject({ code: "truncated" });
  });
});

describe("openMdl", () => {
  it("passes any other version through unchanged", async () => {
    const bytes = makeBase();
    expect(await openMdl(bytes)).toEqual({ bytes, parts: base, respawn: null });
    const apex = makeBase();
    apex[4] = 54;
    expect((await failureOf(apex)).message).toContain("54 (Apex Legends)");
    expect((await failureOf(new Uint8Array(3))).code).toBe("truncated");
  });

  it("finds the embedded files of version 53", async () => {
    const { vvd, vtx } = makeGeometry();
    const { respawn } = await openMdl(make53());
    const { embedded, unread } = respawn!;
    expect(embedded.map(({ kind }) => kind)).toEqual(["vtx", "vvd", "vvc", "phy"]);
    expect(embedded.map(({ bytes }) => [...bytes])).toEqual([
      [...vtx],
      [...vvd],
      [1, 2, 3],
      [4, 5],
    ]);
    expect(unread).toBe(
      "MDL 53 (Titanfall 2) is read but for the poses of its animations, colours and second " +
        "texture coordinates of its vertices, its collision model.",
    );
    expect((await openMdl(make52())).respawn!.embedded).toEqual([]);
  });

  it("refuses embedded files and tables outside the file", async () => {
    const past = make53();
    new DataView(past.buffer).setInt32(448, past.length, true);
    expect(await failureOf(past)).toMatchObject({ code: "bad-offset", where: "vvd", offset: 448 });
    const bones = make53();
    new DataView(bones.buffer).setInt32(160, 0x10000, true);
    expect(await failureOf(bones)).toMatchObject({ where: "mstudiobone_t", offset: 160 });
  });
});
