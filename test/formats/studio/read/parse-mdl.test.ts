import { describe, expect, it } from "vitest";
import { parseMdl } from "../../../../src/formats/studio/read/parse-mdl.ts";
import { catchFormatError } from "../catch-format-error.ts";
import { makeStudioModel, writeMdl } from "../make-studio.ts";

/** Parses the generated MDL with one changed int. */
function parseWithInt(offset: number, value: number) {
  const bytes = writeMdl(makeStudioModel());
  new DataView(bytes.buffer).setInt32(offset, value, true);
  return catchFormatError(() => parseMdl(bytes));
}

function readInt(offset: number): number {
  return new DataView(writeMdl(makeStudioModel()).buffer).getInt32(offset, true);
}

describe("parseMdl", () => {
  it("reads the header", () => {
    const mdl = parseMdl(writeMdl(makeStudioModel()));
    expect(mdl.version).toBe(48);
    expect(mdl.checksum).toBe(0x1234abcd);
    expect(mdl.name).toBe("test/panel.mdl");
    expect(mdl.illumPosition).toEqual([1, 2, 3]);
    expect(mdl.hullMaxs).toEqual([32, 32, 1]);
    expect(mdl.viewMaxs).toEqual([32, 32, 1]);
  });

  it("accepts versions 44 to 49 only", () => {
    for (let version = 44; version <= 49; version++) {
      expect(parseMdl(writeMdl({ ...makeStudioModel(), version })).version).toBe(version);
    }
    expect(parseWithInt(4, 43)).toMatchObject({ code: "bad-version", found: "43" });
    expect(parseWithInt(4, 50).code).toBe("bad-version");
    expect(parseWithInt(0, 0x31313131).code).toBe("bad-magic");
  });

  it.each([
    [4, "an alpha of Half-Life"],
    [6, "an alpha of Half-Life"],
    [10, "Half-Life and its kin"],
    [14, "James Bond 007: Nightfire"],
    [35, "a beta of Half-Life 2"],
    [36, "a beta of Half-Life 2"],
    [37, "a beta of Half-Life 2"],
    [52, "Titanfall"],
    [53, "Titanfall 2"],
    [54, "Apex Legends"],
    [2531, "Vampire: The Masquerade - Bloodlines"],
  ])("refuses version %i and names its game", (version, owner) => {
    expect(parseWithInt(4, version)).toMatchObject({
      code: "unsupported",
      found: `${version} (${owner})`,
      offset: 4,
    });
  });

  it("reads bones, textures and skins", () => {
    const mdl = parseMdl(writeMdl(makeStudioModel()));
    expect(mdl.bones.name).toEqual(["root", "arm", "hand"]);
    expect([...mdl.bones.parent]).toEqual([-1, 0, 1]);
    expect([...mdl.bones.position]).toEqual([0, 0, 0, 16, 0, 0, 8, 0, 0]);
    expect(mdl.bones.quaternion[6]).toBeCloseTo(Math.SQRT1_2, 6);
    expect([...mdl.bones.poseToBone.subarray(24, 28)]).toEqual([1, 0, 0, -16]);
    expect(mdl.textures).toEqual(["Panel_Red", "Panel_Blue", "trim"]);
    expect(mdl.textureDirs).toEqual(["models\\Test\\", "/models//shared/"]);
    expect(mdl.skinFamilyCount).toBe(2);
    expect([...mdl.skins]).toEqual([0, 2, 1, 2]);
  });

  it("reads body parts, models and meshes", () => {
    const { bodyParts, meshes } = parseMdl(writeMdl(makeStudioModel()));
    expect(bodyParts.map((part) => part.name)).toEqual(["body", "hat"]);
    expect(bodyParts[1].models).toEqual([
      { name: "hat_small", vertexCount: 3, firstMesh: 2, meshCount: 1 },
      { name: "hat_large", vertexCount: 3, firstMesh: 3, meshCount: 1 },
    ]);
    expect([...meshes.bodyPart]).toEqual([0, 0, 1, 1]);
    expect([...meshes.model]).toEqual([0, 0, 0, 1]);
    expect([...meshes.material]).toEqual([0, 1, 1, 1]);
    expect([...meshes.vertexCount]).toEqual([6, 4, 3, 3]);
    expect([...meshes.firstVertex]).toEqual([0, 6, 10, 13]);
  });

  it("reads from the middle of a larger buffer", () => {
    const bytes = writeMdl(makeStudioModel());
    const larger = new Uint8Array(bytes.byteLength + 3);
    larger.set(bytes, 3);
    expect(parseMdl(larger.subarray(3))).toEqual(parseMdl(bytes));
  });

  it("refuses offsets and counts outside the file", () => {
    expect(catchFormatError(() => parseMdl(new Uint8Array(4))).code).toBe("truncated");
    const cut = writeMdl(makeStudioModel()).subarray(0, 407);
    expect(catchFormatError(() => parseMdl(cut)).code).toBe("truncated");
    expect(parseWithInt(156, 0x7fffffff).code).toBe("bad-count");
    expect(parseWithInt(156, -1).code).toBe("bad-count");
    expect(parseWithInt(160, -4).code).toBe("bad-offset");
    expect(parseWithInt(208, 0x7fffffff).code).toBe("bad-offset");
    expect(parseWithInt(readInt(216), 0x7fffffff).code).toBe("bad-offset");
  });

  it("refuses a skin table with two negative dimensions", () => {
    const bytes = writeMdl(makeStudioModel());
    new DataView(bytes.buffer).setInt32(220, -2, true);
    new DataView(bytes.buffer).setInt32(224, -2, true);
    expect(catchFormatError(() => parseMdl(bytes)).code).toBe("bad-count");
  });

  it("refuses a bone whose parent comes after it", () => {
    const parentOfArm = readInt(160) + 216 + 4;
    expect(parseWithInt(parentOfArm, 1)).toMatchObject({ code: "bad-index", found: "1" });
    expect(parseWithInt(parentOfArm, -2).code).toBe("bad-index");
  });

  it("refuses bones with NaN", () => {
    const nan = 0x7fc00000;
    expect(parseWithInt(readInt(160) + 32, nan).code).toBe("bad-value");
  });

  it("refuses skins and meshes that refer past the texture table", () => {
    expect(parseWithInt(readInt(228), 3)).toMatchObject({ code: "bad-index", where: "skin table" });
    const model = makeStudioModel();
    model.skins = [[0], [1]];
    expect(catchFormatError(() => parseMdl(writeMdl(model)))).toMatchObject({
      code: "bad-index",
      where: "mstudiomesh_t.material",
    });
  });

  it("refuses a small file whose body parts all share one large table", () => {
    const model = makeStudioModel();
    const shared = model.bodyParts[0].models[0];
    model.bodyParts = Array.from({ length: 200 }, (_, i) => ({
      name: "",
      models: i === 0 ? new Array(200).fill(shared) : [],
    }));
    const bytes = writeMdl(model);
    expect(parseMdl(bytes).meshes.count).toBe(400);
    const view = new DataView(bytes.buffer);
    const parts = view.getInt32(236, true);
    const models = parts + view.getInt32(parts + 12, true);
    for (let i = 1; i < 200; i++) {
      view.setInt32(parts + i * 16 + 4, 200, true);
      view.setInt32(parts + i * 16 + 12, models - (parts + i * 16), true);
    }
    expect(catchFormatError(() => parseMdl(bytes))).toMatchObject({
      code: "bad-count",
      expected: expect.stringContaining("share their bytes"),
    });
  });
});
