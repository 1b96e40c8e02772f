import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { listMaterialPaths } from "../../../src/formats/studio/list-material-paths.ts";
import { buildBonePalette } from "../../../src/formats/studio/mesh/build-bone-palette.ts";
import { buildStudioMesh } from "../../../src/formats/studio/mesh/build-studio-mesh.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { parseMdlFlexes } from "../../../src/formats/studio/read/parse-mdl-flexes.ts";
import { parseMdlProceduralBones } from "../../../src/formats/studio/read/parse-mdl-procedural-bones.ts";
import { parseMdlRig } from "../../../src/formats/studio/read/parse-mdl-rig.ts";
import { parseMdlSecondHeader } from "../../../src/formats/studio/read/parse-mdl-second-header.ts";
import { parseVtx } from "../../../src/formats/studio/read/parse-vtx.ts";
import { parseVtxDetails } from "../../../src/formats/studio/read/parse-vtx-details.ts";
import { parseVvd } from "../../../src/formats/studio/read/parse-vvd.ts";
import { fuzzRuns } from "../../support/fuzz-runs.ts";
import { makeRig } from "./make-rig.ts";
import { makeStudioFiles, makeStudioModel } from "./make-studio.ts";
import { listCorpusMdls, readCorpusFiles } from "./studio-corpus.ts";

/** Mutants of the made model, and of each real one. */
const RUNS = fuzzRuns(600);
const REAL_RUNS = fuzzRuns(40);

interface Mutation {
  /** Position in the file as a fraction of its length. */
  readonly place: number;
  readonly kind: "byte" | "int" | "cut";
  readonly value: number;
}

const int = fc.oneof(
  fc.constantFrom(-1, -2, 0x7fffffff, -0x80000000, 0x7fc00000, 0xffff, 0x10000, 1 << 24),
  fc.integer({ min: 0, max: 512 }),
  fc.integer(),
);

/** Uniform fraction; fc.double favours values near 0. */
function fraction(most: number): fc.Arbitrary<number> {
  return fc.nat({ max: 0xfffff }).map((n) => (n / 0x100000) * most);
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  // The headers hold the counts and offsets.
  place: fc.oneof(fraction(1), fraction(0.1)),
  kind: fc.constantFrom("byte", "byte", "int", "int", "int", "int", "cut"),
  value: int,
});
const mutations = fc.array(mutation, { minLength: 1, maxLength: 6 });

function mutate(bytes: Uint8Array, list: readonly Mutation[]): Uint8Array {
  let mutated = Uint8Array.from(bytes);
  for (const { place, kind, value } of list) {
    const offset = Math.floor(place * mutated.byteLength);
    if (kind === "cut") {
      mutated = mutated.slice(0, offset);
    } else if (kind === "byte" && offset < mutated.byteLength) {
      mutated[offset] = value;
    } else if (mutated.byteLength >= 4) {
      // Ints of an MDL and a VVD are aligned; those of a VTX are not.
      const at = Math.min(value & 1 ? offset : offset & ~3, mutated.byteLength - 4);
      new DataView(mutated.buffer).setInt32(at, value, true);
    }
  }
  return mutated;
}

/** Returns the call's result, or undefined for a FormatError. Other errors are rethrown. */
function tryParse<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Uses the parsed model as drawing would and checks the guarantees of its types. */
function useModel(files: { mdl: Uint8Array; vvd: Uint8Array; vtx: Uint8Array }): boolean {
  const mdl = tryParse(() => parseMdl(files.mdl));
  const rig = tryParse(() => parseMdlRig(files.mdl));
  if (rig) expect(Math.max(-1, ...rig.hitBoxes.set)).toBeLessThan(rig.hitBoxSets.length);
  tryParse(() => parseMdlProceduralBones(files.mdl));
  tryParse(() => parseMdlSecondHeader(files.mdl));
  const face = tryParse(() => parseMdlFlexes(files.mdl));
  if (face) {
    const { flexes, vertexAnimations } = face;
    const rows = flexes.vertexCount.reduce((sum, count) => sum + count, 0);
    expect(rows).toBe(vertexAnimations.count);
  }
  const vvd = tryParse(() => parseVvd(files.vvd));
  const vtx = tryParse(() => parseVtx(files.vtx));
  const details = tryParse(() => parseVtxDetails(files.vtx));
  if (vtx && details) expect(details.groups.count).toBe(vtx.stripGroupCount);
  if (mdl) {
    buildBonePalette(mdl);
    for (const material of mdl.meshes.material) listMaterialPaths(mdl, 1, material);
    for (let i = 0; i < mdl.bones.count; i++) expect(mdl.bones.parent[i]).toBeLessThan(i);
  }
  if (!mdl || !vvd || !vtx) return false;
  const mesh = tryParse(() => buildStudioMesh(mdl, vvd, vtx));
  if (!mesh) return false;
  const last = mesh.indices.reduce((most, index) => Math.max(most, index), -1);
  expect(last).toBeLessThan(mesh.vertices.count);
  const drawn = mesh.drawIndexCount.reduce((sum, count) => sum + count, 0);
  expect(drawn).toBe(mesh.indices.length);
  return true;
}

function fuzz(
  files: { mdl: Uint8Array; vvd: Uint8Array; vtx: Uint8Array },
  numRuns: number,
): { drawn: number; refused: number } {
  const counts = { drawn: 0, refused: 0 };
  const which = fc.constantFrom("mdl", "vvd", "vtx");
  fc.assert(
    fc.property(which, mutations, (key, list) => {
      const drawn = useModel({ ...files, [key]: mutate(files[key as "mdl"], list) });
      counts[drawn ? "drawn" : "refused"]++;
    }),
    { numRuns },
  );
  return counts;
}

describe("a damaged studio file throws a FormatError or gives a drawable model", () => {
  it.each([25, 33] as const)("for generated files with strip group headers of %i bytes", (size) => {
    const model = { ...makeStudioModel(), stripGroupHeaderBytes: size };
    const counts = fuzz({ ...makeStudioFiles(model), mdl: makeRig().bytes }, RUNS);
    expect(counts.drawn).toBeGreaterThan(RUNS / 30);
    expect(counts.refused).toBeGreaterThan(RUNS / 3);
  });

  it("for random bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        expect(useModel({ mdl: bytes, vvd: bytes, vtx: bytes })).toBe(false);
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  const names = listCorpusMdls();
  const picked = [
    "koth_occult_models/models/props_cavern/stalactite04.mdl",
    "gunman_city2/content/models/gunman/forcefield001a.mdl",
    "rc_deathmatch1/content/models/arrow.mdl",
    "portal2_mod/content/models/srmod/goldenberry.mdl",
  ];
  it.skipIf(names.length === 0).each(picked)("for real files: %s", (name) => {
    const counts = fuzz(readCorpusFiles(name), REAL_RUNS);
    expect(counts.drawn + counts.refused).toBe(REAL_RUNS);
    expect(counts.refused).toBeGreaterThan(REAL_RUNS / 8);
  });
});
