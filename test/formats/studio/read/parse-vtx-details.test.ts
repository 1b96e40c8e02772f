import { describe, expect, it } from "vitest";
import { parseVtx } from "../../../../src/formats/studio/read/parse-vtx.ts";
import { parseVtxDetails } from "../../../../src/formats/studio/read/parse-vtx-details.ts";
import { hasCorpus, listCorpusFiles, readCorpus } from "../../../support/corpus.ts";
import { catchFormatError } from "../catch-format-error.ts";
import { type MadeStudioModel, makeStudioModel, makeVertex, writeVtx } from "../make-studio.ts";

/** Builds one mesh with two strip groups, the second with two strips with bones. */
function makeStrips(): MadeStudioModel {
  const vertices = Array.from({ length: 8 }, (_, i) => makeVertex(i, i * i, 0));
  const groups = [
    [{ type: "list" as const, indices: [0, 1, 2] }],
    [
      { type: "strip" as const, indices: [2, 3, 4, 5], bones: [1, 0] },
      { type: "list" as const, indices: [5, 6, 7], bones: [2] },
    ],
  ];
  const meshes = [{ material: 0, vertices, lods: [groups, []] }];
  const bodyParts = [{ name: "body", models: [{ name: "m", meshes }] }];
  return { ...makeStudioModel(), bodyParts, switchPoints: [0, 30] };
}

describe("parseVtxDetails", () => {
  it.each([25, 33] as const)(
    "reads groups, strips and bone states with strip group headers of %d bytes",
    (bytes) => {
      const made = writeVtx({ ...makeStrips(), stripGroupHeaderBytes: bytes });
      const details = parseVtxDetails(made);
      expect(details).toMatchObject({
        vertexCacheSize: 24,
        maxBonesPerStrip: 53,
        maxBonesPerTriangle: 9,
      });
      expect(details.groups).toEqual({
        count: 2,
        mesh: Uint32Array.of(0, 0),
        flags: Uint8Array.of(2, 2),
        vertexCount: Uint32Array.of(3, 6),
        indexCount: Uint32Array.of(3, 7),
        topologyIndexCount: bytes === 33 ? Uint32Array.of(6, 14) : Uint32Array.of(0, 0),
      });
      expect(details.strips).toEqual({
        count: 3,
        group: Uint32Array.of(0, 1, 1),
        flags: Uint8Array.of(1, 2, 1),
        vertexCount: Uint32Array.of(3, 6, 6),
        indexCount: Uint32Array.of(3, 4, 3),
        boneCount: Uint16Array.of(0, 2, 1),
        firstBoneState: Uint32Array.of(0, 0, 2),
        boneStateCount: Uint32Array.of(0, 2, 1),
      });
      expect(details.boneStates).toEqual({
        count: 3,
        hardwareBone: Int32Array.of(0, 1, 0),
        bone: Int32Array.of(1, 0, 2),
      });
      expect(details.replacements.count).toBe(0);
    },
  );

  it("reads the material replacements of LODs", () => {
    const replacements = [
      [1, 0, "far/wall"],
      [1, 2, "far/door"],
    ] as const;
    const { replacements: found } = parseVtxDetails(writeVtx({ ...makeStrips(), replacements }));
    expect(found).toEqual({
      count: 2,
      lod: Uint8Array.of(1, 1),
      material: Uint16Array.of(0, 2),
      name: ["far/wall", "far/door"],
    });
  });

  it("refuses a list outside the file", () => {
    const bytes = writeVtx({ ...makeStrips(), replacements: [[0, 0, "a"]] });
    const view = new DataView(bytes.buffer);
    view.setInt32(view.getInt32(24, true) + 4, 1 << 20, true);
    const error = catchFormatError(() => parseVtxDetails(bytes));
    expect(error).toMatchObject({ format: "VTX", where: "MaterialReplacementHeader_t" });
  });

  it.skipIf(!hasCorpus)("matches the triangles of every real file", () => {
    const total = { files: 0, groups: 0, strips: 0, lists: 0, states: 0, topology: 0 };
    for (const name of listCorpusFiles(".vtx")) {
      const bytes = readCorpus(name);
      const vtx = parseVtx(bytes);
      const { groups, strips, boneStates, replacements } = parseVtxDetails(bytes);
      expect([groups.count, strips.count], name).toEqual([vtx.stripGroupCount, vtx.stripCount]);
      expect(replacements.count, name).toBe(0);
      const corners = new Uint32Array(vtx.meshes.count);
      for (let strip = 0; strip < strips.count; strip++) {
        if (strips.flags[strip] === 1) {
          corners[groups.mesh[strips.group[strip]]] += strips.indexCount[strip];
        }
      }
      if (strips.flags.every((flags) => flags === 1)) {
        expect(corners, name).toEqual(vtx.meshes.indexCount);
        total.lists++;
      }
      total.files++;
      total.groups += groups.count;
      total.strips += strips.count;
      total.states += boneStates.count;
      total.topology += groups.topologyIndexCount.reduce((sum, count) => sum + count, 0);
    }
    expect(total).toEqual({
      files: 509,
      groups: 2523,
      strips: 2523,
      lists: 509,
      states: 13828,
      topology: 0,
    });
  });
});
