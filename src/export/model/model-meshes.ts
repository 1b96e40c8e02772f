import type { LodMesh, ModelMeshes } from "../../formats/studio/mesh/list-meshes.ts";
import type { MdlFlexes } from "../../formats/studio/rig/flex-types.ts";
import type { Mdl, StudioVertices } from "../../formats/studio/types.ts";
import type { GltfBuilder } from "../gltf/gltf-builder.ts";
import { ELEMENT_ARRAY_BUFFER, type GltfPrimitive } from "../gltf/gltf-types.ts";
import { addMeshVertices } from "./mesh-vertices.ts";
import type { MaterialWords } from "./model-materials.ts";
import { addMorphTarget, listMorphTargets, type MorphTarget } from "./morph-targets.ts";

/** From there on an index of 16 bits would mean the end of a strip. */
const MAX_SHORT_VERTICES = 0xffff;

interface MeshSources {
  readonly builder: GltfBuilder;
  readonly mdl: Mdl;
  readonly face: MdlFlexes;
  readonly vertices: StudioVertices;
  readonly meshes: ModelMeshes;
  /** One for each column of the skin table. */
  readonly materials: readonly MaterialWords[];
  /** Row of `Gltf.skins`; null: the model is rigid. */
  readonly skin: number | null;
  readonly scale: number;
}

/** The nodes of a model's meshes, one for each LOD of each model of its body parts, made when first asked for. */
export class MeshNodes {
  readonly #sources: MeshSources;
  readonly #targets: readonly MorphTarget[];
  readonly #nodes = new Map<string, number>();
  readonly #attributes = new Map<number, Record<string, number>>();
  readonly #morphs = new Map<string, Record<string, number>>();

  constructor(sources: MeshSources) {
    this.#sources = sources;
    this.#targets = listMorphTargets(sources.face);
  }

  /** The node of a model in an LOD; none where that is blank. */
  add(bodyPart: number, model: number, lod: number): number[] {
    const key = `${bodyPart} ${model} ${lod}`;
    const known = this.#nodes.get(key);
    if (known !== undefined) return [known];
    const { builder, mdl, meshes, skin } = this.#sources;
    const drawn = meshes[bodyPart][model][lod];
    if (drawn.length === 0) return [];
    const part = mdl.bodyParts[bodyPart];
    const name = `${part.name}/${part.models[model].name}${lod === 0 ? "" : ` LOD ${lod}`}`;
    const targets = this.#targets.filter(({ byMesh }) =>
      drawn.some(({ mesh }) => byMesh.has(mesh)),
    );
    const mesh = builder.json.meshes.push({
      name,
      primitives: drawn.map((one) => this.#primitive(one, targets)),
      ...(targets.length === 0
        ? {}
        : {
            weights: targets.map(() => 0),
            extras: { targetNames: targets.map((target) => target.name) },
          }),
    });
    const node = builder.json.nodes.push({
      name,
      mesh: mesh - 1,
      ...(skin === null ? {} : { skin }),
      extras: { bodyGroup: part.name, choice: model, base: part.base, lod },
    });
    this.#nodes.set(key, node - 1);
    return [node - 1];
  }

  #primitive({ mesh, material, indices }: LodMesh, targets: readonly MorphTarget[]): GltfPrimitive {
    const { builder, mdl, materials } = this.#sources;
    const vertexCount = mdl.meshes.vertexCount[mesh];
    const values =
      vertexCount < MAX_SHORT_VERTICES ? Uint16Array.from(indices) : Uint32Array.from(indices);
    const target = ELEMENT_ARRAY_BUFFER;
    return {
      attributes: this.#vertices(mesh),
      indices: builder.addAccessor(values, "SCALAR", { target }),
      ...materials[material],
      ...(targets.length === 0
        ? {}
        : { targets: targets.map((one) => this.#morph(mesh, one, vertexCount)) }),
    };
  }

  /** Of all LODs alike: a mesh has its vertices in one run. */
  #vertices(mesh: number): Record<string, number> {
    const { builder, mdl, vertices, skin, scale } = this.#sources;
    const known = this.#attributes.get(mesh);
    if (known !== undefined) return known;
    const first = mdl.meshes.firstVertex[mesh];
    const count = mdl.meshes.vertexCount[mesh];
    const boneCount = skin === null ? 0 : mdl.bones.count;
    const attributes = addMeshVertices(builder, vertices, first, count, boneCount, scale);
    this.#attributes.set(mesh, attributes);
    return attributes;
  }

  #morph(mesh: number, target: MorphTarget, count: number): Record<string, number> {
    const { builder, scale } = this.#sources;
    const key = `${mesh} ${target.name}`;
    const known = this.#morphs.get(key);
    if (known !== undefined) return known;
    const accessors = addMorphTarget(builder, target.byMesh.get(mesh), count, scale);
    this.#morphs.set(key, accessors);
    return accessors;
  }
}
