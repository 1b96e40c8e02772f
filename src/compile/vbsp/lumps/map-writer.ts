/** Assembles the compiled models to the lumps of a map. */

import { CONTENTS_SOLID } from "../../../formats/bsp/layouts/contents-flags.ts";
import type { LumpName } from "../../../formats/bsp/lumps.ts";
import { PLANES } from "../../../formats/bsp/records/geometry.ts";
import { MAP_FLAGS } from "../../../formats/bsp/records/other-lumps.ts";
import { DPHYSMODEL, EMPTY_OCCLUSION_BYTES } from "../../../formats/bsp/records/physics.ts";
import { MODELS } from "../../../formats/bsp/records/tree.ts";
import { writeEntities } from "../../../formats/bsp/write/write-entities.ts";
import {
  STATIC_PROPS_VERSION,
  writeStaticProps,
} from "../../../formats/bsp/write/write-static-props.ts";
import type { Vmf, VmfEntity } from "../../../formats/vmf/types.ts";
import type { LeafTree } from "../../../map/types.ts";
import type { CompiledMap, CompileReport, MapLump } from "../../types.ts";
import { CONTENTS_LIQUID } from "../brushes/contents.ts";
import { boundBrushes, type MapBrush } from "../brushes/map-brush.ts";
import type { PlaneTable } from "../brushes/plane-table.ts";
import type { BrushModel, SourceMap } from "../brushes/read-map.ts";
import { type Bounds, findWorldBounds } from "../brushes/world-bounds.ts";
import { type CompiledModel, type CompiledWorld, isWritten } from "../compile-models.ts";
import { classOf, readOrigin } from "../entity-keys.ts";
import { listOverlaidSides } from "../faces/merge-faces.ts";
import { joinEdges } from "../faces/t-junctions.ts";
import { VertexTable } from "../faces/triangulate.ts";
import {
  buildCubemaps,
  buildOverlays,
  listEntities,
  OVERLAY_TEXINFO_VECS,
} from "../parts/compiled-entities.ts";
import { buildDetailProps, type DetailFace } from "../parts/details/detail-props.ts";
import { parseDetailTypes } from "../parts/details/detail-types.ts";
import type { DispGrid } from "../parts/displacements/disp-grid.ts";
import {
  type BuiltDisplacements,
  buildDisplacements,
} from "../parts/displacements/displacements.ts";
import { buildStaticProps, type FindModelBounds } from "../parts/static-props.ts";
import { buildLeafWaterData, type WaterLeaf } from "../parts/water.ts";
import { across, type BspFace, innerNodesOf, leafsOf, type TreeNode } from "../tree/tree.ts";
import { vmfFault } from "../vmf-fault.ts";
import { FaceWriter } from "./write-faces.ts";
import { recordLump, TextureWriter, TreeWriter, writeAreas, writeBrushes } from "./write-lumps.ts";

/** Converts the world's tree, whose nodes and leafs are numbered, to the form for tree walks. */
function makeLeafTree(root: TreeNode, planes: PlaneTable): LeafTree {
  const nodes = [...innerNodesOf(root)];
  const leafs = [...leafsOf(root)];
  const child = (node: TreeNode) => (node.front ? node.row : -1 - node.row);
  const leafCount = leafs.length + 1;
  const leafCluster = new Int32Array(leafCount).fill(-1);
  const leafBox = new Float32Array(leafCount * 6);
  for (const leaf of leafs) {
    leafCluster[leaf.row] = leaf.cluster;
    if (!(leaf.mins[0] <= leaf.maxs[0])) continue;
    leafBox.set(leaf.mins, leaf.row * 6);
    leafBox.set(leaf.maxs, leaf.row * 6 + 3);
  }
  return {
    nodeCount: nodes.length,
    nodePlane: Float32Array.from(
      nodes.flatMap(({ plane }) => [
        ...planes.normal.slice(plane * 3, plane * 3 + 3),
        planes.dist[plane],
      ]),
    ),
    nodeChildren: Int32Array.from(
      nodes.flatMap(({ front, back }) => [child(front!), child(back!)]),
    ),
    leafCount,
    leafCluster,
    leafFlags: new Uint8Array(leafCount),
    leafBox,
  };
}

/** Lists the leafs of a numbered tree that contain water or slime, for `buildLeafWaterData`. */
function listWaterLeafs(
  root: TreeNode,
  planes: PlaneTable,
  useTexInfo: (row: number) => number,
): WaterLeaf[] {
  const list: WaterLeaf[] = [];
  for (const leaf of leafsOf(root)) {
    const liquid = leaf.contents & CONTENTS_LIQUID;
    if (liquid === 0 || (leaf.contents & CONTENTS_SOLID) !== 0) continue;
    let surface: WaterLeaf["surface"] = null;
    const neighbors: number[] = [];
    for (const portal of leaf.portals) {
      const other = across(portal, leaf);
      if (!portal.onNode || (other.contents & CONTENTS_SOLID) !== 0) continue;
      if ((other.contents & CONTENTS_LIQUID) === liquid) {
        neighbors.push(other.row);
        continue;
      }
      const { plane } = portal.onNode;
      const isLevel = planes.normal[plane * 3 + 2] === 1 && portal.back === leaf;
      if (!isLevel || !portal.side || (other.contents & CONTENTS_LIQUID) !== 0) continue;
      surface = { z: planes.dist[plane], texinfo: useTexInfo(portal.side.texInfo) };
    }
    list.push({ leaf: leaf.row, minZ: leaf.mins[2], maxZ: leaf.maxs[2], surface, neighbors });
  }
  return list;
}

/**
 * Returns the keys of the `info_ladder` that replaces a `func_ladder`, whose brushes are in the
 * world. Bots read its box.
 * @param row of the entity in the VMF, plus one
 */
function makeLadderKeys({ worldBrushes }: SourceMap, row: number): Record<string, string> {
  const [mins, maxs] = boundBrushes(worldBrushes.filter(({ entity }) => entity === row));
  const keys: Record<string, string> = { classname: "info_ladder" };
  for (const [name, corner] of [
    ["mins", mins],
    ["maxs", maxs],
  ] as const) {
    for (const [i, axis] of ["x", "y", "z"].entries())
      keys[`${name}.${axis}`] = corner[i].toFixed(2);
  }
  return keys;
}

export interface VbspOptions {
  /** Text of `detail.vbsp`, for materials that emit detail props. */
  readonly detailTypes?: string;
  /** Finds boxes of models, for the leafs that static props touch. */
  readonly findModelBounds?: FindModelBounds;
  /**
   * Text at the end of warnings about missing materials and models, such as how to name content.
   */
  readonly materialHint?: string;
}

interface ModelRow {
  readonly mins: ArrayLike<number>;
  readonly maxs: ArrayLike<number>;
  readonly headNode: number;
  readonly firstFace: number;
  readonly faceCount: number;
}

export class MapWriter {
  /** Ids of the sides with overlays. */
  readonly overlaidSides: ReadonlySet<number>;
  readonly #vmf: Vmf;
  readonly #source: SourceMap;
  readonly #report: CompileReport;
  readonly #options: VbspOptions;
  readonly #textures: TextureWriter;
  readonly #vertices = new VertexTable();
  readonly #faces: FaceWriter;
  readonly #trees = new TreeWriter();
  readonly #models: ModelRow[] = [];
  readonly #lumps = new Map<LumpName, MapLump>();
  readonly #gameLumps = new Map<string, MapLump>();
  readonly #changes = new Map<VmfEntity, Record<string, string>>();
  readonly #facesOfSide = new Map<number, number[]>();
  #hasWater = false;
  #bounds: Bounds | null = null;

  constructor(vmf: Vmf, source: SourceMap, report: CompileReport, options: VbspOptions) {
    this.overlaidSides = listOverlaidSides(vmf.entities);
    this.#vmf = vmf;
    this.#source = source;
    this.#report = report;
    this.#options = options;
    this.#textures = new TextureWriter(source.texInfos);
    this.#faces = new FaceWriter(
      this.#vertices,
      source.texInfos,
      this.#textures.use,
      source.planes.normal,
    );
  }

  /** Adds the world. Must be called first. */
  addWorld(world: CompiledWorld): void {
    const { planes } = this.#source;
    const displaced = this.#source.displacements.map(({ side, contents }): BspFace => {
      const own = { plane: side.plane, texInfo: side.texInfo, contents, onNode: false };
      return { ...own, winding: side.winding!, side, row: -1, vertexes: [] };
    });
    const [mins, maxs] = boundBrushes(this.#source.worldBrushes);
    const { faces, displacements } = this.#addFaces(
      world,
      this.#source.worldBrushes,
      displaced,
      mins,
      maxs,
    );
    const water = listWaterLeafs(world.root, planes, this.#textures.use);
    const { lump, rowOfLeaf } = buildLeafWaterData(water);
    for (const leaf of leafsOf(world.root)) leaf.water = rowOfLeaf.get(leaf.row) ?? -1;
    this.#hasWater = [...leafsOf(world.root)].some((leaf) => leaf.contents & CONTENTS_LIQUID);
    this.#lumps.set("LUMP_LEAFWATERDATA", lump);

    const numberOf = (entity: number) => this.#source.portalNumbers.get(entity)!;
    this.#addLumps(writeAreas(world.areas, numberOf));
    for (const [row, number] of this.#source.portalNumbers) {
      this.#change(this.#vmf.entities[row - 1], { portalnumber: String(number) });
    }
    for (const [i, entity] of this.#vmf.entities.entries()) {
      if (classOf(entity) !== "func_ladder" || entity.solids.length === 0) continue;
      this.#change(entity, makeLadderKeys(this.#source, i + 1));
    }
    this.#addParts(world.root, faces, displacements.grids);
    const { entities } = this.#vmf;
    this.#bounds = findWorldBounds(world.root, entities, displacements.box, planes);
  }

  addModel({ entity, origin, brushes }: BrushModel, model: CompiledModel): void {
    this.#change(entity, { model: `*${this.#models.length}` });
    // The origin comes from an origin brush.
    if (readOrigin(entity).some((value, axis) => value !== origin[axis])) {
      this.#change(entity, { origin: origin.join(" ") });
    }
    const [mins, maxs] = boundBrushes(brushes);
    this.#addFaces(model, brushes, [], mins, maxs);
  }

  finish(): CompiledMap {
    const { planes, brushes } = this.#source;
    this.#addLumps(writeBrushes(brushes, this.#textures.useForSide));
    this.#addLumps(this.#faces.write());
    this.#addLumps(this.#trees.write(this.#hasWater));
    this.#addLumps(this.#textures.write());
    const entities = listEntities(
      this.#vmf.world,
      this.#vmf.entities,
      this.#vmf.revision,
      this.#bounds!,
      this.#changes,
    );
    const endOfPhysics = {
      count: 1,
      model: Int32Array.of(-1),
      dataSize: Int32Array.of(-1),
      keydataSize: Int32Array.of(0),
      solidCount: Int32Array.of(0),
    };
    this.#addLumps([
      ["LUMP_ENTITIES", { version: 0, bytes: writeEntities(entities) }],
      [
        "LUMP_PLANES",
        recordLump(PLANES[0], {
          count: planes.count,
          normal: Float32Array.from(planes.normal),
          dist: Float32Array.from(planes.dist),
          type: Int32Array.from(planes.type),
        }),
      ],
      ["LUMP_MODELS", this.#writeModels()],
      ["LUMP_OCCLUSION", { version: 2, bytes: new Uint8Array(EMPTY_OCCLUSION_BYTES) }],
      ["LUMP_PHYSCOLLIDE", recordLump(DPHYSMODEL, endOfPhysics)],
      ["LUMP_MAP_FLAGS", recordLump(MAP_FLAGS[0], { count: 1, levelFlags: new Uint32Array(1) })],
    ]);
    return {
      revision: this.#vmf.revision,
      lumps: this.#lumps,
      gameLumps: this.#gameLumps,
      pak: new Map(),
    };
  }

  /** Writes a model's tree and faces: those on nodes, in leafs, and displaced ones. */
  #addFaces(
    { root, leafFaces }: CompiledModel,
    brushes: readonly MapBrush[],
    displaced: readonly BspFace[],
    mins: Float64Array,
    maxs: Float64Array,
  ): { faces: readonly BspFace[]; displacements: BuiltDisplacements } {
    const { headNode, nodes } = this.#trees.addTree(root);
    if (headNode < 0 && brushes.length > 0) {
      const { id, line } = brushes[0];
      throw vmfFault("bad-value", `solid ${id}`, line, "brushes that hold at least a cubic inch");
    }
    const isSound = (face: BspFace) => face.vertexes.length >= 3;
    const visible = [...nodes.flatMap((node) => node.faces), ...leafFaces].filter(isWritten);
    joinEdges(visible, this.#vertices);
    joinEdges(displaced, this.#vertices, false);

    const firstFace = this.#faces.count;
    const written: BspFace[] = [];
    this.#faces.beginModel();
    const add = (face: BspFace, dispInfo = -1, lightmapSize: ArrayLike<number> | null = null) => {
      this.#faces.add(face, dispInfo, lightmapSize);
      written.push(face);
      const list = this.#facesOfSide.get(face.side.id);
      if (list) list.push(face.row);
      else this.#facesOfSide.set(face.side.id, [face.row]);
    };
    for (const node of nodes) {
      const first = this.#faces.count;
      for (const face of node.faces) if (isWritten(face) && isSound(face)) add(face);
      this.#trees.setNodeFaces(node, first, this.#faces.count - first);
    }
    for (const face of leafFaces) if (isWritten(face) && isSound(face)) add(face);

    const built = buildDisplacements(
      displaced.map((face, i) => ({
        face: this.#faces.count + i,
        corners: face.winding,
        dispInfo: face.side.dispInfo!,
        contents: face.contents,
        lightmapVecs: this.#source.texInfos.rows[face.texInfo].lightmapVecs,
      })),
    );
    for (const [i, face] of displaced.entries()) {
      add(face, i, built.lightmapSize.subarray(i * 2, i * 2 + 2));
      for (let axis = 0; axis < 3; axis++) {
        mins[axis] = Math.min(mins[axis], built.box[i * 6 + axis]);
        maxs[axis] = Math.max(maxs[axis], built.box[i * 6 + 3 + axis]);
      }
    }
    if (this.#models.length === 0) this.#addLumps([...built.lumps]);
    this.#faces.addNormals(written);
    this.#models.push({ mins, maxs, headNode, firstFace, faceCount: written.length });
    return { faces: written, displacements: built };
  }

  /** Adds overlays, cubemaps and props. */
  #addParts(root: TreeNode, faces: readonly BspFace[], grids: readonly DispGrid[]): void {
    const { entities } = this.#vmf;
    const { texInfos, findMaterial, planes } = this.#source;
    const overlays = buildOverlays(
      entities,
      (side) => this.#facesOfSide.get(side) ?? [],
      (material) => {
        const info = findMaterial(material);
        return this.#textures.use(texInfos.findPlain(material, info, OVERLAY_TEXINFO_VECS));
      },
    );
    this.#addLumps([...overlays.lumps]);
    for (const [entity, number] of overlays.named) {
      this.#change(entity, { classname: "info_overlay_accessor", overlayid: String(number) });
    }
    this.#lumps.set("LUMP_CUBEMAPS", buildCubemaps(entities));

    const tree = makeLeafTree(root, planes);
    const findBounds = this.#options.findModelBounds ?? (() => null);
    const hint = this.#options.materialHint;
    const props = buildStaticProps(entities, tree, findBounds, this.#report, hint);
    this.#gameLumps.set("sprp", { version: STATIC_PROPS_VERSION, bytes: writeStaticProps(props) });

    const types = this.#options.detailTypes;
    const details = faces.flatMap((face): DetailFace[] => {
      const { detailType } = texInfos.rows[face.texInfo].info;
      if (detailType === null) return [];
      const at = this.#source.displacements.findIndex(({ side }) => side === face.side);
      const polygon = { sideId: face.side.id, detailType, polygon: face.winding };
      return [{ ...polygon, grid: at < 0 ? null : grids[at] }];
    });
    const detailTypes = types === undefined ? new Map() : parseDetailTypes(types);
    for (const [name, lump] of buildDetailProps(
      details,
      detailTypes,
      entities,
      tree,
      this.#report,
    )) {
      this.#gameLumps.set(name, lump);
    }
  }

  #writeModels(): MapLump {
    const models = this.#models;
    return recordLump(MODELS[0], {
      count: models.length,
      mins: Float32Array.from(models.flatMap(({ mins }) => [mins[0], mins[1], mins[2]])),
      maxs: Float32Array.from(models.flatMap(({ maxs }) => [maxs[0], maxs[1], maxs[2]])),
      origin: new Float32Array(models.length * 3),
      headNode: Int32Array.from(models, (model) => model.headNode),
      firstFace: Uint32Array.from(models, (model) => model.firstFace),
      faceCount: Uint32Array.from(models, (model) => model.faceCount),
    });
  }

  #change(entity: VmfEntity, keys: Record<string, string>): void {
    this.#changes.set(entity, { ...this.#changes.get(entity), ...keys });
  }

  #addLumps(lumps: readonly (readonly [LumpName, MapLump])[]): void {
    for (const [name, lump] of lumps) this.#lumps.set(name, lump);
  }
}
