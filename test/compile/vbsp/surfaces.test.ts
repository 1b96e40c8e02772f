import { describe, expect, it } from "vitest";
import {
  makeBox,
  makePrism,
  makeRoom,
  makeSide,
  makeSolid,
  makeVmf,
  pointEntity,
} from "../make-vmf.ts";
import { type Compiled, compile, faceLoop, faceNormal, lumpNumbers } from "./compile.ts";

const player = () => pointEntity("info_player_start", [100, 100, 20]);

/** Returns the faces with a normal, at a distance along it. */
function facesAt({ bsp }: Compiled, normal: string, dist: number): number[] {
  return [...Array(bsp.faces.count).keys()].filter(
    (face) =>
      faceNormal(bsp, face).join() === normal && bsp.planes.dist[bsp.faces.plane[face]] === dist,
  );
}

const vecsOf = ({ bsp }: Compiled, face: number, which: "textureVecs" | "lightmapVecs") => [
  ...bsp.texInfos[which].subarray(bsp.faces.texinfo[face] * 8).subarray(0, 8),
];

describe("texture and lightmap axes", () => {
  const floor = makeBox([-16, -16, -16], [272, 272, 0]);
  const shifted = {
    ...floor,
    sides: floor.sides.map((side) => ({
      ...side,
      uaxis: { ...side.uaxis, scale: 0.5, shift: 24 },
      vaxis: { ...side.vaxis, scale: 0.25, shift: -8 },
      lightmapScale: 32,
    })),
  };
  const compiled = compile(
    makeVmf([shifted, ...makeRoom([0, 0, 0], [256, 256, 128]).slice(1)], [player()]),
  );
  const [face] = facesAt(compiled, "0,0,1", 0);

  it("are axis over scale, with the shift in texels", () => {
    expect(vecsOf(compiled, face, "textureVecs")).toEqual([2, 0, 0, 24, 0, -4, 0, -8]);
  });

  it("are axis over lightmap scale for luxels, with the shift kept in inches", () => {
    // 24 texels of half an inch are 12 inches, 12 / 32 luxels; 8 of a quarter are 2 inches.
    expect(vecsOf(compiled, face, "lightmapVecs")).toEqual([
      ...[1 / 32, 0, 0, 12 / 32],
      ...[0, -1 / 32, 0, -2 / 32],
    ]);
  });

  it("give a lightmap that holds the face", () => {
    const { faces } = compiled.bsp;
    // s from 0.375 to 8.375; t from -8.0625 to -0.0625.
    expect([...faces.lightmapMins.subarray(face * 2, face * 2 + 2)]).toEqual([0, -9]);
    expect([...faces.lightmapSize.subarray(face * 2, face * 2 + 2)]).toEqual([9, 9]);
    expect(faces.lightOffset[face]).toBe(-1);
    expect([...faces.styles.subarray(face * 4, face * 4 + 4)]).toEqual([255, 255, 255, 255]);
  });

  it("name the material with its size and colour", () => {
    const { texDatas, texInfos, faces } = compiled.bsp;
    const texdata = texInfos.texdata[faces.texinfo[face]];
    expect(texDatas.name[texdata]).toBe("dev/dev_measurewall01a");
    expect([texDatas.width[texdata], texDatas.height[texdata]]).toEqual([512, 256]);
    expect([...texDatas.reflectivity.subarray(texdata * 3, texdata * 3 + 3)]).toEqual([
      0.5, 0.25, 0.125,
    ]);
  });

  it("flag bumped materials for four lightmaps", () => {
    const solids = makeRoom([0, 0, 0], [256, 256, 128], { material: "DEV\\Bumped" });
    const { bsp } = compile(makeVmf(solids, [player()]));
    expect(bsp.texDatas.name).toEqual(["dev/bumped"]);
    expect([...bsp.texInfos.flags].every((flags) => flags === 0x800)).toBe(true);
  });
});

describe("large faces", () => {
  it("are cut into lightmaps of at most 32 luxels plus border", () => {
    const compiled = compile(makeVmf(makeRoom([0, 0, 0], [1800, 700, 128]), [player()]));
    const { faces } = compiled.bsp;
    const floor = facesAt(compiled, "0,0,1", 0);
    let area = 0;
    for (const face of floor) {
      area += faces.area[face];
      expect(faces.lightmapSize[face * 2]).toBeLessThanOrEqual(33);
      expect(faces.lightmapSize[face * 2 + 1]).toBeLessThanOrEqual(33);
    }
    expect(area).toBe(1800 * 700);
    // Cuts of 31 luxels of 16 inches, and the grid of 1024 inches on x.
    expect(floor.length).toBeLessThanOrEqual(12);
  });

  it("are cut finer for finer luxels", () => {
    const count = (lightmapScale: number) =>
      compile(makeVmf(makeRoom([0, 0, 0], [512, 512, 128], { lightmapScale }), [player()])).bsp
        .faces.count;
    expect(count(16)).toBe(6);
    expect(count(4)).toBeGreaterThan(6 * 4);
  });

  it("stay whole if they are unlit", () => {
    const solids = makeRoom([0, 0, 0], [1000, 1000, 1000], { material: "tools/toolsskybox" });
    expect(compile(makeVmf(solids, [player()])).bsp.faces.count).toBe(6);
  });
});

describe("faces of one side that the tree cuts", () => {
  it("are merged on their node", () => {
    const solids = makeRoom([0, 0, 0], [512, 512, 128]);
    // A pillar in the middle: its sides cut the floor into leafs.
    solids.push(makeBox([240, 240, 0], [272, 272, 128]));
    const compiled = compile(makeVmf(solids, [player()]));
    const floor = facesAt(compiled, "0,0,1", 0);
    expect(floor.length).toBeLessThanOrEqual(4);
    const area = floor.reduce((sum, face) => sum + compiled.bsp.faces.area[face], 0);
    expect(area).toBe(512 * 512 - 32 * 32);
  });

  it("share one original face", () => {
    const compiled = compile(makeVmf(makeRoom([0, 0, 0], [1800, 700, 128]), [player()]));
    expect(compiled.bsp.origFaceCount).toBe(6);
    for (const normal of ["0,0,1", "1,0,0"]) {
      const faces = facesAt(compiled, normal, 0);
      expect(new Set(faces.map((face) => compiled.bsp.faces.origFace[face])).size).toBe(1);
    }
    const ids = lumpNumbers(compiled, "LUMP_FACEIDS", 2);
    expect(ids).toHaveLength(compiled.bsp.faces.count);
  });
});

describe("vertex normals", () => {
  const outline = Array.from({ length: 8 }, (_, i): [number, number] => {
    const angle = (i / 8) * 2 * Math.PI;
    return [128 + 64 * Math.cos(angle), 128 + 64 * Math.sin(angle)];
  });
  const normalsOf = (smoothingGroups: number) => {
    const room = makeRoom([0, 0, 0], [256, 256, 128]);
    const column = makePrism(outline, 0, 128, { smoothingGroups });
    const compiled = compile(makeVmf([...room, column], [pointEntity("light", [10, 10, 64])]));
    const bytes = compiled.map.lumps.get("LUMP_VERTNORMALS")!.bytes;
    const normals = new Float32Array(bytes.slice().buffer);
    const indices = lumpNumbers(compiled, "LUMP_VERTNORMALINDICES", 2);
    const { bsp } = compiled;
    const found: { point: number[]; face: number[]; normal: number[] }[] = [];
    let next = 0;
    for (let face = 0; face < bsp.faces.count; face++) {
      for (const point of faceLoop(bsp, face)) {
        const normal = [...normals.subarray(indices[next] * 3, indices[next] * 3 + 3)];
        found.push({ point, face: faceNormal(bsp, face), normal });
        next++;
      }
    }
    expect(next).toBe(indices.length);
    return found.filter(({ face }) => face.filter((value) => Math.abs(value) > 0.1).length === 2);
  };

  it("equal the face's normal without smoothing groups", () => {
    const slanted = normalsOf(0);
    expect(slanted.length).toBeGreaterThanOrEqual(8 * 4);
    for (const { face, normal } of slanted) expect(normal).toEqual(face);
  });

  it("point out from the middle of a smooth column", () => {
    for (const { point, normal } of normalsOf(1)) {
      const length = Math.hypot(point[0] - 128, point[1] - 128);
      // Between corners, where the wall touches, they would equal the face's.
      if (Math.abs(length - 64) > 0.2) continue;
      expect(normal[0]).toBeCloseTo((point[0] - 128) / length, 1);
      expect(normal[1]).toBeCloseTo((point[1] - 128) / length, 1);
    }
  });
});

describe("collision", () => {
  it("has the axial sides of a brush first, and bevels for its slanted edges", () => {
    // A wedge: a box with its top slanted down to +x.
    const box = makeBox([64, 64, 0], [128, 128, 64]);
    const wedge = makeSolid([
      ...box.sides.filter((_, i) => i !== 0 && i !== 3),
      makeSide([
        [64, 128, 64],
        [128, 128, 0],
        [128, 64, 0],
      ]),
    ]);
    const compiled = compile(makeVmf([...makeRoom([0, 0, 0], [256, 256, 128]), wedge], [player()]));
    const brush = lumpNumbers(compiled, "LUMP_BRUSHES", 4).slice(6 * 3);
    const [firstSide, sideCount, contents] = brush;
    expect(contents).toBe(1);
    const sides = lumpNumbers(compiled, "LUMP_BRUSHSIDES", 2).slice(firstSide * 4);
    const { planes } = compiled.bsp;
    const described = Array.from({ length: sideCount }, (_, i) => {
      const plane = sides[i * 4];
      const normal = planes.normal.subarray(plane * 3, plane * 3 + 3);
      return [
        ...Array.from(normal, (v) => Math.round(v * 100) / 100),
        planes.dist[plane],
        sides[i * 4 + 3],
      ];
    });
    expect(described.slice(0, 6)).toEqual([
      [-1, 0, 0, -64, 0],
      [1, 0, 0, 128, 1],
      [0, -1, 0, -64, 0],
      [0, 1, 0, 128, 0],
      [0, 0, -1, 0, 0],
      [0, 0, 1, 64, 1],
    ]);
    expect(described[6].slice(0, 3)).toEqual([0.71, 0, 0.71]);
  });
});
