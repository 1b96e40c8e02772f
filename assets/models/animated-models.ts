/** Animated models: a cloth banner with three bones a vertex, and a crane with one bone a part. */

import { writeSmd } from "../../src/formats/smd/write-smd.ts";
import { type Bone, buildAnimation, buildReference, type Links } from "./build-smd.ts";
import { Mesh, type Vec3, type Vertex } from "./mesh.ts";
import { createStaticModel, type ModelSource, qcHead } from "./model-source.ts";

/** Frames of a loop, whose last pose equals the first. */
const FRAMES = 40;
const FPS = 20;

// ---- the banner: hangs from its origin in the y-z plane and faces +x

const [BANNER_WIDTH, BANNER_HEIGHT] = [72, 160];
const BANNER_BONES = 5;
const BONE_LENGTH = BANNER_HEIGHT / (BANNER_BONES - 1);

function buildBannerMesh(columns: number, rows: number): Mesh {
  const mesh = new Mesh();
  const at = (column: number, row: number): Vec3 => [
    6,
    ((column / columns) * 2 - 1) * (BANNER_WIDTH / 2),
    -(row / rows) * BANNER_HEIGHT,
  ];
  const vertex = (column: number, row: number, normal: Vec3): Vertex => ({
    position: at(column, row),
    normal,
    uv: [column / columns, 1 - row / rows],
  });
  for (const facing of [1, -1] as const) {
    const normal: Vec3 = [facing, 0, 0];
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const [a, b] = [vertex(column, row + 1, normal), vertex(column + 1, row + 1, normal)];
        const [d, c] = [vertex(column, row, normal), vertex(column + 1, row, normal)];
        if (facing > 0) {
          mesh.triangle("banner", a, b, c);
          mesh.triangle("banner", a, c, d);
        } else {
          mesh.triangle("banner", a, c, b);
          mesh.triangle("banner", a, d, c);
        }
      }
  }
  mesh.tube(
    "metal",
    [
      [6, -42, 1],
      [6, 42, 1],
    ],
    1.5,
    6,
  );
  for (const y of [-36, 36])
    mesh.tube(
      "metal",
      [
        [0, y, 1],
        [6, y, 1],
      ],
      1,
      5,
    );
  return mesh;
}

/** A chain of bones, from the rod down. */
const bannerBones: readonly Bone[] = Array.from({ length: BANNER_BONES }, (_, i) => ({
  name: `cloth_${i}`,
  parent: i - 1,
  position: i === 0 ? [6, 0, 0] : [0, 0, -BONE_LENGTH],
}));

/** Returns the weights of the nearest bone and its neighbours: those of a quadratic B-spline. */
function bannerLinks({ position }: Vertex): Links {
  const place = Math.max(0, -position[2]) / BONE_LENGTH;
  // The edge at the rod is fixed.
  if (place < 0.01) return [[0, 1]];
  const center = Math.min(BANNER_BONES - 2, Math.max(1, Math.round(place)));
  const t = Math.min(1, Math.max(0, place - center + 0.5));
  return [
    [center - 1, 0.5 * (1 - t) ** 2],
    [center, 0.5 + t * (1 - t)],
    [center + 1, 0.5 * t ** 2],
  ].filter(([, weight]) => weight > 0) as unknown as Links;
}

function bannerFrame(frame: number): Bone[] {
  const phase = (frame / FRAMES) * 2 * Math.PI;
  return bannerBones.map((bone, i) => {
    const swing = 0.13 * Math.sin(phase - i * 0.9) * (i === 0 ? 0.3 : 1);
    const twist = 0.1 * Math.sin(2 * phase - i * 0.7) * (i === 0 ? 0 : 1);
    return { ...bone, rotation: [twist * 0.4, swing, twist] as const };
  });
}

function createBanner(): ModelSource {
  const frames = Array.from({ length: FRAMES + 1 }, (_, frame) => bannerFrame(frame));
  const qc = [
    ...qcHead("banner", "cloth"),
    '$body body "banner.smd"',
    "$lod 16",
    "{",
    '  replacemodel "banner.smd" "banner_lod1.smd"',
    "}",
    `$sequence wave "banner_wave.smd" fps ${FPS} loop`,
    "",
  ];
  const reference = (columns: number, rows: number): string =>
    writeSmd(buildReference(buildBannerMesh(columns, rows), bannerBones, bannerLinks));
  return {
    name: "banner",
    files: new Map([
      ["banner.qc", qc.join("\n")],
      ["banner.smd", reference(4, 12)],
      ["banner_lod1.smd", reference(1, 6)],
      ["banner_wave.smd", writeSmd(buildAnimation(bannerBones, frames))],
    ]),
  };
}

/** The banner at rest as a static prop, because `prop_static` rejects animated models. */
export const createStillBanner = (): ModelSource =>
  createStaticModel({
    name: "banner_still",
    build: (lod) => (lod === 0 ? buildBannerMesh(4, 12) : buildBannerMesh(1, 6)),
    lods: [16],
    surface: "cloth",
  });

// ---- the crane: a turning mast, a lifting jib, and a hook on a rope

const [MAST_HEIGHT, JIB_LENGTH, ROPE_LENGTH] = [150, 150, 70];

const craneBones: readonly Bone[] = [
  { name: "base", parent: -1, position: [0, 0, 0] },
  { name: "mast", parent: 0, position: [0, 0, 12] },
  { name: "jib", parent: 1, position: [0, 0, MAST_HEIGHT] },
  { name: "hook", parent: 2, position: [JIB_LENGTH - 8, 0, -4] },
];

/** Builds the mesh in the bind pose, with each part's bone. */
function buildCraneMesh(): { mesh: Mesh; boneOf: (vertex: Vertex) => number } {
  const mesh = new Mesh();
  const bones = new Map<Vertex, number>();
  const part = (bone: number, add: () => void): void => {
    const first = mesh.triangles.length;
    add();
    for (const { vertices } of mesh.triangles.slice(first))
      for (const vertex of vertices) bones.set(vertex, bone);
  };
  const top = 12 + MAST_HEIGHT;
  part(0, () => {
    mesh.box("metal", [-26, -26, 0], [26, 26, 8]);
    mesh.lathe(
      "metal",
      [
        [18, 8, true],
        [16, 12, true],
        [0, 12],
      ],
      12,
    );
  });
  part(1, () => {
    for (const [x, y] of [
      [-8, -8],
      [8, -8],
      [8, 8],
      [-8, 8],
    ] as const) {
      mesh.tube(
        "crane",
        [
          [x, y, 12],
          [x, y, top],
        ],
        1.5,
        5,
      );
    }
    for (let z = 24; z < top - 8; z += 24) {
      mesh.tube(
        "crane",
        [
          [-8, -8, z],
          [8, -8, z + 16],
        ],
        0.8,
        4,
      );
      mesh.tube(
        "crane",
        [
          [8, 8, z],
          [-8, 8, z + 16],
        ],
        0.8,
        4,
      );
    }
    mesh.box("metal", [-14, -10, top - 10], [-2, 10, top + 8]);
  });
  part(2, () => {
    for (const y of [-6, 6])
      mesh.tube(
        "crane",
        [
          [-44, y, top],
          [JIB_LENGTH, y, top],
        ],
        1.5,
        5,
      );
    mesh.tube(
      "crane",
      [
        [-44, 0, top + 10],
        [JIB_LENGTH, 0, top + 2],
      ],
      1.2,
      5,
    );
    for (let x = -36; x < JIB_LENGTH - 8; x += 18) {
      mesh.tube(
        "crane",
        [
          [x, -6, top],
          [x + 9, 6, top],
        ],
        0.7,
        4,
      );
    }
    mesh.box("metal", [-50, -9, top - 12], [-36, 9, top + 4]);
  });
  part(3, () => {
    const [x, z] = [JIB_LENGTH - 8, top - 4];
    mesh.tube(
      "metal",
      [
        [x, 0, z],
        [x, 0, z - ROPE_LENGTH],
      ],
      0.5,
      4,
    );
    mesh.box("crane", [x - 4, -3, z - ROPE_LENGTH - 8], [x + 4, 3, z - ROPE_LENGTH]);
    mesh.tube(
      "metal",
      [
        [x, 0, z - ROPE_LENGTH - 8],
        [x, 0, z - ROPE_LENGTH - 16],
        [x + 5, 0, z - ROPE_LENGTH - 20],
        [x + 8, 0, z - ROPE_LENGTH - 14],
      ],
      1.2,
      5,
    );
  });
  return { mesh, boneOf: (vertex) => bones.get(vertex)! };
}

function craneFrame(frame: number): Bone[] {
  const phase = (frame / FRAMES) * 2 * Math.PI;
  const turns: readonly Vec3[] = [
    [0, 0, 0],
    [0, 0, 0.6 * Math.sin(phase)],
    [0, -0.12 - 0.1 * Math.cos(phase), 0],
    // Cancels the jib's pitch, so that the rope hangs vertically.
    [0.05 * Math.sin(2 * phase), 0.12 + 0.1 * Math.cos(phase), 0],
  ];
  return craneBones.map((bone, i) => ({ ...bone, rotation: turns[i] }));
}

function createCrane(): ModelSource {
  const { mesh, boneOf } = buildCraneMesh();
  const frames = Array.from({ length: FRAMES + 1 }, (_, frame) => craneFrame(frame));
  const qc = [
    ...qcHead("crane", "metal"),
    '$body body "crane.smd"',
    `$sequence turn "crane_turn.smd" fps ${FPS / 2} loop`,
    "",
  ];
  return {
    name: "crane",
    files: new Map([
      ["crane.qc", qc.join("\n")],
      ["crane.smd", writeSmd(buildReference(mesh, craneBones, (vertex) => [[boneOf(vertex), 1]]))],
      ["crane_turn.smd", writeSmd(buildAnimation(craneBones, frames))],
    ]),
  };
}

export const ANIMATED_MODELS: readonly (() => ModelSource)[] = [createBanner, createCrane];
