/** Tests placeholders of missing models: their kinds, sizes and positions. */

import { describe, expect, it } from "vitest";
import type { StaticProps } from "../../../src/formats/bsp/types.ts";
import type { PropSet } from "../../../src/map/props.ts";
import type { LeafTree } from "../../../src/map/tree.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { appendProps } from "../../../src/scene/props/prop-table.ts";
import { buildProps } from "../../../src/scene/props/props.ts";
import { casts } from "../../../src/scene/shadows/shadow-casters.ts";
import { GHOST_KINDS, ghostKindOf, lengthInName } from "../../../src/scene/stand-in/ghost-kinds.ts";
import { buildGhostMesh } from "../../../src/scene/stand-in/ghost-shapes.ts";
import { type GhostParts, MOST_NAMED, placeGhosts } from "../../../src/scene/stand-in/ghosts.ts";
import { buildLeafTree } from "../../../src/scene/world/leaf-tree.ts";
import { makeRoom, makeVmf, pointEntity } from "../../compile/make-vmf.ts";
import { compile } from "../../compile/vbsp/compile.ts";
import { accessTo, madeContent } from "../content-sources.ts";

const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096 };

describe("the kind of a missing model", () => {
  // Model names from real maps.
  const NAMES: Readonly<Record<string, string>> = {
    "models/props_foliage/tree_deciduous_01a.mdl": "tree",
    "models/props_foliage/tree_pine_02.mdl": "pine",
    "models/props_foliage/shrub_01a.mdl": "bush",
    "models/props_foliage/ivy_01.mdl": "bush",
    "models/props_wasteland/rockgranite01a.mdl": "rock",
    "models/props_wasteland/rockcliff_cluster03a.mdl": "cliff",
    "models/props/cs_office/light_ceiling.mdl": "striplight",
    "models/props_c17/light_industrialbell01_on.mdl": "lamp",
    "models/props_wasteland/prison_cagedlight001a.mdl": "walllight",
    "models/props_c17/lamppost03a_on.mdl": "lamppost",
    "models/props_vehicles/car005b.mdl": "car",
    "models/props_vehicles/van001a_nodoor.mdl": "truck",
    "models/props_vehicles/carparts_tire01a.mdl": "wheel",
    "models/props_combine/combine_train02a.mdl": "train",
    "models/props_trainyard/train_gate002.mdl": "gate",
    "models/props_gameplay/sign_gameplay01.mdl": "sign",
    "models/props/cs_office/offpaintingg.mdl": "picture",
    "models/props_pipes/pipeset08d_512_001a.mdl": "pipe",
    "models/props_vents/vent_large_straight001.mdl": "duct",
    "models/props_wasteland/interior_fence002c.mdl": "fence",
    "models/props_c17/handrail04_long.mdl": "railing",
    "models/props_c17/door01_left.mdl": "door",
    "models/props_spytech/doorframe005d.mdl": "frame",
    "models/props_lab/lockerdoorsingle.mdl": "door",
    "models/props/cs_office/doorknob.mdl": "button",
    "models/props_trainstation/bench_indoor001a.mdl": "bench",
    "models/props/cs_office/chair_office.mdl": "chair",
    "models/props_c17/chair_kleiner03a.mdl": "chair",
    "models/props_c17/furnituretable002a.mdl": "table",
    "models/props/cs_office/shelves_metal.mdl": "shelf",
    "models/props_c17/oildrum001_explosive.mdl": "barrel",
    "models/props_junk/wood_crate001a.mdl": "crate",
    "models/props_junk/cardboard_box002a.mdl": "carton",
    "models/props_wasteland/cargo_container01.mdl": "container",
    "models/props_junk/garbage_glassbottle003a.mdl": "bottle",
    "models/props_c17/computer01_keyboard.mdl": "clutter",
    "models/props_junk/garbage256_composite001b.mdl": "mound",
    "models/humans/group01/male_06.mdl": "person",
    "models/combine_soldier.mdl": "person",
    "models/headcrabclassic.mdl": "creature",
    "models/props_c17/utilitypole01a.mdl": "pole",
    "models/props_foliage/tree_deciduous_card_01_skybox.mdl": "hidden",
    "models/props_ricochet/skybox/atmosphere.mdl": "hidden",
    "models/props/cs_office/clouds.mdl": "hidden",
    "models/props_silo/prodcables256.mdl": "hidden",
  };

  it("is derived from its name", () => {
    const found = Object.keys(NAMES).map((name) => [name, ghostKindOf(name)]);
    expect(Object.fromEntries(found)).toEqual(NAMES);
  });

  it("is derived from the innermost known folder if its name is unknown", () => {
    expect(ghostKindOf("models/props_foliage/a01.mdl")).toBe("bush");
    expect(ghostKindOf("models/effects/props_vehicles/a01.mdl")).toBe("car");
    expect(ghostKindOf("models/mymap/a01.mdl")).toBeNull();
  });

  it("has a length if the name contains one", () => {
    expect(lengthInName("models/props_pipes/pipeset08d_512_001a.mdl")).toBe(512);
    expect(lengthInName("models/props_underground/truss_64_128.mdl")).toBe(128);
    expect(lengthInName("models/props_512/pipe_cap005c.mdl")).toBeNull();
  });

  it("has a shape that stands on the origin and fills its usual size", () => {
    for (const [name, kind] of Object.entries(GHOST_KINDS)) {
      const { vertices, indices } = buildGhostMesh(kind);
      expect(indices.length, name).toBeLessThan(3 * 600);
      const mins = [9e9, 9e9, 9e9];
      const maxs = [-9e9, -9e9, -9e9];
      for (let i = 0; i < vertices.position.length; i++) {
        mins[i % 3] = Math.min(mins[i % 3], vertices.position[i]);
        maxs[i % 3] = Math.max(maxs[i % 3], vertices.position[i]);
      }
      expect(mins[2], name).toBeCloseTo(0, 3);
      expect(maxs[2], name).toBeCloseTo(kind.size[2], 3);
      // Bodies of revolution have corners in place of round sides.
      for (const k of [0, 1]) {
        expect(maxs[k] - mins[k], name).toBeGreaterThan(kind.size[k] * 0.55);
        expect(maxs[k] - mins[k], name).toBeLessThan(kind.size[k] * 1.4);
      }
      for (let i = 0; i < vertices.count; i++) {
        const [x, y, z] = vertices.normal.subarray(i * 3, i * 3 + 3);
        expect(Math.hypot(x, y, z), name).toBeGreaterThan(0.49);
        expect(Math.hypot(x, y, z), name).toBeLessThan(1.0001);
      }
    }
  });

  it("has triangles wound counter-clockwise seen from outside", () => {
    for (const shape of ["box", "barrel", "rock", "pipe"]) {
      const { vertices, indices } = buildGhostMesh({ shape, size: [32, 32, 32] });
      const { position } = vertices;
      for (let i = 0; i < indices.length; i += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => position.subarray(indices[i + k] * 3).slice(0, 3));
        const cross = [0, 1, 2].map((k) => {
          const [u, v] = [(k + 1) % 3, (k + 2) % 3];
          return (b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u]);
        });
        const out = [0, 1, 2].map((k) => (a[k] + b[k] + c[k]) / 3 - (k === 2 ? 16 : 0));
        const facing = out[0] * cross[0] + out[1] * cross[1] + out[2] * cross[2];
        // The ends of a profile have degenerate triangles.
        if (Math.hypot(...cross) > 1e-3) expect(facing, shape).toBeGreaterThan(0);
      }
    }
  });
});

interface MadeProp {
  readonly model: string;
  readonly origin?: readonly [number, number, number];
  readonly angles?: readonly [number, number, number];
  readonly leafs?: readonly number[];
}

/** Places static props with their leaves, boxes of all leaves, and walls at `planes`. */
function place(
  props: readonly MadeProp[],
  boxes: readonly (readonly number[])[] = [],
  /** Distances along +x, −x, +y, −y, +z, −z from the world's origin at which rays end. */
  planes: readonly number[] = [],
  more: Partial<GhostParts> = {},
) {
  const count = props.length;
  const listed = props.map(({ leafs = [] }) => leafs);
  const table: StaticProps = {
    ...appendProps(null, {
      count,
      modelName: props.map(({ model }) => model),
      model: Uint32Array.from(props, (_, i) => i),
      origin: Float32Array.from(props.flatMap(({ origin = [0, 0, 0] }) => origin)),
      angles: Float32Array.from(props.flatMap(({ angles = [0, 0, 0] }) => angles)),
      leaf: new Uint32Array(0),
      flags: new Uint32Array(count),
      skin: new Int32Array(count),
      fadeMinDist: new Float32Array(count),
      fadeMaxDist: new Float32Array(count),
      diffuseModulation: new Uint8Array(count * 4).fill(255),
      uniformScale: new Float32Array(count).fill(1),
    }),
    leaf: Uint32Array.from(listed.flat()),
    leafCount: Uint32Array.from(listed, (leafs) => leafs.length),
    firstLeaf: Uint32Array.from(listed, (_, i) => listed.slice(0, i).flat().length),
  };
  const hit = { distance: 0, material: 0 };
  const cast = (...[x, y, z, dx, dy, dz, most]: number[]) => {
    hit.distance = Number.POSITIVE_INFINITY;
    const at = [x, y, z];
    for (const [axis, direction] of [dx, dy, dz].entries()) {
      if (Math.abs(direction) < 1e-6) continue;
      const plane = planes[axis * 2 + (direction > 0 ? 0 : 1)];
      if (plane === undefined) continue;
      const distance = (plane * Math.sign(direction) - at[axis]) / direction;
      if (distance > 0 && distance < hit.distance) hit.distance = distance;
    }
    return hit.distance <= most;
  };
  const { diagnostics } = accessTo(madeContent({}));
  const tree = {
    leafCluster: Int32Array.from(boxes, () => 0),
    leafBox: Float32Array.from(boxes.flat()),
  } as unknown as LeafTree;
  const parts = {
    ...{ table, tree, props: props.map((_, i) => i), firstEntity: count },
    isLeftOut: () => false,
    openTrace: () => ({ hit, tests: 0, cast }) as unknown as ReturnType<GhostParts["openTrace"]>,
    ...more,
  };
  const ghosts = placeGhosts(parts, { diagnostics });
  /** Returns a ghost's world box, rounded to inches; `null` if there is none. */
  const boxOf = (prop: number) => {
    const model = ghosts.modelOf(prop);
    const world = ghosts.worldOf(prop);
    if (model === null || world === null) return null;
    const mins = [9e9, 9e9, 9e9];
    const maxs = [-9e9, -9e9, -9e9];
    for (let corner = 0; corner < 8; corner++) {
      const at = [0, 1, 2].map((k) => model.box[((corner >> k) & 1) * 3 + k]);
      for (const row of [0, 1, 2]) {
        const [a, b, c, d] = world.subarray(row * 4, row * 4 + 4);
        const value = a * at[0] + b * at[1] + c * at[2] + d;
        mins[row] = Math.min(mins[row], value);
        maxs[row] = Math.max(maxs[row], value);
      }
    }
    return [...mins, ...maxs].map(Math.round);
  };
  return { ghosts, boxOf, warnings: diagnostics.warnings.map(({ message }) => message) };
}

const CRATE = "models/props_junk/wood_crate001a.mdl";
const PIPE: MadeProp = { model: "models/props_pipes/pipeset08d_512_001a.mdl", origin: [0, 0, 64] };
const NAMELESS = "models/mymap/a01.mdl";

describe("the placement of a ghost", () => {
  it("is centred on a free origin with the usual size", () => {
    const { boxOf } = place([{ model: CRATE }]);
    expect(boxOf(0)).toEqual([-21, -21, 0, 21, 21, 42]);
  });

  it("is on the floor, for an origin at the foot or the middle", () => {
    const props = [5, 21].map((z) => ({ model: CRATE, origin: [0, 0, z] as const }));
    const { boxOf } = place(props, [], [4096, 4096, 4096, 4096, 4096, 0]);
    expect(boxOf(0)).toEqual([-21, -21, 0, 21, 21, 42]);
    expect(boxOf(1)).toEqual([-21, -21, 0, 21, 21, 42]);
  });

  it("is shortened below a low ceiling", () => {
    const { boxOf } = place([{ model: CRATE }], [], [4096, 4096, 4096, 4096, 30, 0]);
    expect(boxOf(0)).toEqual([-21, -21, 0, 21, 21, 30]);
  });

  it("hangs lamps from the ceiling", () => {
    const lamp: MadeProp = {
      model: "models/props_c17/light_industrialbell01_on.mdl",
      origin: [0, 0, 100],
    };
    const { boxOf } = place([lamp], [], [4096, 4096, 4096, 4096, 128, 0]);
    expect(boxOf(0)?.[5]).toBe(128);
    expect(boxOf(0)?.[2]).toBe(102);
  });

  it("puts pictures flat against the nearest wall", () => {
    const picture = (origin: readonly [number, number, number]) => ({
      model: "models/props/cs_office/offpaintingg.mdl",
      origin,
    });
    const props = [picture([-98, 0, 64]), picture([0, 97, 64])];
    const { boxOf } = place(props, [], [100, 100, 100, 100, 128, 0]);
    expect(boxOf(0)).toEqual([-100, -12, 50, -98, 12, 78]);
    expect(boxOf(1)).toEqual([-12, 98, 50, 12, 100, 78]);
  });

  it("extends along the free axis, with the length in the name", () => {
    const across = place([PIPE], [], [4096, 4096, 60, 60, 128, 0]);
    expect(across.boxOf(0)?.[3]).toBe(256);
    expect(across.boxOf(0)?.[0]).toBe(-256);
    const along = place([PIPE], [], [60, 60, 4096, 4096, 128, 0]);
    expect(along.boxOf(0)?.[4]).toBe(256);
    const turned = place([{ ...PIPE, angles: [0, 90, 0] }]);
    expect(turned.boxOf(0)?.[3]).toBe(256);
  });

  it("is never mirrored", () => {
    for (const planes of [
      [4096, 4096, 20, 20, 20, 20],
      [20, 20, 4096, 4096, 20, 20],
      [20, 20, 20, 20],
    ]) {
      const [a, b, c, , d, e, f, , g, h, i] = place([PIPE], [], planes).ghosts.worldOf(0)!;
      const volume = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
      expect(volume).toBeGreaterThan(0);
    }
  });

  it("reaches every leaf that the compiler lists, and no other", () => {
    const boxes = [
      [-512, -512, 0, 10, 512, 512],
      [60, -8, 0, 200, 512, 30],
    ];
    const { boxOf } = place([{ model: CRATE, leafs: [0, 1] }], boxes);
    const box = boxOf(0)!;
    expect(box[3]).toBeGreaterThanOrEqual(60);
    expect(box[2]).toBe(0);
    const low = place([{ model: CRATE, leafs: [0] }], [[-15, -512, 0, 15, 512, 25]]);
    expect(low.boxOf(0)).toEqual([-15, -21, 0, 15, 21, 25]);
  });

  it("ignores leafs for entities, which list none", () => {
    const boxes = [[-4, -4, 0, 4, 4, 8]];
    const { boxOf } = place([{ model: CRATE, leafs: [0] }], boxes, [], { firstEntity: 0 });
    expect(boxOf(0)).toEqual([-21, -21, 0, 21, 21, 42]);
  });
});

describe("a model of unknown kind", () => {
  it("is not shown in mid-air", () => {
    const { boxOf, warnings } = place([{ model: NAMELESS }, { model: CRATE }]);
    expect(boxOf(0)).toBeNull();
    expect(boxOf(1)).not.toBeNull();
    expect(warnings).toEqual([
      `No ${NAMELESS}: 1 of its props are not shown.`,
      `No ${CRATE}: 1 of its props are shown as ghosts (crate).`,
    ]);
  });

  it("is a box if its leafs bound it closely, and not shown in a room", () => {
    const closely = place([{ model: NAMELESS, leafs: [0] }], [[-8, -20, 0, 8, 20, 40]]);
    expect(closely.boxOf(0)).toEqual([-4, -10, 0, 4, 10, 20]);
    const room = place([{ model: NAMELESS, leafs: [0] }], [[-512, -512, 0, 512, 512, 256]]);
    expect(room.boxOf(0)).toBeNull();
  });

  it("is not shown if excluded by the caller or of an invisible kind", () => {
    const hidden = "models/props/cs_office/clouds.mdl";
    const props = [{ model: CRATE }, { model: CRATE }, { model: hidden }];
    const { boxOf, warnings } = place(props, [], [], { isLeftOut: (prop) => prop === 0 });
    expect([0, 1, 2].map((prop) => boxOf(prop) === null)).toEqual([true, false, true]);
    expect(warnings[0]).toBe(
      `No ${CRATE}: 1 of its props are shown as ghosts (crate), 1 of its props are not shown.`,
    );
  });

  it("shares one name and draw above the name limit", () => {
    const props = Array.from({ length: MOST_NAMED + 50 }, (_, i) => ({
      model: `models/crate_${i}.mdl`,
    }));
    const { ghosts } = place(props);
    const models = new Set(props.map((_, i) => ghosts.modelOf(i)));
    expect(models.size).toBe(MOST_NAMED + 1);
    expect(new Set([...models].map((model) => model?.mesh)).size).toBe(1);
  });
});

/** x of the 3D skybox room. */
const SKY_X = 2048;

const prop = (model: string, at: readonly [number, number, number], keys = {}) =>
  pointEntity("prop_dynamic", at, { model, ...keys });

/** Builds two rooms, the far one with a sky camera, and entities. */
function compileRooms(entities: ReturnType<typeof prop>[]) {
  const rooms = [0, SKY_X].flatMap((x) => makeRoom([x, 0, 0], [x + 512, 256, 128]));
  return compile(
    makeVmf(rooms, [
      pointEntity("info_player_start", [64, 64, 1]),
      pointEntity("sky_camera", [SKY_X + 64, 64, 64]),
      ...entities,
    ]),
  );
}

describe("props with missing models", () => {
  it("are ghosts on the room's floor, with their fades", async () => {
    const { bytes } = compileRooms([
      prop(CRATE, [100, 128, 30], { fademindist: "300", fademaxdist: "400" }),
      prop("models/props_c17/oildrum001.mdl", [300, 128, 1]),
    ]);
    const session = openMap(bytes, [], { name: "made", side: "ldr", ...OPTIONS });
    let props: PropSet | null = null;
    for await (const event of session.load()) if (event.type === "props") props = event.props;
    expect(props).toMatchObject({ instanceCount: 2 });
    const boxes = Array.from(props!.instanceBox, Math.round);
    expect(boxes.slice(0, 6)).toEqual([79, 107, 0, 121, 149, 42]);
    expect([boxes[8], boxes[11]]).toEqual([0, 46]);
    expect([...props!.fadeMaxDist]).toEqual([400, 0]);
    expect(props!.materials.name).toEqual(["visleaf/ghost"]);
  });

  it("are not shown in the 3D skybox, even if shown in the world", async () => {
    const { bsp } = compileRooms([prop(CRATE, [SKY_X + 200, 128, 0]), prop(CRATE, [100, 128, 0])]);
    const access = accessTo(madeContent({}));
    const built = await buildProps(bsp, buildLeafTree(bsp), null, access, OPTIONS);
    expect(built!.props.instanceCount).toBe(1);
    expect(built!.props.worldFromModel[3]).toBeCloseTo(100, 3);
  });

  it("cast no shadow and share one mesh per kind", async () => {
    const { bsp } = compileRooms(
      Array.from({ length: 12 }, (_, i) => prop(`models/crate_${i}.mdl`, [20 + i * 30, 128, 0])),
    );
    const access = accessTo(madeContent({}));
    const built = await buildProps(bsp, buildLeafTree(bsp), null, access, OPTIONS);
    const { vertices } = buildGhostMesh(GHOST_KINDS.crate);
    expect(built!.props).toMatchObject({ modelCount: 12, vertexCount: vertices.count });
    const { entity, model } = built!.casters;
    expect(entity.filter((one, i) => casts(one, model[i]))).toEqual([]);
  });

  it("exclude models that exist but are broken", async () => {
    const { bsp } = compileRooms([prop("models/crate.mdl", [100, 128, 0])]);
    const access = accessTo(madeContent({ "models/crate.mdl": new Uint8Array(9) }));
    expect(await buildProps(bsp, buildLeafTree(bsp), null, access, OPTIONS)).toBeNull();
  });
});
