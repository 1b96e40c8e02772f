/** Tests that prop shapes for rays equal the drawn props in triangles, position and material. */

import { describe, expect, it } from "vitest";
import { memoryBytes } from "../../../../src/content/bytes/memory-bytes.ts";
import { parseBsp } from "../../../../src/formats/bsp/parse-bsp.ts";
import { parseEntities } from "../../../../src/formats/bsp/read/parse-entities.ts";
import type { Bsp, Entity, StaticProps } from "../../../../src/formats/bsp/types.ts";
import { PROP_VERTEX, type PropSet } from "../../../../src/map/props.ts";
import type { PropShapes } from "../../../../src/map/solid/prop-shapes.ts";
import type { LeafTree } from "../../../../src/map/tree.ts";
import { buildPropShapes, openPropShapes } from "../../../../src/scene/collision/prop-shapes.ts";
import { buildProps } from "../../../../src/scene/props/props.ts";
import { buildLeafTree } from "../../../../src/scene/world/leaf-tree.ts";
import { makeStudioFiles, makeStudioModel } from "../../../formats/studio/make-studio.ts";
import { hasCorpus, readCorpus } from "../../../support/corpus.ts";
import { accessTo, madeContent, mapContent } from "../../content-sources.ts";

const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096 };
const MAP = "rc_deathmatch1/rc_deathmatch1.bsp";

const TREE: LeafTree = {
  nodeCount: 1,
  nodePlane: Float32Array.of(0, 0, 1, 0),
  nodeChildren: Int32Array.of(-2, -1),
  leafCount: 2,
  leafCluster: Int32Array.of(-1, 0),
  leafFlags: new Uint8Array(2),
  leafBox: Float32Array.of(-900, -900, -900, 900, 900, 0, -900, -900, 0, 900, 900, 900),
};

function bspOf(
  rows: readonly Partial<Record<"x" | "yaw" | "skin" | "scale" | "alpha", number>>[],
  entities: readonly Entity[],
) {
  const count = rows.length;
  const staticProps: StaticProps = {
    ...{ version: 10, recordBytes: 72, modelName: ["models/Test/Panel.mdl"], count },
    leaf: new Uint32Array(count).fill(1),
    origin: Float32Array.from(rows.flatMap(({ x = 0 }) => [x, 20, 30])),
    angles: Float32Array.from(rows.flatMap(({ yaw = 0 }) => [10, yaw, 5])),
    model: new Uint32Array(count),
    firstLeaf: Uint32Array.from(rows.keys()),
    leafCount: new Uint32Array(count).fill(1),
    solid: new Uint8Array(count),
    flags: new Uint32Array(count).fill(1),
    skin: Int32Array.from(rows, ({ skin = 0 }) => skin),
    fadeMinDist: new Float32Array(count).fill(-1),
    fadeMaxDist: new Float32Array(count).fill(700),
    lightingOrigin: new Float32Array(count * 3),
    forcedFadeScale: new Float32Array(count).fill(1),
    dxLevels: new Uint16Array(count * 2),
    systemLevels: new Uint8Array(count * 4),
    diffuseModulation: Uint8Array.from(rows.flatMap(({ alpha = 255 }) => [255, 255, 255, alpha])),
    uniformScale: Float32Array.from(rows, ({ scale = 1 }) => scale),
  };
  const none = { detailProps: null, detailLights: { ldr: null, hdr: null }, ldr: null, hdr: null };
  return { staticProps, entities, ...none } as unknown as Bsp;
}

/**
 * Returns each instance's world-space triangles with their material, as text so that order does not
 * matter.
 */
function drawnTriangles(set: PropSet): string[][] {
  const view = new DataView(set.vertices.buffer, set.vertices.byteOffset);
  const corner = (vertex: number, instance: number, firstBone: number): number[] => {
    const at = vertex * PROP_VERTEX.strideBytes;
    const p = [0, 4, 8].map((k) => view.getFloat32(at + k, true));
    const posed = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const bone = firstBone + view.getUint8(at + PROP_VERTEX.boneIndex + k);
      const weight = view.getUint16(at + PROP_VERTEX.boneWeight + k * 2, true) / 65535;
      for (let axis = 0; axis < 3; axis++) {
        const m = set.bonePalette.subarray(bone * 12 + axis * 4);
        posed[axis] += weight * (m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3]);
      }
    }
    return transform(set.worldFromModel.subarray(instance * 12), posed);
  };
  return Array.from({ length: set.instanceCount }, (_, instance) => {
    const variant = set.instanceVariant[instance];
    const first = set.variantFirstDraw[variant];
    const out: string[] = [];
    for (let draw = first; draw < first + set.variantDrawCount[variant]; draw++) {
      if (set.drawLod[draw] !== 0) continue;
      for (let i = 0; i < set.drawIndexCount[draw]; i += 3) {
        const at = set.drawFirstIndex[draw] + i;
        const corners = [0, 1, 2].flatMap((k) =>
          corner(set.indices[at + k], instance, set.variantFirstBone[variant]),
        );
        out.push(toText(corners, set.materials.name[set.drawMaterial[draw]]));
      }
    }
    return out.sort();
  });
}

function metTriangles(shapes: PropShapes): string[][] {
  return Array.from({ length: shapes.instanceCount }, (_, instance) => {
    const model = shapes.instanceModel[instance];
    const first = shapes.modelFirstTriangle[model];
    return Array.from({ length: shapes.modelTriangleCount[model] }, (_, i) => {
      const corners = [0, 3, 6].flatMap((k) =>
        transform(shapes.worldFromModel.subarray(instance * 12), [
          ...shapes.triangles.subarray((first + i) * 9 + k, (first + i) * 9 + k + 3),
        ]),
      );
      const row = shapes.instanceFirstMaterial[instance] + shapes.triangleColumn[first + i];
      return toText(corners, shapes.materialName[shapes.skinMaterial[row]]);
    }).sort();
  });
}

const transform = (m: ArrayLike<number>, p: readonly number[]) =>
  [0, 1, 2].map(
    (row) => m[row * 4] * p[0] + m[row * 4 + 1] * p[1] + m[row * 4 + 2] * p[2] + m[row * 4 + 3],
  );
const toText = (corners: readonly number[], material: string) =>
  `${corners.map((value) => (Math.round(value * 8) / 8 + 0).toFixed(3)).join(" ")} ${material}`;

describe("prop shapes for rays", () => {
  const files = (stem: string, model = makeStudioModel()) => {
    const { mdl, vvd, vtx } = makeStudioFiles(model);
    return { [`${stem}.mdl`]: mdl, [`${stem}.vvd`]: vvd, [`${stem}.dx90.vtx`]: vtx };
  };
  const content = () =>
    madeContent({
      ...files("models/test/panel"),
      "materials/models/test/panel_red.vmt": "VertexLitGeneric { $basetexture red }",
      "materials/models/shared/panel_blue.vmt": "VertexLitGeneric { $basetexture blue }",
      "materials/models/shared/trim.vmt": "VertexLitGeneric { $basetexture red }",
    });

  it("match the drawn props in rotation, scale and skin", async () => {
    const entities = parseEntities(
      '{ "classname" "worldspawn" } { "classname" "prop_dynamic" "model" "models/test/panel.mdl" "origin" "5 6 70" "angles" "0 45 0" "skin" "1" }',
    );
    const bsp = bspOf(
      [
        { x: 10, yaw: 30 },
        { x: 90, skin: 1, scale: 2.5 },
        { x: 5, skin: 99 },
      ],
      entities,
    );
    const built = await buildProps(bsp, TREE, null, accessTo(content()), OPTIONS);
    const shapes = await buildPropShapes(bsp, accessTo(content()));
    expect(metTriangles(shapes)).toEqual(drawnTriangles(built!.props));
    expect(new Set(shapes.materialName).size).toBeGreaterThanOrEqual(3);
    expect([...shapes.instanceProp]).toEqual([0, 1, 2, -1]);
    expect([...shapes.instanceEntity]).toEqual([-1, -1, -1, 1]);
    expect([...shapes.instanceSkin]).toEqual([0, 1, 0, 1]);
    expect([...shapes.fadeMaxDist]).toEqual([700, 700, 700, 0]);
    expect([...shapes.fadeMinDist]).toEqual([...built!.props.fadeMinDist]);
    expect([...shapes.instanceBox]).toEqual([...built!.props.instanceBox]);
    // Back and forth.
    for (let i = 0; i < 4; i++) {
      const there = transform(shapes.worldFromModel.subarray(i * 12), [3, -4, 5]);
      const back = transform(shapes.modelFromWorld.subarray(i * 12), there);
      for (let k = 0; k < 3; k++) expect(back[k]).toBeCloseTo([3, -4, 5][k], 3);
    }
  });

  it("omit props without a readable model or above the budget", async () => {
    const bsp = bspOf([{ x: 10 }, { x: 20 }], []);
    const broken = madeContent({ "models/test/panel.mdl": new Uint8Array(9) });
    expect(await buildPropShapes(bsp, accessTo(broken))).toMatchObject({
      instanceCount: 0,
      leftOut: 2,
    });
  });

  it.skipIf(!hasCorpus)("of a real map match its drawn props", async () => {
    const bytes = readCorpus(MAP);
    const bsp = parseBsp(bytes);
    const from = mapContent(MAP, bsp.pakfile);
    const built = await buildProps(bsp, buildLeafTree(bsp), null, accessTo(from), OPTIONS);
    const shapes = await openPropShapes(memoryBytes(MAP, bytes), [from]);
    expect(shapes.instanceCount).toBeGreaterThan(20);
    expect(metTriangles(shapes)).toEqual(drawnTriangles(built!.props));
  });
});
