import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { GltfBuilder } from "../../../src/export/gltf/gltf-builder.ts";
import { quaternionOf, turnQuaternion, writeTurnedMatrix } from "../../../src/export/gltf/space.ts";
import { faultsOf, readGltf } from "../../support/models/gltf.ts";

describe("GltfBuilder", () => {
  it("writes a file of the added parts, with each view at a multiple of four bytes", async () => {
    const builder = new GltfBuilder(new Ledger(), "MDL");
    const { json } = builder;
    const indices = builder.addAccessor(Uint16Array.of(0, 1, 2), "SCALAR");
    const POSITION = builder.addAccessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, -2, 0), "VEC3", {
      bounds: true,
    });
    json.meshes.push({ primitives: [{ attributes: { POSITION }, indices }] });
    json.scenes.push({ nodes: [json.nodes.push({ mesh: 0 }) - 1] });
    const glb = builder.finish();
    const written = readGltf(glb);
    expect(written.accessors[POSITION]).toMatchObject({ min: [0, -2, 0], max: [1, 0, 0] });
    expect(written.bufferViews.map(({ byteOffset }) => byteOffset)).toEqual([0, 8]);
    expect("materials" in written).toBe(false);
    expect(await faultsOf(glb)).toEqual([]);
  });

  it("includes the zeros between sparse rows in the bounds", () => {
    const builder = new GltfBuilder(new Ledger(), "MDL");
    const rows = Uint32Array.of(1, 3);
    const values = Float32Array.of(1, 2, 3, 4, 5, 6);
    const row = builder.addSparse(9, rows, values, "VEC3", true);
    expect(builder.json.accessors[row]).toMatchObject({ min: [0, 0, 0], max: [4, 5, 6], count: 9 });
    const none = new Float32Array(0);
    const first = builder.addSparse(9, new Uint32Array(0), none, "VEC3", true);
    expect(builder.addSparse(9, new Uint32Array(0), none, "VEC3", true)).toBe(first);
    expect(builder.addSparse(8, new Uint32Array(0), none, "VEC3", true)).not.toBe(first);
  });

  it("ends in an error for NaN, and above the limits", () => {
    const codeOf = (run: () => unknown) => {
      try {
        run();
      } catch (error) {
        if (error instanceof FormatError) return `${error.format} ${error.code}`;
        throw error;
      }
      return "none";
    };
    const builder = new GltfBuilder(new Ledger({ exportBytes: 100 }), "MDL");
    expect(codeOf(() => builder.addAccessor(Float32Array.of(Number.NaN), "SCALAR"))).toBe(
      "MDL bad-value",
    );
    expect(codeOf(() => builder.addAccessor(new Float32Array(99), "SCALAR"))).toBe("MDL too-large");
    builder.json.nodes.push({ translation: [0, Number.POSITIVE_INFINITY, 0] });
    expect(codeOf(() => builder.finish())).toBe("MDL bad-value");
  });
});

describe("the glTF space", () => {
  it("maps x, y, z to z, x, y, which keeps forward, left and up", () => {
    const matrix = new Float32Array(16);
    // A quarter turn about Source's z (up), and position 1, 2, 3.
    const half = Math.SQRT1_2;
    writeTurnedMatrix(matrix, 0, Float32Array.of(0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3), 0, 2);
    expect(Array.from(matrix.subarray(12))).toEqual([4, 6, 2, 1]);
    // Forward (glTF's z) becomes left (glTF's x).
    expect(Array.from(matrix.subarray(8, 11))).toEqual([1, 0, 0]);
    expect(quaternionOf(matrix)).toEqual(turnQuaternion([0, 0, half, half], 0).map(near));
  });
});

function near(value: number): unknown {
  return expect.closeTo(value, 6);
}
