/**
 * Messages between the page (`map-loader.ts`) and the load worker (`load-worker.ts`).
 *
 *     page                     worker
 *     load         ->                       once, first: a worker loads one map
 *                  <-          event        in order; the last is "done"
 *                  <-          failed       in place of the other events
 *     cancel       ->                       answered by "failed"
 *     look         ->                       when the camera moves: seen textures come first
 *     ping         ->
 *                  <-          awake        when the worker next reads its messages
 *     relight      ->
 *     simulated    ->
 *                  <-          answered, or refused, with the id of the request
 */

import type { ContentSpec } from "../../content/types.ts";
import type { Limits } from "../../core/limits.ts";
import type { LightSideName, MapScene } from "../../map/types.ts";
import type { LoadEvent, LoadOptions, RelitMap } from "../../scene/open/events.ts";
import type { LoadView } from "../../scene/textures/texture-places.ts";
import type { SimulatedMap } from "../../simulation/world/stored-world.ts";
import type { WatchLimits } from "./load-watch.ts";
import type { MapSource } from "./map-source.ts";
import type { PostedEntities } from "./posted-entities.ts";
import type { ErrorData } from "./posted-errors.ts";

/** Limits of what a map may cost to open, and of the worker that opens it: see `docs/limits.md`. */
export type LoadLimits = Limits & Partial<WatchLimits>;

/** `LoadOptions` that can be posted: the message "cancel" replaces the signal. */
export interface PostedLoadOptions extends Omit<LoadOptions, "signal"> {
  readonly limits?: LoadLimits;
}

export interface LoadMessage {
  readonly type: "load";
  /** Its address, if it has one, is absolute. */
  readonly map: MapSource;
  readonly content: readonly ContentSpec[];
  readonly options: PostedLoadOptions;
}

export type ToLoadWorker =
  | LoadMessage
  | { readonly type: "cancel" }
  | { readonly type: "look"; readonly view: LoadView }
  | { readonly type: "ping" }
  | MapRequest;

/** The parts of a map that its simulation reads, besides the entities, which the page has. */
export type SimulatedLumps = Omit<SimulatedMap, "entities">;

/** A request to the worker of the shown map. */
export type MapRequest =
  | { readonly type: "relight"; readonly id: number; readonly side: LightSideName }
  | { readonly type: "simulated"; readonly id: number };

export type FromLoadWorker =
  | { readonly type: "event"; readonly event: PostedEvent }
  | { readonly type: "failed"; readonly error: ErrorData }
  | { readonly type: "awake" }
  | { readonly type: "answered"; readonly id: number; readonly answer: RelitMap | SimulatedLumps }
  | { readonly type: "refused"; readonly id: number; readonly error: ErrorData };

/** `LoadEvent` that can be posted quickly: its entities are packed. */
export type PostedEvent =
  | Exclude<LoadEvent, { type: "scene" }>
  | { readonly type: "scene"; readonly scene: MapScene; readonly entities: PostedEntities };
