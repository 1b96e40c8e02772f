/** Messages between the page and the worker that reads a map's lumps. */

import type { CheckReport } from "../../analysis/check/check-map.ts";
import type { CannotTell, PlaceCost } from "../../analysis/cost/index.ts";
import type { TableHead } from "../../content/report/lump-pages.ts";
import type { LumpReport } from "../../content/report/read-lump-report.ts";
import type { ContentSpec } from "../../content/types.ts";
import type { MapHulls } from "../../map/hulls.ts";
import type { MarkAnswer, MarkGroup } from "../../map/mark-set.ts";
import type { MeasuredSurfaces } from "../../map/solid/measured-surfaces.ts";
import type { PropShapes } from "../../map/solid/prop-shapes.ts";
import type { MapSource } from "../load/map-source.ts";
import type { ErrorData } from "../load/posted-errors.ts";
import type { MapComparison } from "./compare-maps.ts";
import type { AskedCheck } from "./serve-check.ts";
import type { AskedCost, AskedPlace, CostReport } from "./serve-cost.ts";
import type { AskedMaterial, AskedTexture, MaterialReport, TextureMip } from "./serve-material.ts";
import type { AskedOverview, OverviewPlan } from "./serve-overview.ts";
import type { AskedPack } from "./serve-pack.ts";
import type { AskedSoundFile, AskedSounds, FoundSounds, SoundFile } from "./serve-sounds.ts";

/** Requests to the worker and their answers. `slot` is a row of the lump directory. */
export interface FileQuestions {
  /** First request, sent once: a worker reads one file. */
  open: { readonly asked: { readonly map: MapSource }; readonly answer: LumpReport };
  heads: { readonly asked: { readonly slot: number }; readonly answer: readonly TableHead[] };
  rows: { readonly asked: RowRange; readonly answer: readonly (readonly string[])[] };
  /** Checks the map. Needs no `open` first. */
  check: { readonly asked: AskedCheck; readonly answer: CheckReport };
  /** Compares with another version; `map` is the earlier one. Needs no `open` first. */
  compare: {
    readonly asked: { readonly map: MapSource; readonly other: MapSource };
    readonly answer: MapComparison;
  };
  /** Measures the rendering cost of each place. Needs no `open` first. */
  cost: { readonly asked: AskedCost; readonly answer: CostReport };
  /** Measures one place, after `cost`. */
  costPlace: { readonly asked: AskedPlace; readonly answer: PlaceCost | CannotTell };
  /** Reports a material's files and textures. Needs no `open` first. */
  material: { readonly asked: AskedMaterial; readonly answer: MaterialReport };
  /** Reports one of its textures, mip by mip. */
  texture: { readonly asked: AskedTexture; readonly answer: readonly TextureMip[] | null };
  /**
   * Reads the map's hulls, with models from its own files and this content. Needs no `open` first.
   */
  hulls: { readonly asked: AskedHulls; readonly answer: MapHulls };
  /** Reads the map's props as shapes for rays. Needs no `open` first. */
  props: { readonly asked: AskedHulls; readonly answer: PropShapes };
  /** Plans the map's overview. Needs no `open` first. */
  overview: { readonly asked: AskedOverview; readonly answer: OverviewPlan | CannotTell };
  /** Packs the map with a page for a static host. Needs no `open` first. */
  pack: { readonly asked: AskedPack; readonly answer: Uint8Array<ArrayBuffer> };
  /** Reads the sounds of the map's entities. Needs no `open` first. */
  sounds: { readonly asked: AskedSounds; readonly answer: FoundSounds };
  /** Reads the file of a sound; `null` if nothing has it. Needs no `open` first. */
  soundFile: { readonly asked: AskedSoundFile; readonly answer: SoundFile | null };
  bytes: { readonly asked: { readonly slot: number }; readonly answer: Uint8Array<ArrayBuffer> };
  /** Reads the faces, displacements and edges in world space, for measuring. */
  surfaces: { readonly asked: object; readonly answer: MeasuredSurfaces };
  /** Reads compiler-hidden brushes, entities and leaves as shapes. */
  marks: { readonly asked: { readonly group: MarkGroup }; readonly answer: MarkAnswer };
}

export interface AskedHulls {
  readonly map: MapSource;
  readonly content: readonly ContentSpec[];
}

export interface RowRange {
  readonly slot: number;
  /** Index among the lump's tables. */
  readonly table: number;
  readonly first: number;
  readonly count: number;
}

export type FileQuestion = {
  [K in keyof FileQuestions]: { readonly id: number; readonly what: K } & FileQuestions[K]["asked"];
}[keyof FileQuestions];

export type FileAnswer =
  /** Progress of a long request, before its answer. */
  | { readonly id: number; readonly done: number; readonly total: number }
  | { readonly id: number; readonly answer: FileQuestions[keyof FileQuestions]["answer"] }
  | { readonly id: number; readonly error: ErrorData };
