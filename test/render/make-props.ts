/** Builds prop sets for tests: upright quads with bones. */

import type { MaterialSet } from "../../src/map/material.ts";
import { NO_BAKED_LIGHT, PROP_VERTEX, type PropLight, type PropSet } from "../../src/map/props.ts";
import { LIGHTS_PER_PROP, NO_WORLD_LIGHT } from "../../src/map/world-lights.ts";

export const IDENTITY_BONE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0] as const;

export interface TestPropVertex {
  readonly position: readonly [number, number, number];
  readonly texCoord?: readonly [number, number];
  readonly normal?: readonly [number, number, number];
  /** The fourth number is the binormal's sign. */
  readonly tangent?: readonly [number, number, number, number];
  readonly bones?: readonly [number, number, number];
  readonly weights?: readonly [number, number, number];
}

export interface TestVariant {
  readonly bones: readonly (readonly number[])[];
  /** One mesh per LOD with its switch point. */
  readonly lods: readonly {
    readonly switchPoint: number;
    readonly material: number;
    readonly vertices: readonly TestPropVertex[];
    readonly indices: readonly number[];
  }[];
}

export interface TestInstance {
  /** World-space box; by default 64 inches around the origin. */
  readonly box?: readonly number[];
  readonly variant: number;
  /** 3x4 row-major matrix. */
  readonly worldFromModel: readonly number[];
  readonly clusters?: readonly number[];
  readonly leaf?: number;
  readonly fadeMin?: number;
  readonly fadeMax?: number;
  /** `PropSet.fadeMetric`. */
  readonly fadeMetric?: readonly [whole: number, end: number];
  /** Six colours; white by default. */
  readonly ambient?: readonly number[];
  /** One word per vertex of the model, as `PropLight.baked`. */
  readonly baked?: readonly number[];
  readonly color?: readonly [number, number, number, number];
  /** Indices of at most four lamps. */
  readonly lights?: readonly number[];
  /** `PropLight.flags`. */
  readonly lightFlags?: number;
}

export function makeProps(
  variants: readonly TestVariant[],
  instances: readonly TestInstance[],
  materials: MaterialSet,
  worldLights?: Uint32Array,
): PropSet {
  const vertices: TestPropVertex[] = [];
  const indices: number[] = [];
  const bones: number[] = [];
  const draws: { variant: number; lod: number; material: number; first: number; count: number }[] =
    [];
  const firstBone: number[] = [];
  const firstDraw: number[] = [];
  const switchPoint = new Float32Array(variants.length * 8);
  variants.forEach((variant, v) => {
    firstBone.push(bones.length / 12);
    firstDraw.push(draws.length);
    bones.push(...variant.bones.flat());
    variant.lods.forEach((lod, l) => {
      switchPoint[v * 8 + l] = lod.switchPoint;
      const { material } = lod;
      draws.push({
        variant: v,
        lod: l,
        material,
        first: indices.length,
        count: lod.indices.length,
      });
      indices.push(...lod.indices.map((i) => i + vertices.length));
      vertices.push(...lod.vertices);
    });
  });
  const box = instances.flatMap((instance) => {
    const m = instance.worldFromModel;
    if (instance.box !== undefined) return [...instance.box];
    return [m[3] - 64, m[7] - 64, m[11] - 64, m[3] + 64, m[7] + 64, m[11] + 64];
  });
  const firstCluster: number[] = [];
  const clusters: number[] = [];
  for (const instance of instances) {
    firstCluster.push(clusters.length);
    clusters.push(...(instance.clusters ?? []));
  }
  return {
    vertexCount: vertices.length,
    vertices: packVertices(vertices),
    indices: Uint32Array.from(indices),
    modelCount: variants.length,
    modelName: variants.map((_, i) => `models/test${i}.mdl`),
    variantCount: variants.length,
    variantModel: Uint32Array.from(variants, (_, i) => i),
    variantSkin: new Uint32Array(variants.length),
    variantLodCount: Uint8Array.from(variants, (v) => v.lods.length),
    variantSwitchPoint: switchPoint,
    variantFirstBone: Uint32Array.from(firstBone),
    variantFirstDraw: Uint32Array.from(firstDraw),
    variantDrawCount: Uint32Array.from(variants, (v) => v.lods.length),
    drawCount: draws.length,
    drawVariant: Uint32Array.from(draws, (d) => d.variant),
    drawLod: Uint8Array.from(draws, (d) => d.lod),
    drawMaterial: Uint16Array.from(draws, (d) => d.material),
    drawFirstIndex: Uint32Array.from(draws, (d) => d.first),
    drawIndexCount: Uint32Array.from(draws, (d) => d.count),
    boneCount: bones.length / 12,
    bonePalette: Float32Array.from(bones),
    instanceCount: instances.length,
    instanceVariant: Uint32Array.from(instances, (i) => i.variant),
    worldFromModel: Float32Array.from(instances.flatMap((i) => i.worldFromModel)),
    instanceBox: Float32Array.from(box),
    instanceFirstCluster: Uint32Array.from(firstCluster),
    instanceClusterCount: Uint32Array.from(instances, (i) => i.clusters?.length ?? 0),
    clusters: Uint32Array.from(clusters),
    instanceLeaf: Uint32Array.from(instances, (i) => i.leaf ?? 0),
    fadeMinDist: Float32Array.from(instances, (i) => i.fadeMin ?? 0),
    fadeMaxDist: Float32Array.from(instances, (i) => i.fadeMax ?? 0),
    ...(instances.some((i) => i.fadeMetric) && {
      fadeMetric: Float32Array.from(instances.flatMap((i) => i.fadeMetric ?? [0, 0])),
    }),
    light: makePropLight(instances, worldLights),
    instanceColor: Float32Array.from(instances.flatMap((i) => i.color ?? [1, 1, 1, 1])),
    materials,
  };
}

/**
 * Builds prop light. Ambient light is 1 by default; baked light applies to all vertices.
 * @param worldLights rows of lamps
 */
export function makePropLight(
  instances: readonly Pick<TestInstance, "ambient" | "baked" | "lights" | "lightFlags">[],
  worldLights: Uint32Array = new Uint32Array(0),
): PropLight {
  const baked: number[] = [];
  const bakedBase = instances.map((instance) => {
    if (!instance.baked) return NO_BAKED_LIGHT;
    return baked.push(...instance.baked) - instance.baked.length;
  });
  return {
    ambient: Float32Array.from(instances.flatMap((i) => i.ambient ?? new Array(18).fill(1))),
    baked: Uint32Array.from(baked),
    bakedBase: Uint32Array.from(bakedBase),
    worldLights: worldLights.slice(),
    lights: Uint32Array.from(
      instances.flatMap(({ lights = [] }) =>
        Array.from({ length: LIGHTS_PER_PROP }, (_, k) => lights[k] ?? NO_WORLD_LIGHT),
      ),
    ),
    flags: Uint32Array.from(instances, (i) => i.lightFlags ?? 0),
  };
}

function packVertices(vertices: readonly TestPropVertex[]): Uint8Array {
  const bytes = new Uint8Array(vertices.length * PROP_VERTEX.strideBytes);
  const view = new DataView(bytes.buffer);
  vertices.forEach((vertex, i) => {
    const at = i * PROP_VERTEX.strideBytes;
    const { texCoord = [0, 0], normal = [1, 0, 0], tangent = [0, 0, 0, 0] } = vertex;
    const { bones = [0, 0, 0], weights = [1, 0, 0] } = vertex;
    for (let k = 0; k < 3; k++) {
      view.setFloat32(at + PROP_VERTEX.position + k * 4, vertex.position[k], true);
      view.setInt8(at + PROP_VERTEX.normal + k, Math.round(normal[k] * 127));
      view.setUint8(at + PROP_VERTEX.boneIndex + k, bones[k]);
      view.setUint16(at + PROP_VERTEX.boneWeight + k * 2, Math.round(weights[k] * 65535), true);
    }
    for (let k = 0; k < 4; k++) {
      view.setInt8(at + PROP_VERTEX.tangent + k, Math.round(tangent[k] * 127));
    }
    view.setFloat32(at + PROP_VERTEX.texCoord, texCoord[0], true);
    view.setFloat32(at + PROP_VERTEX.texCoord + 4, texCoord[1], true);
  });
  return bytes;
}
