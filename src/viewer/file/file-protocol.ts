/** What the page and the worker that reads a map's lumps say to each other. */

import type { CheckReport } from "../../analysis/check/check-map.ts";
import type { CannotTell, PlaceCost } from "../../analysis/cost/index.ts";
import type { TableHead } from "../../content/report/lump-pages.ts";
import type { LumpReport } from "../../content/report/read-lump-report.ts";
import type { ContentSpec } from "../../content/types.ts";
import type { MapHulls } from "../../map/hulls.ts";
import type { MarkAnswer, MarkGroup } from "../../map/marks/mark-set.ts";
import type { MeasuredSurfaces } from "../../map/solid/measured-surfaces.ts";
import type { PropShapes } from "../../map/solid/prop-shapes.ts";
import type { MapSource } from "../load/map-source.ts";
import type { ErrorData } from "../load/posted-errors.ts";
import type { MapComparison } from "./compare-maps.ts";
import type { AskedCheck } from "./serve-check.ts";
import type { AskedCost, AskedPlace, CostReport } from "./serve-cost.ts";
import type { AskedMaterial, AskedTexture, MaterialReport, TextureMip } from "./serve-material.ts";
import type { AskedOverview, OverviewPlan } from "./serve-overview.ts";

/** What may be asked, and what is answered. `slot`: of the lump directory. */
export interface FileQuestions {
  /** The first, once: a worker reads one file. */
  open: { readonly asked: { readonly map: MapSource }; readonly answer: LumpReport };
  heads: { readonly asked: { readonly slot: number }; readonly answer: readonly TableHead[] };
  rows: { readonly asked: RowRange; readonly answer: readonly (readonly string[])[] };
  /** What is wrong with the map. Needs no `open` before it. */
  check: { readonly asked: AskedCheck; readonly answer: CheckReport };
  /** Of a worker that need not have opened anything: `map` is the version before. */
  compare: {
    readonly asked: { readonly map: MapSource; readonly other: MapSource };
    readonly answer: MapComparison;
  };
  /** What is drawn from each of its places. Needs no `open` before it. */
  cost: { readonly asked: AskedCost; readonly answer: CostReport };
  /** After `cost`: one place, measured. */
  costPlace: { readonly asked: AskedPlace; readonly answer: PlaceCost | CannotTell };
  /** A material's files and what its textures are. Needs no `open` before it. */
  material: { readonly asked: AskedMaterial; readonly answer: MaterialReport };
  /** One of them, mip by mip. */
  texture: { readonly asked: AskedTexture; readonly answer: readonly TextureMip[] | null };
  /** What is solid of a map, with its models from its own files and this content. Needs no `open` before it. */
  hulls: { readonly asked: AskedHulls; readonly answer: MapHulls };
  /** Its props as a ray meets them. Needs no `open` before it. */
  props: { readonly asked: AskedHulls; readonly answer: PropShapes };
  /** What its overview is of. Needs no `open` before it. */
  overview: { readonly asked: AskedOverview; readonly answer: OverviewPlan | CannotTell };
  bytes: { readonly asked: { readonly slot: number }; readonly answer: Uint8Array<ArrayBuffer> };
  /** Faces, displacements and their edges, in their places: what is measured. */
  surfaces: { readonly asked: object; readonly answer: MeasuredSurfaces };
  /** What the compiler hides, entities, leafs: as shapes over the map. */
  marks: { readonly asked: { readonly group: MarkGroup }; readonly answer: MarkAnswer };
}

export interface AskedHulls {
  readonly map: MapSource;
  readonly content: readonly ContentSpec[];
}

export interface RowRange {
  readonly slot: number;
  /** Which of the lump's tables. */
  readonly table: number;
  readonly first: number;
  readonly count: number;
}

export type FileQuestion = {
  [K in keyof FileQuestions]: { readonly id: number; readonly what: K } & FileQuestions[K]["asked"];
}[keyof FileQuestions];

export type FileAnswer =
  /** Of what takes a while, before its answer: how much is done. */
  | { readonly id: number; readonly done: number; readonly total: number }
  | { readonly id: number; readonly answer: FileQuestions[keyof FileQuestions]["answer"] }
  | { readonly id: number; readonly error: ErrorData };
