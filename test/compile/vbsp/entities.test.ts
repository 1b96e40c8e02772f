import { describe, expect, it } from "vitest";
import { buildLeafTree } from "../../../src/scene/world/leaf-tree.ts";
import { findLeaf } from "../../../src/visibility/leaf-walk.ts";
import {
  makeBox,
  makeEntity,
  makeRoom,
  makeTwoRooms,
  makeVmf,
  NODRAW,
  pointEntity,
  SKY,
} from "../make-vmf.ts";
import {
  areaByNormal,
  compile,
  entityKey,
  faceLoop,
  faceNormal,
  leafAt,
  lumpNumbers,
} from "./compile.ts";

const room = () => makeRoom([0, 0, 0], [256, 256, 128]);
const player = () => pointEntity("info_player_start", [128, 128, 16]);

describe("brush entities", () => {
  it("become models around their origin, with separate trees", () => {
    const door = makeEntity(
      { classname: "func_door", origin: "128 128 64" },
      { solids: [makeBox([96, 120, 0], [160, 136, 128])] },
    );
    const { bsp, faults } = compile(makeVmf(room(), [player(), door]));
    expect(faults).toEqual([]);
    expect(bsp.models.count).toBe(2);
    expect([...bsp.models.mins.subarray(3)]).toEqual([-32, -8, -64]);
    expect([...bsp.models.maxs.subarray(3)]).toEqual([32, 8, 64]);
    expect(entityKey(bsp, "func_door", "model")).toBe("*1");
    expect(entityKey(bsp, "func_door", "origin")).toBe("128 128 64");
    expect(areaByNormal(bsp, 1)).toEqual({
      "0,0,1": 64 * 16,
      "0,0,-1": 64 * 16,
      "1,0,0": 16 * 128,
      "-1,0,0": 16 * 128,
      "0,1,0": 64 * 128,
      "0,-1,0": 64 * 128,
    });
    // The world behind it is complete, and its own tree separates inside from outside.
    expect(bsp.leafs.contents[leafAt(bsp, 128, 128, 64)]).toBe(0);
    const tree = buildLeafTree(bsp);
    const head = bsp.models.headNode[1];
    const own = {
      ...tree,
      nodePlane: tree.nodePlane.subarray(head * 4),
      nodeChildren: tree.nodeChildren
        .subarray(head * 2)
        .map((child) => (child < 0 ? child : child - head)),
      nodeCount: tree.nodeCount - head,
    };
    expect(bsp.leafs.contents[findLeaf(own, 0, 0, 0)]).toBe(1);
    expect(bsp.leafs.contents[findLeaf(own, 0, 20, 0)]).toBe(0);
    expect(bsp.leafs.cluster[findLeaf(own, 0, 20, 0)]).toBe(-1);
  });

  it("rotate about the middle of an origin brush, which is not drawn", () => {
    const fan = makeEntity(
      { classname: "func_rotating", origin: "1 2 3" },
      {
        solids: [
          makeBox([96, 96, 96], [160, 160, 100]),
          makeBox([124, 60, 92], [132, 68, 100], { material: "tools/toolsorigin" }),
        ],
      },
    );
    const { bsp } = compile(makeVmf(room(), [player(), fan]));
    expect([...bsp.models.mins.subarray(3)]).toEqual([-32, 32, 0]);
    expect([...bsp.models.maxs.subarray(3)]).toEqual([32, 96, 4]);
    expect(entityKey(bsp, "func_rotating", "origin")).toBe("128 64 96");
    expect(bsp.models.faceCount[1]).toBe(6);
  });

  it("keep their texture aligned with the map", () => {
    const at = (x: number) => makeBox([x, 64, 0], [x + 64, 128, 64]);
    const door = makeEntity({ classname: "func_door", origin: "100 0 0" }, { solids: [at(100)] });
    const { bsp } = compile(makeVmf(room(), [player(), door]));
    const face = bsp.models.firstFace[1];
    for (let f = face; f < face + 6; f++) {
      const vecs = bsp.texInfos.textureVecs.subarray(bsp.faces.texinfo[f] * 8).subarray(0, 8);
      // Hammer's scale of 0.25: 4 texels per inch, from the world's origin.
      const normal = faceNormal(bsp, f);
      if (normal[0] === 0) expect(vecs[3]).toBe(400);
      else expect(vecs[3]).toBe(0);
    }
  });

  it("that exist only for the compiler are removed", () => {
    const detail = makeEntity(
      { classname: "func_detail" },
      { solids: [makeBox([100, 100, 0], [132, 132, 64])] },
    );
    const { bsp } = compile(makeVmf(room(), [player(), detail]));
    expect(bsp.models.count).toBe(1);
    expect(bsp.entities.map((entity) => entity.get("classname"))).toEqual([
      "worldspawn",
      "info_player_start",
    ]);
  });
});

describe("the entity lump", () => {
  it("has the world's keys and its bounds, outputs, and unchanged entities", () => {
    const button = makeEntity(
      [
        ["classname", "logic_relay"],
        ["targetname", "a"],
        ["targetname", "again"],
      ],
      { connections: [["OnTrigger", "door,Open,,0,-1"]] },
    );
    const vmf = makeVmf(room(), [player(), button], { id: "5", detailvbsp: "detail.vbsp" });
    const { bsp } = compile(vmf);
    expect(bsp.entities[0].pairs).toEqual([
      ["world_maxs", "256 256 128"],
      ["world_mins", "0 0 0"],
      ["mapversion", "7"],
      ["classname", "worldspawn"],
      ["skyname", "sky_day01_01"],
      ["detailvbsp", "detail.vbsp"],
      ["hammerid", String(vmf.world.id)],
    ]);
    expect(bsp.entities[2].pairs).toEqual([
      ["classname", "logic_relay"],
      ["targetname", "a"],
      ["targetname", "again"],
      ["hammerid", String(button.id)],
      ["OnTrigger", "door,Open,,0,-1"],
    ]);
  });

  it("keeps sky cameras and lights, and leaves out cubemaps", () => {
    const { bsp } = compile(
      makeVmf(room(), [
        player(),
        pointEntity("sky_camera", [10, 10, 10], { scale: "16" }),
        pointEntity("light", [60, 60, 60], { _light: "255 255 255 200" }),
        pointEntity("env_cubemap", [128, 128, 64], { cubemapsize: "6" }),
      ]),
    );
    const classes = bsp.entities.map((entity) => entity.get("classname"));
    expect(classes).toEqual(["worldspawn", "info_player_start", "sky_camera", "light"]);
    expect([...bsp.cubemaps.origin]).toEqual([128, 128, 64]);
    expect([...bsp.cubemaps.size]).toEqual([6]);
  });
});

describe("func_ladder", () => {
  it("becomes a world brush, and an entity with its bounds", () => {
    const ladder = makeEntity(
      { classname: "func_ladder", targetname: "way up" },
      { solids: [makeBox([0, 100, 0], [4, 132, 96.5])] },
    );
    const compiled = compile(makeVmf(room(), [player(), ladder]));
    expect(compiled.bsp.models.count).toBe(1);
    expect(lumpNumbers(compiled, "LUMP_BRUSHES", 4)[6 * 3 + 2]).toBe(0x20000001);
    const { pairs } = compiled.bsp.entities[2];
    expect(pairs).toContainEqual(["classname", "info_ladder"]);
    expect(pairs).toContainEqual(["mins.y", "100.00"]);
    expect(pairs).toContainEqual(["maxs.z", "96.50"]);
  });
});

describe("func_detail", () => {
  it("lists its faces in each leaf inside its bounds, and collides there", () => {
    const { world, entities } = makeTwoRooms();
    const beam = makeBox([200, 100, 40], [330, 110, 50]);
    const plain = compile(makeVmf(world.solids, entities));
    const detail = makeEntity({ classname: "func_detail" }, { solids: [beam] });
    const compiled = compile(makeVmf(world.solids, [...entities, detail]));
    const { bsp } = compiled;
    expect(compiled.portals.clusterCount).toBe(plain.portals.clusterCount);
    expect(bsp.nodes.count).toBe(plain.bsp.nodes.count);
    expect(bsp.faces.count).toBe(plain.bsp.faces.count + 6);

    const brush = 9;
    expect(lumpNumbers(compiled, "LUMP_BRUSHES", 4)[brush * 3 + 2]).toBe(0x8000001);
    const leafBrushes = lumpNumbers(compiled, "LUMP_LEAFBRUSHES", 2);
    for (const x of [210, 264, 320]) {
      const leaf = leafAt(bsp, x, 105, 90);
      const firstFace = bsp.leafs.firstLeafFace[leaf];
      const faces = [
        ...bsp.leafFaces.subarray(firstFace).subarray(0, bsp.leafs.leafFaceCount[leaf]),
      ];
      const top = faces.filter((face) => faceLoop(bsp, face).every((point) => point[2] === 50));
      expect(top).toHaveLength(1);
      const first = bsp.leafs.firstLeafBrush[leaf];
      expect(leafBrushes.slice(first, first + bsp.leafs.leafBrushCount[leaf])).toContain(brush);
    }
  });
});

describe("materials that are not drawn", () => {
  it("make no faces, except sky, which has its flag", () => {
    const solids = room();
    solids[1] = makeBox([-16, -16, 128], [272, 272, 144], { material: SKY });
    solids[2] = makeBox([-16, -16, 0], [0, 272, 128], { material: NODRAW });
    const { bsp } = compile(makeVmf(solids, [player()]));
    const areas = areaByNormal(bsp);
    expect(areas["1,0,0"]).toBeUndefined();
    expect(areas["0,0,-1"]).toBe(256 * 256);
    for (let face = 0; face < bsp.faces.count; face++) {
      const flags = bsp.texInfos.flags[bsp.faces.texinfo[face]];
      const isCeiling = faceNormal(bsp, face)[2] === -1;
      expect(flags & 0x4).toBe(isCeiling ? 0x4 : 0);
      // Unlit: no lightmap.
      if (isCeiling)
        expect([...bsp.faces.lightmapSize.subarray(face * 2).subarray(0, 2)]).toEqual([0, 0]);
    }
  });

  it("still collide: clip brushes are detail brushes with clip contents", () => {
    const clip = makeBox([100, 100, 0], [140, 140, 128], { material: "tools/toolsplayerclip" });
    const compiled = compile(makeVmf([...room(), clip], [player()]));
    expect(compiled.bsp.faces.count).toBe(6);
    expect(lumpNumbers(compiled, "LUMP_BRUSHES", 4)[6 * 3 + 2]).toBe(0x8010000);
    expect(compiled.portals.clusterCount).toBe(1);
  });
});
