import { describe, expect, it } from "vitest";
import { makeBox, makeEntity, makeRoom, makeTwoRooms, makeVmf, pointEntity } from "../make-vmf.ts";
import { areaByNormal, compile, entityKey, faceLoop, leafAt, lumpNumbers } from "./compile.ts";

const room = () => makeRoom([0, 0, 0], [256, 256, 128]);
const player = () => pointEntity("info_player_start", [128, 128, 100]);
const WATER = 0x10000020;
/** Material of the water's other sides, which are not drawn; the top makes them water. */
const NODRAW_WATER = "tools/toolsnodraw";

describe("water", () => {
  const pool = makeBox([0, 0, 0], [256, 256, 40], {
    material: NODRAW_WATER,
    sides: { top: { material: "nature/water" } },
  });
  const compiled = compile(makeVmf([...room(), pool], [player()]));
  const { bsp } = compiled;

  it("has a separate leaf, which can be entered", () => {
    const below = leafAt(bsp, 100, 100, 20);
    const above = leafAt(bsp, 100, 100, 60);
    expect(bsp.leafs.contents[below] & 0x20).toBe(0x20);
    expect(bsp.leafs.contents[below] & 1).toBe(0);
    expect(bsp.leafs.contents[above]).toBe(0);
    expect(bsp.leafs.cluster[below]).toBeGreaterThanOrEqual(0);
    // Sight passes its surface: one portal.
    expect(compiled.portals.portalCount).toBe(1);
  });

  it("has its surface, visible from above, and the floor below", () => {
    const up: number[][] = [];
    for (let face = 0; face < bsp.faces.count; face++) {
      const loop = faceLoop(bsp, face);
      if (loop.every((point) => point[2] === 40)) up.push([face, bsp.faces.area[face]]);
    }
    expect(up.map(([, area]) => area)).toEqual([256 * 256]);
    const flags = bsp.texInfos.flags[bsp.faces.texinfo[up[0][0]]];
    expect(flags & 0x8).toBe(0x8);
    expect(areaByNormal(bsp)["0,0,1"]).toBe(2 * 256 * 256);
  });

  it("has a record, which its leafs reference", () => {
    const below = leafAt(bsp, 100, 100, 20);
    expect(bsp.leafs.leafWaterData[below]).toBe(0);
    expect(bsp.leafs.leafWaterData[leafAt(bsp, 100, 100, 60)]).toBe(-1);
    const data = compiled.map.lumps.get("LUMP_LEAFWATERDATA")!.bytes;
    const view = new DataView(data.buffer, data.byteOffset);
    expect(data.length).toBe(12);
    expect(view.getFloat32(0, true)).toBe(40);
    expect(view.getFloat32(4, true)).toBe(0);
    const texdata = bsp.texInfos.texdata[view.getInt16(8, true)];
    expect(bsp.texDatas.name[texdata]).toBe("nature/water");
    expect(lumpNumbers(compiled, "LUMP_BRUSHES", 4)[6 * 3 + 2]).toBe(WATER);
  });
});

describe("the surface of water from below", () => {
  const facesAt = (surface: string) => {
    const pool = makeBox([0, 0, 0], [256, 256, 40], {
      material: NODRAW_WATER,
      sides: { top: { material: surface } },
    });
    const compiled = compile(makeVmf([...room(), pool], [player()]));
    const { bsp } = compiled;
    expect(compiled.faults).toEqual([]);
    const inWater = leafAt(bsp, 100, 100, 20);
    const seen = (leaf: number) =>
      Array.from(
        bsp.leafFaces.subarray(
          bsp.leafs.firstLeafFace[leaf],
          bsp.leafs.firstLeafFace[leaf] + bsp.leafs.leafFaceCount[leaf],
        ),
      );
    return Array.from({ length: bsp.faces.count }, (_, face) => face)
      .filter((face) => faceLoop(bsp, face).every((point) => point[2] === 40))
      .map((face) => ({
        material: bsp.texDatas.name[bsp.texInfos.texdata[bsp.faces.texinfo[face]]],
        area: bsp.faces.area[face],
        z: bsp.planes.normal[bsp.faces.plane[face] * 3 + 2],
        isBelow: seen(inWater).includes(face),
      }));
  };
  const above = (material: string) => ({ material, area: 256 * 256, z: 1, isBelow: false });

  it("uses the bottom material of the water", () => {
    const found = facesAt("nature/lake").sort((a, b) => b.z - a.z);
    expect(found).toEqual([
      above("nature/lake"),
      { material: "nature/beneath", area: 256 * 256, z: -1, isBelow: true },
    ]);
  });

  it("does not exist without a bottom material", () => {
    expect(facesAt("nature/water")).toEqual([above("nature/water")]);
    expect(facesAt("nature/pond")).toEqual([above("nature/pond")]);
  });
});

describe("glass and grates", () => {
  it("are drawn from outside only, and let sight through", () => {
    const { world, entities } = makeTwoRooms();
    const pane = (material: string) => makeBox([260, 96, 0], [268, 160, 96], { material });
    for (const material of ["glass/glass", "metal/grate"]) {
      const compiled = compile(makeVmf([...world.solids, pane(material)], entities));
      const { bsp } = compiled;
      const doorArea = 64 * 96;
      const wall = 2 * 256 * 128 - doorArea;
      expect(areaByNormal(bsp)["1,0,0"]).toBe(wall + doorArea);
      expect(areaByNormal(bsp)["-1,0,0"]).toBe(wall + doorArea);
      expect(bsp.leafs.cluster[leafAt(bsp, 264, 128, 48)]).toBeGreaterThanOrEqual(0);
      const clusters = [leafAt(bsp, 100, 128, 48), leafAt(bsp, 400, 128, 48)].map(
        (leaf) => bsp.leafs.cluster[leaf],
      );
      const reached = new Set([clusters[0]]);
      for (const cluster of reached) {
        for (let i = 0; i < compiled.portals.portalCount; i++) {
          const [a, b] = compiled.portals.clusters.subarray(i * 2, i * 2 + 2);
          if (a === cluster) reached.add(b);
          if (b === cluster) reached.add(a);
        }
      }
      expect(reached.has(clusters[1])).toBe(true);
    }
  });
});

describe("area portals", () => {
  const { world, entities } = makeTwoRooms();
  const portal = makeEntity(
    { classname: "func_areaportal", StartOpen: "1" },
    { solids: [makeBox([256, 96, 0], [272, 160, 96], { material: "tools/toolsareaportal" })] },
  );
  const compiled = compile(makeVmf(world.solids, [...entities, portal]));
  const { bsp } = compiled;

  it("divide the rooms into areas", () => {
    const areas = [100, 400].map((x) => bsp.leafs.area[leafAt(bsp, x, 128, 64)]);
    expect([...areas].sort()).toEqual([1, 2]);
    expect(areas).toContain(bsp.leafs.area[leafAt(bsp, 264, 128, 48)]);
    expect(compiled.said).toEqual([]);
  });

  it("are listed for both areas with the polygon between them", () => {
    // Area 0 is unused; each of the others has one portal, and portal 0 is unused.
    expect(lumpNumbers(compiled, "LUMP_AREAS", 4)).toEqual([0, 0, 1, 1, 1, 2]);
    const portals = lumpNumbers(compiled, "LUMP_AREAPORTALS", 2);
    expect(portals.slice(6, 10)).toEqual([1, 2, 0, 4]);
    expect(portals.slice(12, 16)).toEqual([1, 1, 4, 4]);
    expect(entityKey(bsp, "func_areaportal", "portalnumber")).toBe("1");
    const verts = compiled.map.lumps.get("LUMP_CLIPPORTALVERTS")!.bytes;
    const points = new Float32Array(verts.slice().buffer);
    expect(points).toHaveLength(2 * 4 * 3);
    for (let i = 0; i < points.length; i += 3) {
      expect([256, 272]).toContain(points[i]);
      expect([96, 160]).toContain(points[i + 1]);
      expect([0, 96]).toContain(points[i + 2]);
    }
  });

  it("do not collide and make no faces", () => {
    expect(areaByNormal(bsp)).toEqual(areaByNormal(compile(makeTwoRooms()).bsp));
    const leaf = leafAt(bsp, 264, 128, 48);
    expect(bsp.leafs.leafBrushCount[leaf]).toBe(0);
    expect(bsp.leafs.contents[leaf]).toBe(0x8000);
  });

  it("that divide nothing cause a warning", () => {
    const loose = { ...portal, solids: [makeBox([64, 64, 0], [96, 96, 64])] };
    const { said } = compile(makeVmf(world.solids, [...entities, loose]));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain("1 areas, not 2");
  });
});

describe("hint brushes", () => {
  it("divide a room at their planes, and change nothing else", () => {
    const hint = makeBox([100, 0, 0], [116, 256, 128], {
      material: "tools/toolsskip",
      sides: { right: { material: "tools/toolshint" } },
    });
    const plain = compile(makeVmf(room(), [player()]));
    const hinted = compile(makeVmf([...room(), hint], [player()]));
    expect(plain.portals.clusterCount).toBe(1);
    expect(hinted.portals.clusterCount).toBe(2);
    const { portals, bsp } = hinted;
    expect([...portals.points].filter((_, i) => i % 3 === 0)).toEqual([116, 116, 116, 116]);
    expect(leafAt(bsp, 60, 60, 60)).toBe(leafAt(bsp, 110, 60, 60));
    expect(leafAt(bsp, 60, 60, 60)).not.toBe(leafAt(bsp, 130, 60, 60));
    expect(areaByNormal(bsp)).toEqual(areaByNormal(plain.bsp));
  });
});

describe("the 3D skybox", () => {
  it("is a single cluster without inner portals, however many leafs it has", () => {
    const sky = [
      ...makeRoom([2100, 0, 0], [2628, 256, 128]),
      makeBox([2356, 0, 0], [2372, 96, 128]),
      makeBox([2356, 160, 0], [2372, 256, 128]),
    ];
    const entities = [player(), pointEntity("sky_camera", [2200, 128, 64])];
    const plain = compile(
      makeVmf([...room(), ...sky], [player(), pointEntity("light", [2200, 128, 64])]),
    );
    const { bsp, portals } = compile(makeVmf([...room(), ...sky], entities));
    const clusterAt = (x: number) => bsp.leafs.cluster[leafAt(bsp, x, 128, 64)];
    expect(leafAt(bsp, 2200, 128, 64)).not.toBe(leafAt(bsp, 2500, 128, 64));
    expect([clusterAt(2200), clusterAt(2364)]).toEqual([clusterAt(2500), clusterAt(2500)]);
    expect(clusterAt(100)).not.toBe(clusterAt(2200));
    expect([portals.clusterCount, portals.portalCount]).toEqual([2, 0]);
    // Without the camera the two halves and the door between them are three clusters, connected by
    // two portals.
    expect([plain.portals.clusterCount, plain.portals.portalCount]).toEqual([4, 2]);
  });
});

describe("the tree of a room in one column of the grid", () => {
  it("has four nodes above the column, a node per wall, and solid leafs around", () => {
    const { bsp } = compile(makeVmf(makeRoom([64, 64, 0], [256, 256, 128]), [player()]));
    expect(bsp.nodes.count).toBe(4 + 6);
    // One more leaf than nodes, and leaf 0, which is in no tree.
    expect(bsp.leafs.count).toBe(4 + 6 + 1 + 1);
    const top = [0, 1, 2].map((axis) => bsp.planes.normal[bsp.nodes.plane[0] * 3 + axis]);
    expect([...top, bsp.planes.dist[bsp.nodes.plane[0]]]).toEqual([0, 1, 0, 1024]);
  });
});

describe("rooms far apart", () => {
  it("lie in the columns of the tree's grid, with any sign", () => {
    const solids = [
      ...makeRoom([-3000, -3000, -100], [-2800, -2800, 100]),
      ...makeRoom([2800, 2900, -100], [3100, 3100, 100]),
    ];
    const { bsp, faults } = compile(
      makeVmf(solids, [
        pointEntity("info_player_start", [-2900, -2900, 0]),
        pointEntity("light", [3000, 3000, 0]),
      ]),
    );
    expect(faults).toEqual([]);
    const areas = areaByNormal(bsp);
    expect(areas["0,0,1"]).toBe(200 * 200 + 300 * 200);
    const clusters = [
      [-2900, -2900, 0],
      [3000, 3000, 0],
      [0, 0, 0],
      [-2900, 3000, 0],
    ].map(([x, y, z]) => bsp.leafs.cluster[leafAt(bsp, x, y, z)]);
    expect(clusters[0]).toBeGreaterThanOrEqual(0);
    expect(clusters[1]).toBeGreaterThanOrEqual(0);
    expect(clusters.slice(2)).toEqual([-1, -1]);
  });
});
