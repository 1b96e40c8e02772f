/**
 * Convex volumes of brush models, for touch tests: the brushes of the map, as the engine tests
 * triggers, or the models' boxes where brushes are not known.
 */

import type { Diagnostics } from "../../core/diagnostics.ts";
import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import { decipherMap, findMapKey } from "../../formats/bsp/cipher.ts";
import { withDialect } from "../../formats/bsp/detect-dialect.ts";
import { parseBspHeader } from "../../formats/bsp/parse-bsp-header.ts";
import { type Brushes, readBrushes } from "../../formats/bsp/read/read-brushes.ts";
import type { BspWorld, Models } from "../../formats/bsp/types.ts";
import { wholeBytes } from "../../formats/bsp/whole-bytes.ts";

/** Model space, inches. Model 0, the world, has no volumes. */
export interface ModelVolumes {
  /** Row of the first volume of each model; one more row ends the last. */
  readonly firstVolume: Uint32Array;
  /** Row of the first plane of each volume; one more row ends the last. */
  readonly firstPlane: Uint32Array;
  /** 4 a plane: normal and distance. A volume is behind all of its planes. */
  readonly planes: Float32Array;
  /** Whether a plane only keeps upright boxes off a brush's corners. */
  readonly isBevel: Uint8Array;
}

/**
 * Limit of tree nodes, leaf brushes and planes, because models may share nodes and brushes. Models
 * beyond it get their box.
 */
const MOST_VISITED = 2 ** 22;

/**
 * Reads the volumes of a map's brush models; models without brushes get their box.
 *
 * @param stored bytes of the map file that `bsp` was parsed from
 */
export function readModelVolumes(
  stored: Uint8Array,
  bsp: BspWorld,
  diagnostics?: Diagnostics,
  limits?: Limits,
): ModelVolumes {
  const key = findMapKey(stored);
  const bytes = key === null ? stored : decipherMap(stored, 0, key);
  const ledger = new Ledger(limits);
  ledger.addInput(bytes.length);
  const header = withDialect(parseBspHeader(bytes));
  return buildModelVolumes(bsp, readBrushes(wholeBytes(bytes), header, bsp, diagnostics, ledger));
}

export function buildModelVolumes(
  { models, nodes, leafs, planes }: Pick<BspWorld, "models" | "nodes" | "leafs" | "planes">,
  brushes: Brushes,
): ModelVolumes {
  const list = new VolumeList();
  const seenBrush = new Int32Array(brushes.count).fill(-1);
  const seenNode = new Int32Array(nodes.count).fill(-1);
  let left = MOST_VISITED;
  const addBrush = (brush: number): void => {
    const end = brushes.firstSide[brush] + brushes.sideCount[brush];
    left -= brushes.sideCount[brush];
    for (let side = brushes.firstSide[brush]; side < end; side++) {
      const plane = brushes.sidePlane[side];
      list.plane.push(...planes.normal.subarray(plane * 3, plane * 3 + 3), planes.dist[plane]);
      list.isBevel.push(brushes.sideIsBevel[side]);
    }
    if (end > brushes.firstSide[brush]) list.endVolume();
  };
  const addModel = (model: number): void => {
    const stack = [models.headNode[model]];
    for (let node = stack.pop(); node !== undefined && left > 0; node = stack.pop()) {
      left--;
      if (node >= 0) {
        if (seenNode[node] === model) continue;
        seenNode[node] = model;
        stack.push(nodes.children[node * 2], nodes.children[node * 2 + 1]);
        continue;
      }
      const first = leafs.firstLeafBrush[-1 - node];
      const end = first + leafs.leafBrushCount[-1 - node];
      left -= end - first;
      for (let i = first; i < end && left > 0; i++) {
        const brush = brushes.leafBrushes[i];
        if (seenBrush[brush] === model) continue;
        seenBrush[brush] = model;
        addBrush(brush);
      }
    }
  };
  list.endModel();
  for (let model = 1; model < models.count; model++) {
    if (brushes.count > 0) addModel(model);
    if (list.isModelEmpty) list.addBox(models, model);
    list.endModel();
  }
  return list.finish();
}

/** Returns the boxes of models, for maps whose brushes were not read. */
export function boxVolumes(models: Models): ModelVolumes {
  const list = new VolumeList();
  list.endModel();
  for (let model = 1; model < models.firstFace.length; model++) {
    list.addBox(models, model);
    list.endModel();
  }
  return list.finish();
}

class VolumeList {
  readonly plane: number[] = [];
  readonly isBevel: number[] = [];
  readonly #firstPlane = [0];
  readonly #firstVolume = [0];

  get isModelEmpty(): boolean {
    return this.#firstVolume[this.#firstVolume.length - 1] === this.#firstPlane.length - 1;
  }

  addBox({ mins, maxs }: Pick<Models, "mins" | "maxs">, model: number): void {
    for (let axis = 0; axis < 3; axis++) {
      const normal = [0, 1, 2].map((one) => (one === axis ? 1 : 0));
      this.plane.push(...normal, maxs[model * 3 + axis]);
      this.plane.push(...normal.map((one) => -one), -mins[model * 3 + axis]);
      this.isBevel.push(0, 0);
    }
    this.endVolume();
  }

  endVolume(): void {
    this.#firstPlane.push(this.isBevel.length);
  }

  endModel(): void {
    this.#firstVolume.push(this.#firstPlane.length - 1);
  }

  finish(): ModelVolumes {
    return {
      firstVolume: Uint32Array.from(this.#firstVolume),
      firstPlane: Uint32Array.from(this.#firstPlane),
      planes: Float32Array.from(this.plane),
      isBevel: Uint8Array.from(this.isBevel),
    };
  }
}
