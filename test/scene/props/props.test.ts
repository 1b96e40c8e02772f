import { describe, expect, it } from "vitest";
import { CancelledError } from "../../../src/core/errors.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import type { Limits } from "../../../src/core/limits.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import type { Bsp, StaticProps } from "../../../src/formats/bsp/types.ts";
import { listMaterialPaths } from "../../../src/formats/studio/list-material-paths.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { TEXTUREFLAGS_ENVMAP } from "../../../src/formats/vtf/texture-flags.ts";
import { writeVtf } from "../../../src/formats/vtf/write-vtf.ts";
import { MATERIAL_MISSING, PASS_OPAQUE, PASS_TRANSLUCENT } from "../../../src/map/material.ts";
import { FAMILY } from "../../../src/map/material-families.ts";
import { NO_BAKED_LIGHT, PROP_VERTEX, type PropSet } from "../../../src/map/props.ts";
import { ROLE_COUNT, ROLE_ENV } from "../../../src/map/texture-roles.ts";
import type { LeafTree } from "../../../src/map/tree.ts";
import { parseVector } from "../../../src/scene/brushes/brush-models.ts";
import { contentName } from "../../../src/scene/materials/content-name.ts";
import { resolveCandidates } from "../../../src/scene/materials/materials.ts";
import { listModelEntities } from "../../../src/scene/props/entity-props.ts";
import { buildPropGeometry, writePropVertices } from "../../../src/scene/props/prop-geometry.ts";
import type { PropModel } from "../../../src/scene/props/prop-model.ts";
import { readPropModels } from "../../../src/scene/props/prop-models.ts";
import { buildProps } from "../../../src/scene/props/props.ts";
import { buildLeafTree } from "../../../src/scene/world/leaf-tree.ts";
import { makePpl } from "../../formats/studio/make-ppl.ts";
import { makeLeaning } from "../../formats/studio/make-sequences.ts";
import {
  type MadeStudioModel,
  makeStudioFiles,
  makeStudioModel,
} from "../../formats/studio/make-studio.ts";
import { hasCorpus, listCorpusFiles, readCorpus } from "../../support/corpus.ts";
import { accessTo, madeContent, mapContent } from "../content-sources.ts";
import { IMAGE_FORMAT_DXT1, makeVtf } from "../make-vtf.ts";

const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096 };

/** Leaf 0 is solid and lies below z = 0; leaves 1 (x < 0) and 2 (x >= 0) are above. */
const TREE: LeafTree = {
  nodeCount: 2,
  nodePlane: Float32Array.of(0, 0, 1, 0, 1, 0, 0, 0),
  nodeChildren: Int32Array.of(1, -1, -3, -2),
  leafCount: 3,
  leafCluster: Int32Array.of(-1, 5, 3),
  leafFlags: new Uint8Array(3),
  leafBox: Float32Array.of(
    ...[-900, -900, -900, 900, 900, 0],
    ...[-900, -900, 0, 0, 900, 900],
    ...[0, -900, 0, 900, 900, 900],
  ),
};

interface MadeProp {
  readonly model?: number;
  readonly origin?: readonly [number, number, number];
  readonly angles?: readonly [number, number, number];
  readonly leafs?: readonly number[];
  readonly flags?: number;
  readonly skin?: number;
  readonly fade?: readonly [number, number];
  readonly lightingOrigin?: readonly [number, number, number];
  readonly color?: readonly [number, number, number, number];
  readonly scale?: number;
  readonly dxLevels?: readonly [number, number];
  readonly systemLevels?: readonly [number, number, number, number];
}

/** Returns a map that has only props. */
function bspOf(modelName: readonly string[], props: readonly MadeProp[]): Bsp {
  const leafs = props.map((p) => p.leafs ?? [2]);
  const column = (value: (p: MadeProp) => number) => props.map(value);
  const table: StaticProps = {
    version: 10,
    recordBytes: 72,
    modelName,
    leaf: Uint32Array.from(leafs.flat()),
    count: props.length,
    origin: Float32Array.from(props.flatMap((p) => p.origin ?? [0, 0, 0])),
    angles: Float32Array.from(props.flatMap((p) => p.angles ?? [0, 0, 0])),
    model: Uint32Array.from(column((p) => p.model ?? 0)),
    firstLeaf: Uint32Array.from(leafs, (_, i) => leafs.slice(0, i).flat().length),
    leafCount: Uint32Array.from(leafs, (list) => list.length),
    solid: new Uint8Array(props.length),
    flags: Uint32Array.from(column((p) => p.flags ?? 0)),
    skin: Int32Array.from(column((p) => p.skin ?? 0)),
    fadeMinDist: Float32Array.from(column((p) => p.fade?.[0] ?? 0)),
    fadeMaxDist: Float32Array.from(column((p) => p.fade?.[1] ?? 0)),
    lightingOrigin: Float32Array.from(props.flatMap((p) => p.lightingOrigin ?? [0, 0, 0])),
    forcedFadeScale: new Float32Array(props.length).fill(1),
    dxLevels: Uint16Array.from(props.flatMap((p) => p.dxLevels ?? [0, 0])),
    systemLevels: Uint8Array.from(props.flatMap((p) => p.systemLevels ?? [0, 0, 0, 0])),
    diffuseModulation: Uint8Array.from(props.flatMap((p) => p.color ?? [255, 255, 255, 255])),
    uniformScale: Float32Array.from(column((p) => p.scale ?? 1)),
  };
  const none = {
    entities: [],
    detailProps: null,
    detailLights: { ldr: null, hdr: null },
    ldr: null,
    hdr: null,
  };
  return { staticProps: table, ...none } as unknown as Bsp;
}

const PANEL = "models/Test/Panel.mdl";

function panelFiles(model: MadeStudioModel = makeStudioModel(), stem = "models/test/panel") {
  const { mdl, vvd, vtx } = makeStudioFiles(model);
  return { [`${stem}.mdl`]: mdl, [`${stem}.vvd`]: vvd, [`${stem}.dx90.vtx`]: vtx };
}

const MATERIALS = {
  "materials/models/test/panel_red.vmt": "VertexLitGeneric { $basetexture red }",
  "materials/models/shared/panel_blue.vmt": "VertexLitGeneric { $basetexture blue }",
  "materials/models/shared/trim.vmt": "VertexLitGeneric { $basetexture red }",
  "materials/red.vtf": makeVtf({
    width: 4,
    height: 4,
    format: IMAGE_FORMAT_DXT1,
    reflectivity: [0.5, 0.25, 0.125],
  }),
  "materials/blue.vtf": makeVtf({ width: 4, height: 4, format: IMAGE_FORMAT_DXT1 }),
};

async function build(props: readonly MadeProp[], files = panelFiles(), models = [PANEL]) {
  const access = accessTo(madeContent({ ...MATERIALS, ...files }));
  const built = await buildProps(bspOf(models, props), TREE, null, access, OPTIONS);
  return { built, props: built?.props as PropSet, diagnostics: access.diagnostics };
}

describe("a LOD", () => {
  it("shows the material that replaces another one there", async () => {
    const files = panelFiles({ ...makeStudioModel(), replacements: [[1, 0, "panel_far"]] });
    const far = new TextEncoder().encode("UnlitGeneric { $basetexture blue }");
    const { props } = await build([{}], {
      ...files,
      "materials/models/shared/panel_far.vmt": far,
    });
    const shown = Array.from(props.drawMaterial, (row, draw) => [
      props.drawLod[draw],
      props.materials.name[row].split("/").at(-1),
    ]);
    expect(shown).toContainEqual([0, "panel_red"]);
    expect(shown).toContainEqual([1, "panel_far"]);
    expect(shown).not.toContainEqual([1, "panel_red"]);
  });
});

describe("the nearest cubemap of a prop", () => {
  const CUBES: readonly (readonly [number, number, number])[] = [
    [0, 0, 50],
    [-200, 40, 0],
    ...Array.from({ length: 12 }, (_, i) => [1000 + i * 100 + (i < 4 ? 0 : 60), 0, 0] as const),
  ];
  const cubeAt = (i: number) => `materials/maps/other/c${CUBES[i].join("_")}.vtf`;
  const mirror = "VertexLitGeneric { $basetexture red $envmap Env_Cubemap }";
  const mirroring = { ...panelFiles(), "materials/models/test/panel_red.vmt": mirror };

  async function buildAt(
    places: readonly (readonly [number, number, number])[],
    {
      cubes = CUBES,
      texDatas = ["dev/dev", "Maps/Other/floor_0_0_50"],
      limits = {} as Limits,
    } = {},
    more: Partial<MadeProp> = {},
  ) {
    const cube = writeVtf({
      ...{ width: 4, height: 4, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 6, mipCount: 1 },
      ...{
        flags: TEXTUREFLAGS_ENVMAP,
        format: 0,
        reflectivity: [0, 0, 0],
        bumpScale: 1,
        lowRes: null,
      },
      image: () => new Uint8Array(64),
    });
    const files = Object.fromEntries([
      ...CUBES.map((_, i) => [cubeAt(i), cube]),
      ["materials/maps/other/cubemapdefault.vtf", cube],
    ]);
    const content = madeContent({ ...MATERIALS, ...mirroring, ...files });
    const access = { ...accessTo(content), ledger: new Ledger(limits) };
    const cubemaps = { count: cubes.length, origin: Int32Array.from(cubes.flat()) };
    const bsp = {
      ...bspOf(
        [PANEL],
        places.map((origin) => ({ origin, ...more })),
      ),
      ...{ cubemaps, texDatas: { name: texDatas }, name: "maps/Other.bsp" },
    } as never;
    const { props } = (await buildProps(bsp, TREE, null, access, OPTIONS)) as { props: PropSet };
    const { materials } = props;
    /** The cubemap of each instance's first draw. */
    const mirrored = [...props.instanceVariant].map((variant) => {
      const material = props.drawMaterial[props.variantFirstDraw[variant]];
      const texture = materials.roleTexture[material * ROLE_COUNT + ROLE_ENV];
      return texture < 0 ? null : materials.textures.name[texture];
    });
    return { props, mirrored, warnings: access.diagnostics.warnings };
  }

  it("is chosen at its lighting origin if its material names none", async () => {
    const { props, mirrored, warnings } = await buildAt([
      [0, 0, 0],
      [-180, 0, 0],
      [10, 20, 0],
    ]);
    expect(warnings).toEqual([]);
    expect(mirrored).toEqual([cubeAt(0), cubeAt(1), cubeAt(0)]);
    expect([...props.instanceVariant]).toEqual([0, 1, 0]);
    expect([...props.variantModel]).toEqual([0, 0]);
    // Draws of materials without reflections are shared.
    const drawn = (variant: number) => {
      const first = props.variantFirstDraw[variant];
      return [...props.drawMaterial.subarray(first, first + props.variantDrawCount[variant])];
    };
    const own = drawn(0).filter((material) => !drawn(1).includes(material));
    expect(own.length).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(drawn(0).length);
    const lit = await buildAt([[0, 0, 0]], {}, { flags: 2, lightingOrigin: [-300, 0, 0] });
    expect(lit.mirrored).toEqual([cubeAt(1)]);
  });

  it("is one of at most eight per model, chosen by most props", async () => {
    const places = CUBES.flatMap((place, i) => (i === 5 ? [place] : [place, place]));
    const { mirrored, props } = await buildAt(places.map(([x, y, z]) => [x, y, z] as const));
    const used = [...new Set(mirrored)];
    expect(used).toHaveLength(8);
    expect(props.variantCount).toBe(8);
    // The others use the nearest of these.
    const fifth = mirrored[places.indexOf(CUBES[5])];
    expect(fifth).toBe(cubeAt(4));
    expect(mirrored.at(-1)).toBe(used.at(-1));
  });

  it("is the map's default cubemap if there is none", async () => {
    const folder = "materials/maps/other/cubemapdefault.vtf";
    expect((await buildAt([[0, 0, 0]], { cubes: [] })).mirrored).toEqual([folder]);
    expect((await buildAt([[0, 0, 0]], { texDatas: [] })).mirrored).toEqual([cubeAt(0)]);
  });

  it("is not searched for above the budget", async () => {
    const slow = await buildAt([[0, 0, 0]], { limits: { lightTests: 3 } });
    expect(slow.mirrored).toEqual(["materials/maps/other/cubemapdefault.vtf"]);
    expect(slow.warnings.map(({ code }) => code)).toEqual(["over-budget"]);
    const full = await buildAt(
      [
        [0, 0, 0],
        [-180, 0, 0],
      ],
      { limits: { materials: 4 } },
    );
    expect(full.mirrored).toEqual([cubeAt(0), cubeAt(0)]);
    expect(full.warnings.map(({ code }) => code)).toEqual(["over-budget"]);
  });
});

describe("prop models and variants", () => {
  it("are stored once for any number of props", async () => {
    const { props, diagnostics } = await build(
      [{}, { skin: 1 }, { skin: 0 }, { skin: 1, model: 1 }],
      panelFiles(),
      [PANEL, "MODELS\\test/panel.MDL"],
    );
    expect(diagnostics.warnings).toEqual([]);
    expect(props.modelName).toEqual(["models/test/panel.mdl"]);
    expect([...props.variantSkin]).toEqual([0, 1]);
    expect([...props.variantModel]).toEqual([0, 0]);
    expect([...props.instanceVariant]).toEqual([0, 1, 0, 1]);
  });

  it("use skin 0 if the model lacks the skin", async () => {
    const { props } = await build([{ skin: 7 }, { skin: -1 }, {}]);
    expect([...props.variantSkin]).toEqual([0]);
    expect([...props.instanceVariant]).toEqual([0, 0, 0]);
  });

  it("have a draw per LOD and mesh, in order, with the skin's material", async () => {
    const { props } = await build([{}, { skin: 1 }]);
    // Panel, square and the hat's triangle, in two LODs each.
    expect(props.drawCount).toBe(12);
    expect([...props.variantFirstDraw]).toEqual([0, 6]);
    expect([...props.variantDrawCount]).toEqual([6, 6]);
    expect([...props.drawVariant]).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    expect([...props.drawLod]).toEqual([0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1]);
    expect([...props.variantLodCount]).toEqual([2, 2]);
    expect([...props.variantSwitchPoint.subarray(8, 16)]).toEqual([0, 40, 0, 0, 0, 0, 0, 0]);
    const names = [...props.drawMaterial].map((m) => props.materials.name[m]);
    expect(names.slice(0, 3)).toEqual([
      "models/test/panel_red",
      "models/shared/trim",
      "models/shared/trim",
    ]);
    expect(names[6]).toBe("models/shared/panel_blue");
    expect(props.materials.count).toBe(3);
    const { fallbackColor } = props.materials;
    expect([...fallbackColor.subarray(0, 3)]).toEqual([0.5, 0.25, 0.125]);
    // Both variants draw the same triangles.
    expect(props.drawFirstIndex.subarray(0, 6)).toEqual(props.drawFirstIndex.subarray(6));
  });

  it("omit the shadow LOD", async () => {
    const model = makeStudioModel();
    model.switchPoints = [0, -1];
    const { props } = await build([{}], panelFiles(model));
    expect([...props.variantLodCount]).toEqual([1]);
    expect([...props.drawLod]).toEqual([0, 0, 0]);
  });

  it("are consecutive in the buffers", async () => {
    const other = makeStudioModel();
    other.textures = ["Panel_Red", "Panel_Blue", "trim"];
    const files = { ...panelFiles(), ...panelFiles(other, "models/b") };
    const { props } = await build([{}, { model: 1 }], files, [PANEL, "models/b.mdl"]);
    const half = props.vertexCount / 2;
    expect(props.vertices.length).toBe(props.vertexCount * PROP_VERTEX.strideBytes);
    const first = props.indices.subarray(0, props.indices.length / 2);
    const second = props.indices.subarray(props.indices.length / 2);
    expect(Math.max(...first)).toBeLessThan(half);
    expect([...second]).toEqual([...first].map((index) => index + half));
    expect(props.drawFirstIndex[6]).toBe(props.indices.length / 2);
    // Row 0 of the palette is the identity; each model's three bones follow.
    expect([...props.variantFirstBone]).toEqual([1, 4]);
    expect(props.boneCount).toBe(7);
    expect(props.bonePalette.length).toBe(84);
  });

  it("share the identity bone if static", async () => {
    const model = makeStudioModel();
    model.flags = 0x10;
    model.bones = model.bones.slice(0, 1);
    for (const part of model.bodyParts) {
      for (const { meshes } of part.models) {
        for (const [i, mesh] of meshes.entries()) {
          meshes[i] = { ...mesh, vertices: mesh.vertices.map((v) => ({ ...v, bones: [[0, 1]] })) };
        }
      }
    }
    const { props } = await build([{}], panelFiles(model));
    expect([...props.variantFirstBone]).toEqual([0]);
    expect([...props.bonePalette]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
  });
});

describe("prop vertices", () => {
  it("are packed with weights that sum to exactly 1", () => {
    const weights = [
      [1, 0, 0],
      [0.5, 0.5, 0],
      [1 / 3, 1 / 3, 1 / 3],
      [0.7, 0.2, 0.1],
      [0, 0.50001, 0.49999],
      [0.1, 0.1, 0.8],
    ];
    const count = weights.length;
    const view = new DataView(new ArrayBuffer(count * PROP_VERTEX.strideBytes + 4));
    writePropVertices(view, 4, {
      count,
      position: Float32Array.from({ length: count * 3 }, (_, i) => i + 0.5),
      normal: Float32Array.from({ length: count * 3 }, (_, i) => [0, -1, 0.5][i % 3]),
      tangent: Float32Array.from({ length: count * 4 }, (_, i) => [1, 0, 0, i < 4 ? 1 : -1][i % 4]),
      texCoord: Float32Array.from({ length: count * 2 }, (_, i) => i),
      boneWeight: Float32Array.from(weights.flat()),
      boneIndex: Uint8Array.from({ length: count * 3 }, (_, i) => i),
      boneCount: new Uint8Array(count).fill(3),
    });
    for (const [vertex, expected] of weights.entries()) {
      const at = 4 + vertex * PROP_VERTEX.strideBytes;
      expect(view.getFloat32(at + PROP_VERTEX.position + 4, true)).toBe(vertex * 3 + 1.5);
      expect(view.getFloat32(at + PROP_VERTEX.texCoord + 4, true)).toBe(vertex * 2 + 1);
      const normal = [0, 1, 2, 3].map((k) => view.getInt8(at + PROP_VERTEX.normal + k));
      expect(normal).toEqual([0, -127, 64, 0]);
      const sign = view.getInt8(at + PROP_VERTEX.tangent + 3);
      expect(sign).toBe(vertex === 0 ? 127 : -127);
      const bones = [0, 1, 2, 3].map((k) => view.getUint8(at + PROP_VERTEX.boneIndex + k));
      expect(bones).toEqual([vertex * 3, vertex * 3 + 1, vertex * 3 + 2, 0]);
      const packed = [0, 1, 2, 3].map((k) =>
        view.getUint16(at + PROP_VERTEX.boneWeight + k * 2, true),
      );
      expect(packed.reduce((sum, w) => sum + w, 0)).toBe(65535);
      for (let k = 0; k < 3; k++) expect(packed[k] / 65535).toBeCloseTo(expected[k], 4);
    }
  });
});

describe("prop instances", () => {
  it("are placed by origin, angles and scale, with a box of their draws", async () => {
    const { props } = await build([{ origin: [100, 200, 300], angles: [0, 90, 0], scale: 2 }]);
    const m = [...props.worldFromModel].map((v) => Math.round(v * 1e4) / 1e4 + 0);
    expect(m).toEqual([0, -2, 0, 100, 2, 0, 0, 200, 0, 0, 2, 300]);
    // The panel and the square extend from (0, 0) to (32, 32), rotated towards −y and x.
    const box = [...props.instanceBox].map((v) => Math.round(v * 100) / 100);
    expect(box).toEqual([36, 200, 300, 100, 264, 300]);
  });

  it("are visible from the clusters of their leafs, each once", async () => {
    const { props } = await build([
      { leafs: [2, 0, 1, 2] },
      { leafs: [0] },
      { leafs: [], origin: [-500, 0, 10] },
      { origin: [10, 0, -800], leafs: [0] },
    ]);
    const runs = [...props.instanceFirstCluster].map((first, i) => [
      ...props.clusters.subarray(first, first + props.instanceClusterCount[i]),
    ]);
    expect(runs[0]).toEqual([3, 5]);
    // Only solid leaves are listed, so the leaves that the box reaches are used.
    expect(runs[1]).toEqual([3]);
    expect(runs[2]).toEqual([5]);
    // Completely in solid, so the nearest open leaf is used.
    expect(runs[3]).toEqual([3]);
    expect([...props.instanceLeaf]).toEqual([2, 2, 1, 2]);
  });

  it("are visible from everywhere in a map without clusters", async () => {
    const access = accessTo(madeContent({ ...MATERIALS, ...panelFiles() }));
    const tree = { ...TREE, leafCluster: Int32Array.of(-1, -1, -1) };
    const built = await buildProps(bspOf([PANEL], [{}]), tree, null, access, OPTIONS);
    expect([...(built?.props.instanceClusterCount ?? [])]).toEqual([0]);
  });

  it("fade by distance or screen size only if flagged", async () => {
    const { props } = await build([
      { flags: 1, fade: [100, 200] },
      { flags: 0, fade: [100, 200] },
      { flags: 1 | 0x20, fade: [100, 200] },
      { flags: 1, fade: [-1, 200] },
      { flags: 1, fade: [300, 200] },
    ]);
    expect([...props.fadeMaxDist]).toEqual([200, 0, 0, 200, 200]);
    expect([...props.fadeMinDist]).toEqual([100, 0, 0, 200, 200]);
    // 200 times the radius of the sphere around the box, divided by the pixels.
    const box = props.instanceBox.subarray(12, 18);
    const onePixel = 100 * Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    const fades = [0, 0, 0, 0, expect.closeTo(onePixel / 200), expect.closeTo(onePixel / 200)];
    expect([...(props.fadeMetric ?? [])]).toEqual([...fades, 0, 0, 0, 0]);
    expect("fadeMetric" in (await build([{ flags: 1, fade: [100, 200] }])).props).toBe(false);
  });

  it("are present if the highest DirectX, CPU and GPU levels are in range", async () => {
    const made: readonly (readonly [MadeProp, boolean])[] = [
      [{}, true],
      [{ dxLevels: [90, 0] }, true],
      [{ dxLevels: [95, 95] }, true],
      [{ dxLevels: [0, 81] }, false],
      [{ dxLevels: [96, 0] }, false],
      // CPUs have three levels, GPUs four, counted from 1.
      [{ systemLevels: [3, 3, 4, 4] }, true],
      [{ systemLevels: [0, 2, 0, 0] }, false],
      [{ systemLevels: [4, 0, 0, 0] }, false],
      [{ systemLevels: [0, 0, 0, 3] }, false],
      [{ systemLevels: [0, 0, 5, 0] }, false],
    ];
    const { props } = await build(
      made.map(([prop], i) => ({ ...prop, origin: [i, 0, 0] as const })),
    );
    const drawn = Array.from(
      { length: props.instanceCount },
      (_, i) => props.worldFromModel[i * 12 + 3],
    );
    expect(drawn).toEqual(made.flatMap(([, isShown], i) => (isShown ? [i] : [])));
    // Models without visible props are not read.
    const gone = await build([{ dxLevels: [0, 81] }], {});
    expect([gone.built, gone.diagnostics.warnings]).toEqual([null, []]);
  });

  it("have a linear colour", async () => {
    const { props } = await build([{ color: [255, 128, 0, 51] }]);
    expect(props.instanceColor[0]).toBe(1);
    expect(props.instanceColor[1]).toBeCloseTo((128 / 255) ** 2.2, 5);
    expect(props.instanceColor[2]).toBe(0);
    expect(props.instanceColor[3]).toBeCloseTo(0.2, 5);
  });

  it("are lit at the illumination position or their lighting origin", async () => {
    const { built } = await build([
      { origin: [100, 0, 0], angles: [0, 90, 0] },
      { origin: [100, 0, 0], flags: 2, lightingOrigin: [7, 8, 9] },
    ]);
    const points = [...(built?.lighting.lightingPoint ?? [])].map((v) => Math.round(v * 100) / 100);
    // The generated model's illumination position is (1, 2, 3).
    expect(points).toEqual([98, 1, 3, 7, 8, 9]);
  });
});

describe("missing prop content", () => {
  it("gives null without readable props", async () => {
    expect((await build([])).built).toBeNull();
    const broken = await build([{}, {}], { "models/test/panel.mdl": new Uint8Array(9) });
    expect(broken.built).toBeNull();
    expect(broken.diagnostics.warnings.map(({ code, count }) => [code, count])).toEqual([
      ["unreadable-model", 1],
      ["missing-model", 1],
    ]);
  });

  it("replaces a model without vertices or triangles by a box with a warning", async () => {
    for (const lacking of ["vvd", "dx90.vtx"]) {
      const { [`models/test/panel.${lacking}`]: _, ...rest } = panelFiles();
      const { props, diagnostics } = await build([{ skin: 1 }, { origin: [100, 0, 0] }], rest);
      expect(props).toMatchObject({ instanceCount: 2, drawCount: 2, vertexCount: 36 });
      expect([...props.drawIndexCount]).toEqual([36, 36]);
      expect(props.materials).toMatchObject({ count: 1, name: ["visleaf/stand-in"] });
      const { hullMins, hullMaxs } = parseMdl(rest["models/test/panel.mdl"]);
      expect([...props.instanceBox.subarray(0, 6)]).toEqual([...hullMins, ...hullMaxs]);
      expect(diagnostics.subjects("missing-model")).toEqual(["models/test/panel.mdl"]);
      expect(diagnostics.warnings).toHaveLength(1);
      expect(diagnostics.warnings[0].message).toContain(`panel.${lacking}: 2 of its props`);
    }
  });

  it("accepts any VTX file", async () => {
    const { "models/test/panel.dx90.vtx": vtx, ...rest } = panelFiles();
    const { props } = await build([{}], { ...rest, "models/test/panel.sw.vtx": vtx });
    expect(props.instanceCount).toBe(1);
  });

  it("reports a broken model and shows the others", async () => {
    const files = panelFiles();
    const broken = {
      ...files,
      "models/b.mdl": files["models/test/panel.mdl"].subarray(0, 300),
      "models/b.vvd": files["models/test/panel.vvd"],
      "models/b.dx90.vtx": files["models/test/panel.dx90.vtx"],
    };
    const { props, diagnostics } = await build([{ model: 1 }, { model: 0 }], broken, [
      PANEL,
      "models/b.mdl",
      "models/unused.mdl",
    ]);
    expect(props.instanceCount).toBe(1);
    expect(props.modelName).toEqual(["models/test/panel.mdl"]);
    expect(diagnostics.warnings.map((w) => w.code)).toEqual(["unreadable-model"]);
    expect(diagnostics.warnings[0].message).toMatch(/models\/b\.mdl.*MDL/);
  });

  it("reports files of different models", async () => {
    const other = makeStudioModel();
    other.checksum++;
    const mixed = { ...panelFiles(), "models/test/panel.vvd": makeStudioFiles(other).vvd };
    const { built, diagnostics } = await build([{}], mixed);
    expect(built).toBeNull();
    expect(diagnostics.warnings[0].message).toMatch(/VVD.*checksum/);
  });

  it("draws a missing material in grey, reported once", async () => {
    const model = makeStudioModel();
    model.textures = ["gone", "gone", "gone"];
    const { props, diagnostics } = await build([{}, { skin: 1 }], panelFiles(model));
    expect([...props.materials.flags]).toEqual([MATERIAL_MISSING]);
    expect(diagnostics.warnings.map((w) => [w.subject, w.count])).toEqual([
      ["materials/models/test/gone.vmt", 1],
    ]);
  });

  it("stops on cancellation", async () => {
    const controller = new AbortController();
    const content = madeContent({ ...MATERIALS, ...panelFiles() });
    const read = (path: string) => {
      if (path.endsWith(".vvd")) controller.abort();
      return content.read(path);
    };
    const access = accessTo({ read }, controller.signal);
    const building = buildProps(bspOf([PANEL], [{}]), TREE, null, access, OPTIONS);
    await expect(building).rejects.toThrow(CancelledError);
  });
});

/** Checks the guarantees that a renderer relies on. */
function expectSound(props: PropSet): void {
  expect(props.indices.every((index) => index < props.vertexCount)).toBe(true);
  for (let draw = 0; draw < props.drawCount; draw++) {
    const end = props.drawFirstIndex[draw] + props.drawIndexCount[draw];
    expect(end).toBeLessThanOrEqual(props.indices.length);
    expect(props.drawMaterial[draw]).toBeLessThan(props.materials.count);
    expect(props.drawLod[draw]).toBeLessThan(props.variantLodCount[props.drawVariant[draw]]);
  }
  const weights = new DataView(props.vertices.buffer);
  for (let vertex = 0; vertex < props.vertexCount; vertex++) {
    const at = vertex * PROP_VERTEX.strideBytes + PROP_VERTEX.boneWeight;
    let sum = 0;
    for (let k = 0; k < 4; k++) sum += weights.getUint16(at + k * 2, true);
    if (sum !== 65535) expect(sum, `vertex ${vertex}`).toBe(65535);
  }
  for (const column of [props.worldFromModel, props.instanceBox, props.light.ambient]) {
    expect(column.every(Number.isFinite)).toBe(true);
  }
}

describe("the model of an entity", () => {
  const entity = (keys: Record<string, string>) => {
    const pairs = Object.entries({ classname: "prop_dynamic", model: PANEL, ...keys });
    return `{\n${pairs.map(([key, value]) => `"${key}" "${value}"`).join("\n")}\n}\n`;
  };
  const files = { ...panelFiles(), "models/test/panel.mdl": makeLeaning().bytes };

  async function buildEntities(entities: readonly string[], props: readonly MadeProp[] = []) {
    const access = accessTo(madeContent({ ...MATERIALS, ...files }));
    const bsp = { ...bspOf([PANEL], props), entities: parseEntities(entities.join("")) };
    const built = await buildProps(bsp, TREE, null, access, OPTIONS);
    return built?.props as PropSet;
  }

  it("is lit at its illumination attachment in the current pose", async () => {
    const access = accessTo(madeContent({ ...MATERIALS, ...files }));
    const path = PANEL.toLowerCase();
    const [bound, leaning] = (await readPropModels(
      [
        { path, sequence: null },
        { path, sequence: "lean" },
      ],
      access,
    )) as PropModel[];
    expect(bound.lightPoint).toEqual([1, 2, 3]);
    // 6, 7, 8 from the arm, which is 16 inches along x and rotated by 90° in its bind pose.
    const [x, y, z] = [16 - 7, 6, 8];
    const arm = (leaning.palette as Float32Array).subarray(12, 24);
    const expected = [0, 4, 8].map(
      (r) => arm[r] * x + arm[r + 1] * y + arm[r + 2] * z + arm[r + 3],
    );
    for (let axis = 0; axis < 3; axis++) {
      expect(leaning.lightPoint[axis]).toBeCloseTo(expected[axis], 3);
    }
    expect(Math.hypot(expected[0] - x, expected[1] - y)).toBeGreaterThan(3);
  });

  it("stands in its sequence, and static props in their bind pose", async () => {
    const props = await buildEntities(
      [entity({ origin: "8 0 0", defaultanim: "lean" }), entity({ origin: "9 0 0" })],
      [{}],
    );
    expect(props.instanceCount).toBe(3);
    expect(props.modelCount).toBe(3);
    expect(props.worldFromModel[12 + 3]).toBe(8);
    expect(props.worldFromModel[24 + 3]).toBe(9);
    // Root row of each palette: bind pose, a quarter turn, and half of that, because the first
    // sequence has two blends and is between them.
    const eastOfRoot = [0, 1, 2].map((instance) => {
      const bone = props.variantFirstBone[props.instanceVariant[instance]];
      return [0, 4].map((row) => Math.round(props.bonePalette[bone * 12 + row]));
    });
    expect(eastOfRoot).toEqual([
      [1, 0],
      [0, 1],
      [1, 1],
    ]);
    // Its box matches its posed triangles.
    expect(props.instanceBox[6]).toBeLessThan(8);
    expect(props.instanceBox[0]).toBe(0);
  });

  it("ignores baked light of the static prop with the same number", async () => {
    const asked: string[] = [];
    const pak = {
      label: "pakfile",
      async read(path: string) {
        asked.push(path);
        return null;
      },
    };
    const access = accessTo(madeContent({ ...MATERIALS, ...files }));
    const bsp = { ...bspOf([PANEL], [{}]), entities: parseEntities(entity({})) };
    const sources = { pak, pvs: null, brushes: null, terrain: null };
    await buildProps(bsp, TREE, null, access, { ...OPTIONS, sources });
    expect(asked).toContain("sp_0.vhv");
    expect(asked.filter((path) => path.includes("_1."))).toEqual([]);
  });

  it("is drawn in a map without static props", async () => {
    const props = await buildEntities([entity({})]);
    expect([props.instanceCount, props.modelCount]).toEqual([1, 1]);
  });
});

describe.skipIf(!hasCorpus)("props of real maps", () => {
  /** Number of instances that are drawn at the map's start. */
  const countShown = ({ instanceCount, instanceIsHidden }: PropSet) =>
    instanceCount -
    (instanceIsHidden ?? new Uint8Array(0)).reduce((sum, hidden) => sum + hidden, 0);

  async function buildMap(map: string, content?: ReturnType<typeof mapContent>) {
    const bsp = parseBsp(readCorpus(map));
    const access = accessTo(content ?? mapContent(map, bsp.pakfile));
    const tree = buildLeafTree(bsp);
    const side = bsp.hdr ? "hdr" : "ldr";
    return { bsp, tree, access, built: await buildProps(bsp, tree, side, access, OPTIONS) };
  }

  // Props, models, variants, draws, materials, textures: static ones and entities.
  it.each([
    // One refers to a texture that its authors omitted.
    [
      "rc_deathmatch1/rc_deathmatch1.bsp",
      [57, 11, 36, 64, 63, 45],
      ["materials/models/deflector2.vtf"],
    ],
    ["gunman_city2/gunman_city2.bsp", [20, 4, 5, 17, 12, 29], []],
    // Including the ghosts of the missing model.
    ["gc_city03_22_2/gc_city03_22_2.bsp", [16, 3, 3, 9, 9, 25], ["models/gunman/screen001a.mdl"]],
  ])("%s: all existing models resolve", async (map, counts, missing) => {
    const { access, built } = await buildMap(map);
    const props = built?.props as PropSet;
    expect(access.diagnostics.warnings.map(({ subject }) => subject)).toEqual(missing);
    expect([
      props.instanceCount,
      props.modelCount,
      props.variantCount,
      props.drawCount,
      props.materials.count,
      props.materials.textures.count,
    ]).toEqual(counts);
    expectSound(props);
    expect([...props.instanceClusterCount].every((count) => count > 0)).toBe(true);
  });

  it.each([
    ["lanofdoom_css/de_office_h2.bsp", 107, 545],
    ["lanofdoom_css/gg_canyon.bsp", 14, 57],
    ["lanofdoom_css/cs_crackhouse.bsp", 31, 61],
  ])(
    "%s, without the game's models: %i missing, each reported once, and %i ghosts",
    async (map, missing, ghosts) => {
      const { access, built } = await buildMap(map);
      expect(countShown(built!.props)).toBe(ghosts);
      expect(built!.props.materials.name).toEqual(["visleaf/ghost"]);
      expectSound(built!.props);
      expect(access.diagnostics.warnings).toHaveLength(missing);
      expect(access.diagnostics.subjects("missing-model")).toHaveLength(missing);
    },
  );

  it.each([
    ["lanofdoom_css/de_office_h2.bsp", 547],
    ["lanofdoom_css/gg_canyon.bsp", 65],
    ["background_01_a/background_01_a.bsp", 3],
  ])("%s with one model for all: %i props at valid places", async (map, count) => {
    const stem = "koth_occult_models/models/props_cavern/stalactite01";
    const standIn = {
      label: "stand-in",
      async read(path: string) {
        const extension = /\.(mdl|vvd|dx90\.vtx)$/.exec(path)?.[0];
        return extension ? readCorpus(stem + extension) : null;
      },
    };
    const { bsp, tree, built } = await buildMap(map, standIn);
    const props = built?.props as PropSet;
    expect(countShown(props)).toBe(count);
    expectSound(props);
    const { origin, count: staticCount } = bsp.staticProps as StaticProps;
    const entities = listModelEntities(bsp.entities);
    const eastOf = (i: number) =>
      i < staticCount ? origin[i * 3] : parseVector(entities[i - staticCount].get("origin"))[0];
    for (let i = 0; i < count; i++) {
      const first = props.instanceFirstCluster[i];
      const run = [...props.clusters.subarray(first, first + props.instanceClusterCount[i])];
      expect(run.length).toBeGreaterThan(0);
      expect(run).toEqual([...new Set(run)].sort((a, b) => a - b));
      expect(run).toContain(tree.leafCluster[props.instanceLeaf[i]]);
      expect(props.worldFromModel[i * 12 + 3]).toBe(Math.fround(eastOf(i)));
    }
    expect(props.light.ambient.some((value) => value > 0)).toBe(true);
  });

  it("every loose model of the corpus gives vertices, triangles and a box", async () => {
    const folder = "wire_models";
    const files = new Map(
      listCorpusFiles("", folder).map((file) => [
        file.slice(folder.length + 1).toLowerCase(),
        file,
      ]),
    );
    const access = accessTo({
      async read(path) {
        const file = files.get(path);
        return file === undefined ? null : readCorpus(file);
      },
    });
    const paths = [...files.keys()].filter((path) => path.endsWith(".mdl"));
    const models = await readPropModels(
      paths.map((path) => ({ path, sequence: null })),
      access,
    );
    expect(access.diagnostics.warnings).toEqual([]);
    expect(models.length).toBeGreaterThan(300);
    for (const model of models) {
      if (model === null) throw new Error("no warning, but no model");
      expect(model.lodCount).toBeGreaterThan(0);
      const [x, y, z, ...maxs] = model.box;
      expect(maxs[0] - x + maxs[1] - y + maxs[2] - z, model.name).toBeGreaterThan(0);
    }
    const geometry = buildPropGeometry(models as PropModel[]);
    expect(geometry.indices.every((index) => index < geometry.vertexCount)).toBe(true);
    const candidates = (models as PropModel[]).flatMap(({ mdl, mesh }) =>
      [...new Set(mesh.drawMaterial)].map((column) =>
        listMaterialPaths(mdl, 0, column).map((path) => contentName(path, ".vmt")),
      ),
    );
    const { materials } = await resolveCandidates(candidates, null, access, OPTIONS);
    const missing = access.diagnostics.subjects("missing-material");
    expect(access.diagnostics.warnings.map((w) => w.code)).toEqual(
      missing.map(() => "missing-material"),
    );
    expect(missing.length).toBeLessThan(materials.count / 40);
  });
});

describe("body groups of props", () => {
  const entityOf = (keys: string) =>
    `{ "classname" "prop_dynamic" "model" "${PANEL}" "origin" "100 0 50" ${keys} }`;

  async function buildEntities(limits: Limits, ...keys: string[]) {
    const access = {
      ...accessTo(madeContent({ ...MATERIALS, ...panelFiles() })),
      ledger: new Ledger(limits),
    };
    const bsp = { ...bspOf([], []), entities: parseEntities(keys.map(entityOf).join("")) };
    const built = await buildProps(bsp, TREE, null, access, OPTIONS);
    return { props: built?.props as PropSet, diagnostics: access.diagnostics };
  }

  /** Returns the sizes of the hats of LOD 0 that instances show. */
  function hats(props: PropSet): number[] {
    const view = new DataView(props.vertices.buffer);
    return Array.from(props.instanceVariant, (variant) => {
      const draw = props.variantFirstDraw[variant] + 2;
      const first = props.drawFirstIndex[draw];
      const y = [0, 1, 2].map((k) => {
        const at = props.indices[first + k] * PROP_VERTEX.strideBytes + PROP_VERTEX.position;
        return view.getFloat32(at + 4, true);
      });
      return Math.max(...y);
    });
  }

  it("are chosen by the entity's body number and share vertices", async () => {
    const keys = ["", '"body" "1"', '"body" "0" "skin" "1"', '"body" "3"', '"body" "-1"'];
    const { props, diagnostics } = await buildEntities({}, ...keys);
    expect(diagnostics.warnings).toEqual([]);
    expect(hats(props)).toEqual([16, 20, 16, 20, 16]);
    expect([...props.instanceVariant]).toEqual([0, 1, 2, 1, 0]);
    const { props: one } = await buildEntities({}, "");
    expect(props.vertexCount).toBe(one.vertexCount);
    expect(props.indices.length).toBe(one.indices.length * 2);
    // The larger hat is inside the panel's box.
    expect(props.boneCount).toBe(1 + 2 * 3);
  });

  it("fall back to the first one above the budget", async () => {
    const { props, diagnostics } = await buildEntities({ indices: 10 }, "", '"body" "1"');
    expect(hats(props)).toEqual([16, 16]);
    expect(diagnostics.warnings.map((w) => [w.code, w.subject])).toEqual([
      ["over-budget", PANEL.toLowerCase()],
    ]);
  });
});

describe("a partly translucent model", () => {
  /** `STUDIOHDR_FLAGS_TRANSLUCENT_TWOPASS` */
  const TWO_PASSES = 0x8;

  it.each([0, TWO_PASSES])(
    "draws its opaque meshes in the opaque pass: flags %i",
    async (flags) => {
      const red = "VertexLitGeneric { $basetexture red $translucent 1 $alpha .5 }";
      const files = {
        ...panelFiles({ ...makeStudioModel(), flags }),
        "materials/models/test/panel_red.vmt": new TextEncoder().encode(red),
      };
      const { props } = await build([{}], files);
      const ofLod0 = Array.from(props.drawMaterial.subarray(0, 3));
      const passes = ofLod0.map((material) => props.materials.pass[material]);
      // The panel, then its square and its hat.
      expect(passes).toEqual([PASS_TRANSLUCENT, PASS_OPAQUE, PASS_OPAQUE]);
    },
  );
});

describe("translucent props", () => {
  it("have separate, translucent materials", async () => {
    const faint = { color: [255, 255, 255, 128] as const };
    const { props, diagnostics } = await build([{}, faint, { skin: 1, ...faint }, {}]);
    expect(diagnostics.warnings).toEqual([]);
    expect([...props.instanceVariant]).toEqual([0, 1, 2, 0]);
    const passes = Array.from({ length: 3 }, (_, variant) => {
      const first = props.variantFirstDraw[variant];
      const own = props.drawMaterial.subarray(first, first + props.variantDrawCount[variant]);
      return [...new Set(Array.from(own, (material) => props.materials.pass[material]))];
    });
    expect(passes).toEqual([[PASS_OPAQUE], [PASS_TRANSLUCENT], [PASS_TRANSLUCENT]]);
    // Red, blue and trim; the translucent ones once more, for every skin.
    expect(props.materials.count).toBe(6);
  });

  it("are opaque above the material budget", async () => {
    const access = {
      ...accessTo(madeContent({ ...MATERIALS, ...panelFiles() })),
      ledger: new Ledger({ materials: 2 }),
    };
    const bsp = bspOf([PANEL], [{ color: [255, 255, 255, 128] }]);
    const built = await buildProps(bsp, TREE, null, access, OPTIONS);
    expect([...new Set(built?.props.materials.pass)]).toEqual([PASS_OPAQUE]);
    expect(access.diagnostics.subjects("over-budget")).toEqual(["renderamt"]);
  });
});

describe("props with texel light", () => {
  it("use materials that support it", async () => {
    const content = madeContent({ ...MATERIALS, ...panelFiles() });
    const [model] = await readPropModels(
      [{ path: PANEL.toLowerCase(), sequence: null }],
      accessTo(content),
    );
    const { mdl, stripGroups } = model as PropModel;
    const ppl = makePpl({
      ...{ checksum: mdl.checksum, meshes: stripGroups.length, width: 4, height: 4 },
      texel: () => [90, 80, 70],
    });
    const pak = madeContent({ "texelslighting_1.ppl": ppl });
    const sources = { pak, pvs: null, brushes: null, terrain: null };
    const bsp = bspOf([PANEL], [{}, {}]);
    const access = accessTo(content);
    const built = await buildProps(bsp, TREE, null, access, { ...OPTIONS, sources });
    const { light, materials } = built!.props;
    expect(access.diagnostics.warnings).toEqual([]);
    expect([...light.fineBase!]).toEqual([...new Array(3).fill(NO_BAKED_LIGHT), 0]);
    expect([...materials.family].filter((family) => family !== FAMILY.baked)).toEqual([]);
  });
});

describe("swaying props", () => {
  it("use the map's wind and have enlarged boxes", async () => {
    const swaying =
      "VertexLitGeneric { $basetexture red $treesway 1 $treeswaystrength 2 $treeswayscrumblestrength 0 }";
    const files = { ...panelFiles(), "materials/models/test/panel_red.vmt": swaying };
    const content = madeContent({ ...MATERIALS, ...files });
    const draw = async (entities: string) => {
      const bsp = { ...bspOf([PANEL], [{}]), entities: parseEntities(entities) };
      return (await buildProps(bsp, TREE, null, accessTo(content), OPTIONS))!.props;
    };
    const still = await draw("");
    const props = await draw('{ "classname" "env_wind" "minwind" "8" "maxwind" "12" }');
    const count = (set: PropSet) => set.materials.family.filter((f) => f === FAMILY.sway).length;
    expect([count(still), count(props)]).toEqual([0, 1]);
    // Half of the wind, the strength, and the largest wave amplitude.
    const grown = 5 * 2 * (1.1 + 1.4);
    for (let k = 0; k < 6; k++) {
      expect(props.instanceBox[k] - still.instanceBox[k]).toBeCloseTo(k < 3 ? -grown : grown, 3);
    }
  });
});

describe("props above the budget", () => {
  it("are dropped with a warning", async () => {
    const files = madeContent({ ...MATERIALS, ...panelFiles() });
    const bsp = bspOf([PANEL], [{ leafs: [1, 2] }, { leafs: [2, 1] }]);
    const draw = async (limits: Limits) => {
      const access = { ...accessTo(files), ledger: new Ledger(limits) };
      const built = await buildProps(bsp, TREE, null, access, OPTIONS);
      return { built, ...access };
    };
    const whole = await draw({});
    expect(whole.ledger.used("propLeafs")).toBe(4);
    expect(whole.ledger.used("clusters")).toBe(4);
    expect(whole.ledger.used("materials")).toBe(whole.built!.props.materials.count);
    const materials = whole.built!.props.materials.count - 1;
    for (const limits of [{ propLeafs: 3 }, { clusters: 3 }, { materials }]) {
      const { built, diagnostics } = await draw(limits);
      expect(built).toBe(null);
      expect(diagnostics.subjects("over-budget")).toEqual(["game lump sprp"]);
    }
  });
});
