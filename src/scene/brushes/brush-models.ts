/** Places the models of brush entities, and lists the classes whose models are never drawn. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import { Ledger } from "../../core/ledger.ts";
import type { BspWorld, Entity } from "../../formats/bsp/types.ts";
import { writeMatrix3x4 } from "../../math/angles.ts";
import { polygonArea } from "../../math/polygon.ts";
import { writeFacePolygon } from "../world/displacement.ts";
import { isPlain, type Modulation, parseInteger, readModulation } from "./render-properties.ts";
import { listUnspawned, type NameSet } from "./unspawned-names.ts";

// Overdraw of faces that several brush entities share, which no count in the file limits.

/**
 * Area that counts as a whole layer, in square inches: seen from 16 inches, it fills the screen.
 */
const LAYER_AREA = 32 * 32;

/**
 * Counts how often faces are drawn again, by entities that share a model or by models that share
 * faces. The first draw of a face is free, because the file has a record for it.
 */
class ShownFaces {
  readonly #bsp: BspWorld;
  readonly #isShown: Uint8Array;
  /** Layers of all faces of each visible model; NaN until the model is drawn a second time. */
  readonly #ofModel = new Map<number, number>();
  /** Layers of each face; NaN if not measured yet. */
  readonly #layers: Float32Array;

  constructor(bsp: BspWorld) {
    this.#bsp = bsp;
    this.#isShown = new Uint8Array(bsp.faces.count);
    this.#layers = new Float32Array(bsp.faces.count).fill(Number.NaN);
  }

  /**
   * Returns the layers that a model adds: 0 to 1 by area for each of its faces that is already
   * drawn.
   */
  countAgain(model: number): number {
    const known = this.#ofModel.get(model);
    if (known !== undefined && !Number.isNaN(known)) return known;
    const layers = this.#sum(model);
    if (known !== undefined) this.#ofModel.set(model, layers);
    return layers;
  }

  add(model: number): void {
    if (this.#ofModel.has(model)) return;
    const { firstFace, faceCount } = this.#bsp.models;
    this.#isShown.fill(1, firstFace[model], firstFace[model] + faceCount[model]);
    this.#ofModel.set(model, Number.NaN);
  }

  #sum(model: number): number {
    const { firstFace, faceCount } = this.#bsp.models;
    let layers = 0;
    for (let face = firstFace[model]; face < firstFace[model] + faceCount[model]; face++) {
      if (this.#isShown[face] === 1) layers += this.#layersOf(face);
    }
    return layers;
  }

  #layersOf(face: number): number {
    if (Number.isNaN(this.#layers[face])) {
      const { faces } = this.#bsp;
      const corners = new Float32Array(faces.edgeCount[face] * 3);
      const count = writeFacePolygon(this.#bsp, faces, face, corners);
      const area = polygonArea(corners, 0, count);
      // Written so that NaN is a whole layer.
      this.#layers[face] = area < LAYER_AREA ? area / LAYER_AREA : 1;
    }
    return this.#layers[face];
  }
}

/** A placed model of the map. Model 0 is the world. */
export interface ModelPlacement {
  readonly model: number;
  /** 3x4 row-major, world from model; `null` for the identity. */
  readonly matrix: Float32Array | null;
  /** Row of the map's entities. */
  readonly entity: number;
  /** Factors for its materials; `null` if all are 1. */
  readonly modulation: Modulation | null;
  /** True if it is hidden until a simulation shows it. */
  readonly isHidden?: boolean;
}

/** Source: const.h. */
export const EF_NODRAW = 0x20;
/** Source: `CFuncWallToggle`, bmodels.cpp. */
export const SF_WALL_START_OFF = 1;

/** Largest coordinate accepted: four times the engine's largest map. */
const MAX_COORDINATE = 131_072;

/** Reads the number that a value begins with; 0 if none, or if it exceeds `MAX_COORDINATE`. */
export function parseCoordinate(value: string | undefined): number {
  const number = Number.parseFloat(value ?? "");
  return Math.abs(number) <= MAX_COORDINATE ? number : 0;
}

/** Reads three numbers of a value such as "64 0 -128"; 0 for each that is missing. */
export function parseVector(value: string | undefined): [number, number, number] {
  const [x, y, z] = (value ?? "").trim().split(/\s+/, 3);
  return [parseCoordinate(x), parseCoordinate(y), parseCoordinate(z)];
}

/** Returns whether the entity may be visible at the map's start, ignoring its render keys. */
export function isShown(entity: Entity, unspawned: NameSet): boolean {
  const className = (entity.get("classname") ?? "").toLowerCase();
  if (isHiddenClass(className, entity.get("visible"))) return false;
  if ((parseInteger(entity.get("effects")) & EF_NODRAW) !== 0) return false;
  // A key of func_brush and classes derived from it (`CFuncBrush::Spawn`); others lack it.
  if (parseInteger(entity.get("startdisabled")) !== 0) return false;
  const flags = parseInteger(entity.get("spawnflags"));
  if (className === "func_wall_toggle" && (flags & SF_WALL_START_OFF) !== 0) return false;
  const name = entity.get("targetname");
  return name === undefined || !unspawned.has(name);
}

/**
 * Returns the 3x4 matrix (row-major, world from model) with the origin of one entity and the angles
 * of another; `null` for the identity.
 */
export function matrixOf(placed: Entity, turned: Entity): Float32Array | null {
  const [x, y, z] = parseVector(placed.get("origin"));
  const [pitch, yaw, roll] = parseVector(turned.get("angles"));
  const moved = x !== 0 || y !== 0 || z !== 0 || pitch !== 0 || yaw !== 0 || roll !== 0;
  const matrix = moved ? new Float32Array(12) : null;
  if (matrix) writeMatrix3x4(matrix, 0, pitch, yaw, roll, x, y, z);
  return matrix;
}

/** Returns the model of the map that an entity names; 0 if none. */
export function modelOf(bsp: BspWorld, entity: Entity): number {
  const match = /^\*(\d+)$/.exec(entity.get("model") ?? "");
  const model = match === null ? 0 : Number.parseInt(match[1], 10);
  return model < bsp.models.count ? model : 0;
}

/**
 * Lists the world, then the model of every brush entity that is shown. Leaves out, with a warning
 * for each reason: entities that repeat another's model, look and place; entities that would show
 * faces again beyond `entityLayers`; entities with more faces than the ledger allows. Throws
 * FormatError if the world has too many faces.
 */
export function placeBrushModels(
  bsp: BspWorld,
  diagnostics?: Diagnostics,
  ledger = new Ledger(),
): ModelPlacement[] {
  const placements: ModelPlacement[] = [{ model: 0, matrix: null, entity: 0, modulation: null }];
  ledger.take("surfaces", bsp.models.faceCount[0], "LUMP_MODELS");
  let leftOut = 0;
  let repeated = 0;
  let stacked = 0;
  const refused = new Set<number>();
  const shown = new ShownFaces(bsp);
  shown.add(0);
  const places = new Set<string>();
  const unspawned = listUnspawned(bsp.entities);
  for (const [row, entity] of bsp.entities.entries()) {
    const model = modelOf(bsp, entity);
    if (model === 0 || !isShown(entity, unspawned)) continue;
    const modulation = readModulation(entity);
    if (modulation === null) continue;
    const matrix = matrixOf(entity, entity);
    const place = `${model} ${matrix?.join(" ") ?? ""} ${JSON.stringify(modulation)}`;
    if (places.has(place)) {
      repeated++;
      continue;
    }
    const faceCount = bsp.models.faceCount[model];
    if (ledger.used("surfaces") + faceCount + 1 > ledger.limit("surfaces")) {
      leftOut++;
      continue;
    }
    // Layers only grow: a model that does not fit once never fits later.
    if (refused.has(model) || !ledger.tryTake("entityLayers", shown.countAgain(model))) {
      refused.add(model);
      stacked++;
      continue;
    }
    if (!ledger.tryTake("surfaces", faceCount + 1)) {
      leftOut++;
      continue;
    }
    shown.add(model);
    places.add(place);
    placements.push({
      model,
      matrix,
      entity: row,
      modulation: isPlain(modulation) ? null : modulation,
    });
  }
  if (repeated > 0) {
    diagnostics?.warn(
      "over-budget",
      "LUMP_ENTITIES",
      `${repeated} brush entities are left out: others show the same models at the same places.`,
    );
  }
  if (stacked > 0) {
    diagnostics?.warn(
      "over-budget",
      "brush entities",
      `${stacked} brush entities are left out: others show the same faces too often.`,
    );
  }
  if (leftOut > 0) {
    diagnostics?.warn(
      "over-budget",
      "LUMP_ENTITIES",
      `${leftOut} brush entities are left out: the models that they share have too many faces.`,
    );
  }
  return placements;
}

/**
 * Classes of brush entities whose model the engine never draws: their brushes only mark a volume.
 * Source: server and client code of Valve's `source-sdk-2013` (`src/game`). Classes of other games
 * are listed if their page on the Valve Developer Community, or the mods and tools that remove
 * them, describe a volume, and no source describes a visible model.
 */
const HIDDEN_CLASSES: ReadonlySet<string> = new Set([
  // Half-Life 2 and Episodes; `CBaseTrigger::InitTrigger` of triggers.cpp sets EF_NODRAW.
  ...[
    "func_friction",
    "env_color_correction_volume",
    "color_correction_volume",
    "game_zone_player",
  ],
  // Counter-Strike.
  ...["func_buyzone", "func_bomb_target", "func_hostage_rescue", "func_escapezone"],
  ...["func_vip_safetyzone", "func_no_defuse", "func_footstep_control"],
  // Team Fortress 2 (`server/tf/func_*.cpp`, tf_upgrades.cpp).
  ...["func_respawnroom", "func_regenerate", "func_capturezone", "func_flagdetectionzone"],
  ...["func_changeclass", "func_nobuild", "func_nogrenades", "func_powerupvolume", "func_croc"],
  ...["func_respawnflag", "func_suggested_build", "func_upgradestation", "func_achievement"],
  ...["func_flag_alert", "func_passtime_goal", "func_passtime_goalie_zone", "func_tfbot_hint"],
  ...["func_passtime_no_ball_zone", "func_proprrespawnzone"],
  // EF_NODRAW is set when they spawn: bmodels.cpp, trains.cpp, hl2/prop_combine_ball.cpp.
  ...["func_vehicleclip", "func_clip_vphysics", "func_traincontrols", "func_combine_ball_spawner"],
  // An effect fills their volume instead. They spawn with an alpha of 0 (effects.cpp), with
  // kRenderEnvironmental (effects.cpp), or with a client class that draws no model
  // (c_func_dust.cpp, c_func_smokevolume.cpp).
  ...["env_embers", "env_bubbles", "func_precipitation", "func_precipitation_blocker"],
  ...["func_dustmotes", "func_dustcloud", "func_smokevolume", "func_fish_pool"],
  // Used by compilers and the renderer only: `ShouldDraw` of c_func_occluder.cpp; vbsp's map.cpp
  // turns these into contents, portals and clusters. A `func_areaportalwindow` draws its target's
  // model.
  ...["func_occluder", "func_areaportal", "func_areaportalwindow", "func_viscluster"],
  ...["func_ladder", "func_simpleladder", "func_detail_blocker", "fog_volume"],
  // Portal, Portal 2 and Left 4 Dead: volumes for portals, and volumes that block players or
  // infected.
  ...["func_portal_bumper", "func_portal_detector", "func_portal_orientation", "func_portalled"],
  ...["func_noportal_volume", "func_placement_clip"],
  ...["func_playerinfected_clip", "func_playerghostinfected_clip", "func_block_charge"],
  ...[
    "env_physics_blocker",
    "env_player_blocker",
    "script_trigger_hurt",
    "script_trigger_multiple",
  ],
]);

/** `trigger_*`, and the navigation mesh's classes of nav_entities.cpp. */
const HIDDEN_PREFIXES = ["trigger_", "func_nav_"];

/** Portal's fizzlers are triggers, but drawn if `Visible` is set and not 0. */
const FIZZLER = "trigger_portal_cleanser";

/**
 * Whether the engine never draws the model of an entity of this class.
 * @param className in lower case
 * @param visible the entity's `Visible`
 */
export function isHiddenClass(className: string, visible?: string): boolean {
  if (className === FIZZLER) return Number.parseInt(visible ?? "0", 10) === 0;
  if (HIDDEN_PREFIXES.some((prefix) => className.startsWith(prefix))) return true;
  return HIDDEN_CLASSES.has(className);
}
