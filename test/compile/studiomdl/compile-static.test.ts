import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { listMaterialPaths } from "../../../src/formats/studio/list-material-paths.ts";
import {
  compileAndRead,
  gridTriangles,
  listLodTriangles,
  listSmdTriangles,
  smdText,
} from "./make-sources.ts";

const QUARTER = (x: number, y: number, z: number) => [-y, x, z];

const SMDS = {
  "base.smd": smdText([
    ...gridTriangles("wood.tga", 4, 4),
    ...gridTriangles("sub/Metal.vmt", 4, 2),
  ]),
  "base_lod1.smd": smdText([...gridTriangles("wood", 4, 4, 2), ...gridTriangles("Metal", 4, 2, 2)]),
  "base_lod2.smd": smdText([...gridTriangles("wood", 4, 4, 4)]),
  "knob.smd": smdText(gridTriangles("metal", 2, 2)),
  "knob_far.smd": smdText([
    [
      "metal",
      ...[
        [0, 0],
        [3, 0],
        [3, 3],
      ].map(([x, y]) => ({ position: [x, y, 1] })),
    ],
  ]),
};

const SCRIPT = `$modelname props/test.mdl
$staticprop
$surfaceprop wood
$cdmaterials "models/props" "models\\\\shared\\\\"
$body base "base.smd"
$bodygroup knob { studio "knob.smd" blank }
$lod 20 { replacemodel "base.smd" "base_lod1.smd" replacemodel "knob" "knob_far.smd" }
$lod 60 { replacemodel "base" "base_lod2.smd" removemodel "knob.smd" }
$texturegroup skins { { "wood" "metal" } { "wood_old" "rust" } { "wood_new" "metal" } }
$sequence idle "base.smd" fps 1
`;

describe("a static prop", () => {
  const model = compileAndRead(SCRIPT, SMDS);
  const { mdl, vvd, vtx, mesh } = model;

  it("can be read without warnings, and its files share a checksum", () => {
    expect(model.warnings).toEqual([]);
    expect([mdl.version, vvd.version, vtx.version]).toEqual([48, 4, 7]);
    expect(new Set([mdl.checksum, vvd.checksum, vtx.checksum]).size).toBe(1);
    expect(mdl).toMatchObject({ name: "props/test.mdl", flags: 0x11, surfaceProp: "wood" });
    expect(mdl.bones.name).toEqual(["static_prop"]);
    expect(vtx.stripGroupHeaderBytes).toBe(25);
  });

  it("has in every LOD the triangles of its SMDs, rotated by 90 degrees about z", () => {
    const plain = (lines: string[]) => lines.map((line) => line.toLowerCase());
    const expected = (...names: (keyof typeof SMDS)[]) =>
      plain(
        names
          .flatMap((name) => listSmdTriangles(SMDS[name], QUARTER))
          .map((line) => line.replace(/^(?:sub\/)?(\w+)\S*/, "$1")),
      ).sort();
    expect(plain(listLodTriangles(model, 0)).sort()).toEqual(expected("base.smd", "knob.smd"));
    expect(plain(listLodTriangles(model, 1)).sort()).toEqual(
      expected("base_lod1.smd", "knob_far.smd"),
    );
    expect(plain(listLodTriangles(model, 2)).sort()).toEqual(expected("base_lod2.smd"));
    expect([...mesh.switchPoint]).toEqual([0, 20, 60]);
  });

  it("stores vertices that LODs share once, coarsest first, reordered by fixups", () => {
    // The grids have 5x5 and 5x3 points; every second and fourth of them serve the coarser LODs;
    // the knob has 3x3 and, far away, 3 more.
    expect(vvd.vertices.count).toBe(25 + 15 + 9 + 3);
    expect([...vvd.lodVertexCounts]).toEqual([52, 9 + 6 + 3, 4, 4, 4, 4, 4, 4]);
    expect(vvd.fixupCount).toBeGreaterThan(0);
    const used = [0, 1, 2].map((lod) => {
      const vertices = new Set<number>();
      for (let row = 0; row < vtx.meshes.count; row++) {
        if (vtx.meshes.lod[row] < lod) continue;
        const { firstMesh } = mdl.bodyParts[vtx.meshes.bodyPart[row]].models[vtx.meshes.model[row]];
        const first = mdl.meshes.firstVertex[firstMesh + vtx.meshes.mesh[row]];
        const end = vtx.meshes.firstIndex[row] + vtx.meshes.indexCount[row];
        for (let i = vtx.meshes.firstIndex[row]; i < end; i++) vertices.add(first + vtx.indices[i]);
      }
      return vertices.size;
    });
    expect(used).toEqual([...vvd.lodVertexCounts.subarray(0, 3)]);
  });

  it("has counter-clockwise triangles as seen from above, with tangents along u", () => {
    const { position, normal, tangent } = vvd.vertices;
    for (let i = 0; i < mesh.indices.length; i += 3) {
      const [a, b, c] = [...mesh.indices.subarray(i, i + 3)].map((vertex) => vertex * 3);
      const area =
        (position[b] - position[a]) * (position[c + 1] - position[a + 1]) -
        (position[b + 1] - position[a + 1]) * (position[c] - position[a]);
      expect(area).toBeGreaterThan(0);
    }
    for (let i = 0; i < vvd.vertices.count; i++) {
      expect([...normal.subarray(i * 3, i * 3 + 3)]).toEqual([0, 0, 1]);
      // u grows along the SMD's x, which is the model's y; v runs down, so the basis is mirrored.
      expect([...tangent.subarray(i * 4, i * 4 + 4)].map((v) => v + 0)).toEqual([0, 1, 0, -1]);
    }
  });

  it("has the skins of its texture group", () => {
    expect(mdl.textures).toEqual(["wood", "Metal", "wood_old", "rust", "wood_new"]);
    const paths = (skin: number) => [0, 1].map((m) => listMaterialPaths(mdl, skin, m)[0]);
    expect(paths(0)).toEqual(["wood", "metal"].map((name) => `materials/models/props/${name}.vmt`));
    expect(paths(1)).toEqual(["wood_old", "rust"].map((n) => `materials/models/props/${n}.vmt`));
    expect(paths(2)).toEqual(["wood_new", "metal"].map((n) => `materials/models/props/${n}.vmt`));
    expect(listMaterialPaths(mdl, 0, 0)[1]).toBe("materials/models/shared/wood.vmt");
  });

  it("has body groups, including an empty choice", () => {
    const parts = mdl.bodyParts.map(({ name, base, models }) => [name, base, models.length]);
    expect(parts).toEqual([
      ["base", 1, 1],
      ["knob", 1, 2],
    ]);
    expect(mdl.bodyParts[1].models[1]).toMatchObject({ name: "blank", meshCount: 0 });
  });

  it("is bounded by its vertices, and lit at its middle", () => {
    expect([mdl.hullMins, mdl.hullMaxs]).toEqual([
      [-32, 0, 0],
      [0, 32, 1],
    ]);
    expect(mdl.illumPosition).toEqual([-16, 16, 0.5]);
  });

  it("is the same bytes every time", () => {
    expect(compileAndRead(SCRIPT, SMDS).files).toEqual(model.files);
  });

  it("has another checksum after any change", () => {
    const changed = compileAndRead(SCRIPT.replace("wood\n", "metal\n"), SMDS);
    expect(changed.mdl.checksum).not.toBe(mdl.checksum);
  });
});

describe("$scale, $origin and $upaxis", () => {
  /** Returns the model's position of the SMD's point (1, 2, 3). */
  function place(...lines: readonly string[]): number[] {
    const corners = [
      [1, 2, 3],
      [5, 2, 3],
      [1, 6, 3],
    ].map((position) => ({ position }));
    const smd = smdText([["m", ...corners]]);
    const script = ["$modelname a", "$staticprop", ...lines, '$body b "b"'].join("\n");
    const { vvd } = compileAndRead(script, { b: smd });
    const first = [...vvd.vertices.position.subarray(0, 3)];
    return first.map((value) => Math.round(value * 1e5) / 1e5 + 0);
  }

  it.each([
    ["nothing", [], [-2, 1, 3]],
    ["a scale", ["$scale 2"], [-4, 2, 6]],
    ["an origin, after the scale", ["$scale 2", "$origin 1 1 1"], [-3, 1, 5]],
    ["a rotation that undoes the default", ["$origin 0 0 0 -90"], [1, 2, 3]],
    ["y up", ["$upaxis Y"], [3, 1, 2]],
    ["x up", ["$upaxis X"], [-2, -3, 1]],
  ])("move a point by %s", (_, lines, expected) => {
    expect(place(...lines)).toEqual(expected);
  });
});

describe("compiling a bad script", () => {
  const smds = { b: smdText(gridTriangles("m", 1, 1)) };
  it.each([
    ["a missing file", '$body b "gone"', "mismatch", 2],
    ["a missing LOD", '$body b "b"\n$lod 5 { replacemodel "b" "gone" }', "mismatch", 3],
    ["a LOD of an unknown body", '$body b "b"\n$lod 5 { replacemodel "x" "b" }', "mismatch", 3],
    ["a missing animation", '$body b "b"\n$sequence s "gone"', "mismatch", 3],
    ["missing frames", '$body b "b"\n$sequence s "b" frames 5 9', "bad-value", 3],
    ["nine LODs", `$body b "b"${"\n$lod 5 { }".repeat(8)}`, "bad-count", 10],
  ])("reports %s with its line", (_, lines, code, line) => {
    let found: unknown;
    try {
      compileAndRead(`$modelname a\n${lines}`, smds);
    } catch (error) {
      found = error;
    }
    expect(found).toBeInstanceOf(FormatError);
    expect(found).toMatchObject({ format: "QC", code, line });
  });

  it("warns of triangles that show their back", () => {
    const [[material, a, b, c]] = gridTriangles("m", 1, 1);
    const { warnings } = compileAndRead('$modelname a\n$body b "b"', {
      b: smdText([[material, a, c, b]]),
    });
    expect(warnings).toEqual(['"b": most triangles wind clockwise and will show their back']);
  });

  it("leaves out triangles of the null material", () => {
    const smd = smdText([...gridTriangles("m", 1, 1), ...gridTriangles("null.bmp", 2, 2)]);
    const { mesh, mdl } = compileAndRead('$modelname a\n$body b "b"', { b: smd });
    expect(mesh.indices).toHaveLength(6);
    expect(mdl.textures).toEqual(["m"]);
  });
});
