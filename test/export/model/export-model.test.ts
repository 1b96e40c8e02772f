import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { METRES_PER_INCH } from "../../../src/export/gltf/space.ts";
import { exportModel } from "../../../src/export/model/export-model.ts";
import type { StudioModel } from "../../../src/model/files/studio-model.ts";
import {
  faultsOf,
  meshesOf,
  openGltf,
  poseAt,
  readGltf,
  vertexOf,
} from "../../support/models/gltf.ts";
import { ROLL, readMadeModel } from "./made-model.ts";
import { type Placed, placeVertices } from "./place-vertices.ts";

function accessOf() {
  const content = { read: async () => null };
  return { content, diagnostics: new Diagnostics(), ledger: new Ledger() };
}

async function open(model: StudioModel, options = {}) {
  const glb = await exportModel(model, accessOf(), { textureSize: 0, ...options });
  expect(await faultsOf(glb)).toEqual([]);
  return { json: readGltf(glb), ...(await openGltf(glb)) };
}

/** Returns vertices of the meshes in order, as three.js computes them, paired with the engine's. */
function verticesOf(scene: Parameters<typeof meshesOf>[0], placed: readonly Placed[]) {
  const meshes = meshesOf(scene);
  return placed.map(({ mesh, vertices }) => vertices.map((_, row) => vertexOf(meshes[mesh], row)));
}

function expected(placed: readonly Placed[]) {
  return placed.map(({ vertices }) =>
    vertices.map((vertex) => vertex.map((value) => expect.closeTo(value, 5))),
  );
}

describe("exportModel", () => {
  it("has in three.js each vertex at its place in the bind pose", async () => {
    const model = await readMadeModel();
    const { scene } = await open(model);
    poseAt(scene, null, 0);
    const placed = placeVertices(model, { lod: 0, body: 0, scale: METRES_PER_INCH });
    expect(placed).toHaveLength(3);
    expect(verticesOf(scene, placed)).toEqual(expected(placed));
  });

  it("plays a sequence frame by frame", async () => {
    const model = await readMadeModel();
    const { scene, animations } = await open(model);
    const roll = animations.find(({ name }) => name === ROLL.name)!;
    for (let frame = 0; frame < ROLL.frameCount; frame++) {
      poseAt(scene, roll, frame / ROLL.fps);
      const pose = ROLL.poseAt(frame);
      const placed = placeVertices(model, { lod: 0, body: 0, scale: METRES_PER_INCH, pose });
      expect(verticesOf(scene, placed)).toEqual(expected(placed));
    }
  });

  it("animates in every animation all bones that any animation moves", async () => {
    const { json } = await open(await readMadeModel());
    const moved = json.animations.map(({ channels }) =>
      channels.map(({ target }) => `${json.nodes[target.node].name} ${target.path}`).sort(),
    );
    expect(moved[0]).toEqual([
      "arm rotation",
      "arm translation",
      "hand translation",
      "root translation",
    ]);
    expect(moved[1]).toEqual(moved[0]);
  });

  it("adds additive sequences to the bind pose, and marks them", async () => {
    const model = await readMadeModel();
    const { json, scene, animations } = await open(model);
    const lean = animations.findIndex(({ name }) => name === "lean");
    expect(json.animations[lean].extras).toMatchObject({ additive: true });
    poseAt(scene, animations[lean], 0);
    const arm = scene.getObjectByName("arm")!;
    // 16 along x and 2 up; the arm's quarter turn about up, then an eighth about the same axis.
    expect(arm.position.toArray()).toEqual(near([0, 2 * 0.0254, 16 * 0.0254]));
    const eighths = (3 * Math.PI) / 8;
    expect(arm.quaternion.toArray()).toEqual(near([0, Math.sin(eighths), 0, Math.cos(eighths)]));
  });

  it("moves a face by its targets, each side of a pair separately", async () => {
    const model = await readMadeModel();
    const { json, scene } = await open(model);
    const [panel] = meshesOf(scene);
    expect(json.meshes[0].extras).toEqual({ targetNames: ["smileL", "smileR", "jaw"] });
    poseAt(scene, null, 0);
    const rest = [0, 1, 2].map((row) => vertexOf(panel, row));
    panel.morphTargetInfluences![1] = 1;
    const moved = [0, 1, 2].map((row) => vertexOf(panel, row));
    // Vertex 1 has a quarter of the right side's 4 inches up; vertex 2 has all of 8 inches.
    const up = moved.map((vertex, row) => (vertex[1] - rest[row][1]) / METRES_PER_INCH);
    expect(up).toEqual(near([0, 1, 8]));
  });

  it("shows the requested LOD, body groups and scale, with the others as scenes", async () => {
    const model = await readMadeModel();
    const { json, scene, scenes } = await open(model, { lod: 1, body: 1, scale: 1 });
    expect(json.scenes.map(({ name }) => name)).toEqual([
      "test/panel.mdl",
      "LOD 0",
      "all body groups",
    ]);
    poseAt(scene, null, 0);
    const placed = placeVertices(model, { lod: 1, body: 1, scale: 1 });
    expect(verticesOf(scene, placed)).toEqual(expected(placed));
    const shown = meshesOf(scene).map(({ geometry }) => geometry.index!.count);
    expect(shown).toEqual(placed.map(({ indexCount }) => indexCount));
    expect(meshesOf(scenes[2]).length).toBeGreaterThan(meshesOf(scene).length);
  });

  it("adds attachments below their bones, and hit boxes as extras", async () => {
    const model = await readMadeModel();
    const { scene, json } = await open(model);
    const hand = scene.getObjectByName("hand")!;
    expect(hand.children.map(({ name }) => name)).toEqual(["grip"]);
    expect(hand.children[0].position.toArray()).toEqual(near([0.0508, 0.0762, 0.0254]));
    const node = json.nodes.find(({ name }) => name === "hand")!;
    expect(node.extras).toMatchObject({
      hitBoxes: [{ set: "default", group: 4, max: near([0.0508, 0.0762, 0.0254]) }],
    });
  });

  it("writes only the named sequences", async () => {
    const model = await readMadeModel();
    expect((await open(model, { sequences: ["ROLL"] })).animations).toHaveLength(1);
    expect((await open(model, { sequences: [] })).animations).toHaveLength(0);
    const all = await open(model, { allBlends: true });
    expect(all.animations.map(({ name }) => name)).toEqual(["roll 0,0", "roll 1,0", "lean"]);
  });

  it("leaves out declared or broken sequences with a line each, and writes the rest", async () => {
    const model = await readMadeModel();
    const { motions } = model;
    const [first] = motions.sequences;
    const none = { ...first, flags: 0x800, blends: [], blendSize: [0, 0] as const };
    const broken = motions.animations.length;
    const changed: StudioModel = {
      ...model,
      motions: {
        ...motions,
        animations: [...motions.animations, { ...motions.animations[0], flags: 0 }],
        sequences: [
          { ...none, name: "wave" },
          ...motions.sequences,
          { ...first, flags: 0, name: "spoiled", blends: [broken] },
          { ...none, name: "nod" },
        ],
        frames(animation) {
          if (animation < broken) return motions.frames(animation);
          const detail = { format: "MDL", code: "bad-count", where: "mstudioanim_t" } as const;
          throw new FormatError({ ...detail, offset: 0, expected: "frames" });
        },
      },
    };
    const access = accessOf();
    const glb = await exportModel(changed, access, { textureSize: 0 });
    expect(await faultsOf(glb)).toEqual([]);
    const { animations } = readGltf(glb);
    expect(animations!.map(({ name }) => name)).toEqual(motions.sequences.map(({ name }) => name));
    const said = access.diagnostics.warnings.filter(({ code }) => code === "missing-sequence");
    expect(said.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Sequence spoiled is left out: MDL mstudioanim_t /),
      "wave and 1 more are left out: declared, and no included model has them.",
    ]);
  });
});

function near(values: readonly number[]): unknown {
  return values.map((value) => expect.closeTo(value, 5));
}
