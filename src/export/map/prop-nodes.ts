/** Exports static props to glTF nodes. */

import { PASS_NONE } from "../../map/material.ts";
import { PROP_VERTEX, type PropSet } from "../../map/props.ts";
import { isStandInMaterial } from "../../scene/stand-in/stand-in-model.ts";
import type { GltfBuilder } from "../gltf/gltf-builder.ts";
import {
  ARRAY_BUFFER,
  ELEMENT_ARRAY_BUFFER,
  type GltfNode,
  type GltfPrimitive,
} from "../gltf/gltf-types.ts";
import { quaternionOf, turnVectors, writeTurnedMatrix } from "../gltf/space.ts";

const MAX_SHORT_VERTICES = 0xffff;
const WEIGHT_ONE = 0xffff;
const UP = [0, 0, 1];
const FORWARD = [1, 0, 0];

/** Vertices of a draw: 3, 3 and 4 floats each. */
interface Placed {
  readonly position: Float32Array;
  readonly normal: Float32Array;
  readonly tangent: Float32Array;
}

/**
 * Adds a node for each prop. Props share the meshes of their models: the finest LOD, in the prop's
 * pose. A prop with a missing model is a node without a mesh.
 * @param rows the glTF's material for each of the props' materials
 * @returns the nodes' rows
 */
export function addPropNodes(
  builder: GltfBuilder,
  props: PropSet,
  rows: readonly (number | undefined)[],
  scale: number,
): number[] {
  const meshes = new Map<number, number | null>();
  const nodes: number[] = [];
  const matrix = new Float32Array(16);
  const target = { builder, props, scale };
  for (let i = 0; i < props.instanceCount; i++) {
    const variant = props.instanceVariant[i];
    let mesh = meshes.get(variant);
    if (mesh === undefined) {
      mesh = addVariant(target, variant, rows);
      meshes.set(variant, mesh);
    }
    writeTurnedMatrix(matrix, 0, props.worldFromModel, i * 12, scale);
    const size = Math.hypot(matrix[0], matrix[1], matrix[2]);
    const node: GltfNode = {
      name: props.modelName[props.variantModel[variant]],
      ...(mesh === null ? { extras: { missing: true } } : { mesh }),
      translation: [matrix[12], matrix[13], matrix[14]],
      rotation: quaternionOf(matrix.map((value) => (size > 0 ? value / size : value))),
    };
    if (Math.abs(size - 1) > 1e-4 && size > 0) node.scale = [size, size, size];
    nodes.push(builder.json.nodes.push(node) - 1);
  }
  return nodes;
}

/** Props, and the file to which they are added. */
interface PropTarget {
  readonly builder: GltfBuilder;
  readonly props: PropSet;
  /** Length of an inch in the file. */
  readonly scale: number;
}

/** Adds the mesh of a model with one of its skins; `null` if nothing of it is visible. */
function addVariant(
  target: PropTarget,
  variant: number,
  rows: readonly (number | undefined)[],
): number | null {
  const { builder, props } = target;
  const primitives: GltfPrimitive[] = [];
  const first = props.variantFirstDraw[variant];
  for (let draw = first; draw < first + props.variantDrawCount[variant]; draw++) {
    const material = props.drawMaterial[draw];
    if (props.drawLod[draw] !== 0 || props.materials.pass[material] === PASS_NONE) continue;
    if (isStandInMaterial(props.materials.name[material])) continue;
    primitives.push(addDraw(target, draw, variant, rows[material]));
  }
  if (primitives.length === 0) return null;
  const name = props.modelName[props.variantModel[variant]];
  const skin = props.variantSkin[variant];
  return builder.json.meshes.push({ name, primitives, extras: { skin } }) - 1;
}

function addDraw(
  { builder, props, scale }: PropTarget,
  draw: number,
  variant: number,
  material: number | undefined,
): GltfPrimitive {
  const rowOf = new Map<number, number>();
  const first = props.drawFirstIndex[draw];
  const indices = Array.from(
    props.indices.subarray(first, first + props.drawIndexCount[draw]),
    (vertex) => {
      const row = rowOf.get(vertex) ?? rowOf.size;
      rowOf.set(vertex, row);
      return row;
    },
  );
  const count = rowOf.size;
  const placed: Placed = {
    position: new Float32Array(count * 3),
    normal: new Float32Array(count * 3),
    tangent: new Float32Array(count * 4),
  };
  const texCoord = new Float32Array(count * 2);
  const { vertices } = props;
  const view = new DataView(vertices.buffer, vertices.byteOffset, vertices.byteLength);
  const bones = props.variantFirstBone[variant];
  for (const [vertex, row] of rowOf) {
    const at = vertex * PROP_VERTEX.strideBytes;
    placeVertex(props, view, at, bones, placed, row);
    texCoord[row * 2] = view.getFloat32(at + PROP_VERTEX.texCoord, true);
    texCoord[row * 2 + 1] = view.getFloat32(at + PROP_VERTEX.texCoord + 4, true);
  }
  const target = ARRAY_BUFFER;
  const values = count < MAX_SHORT_VERTICES ? Uint16Array.from(indices) : Uint32Array.from(indices);
  const position = turnVectors(placed.position, scale);
  const attributes: Record<string, number> = {
    POSITION: builder.addAccessor(position, "VEC3", { target, bounds: true }),
    NORMAL: builder.addAccessor(turnVectors(placed.normal, 1), "VEC3", { target }),
    TEXCOORD_0: builder.addAccessor(texCoord, "VEC2", { target }),
  };
  if (material !== undefined && builder.json.materials[material].normalTexture !== undefined) {
    attributes.TANGENT = builder.addAccessor(turnVectors(placed.tangent, 1, 4), "VEC4", { target });
  }
  return {
    attributes,
    indices: builder.addAccessor(values, "SCALAR", { target: ELEMENT_ARRAY_BUFFER }),
    ...(material === undefined ? {} : { material }),
  };
}

/** Writes a vertex, its normal and its tangent in the prop's pose. */
function placeVertex(
  { bonePalette }: PropSet,
  view: DataView,
  at: number,
  firstBone: number,
  { position, normal, tangent }: Placed,
  row: number,
): void {
  const p = [0, 4, 8].map((k) => view.getFloat32(at + PROP_VERTEX.position + k, true));
  const n = [0, 1, 2].map((k) => view.getInt8(at + PROP_VERTEX.normal + k));
  const t = [0, 1, 2].map((k) => view.getInt8(at + PROP_VERTEX.tangent + k));
  for (let k = 0; k < 3; k++) {
    const weight = view.getUint16(at + PROP_VERTEX.boneWeight + k * 2, true) / WEIGHT_ONE;
    if (weight === 0) continue;
    const bone = (firstBone + view.getUint8(at + PROP_VERTEX.boneIndex + k)) * 12;
    for (let axis = 0; axis < 3; axis++) {
      const m = bone + axis * 4;
      const [x, y, z] = [bonePalette[m], bonePalette[m + 1], bonePalette[m + 2]];
      position[row * 3 + axis] += weight * (x * p[0] + y * p[1] + z * p[2] + bonePalette[m + 3]);
      normal[row * 3 + axis] += weight * (x * n[0] + y * n[1] + z * n[2]);
      tangent[row * 4 + axis] += weight * (x * t[0] + y * t[1] + z * t[2]);
    }
  }
  makeUnit(normal, row * 3, UP);
  makeUnit(tangent, row * 4, FORWARD);
  // Sign along decreasing v, as in models.
  tangent[row * 4 + 3] = view.getInt8(at + PROP_VERTEX.tangent + 3) < 0 ? 1 : -1;
}

function makeUnit(column: Float32Array, at: number, otherwise: readonly number[]): void {
  const length = Math.hypot(column[at], column[at + 1], column[at + 2]);
  if (length > 0) for (let k = 0; k < 3; k++) column[at + k] /= length;
  else column.set(otherwise, at);
}
