/** What a viewer of models is to those who use it. Inches in the model's own space, z up; it looks along +x. */

import type { ContentSpec } from "../../content/types.ts";
import type { Warning } from "../../core/diagnostics.ts";
import type { Limits } from "../../core/limits.ts";
import type { StudioVertices } from "../../formats/studio/types.ts";
import type { GpuError } from "../../gpu/errors.ts";
import type { PropSet } from "../../map/props.ts";
import type { LightSideName } from "../../map/types.ts";
import type { PoseLayer } from "../../model/pose/pose-player.ts";
import type { StudioModel } from "../../model/studio-model.ts";
import type { FrameStats } from "../../render/types.ts";
import type { LightPlace } from "../../scene/model/map-light.ts";
import type { StudioLight } from "../../scene/model/model-light.ts";
import type { BaseViewer, BaseViewerOptions, ContentInput, Point } from "../base-viewer.ts";
import type { MapInput } from "../viewer-types.ts";
import type { ModelSources } from "./export-sources.ts";
import type { ModelHighlight } from "./lines/highlight.ts";
import type { LineKind } from "./lines/shown-lines.ts";
import type { ModelInfo } from "./model-info.ts";
import type { SequenceEventInfo } from "./shown/event-kinds.ts";

// Where a model's triangles lie on its textures.

export interface UvEdges {
  /** As the model's materials are named. */
  readonly material: string;
  /** 4 an edge: s and t of both ends, repeats of the texture; t grows downwards. Each edge once. */
  readonly edges: Float32Array;
}

/** Of each material that is drawn, in the order of its draws. */
export function listUvEdges({ count, texCoord }: StudioVertices, set: PropSet): UvEdges[] {
  const byMaterial = new Map<number, Set<number>>();
  for (let draw = 0; draw < set.drawCount; draw++) {
    const material = set.drawMaterial[draw];
    const edges = byMaterial.get(material) ?? new Set<number>();
    byMaterial.set(material, edges);
    const first = set.drawFirstIndex[draw];
    for (let i = first; i < first + set.drawIndexCount[draw]; i++) {
      const a = set.indices[i];
      const b = set.indices[(i - first) % 3 === 2 ? i - 2 : i + 1];
      edges.add(Math.min(a, b) * count + Math.max(a, b));
    }
  }
  return Array.from(byMaterial, ([material, pairs]) => {
    const edges = new Float32Array(pairs.size * 4);
    let at = 0;
    for (const pair of pairs) {
      for (const vertex of [Math.floor(pair / count), pair % count]) {
        edges[at++] = texCoord[vertex * 2];
        edges[at++] = texCoord[vertex * 2 + 1];
      }
    }
    return { material: set.materials.name[material], edges };
  });
}

/**
 * A model: the address of its `.mdl`, with its other files beside it and its materials in the folder that its
 * `models` lies in; its path in the content; its bytes, whose other files are in the content; or its files. In place
 * of an `.mdl` may be its source, a `.qc` with the SMDs that it names beside it, an `.smd`, or a `.vta`: it is compiled
 * first. Of a VTA without its SMD the vertices are shown.
 */
export type ModelInput =
  | string
  | URL
  | { readonly path: string }
  | Blob
  | ArrayBuffer
  | Uint8Array
  | readonly File[];

export type ModelViewerOptions = BaseViewerOptions;

export interface LoadModelOptions {
  /** Content for this model, searched before the viewer's. */
  readonly content?: readonly ContentInput[];
  /** Ends the load; what is shown stays. */
  readonly signal?: AbortSignal;
  readonly limits?: Limits;
  /** Row of the skin table; 0 if left out. */
  readonly skin?: number;
  /** What it plays first, by name or row; what it idles in if left out, or, with a warning, where it has none of the name. */
  readonly sequence?: string | number;
  /** Whether it stands on a floor: true if left out. */
  readonly floor?: boolean;
}

/** A place in a map, in whose light a model stands. */
export interface MapLightInput {
  /** Of which the parts are read that are needed. */
  readonly map: MapInput;
  /** Inches, in the map; where its first player starts if left out. */
  readonly at?: Point;
  /** The light to use where the map has both; "hdr" if left out. */
  readonly side?: LightSideName;
}

/** Lamps of a studio, or a map's own light. */
export type ModelLightInput = StudioLight | MapLightInput;

export type EyeTarget = Point | "camera" | null;

export interface PlayModelOptions {
  /** Seconds in which what played before gives way: 0.2 if left out. */
  readonly fadeSeconds?: number;
  /** Where in the sequence it begins, 0 to 1; left out, at its start, or at its end where it ends and plays backwards. */
  readonly cycle?: number;
  /** 1 if left out; below 0 is backwards. */
  readonly rate?: number;
}

export interface ModelSummary {
  /** What is missing, or left out because it is damaged. */
  readonly warnings: readonly Warning[];
  /** From `load` to what the next frame shows, and to the last texture. */
  readonly firstFrameMs: number;
  readonly totalMs: number;
}

export interface ModelViewerEvents {
  readonly loadstart: { readonly name: string };
  /** The model can be seen; its textures are on their way. */
  readonly model: ModelInfo;
  /** Everything there is has been loaded. */
  readonly load: ModelSummary;
  readonly unload: undefined;
  readonly error: Error;
  /** What WebGPU refused. */
  readonly fault: GpuError;
  readonly lost: { readonly message: string };
  readonly restored: undefined;
  /** Another sequence, skin, body group, level of detail, light of a map, or whether it plays. */
  readonly change: undefined;
  /** Of the sequence that plays, when time goes past it; not when it plays backwards. */
  readonly sequenceevent: SequenceEventInfo;
  /** Before each frame: the time that animation frames are given. */
  readonly frame: number;
  /** Twice a second while frames are drawn. */
  readonly statschange: FrameStats;
}

export interface ModelViewer extends BaseViewer<ModelViewerEvents> {
  /** Sees all of the model: from where it is looked at now, or, without `keepAngles`, from before it. */
  frame(options?: { readonly keepAngles?: boolean; readonly seconds?: number }): void;
  /**
   * Loads a model in place of the one that is shown, which stays until the new one can be seen. Resolves when
   * everything is there. Rejects with FormatError for a bad file, with a sentence where it cannot be had, and
   * with CancelledError when aborted or overtaken.
   */
  load(model: ModelInput, options?: LoadModelOptions): Promise<ModelSummary>;
  cancel(): void;
  unload(): void;
  /** Facts of the model that is shown; null: none is. */
  readonly info: ModelInfo | null;
  /** Where what belongs to it is looked for, in order. */
  readonly modelContent: readonly ContentSpec[];
  /**
   * What the model can be compiled from again, as studiomdl takes it, in one zip. It is read once more, in a worker.
   * Rejects as `load` does, and where no model is shown.
   */
  exportSources(options?: { readonly signal?: AbortSignal }): Promise<ModelSources>;
  /** All that was read of it. */
  readonly model: StudioModel | null;

  /** Row of `info.sequences` that plays; -1: none. */
  readonly sequence: number;
  /** @param sequence by name, in any case, or by row. Throws TypeError where there is none. */
  play(sequence: string | number, options?: PlayModelOptions): void;
  /** Where in the sequence it is, 0 to 1; may be written while it plays, or stands. */
  cycle: number;
  /**
   * How fast it plays: 1 is as it was made, 0 stands, below 0 is backwards: then what goes round goes on from its end,
   * and what ends stops at its start, or, repeated, begins anew at its end.
   */
  rate: number;
  /** Whether time goes on for the model. */
  isPlaying: boolean;
  /** Whether sequences that end begin anew: true at first. */
  isRepeating: boolean;
  /**
   * Whether it goes where its sequences take it: false at first, and they play in place. The camera, the light and the
   * floor go along; the lines of the kind `ground` stay where they are, and so go by.
   */
  rootMotion: boolean;
  /** x, y, z in inches and degrees about z: where it has got to since `rootMotion` was switched on. */
  readonly travel: readonly [x: number, y: number, z: number, yaw: number];
  /** A sequence that plays over the one of `play`, from now on. Its fields may be changed. */
  addLayer(sequence: string | number, weight?: number): PoseLayer;
  removeLayer(layer: PoseLayer): void;
  /** In the order that they were added in. */
  readonly layers: readonly PoseLayer[];
  /** Writes fields of a layer, and draws the model so, also where it stands. */
  setLayer(layer: PoseLayer, changed: Partial<Pick<PoseLayer, "weight" | "rate" | "cycle">>): void;
  /** By row of `info.poseParameters`, in the parameter's own range. */
  setPoseParameter(row: number, value: number): void;
  /** By row of `info.boneControllers`, in its own range. Those of one input field move together, as in the engine. */
  setBoneController(row: number, value: number): void;
  /** By row of `info.flexControllers`, in the controller's own range. */
  flex(row: number): number;
  setFlex(row: number, value: number): void;
  /** What its eyes look at, as far as they turn: a point, whoever looks at it, or, by null, straight ahead. */
  eyeTarget: EyeTarget;
  skin: number;
  /** Of each body part, the model that is shown. */
  readonly bodyGroups: readonly number[];
  setBodyGroup(part: number, model: number): void;
  /** null: by its size in the picture. */
  lod: number | null;
  /**
   * Lines in the model's pose: its bones, attachments, hit boxes, the hulls that it collides as, the edges and the
   * normals of what is drawn; `weights` fills it with the colours of the bones that move it. Resolves when they are.
   */
  show(kind: LineKind, isShown: boolean): Promise<void>;
  isShowing(kind: LineKind): boolean;
  /** What is marked over the picture; null: nothing is. Of a bone, `weights` are then of it alone, as heat. */
  readonly highlight: ModelHighlight | null;
  /** Marks a bone, an attachment or a hit box over the picture. Resolves when it is. */
  setHighlight(part: ModelHighlight | null): Promise<void>;
  /** Writes x, y, z: where a part is in its pose; false: there is no such part. Allocates nothing. */
  writePlace(part: ModelHighlight, out: Float32Array): boolean;
  /** Where the triangles that are drawn lie on their textures, a row a material. */
  uvEdges(): UvEdges[];
  /** As by `setLight`, for who does not wait. */
  light: ModelLightInput;
  /**
   * Lights this model and those to come. By a map: as the map lights a prop that stands in that place, what mirrors
   * mirrors its nearest cubemap, and the picture is exposed as the map's. Resolves, when that is seen, with where the
   * light was taken; null: by a studio, also where the map cannot be had, which the warnings of `load` tell of.
   */
  setLight(light: ModelLightInput): Promise<LightPlace | null>;
  /** Where the light of the model that is shown was taken; null: it is a studio's. */
  readonly lightPlace: LightPlace | null;
  /** Degrees that the light is turned by about z. */
  lightYaw: number;
}
