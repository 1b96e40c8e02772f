/**
 * Adds models to classes whose model is fixed in game code, so that their entities name none.
 * Source: models precached by the server code of Valve's `source-sdk-2013` (`game/server`, of
 * Half-Life 2, its episodes and Team Fortress 2); for weapons, the script that `weapon_parse.cpp`
 * reads.
 */

import type { Entity } from "../../formats/bsp/types.ts";
import { decodeText } from "../../formats/keyvalues/decode-text.ts";
import { parseKeyValues } from "../../formats/keyvalues/parse-keyvalues.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import { type ContentAccess, parseOrWarn, readOrWarn } from "../open/read-content.ts";
import { classOf } from "../start/entity-values.ts";

/**
 * A model per line, relative to `models` and without extension, followed by the classes that show
 * it.
 */
const MODELS = `
  items/healthkit item_healthkit
  healthvial item_healthvial
  items/battery item_battery
  items/hevsuit item_suit
  items/boxsrounds item_ammo_pistol item_ammo_pistol_large item_box_srounds item_large_box_srounds
  items/boxmrounds item_ammo_smg1 item_ammo_smg1_large item_box_mrounds item_large_box_mrounds
  items/combine_rifle_cartridge01 item_ammo_ar2 item_ammo_ar2_large item_box_lrounds item_large_box_lrounds
  items/combine_rifle_ammo01 item_ammo_ar2_altfire
  items/ar2_grenade item_ammo_smg1_grenade item_ar2_grenade
  items/357ammo item_ammo_357
  items/357ammobox item_ammo_357_large
  items/crossbowrounds item_ammo_crossbow
  items/boxbuckshot item_box_buckshot
  items/boxsniperrounds item_box_sniper_rounds
  items/flare item_flare_round
  items/boxflares item_box_flare_rounds
  weapons/w_missile_closed item_rpg_round item_ml_grenade
  items/item_item_crate item_item_crate
  props_combine/health_charger001 item_healthcharger
  props_combine/suit_charger001 item_suitcharger
  items/medkit_small item_healthkit_small
  items/medkit_medium item_healthkit_medium
  items/medkit_large item_healthkit_full
  items/ammopack_small item_ammopack_small
  items/ammopack_medium item_ammopack_medium
  items/ammopack_large item_ammopack_full
  alyx npc_alyx
  antlion npc_antlion
  antlion_grub npc_antlion_grub
  antlion_guard npc_antlionguard
  fassassin npc_assassin
  barnacle npc_barnacle
  barney npc_barney
  breen npc_breen
  bullsquid npc_bullsquid
  combine_camera/combine_camera npc_combine_camera
  combine_dropship npc_combinedropship
  combine_helicopter npc_helicopter
  combine_scanner npc_cscanner
  shield_scanner npc_clawscanner
  combine_soldier npc_combine_s
  combine_strider npc_strider
  combine_turrets/ceiling_turret npc_turret_ceiling
  combine_turrets/floor_turret npc_turret_floor
  combine_turrets/ground_turret npc_turret_ground
  crow npc_crow
  dog npc_dog
  eli npc_eli
  gman npc_gman
  gunship npc_combinegunship
  headcrabclassic npc_headcrab
  headcrab npc_headcrab_fast
  headcrabblack npc_headcrab_black npc_headcrab_poison
  houndeye npc_houndeye
  hunter npc_hunter
  ichthyosaur npc_ichthyosaur
  kleiner npc_kleiner
  lostcoast/fisherman/fisherman npc_fisherman
  magnusson npc_magnusson
  manhack npc_manhack
  missile_defense npc_missiledefense
  monk npc_monk
  mossman npc_mossman
  pigeon npc_pigeon
  police npc_metropolice
  roller npc_rollermine
  seagull npc_seagull
  stalker npc_stalker
  vortigaunt npc_vortigaunt
  zombie/classic npc_zombie
  zombie/classic_torso npc_zombie_torso
  zombie/fast npc_fastzombie
  zombie/fast_torso npc_fastzombie_torso
  zombie/poison npc_poisonzombie
  zombie/zombie_soldier npc_zombine
`;

const WEAPON_CLASS = /^weapon_[a-z0-9_]+$/;
/** Size limit; real weapon scripts have some 3 KiB. */
const SCRIPT_LIMIT = { format: "KeyValues", byteLength: 2 ** 16 } as const;

/** An entity with an added model. */
export interface ImpliedEntity extends Entity {
  readonly isImplied: true;
}

export function isImplied(entity: Entity): entity is ImpliedEntity {
  return "isImplied" in entity;
}

/**
 * Returns the entities, with the implied model added as a key. The model may be missing, because a
 * map of another game may have classes of the same name.
 */
export async function implyModels(
  entities: readonly Entity[],
  access: ContentAccess,
): Promise<readonly Entity[]> {
  const classes = new Set<string>();
  for (const entity of entities) if (impliesModel(entity)) classes.add(classOf(entity));
  if (classes.size === 0) return entities;
  const known = listModels();
  const modelOf = new Map<string, string>();
  for (const name of classes) {
    const model = known.get(name) ?? (await readWeaponModel(name, access));
    if (model !== null) modelOf.set(name, model);
  }
  return entities.map((entity) => {
    if (!impliesModel(entity)) return entity;
    // Key of Team Fortress 2's powerups.
    const own = entity.get("powerup_model")?.trim() ?? "";
    const model = own === "" ? modelOf.get(classOf(entity)) : own;
    return model === undefined ? entity : withModel(entity, model);
  });
}

function impliesModel(entity: Entity): boolean {
  return (entity.get("model") ?? "").trim() === "" && /^(item|npc|weapon)_/.test(classOf(entity));
}

/** Returns the content path by class. */
function listModels(): Map<string, string> {
  const models = new Map<string, string>();
  for (const line of MODELS.trim().split("\n")) {
    const [model, ...classes] = line.trim().split(" ");
    for (const name of classes) models.set(name, `models/${model}.mdl`);
  }
  return models;
}

/**
 * Returns the world model of a dropped weapon; `null` if its script is missing, encrypted, or names
 * none.
 */
async function readWeaponModel(className: string, access: ContentAccess): Promise<string | null> {
  if (!WEAPON_CLASS.test(className)) return null;
  const path = `scripts/${className}.txt`;
  const bytes = await readOrWarn(access, path, "unreadable-model", SCRIPT_LIMIT);
  if (!bytes) return null;
  const nodes = parseOrWarn(access, path, "unreadable-model", () =>
    parseKeyValues(decodeText(bytes)),
  );
  for (const { value } of nodes ?? []) {
    if (typeof value === "string") continue;
    const row = value.find(({ key }) => key.toLowerCase() === "playermodel");
    if (typeof row?.value === "string" && /\.mdl$/i.test(row.value))
      return normalizePath(row.value);
  }
  return null;
}

function withModel(entity: Entity, model: string): ImpliedEntity {
  return {
    pairs: entity.pairs,
    get: (key) => (key.toLowerCase() === "model" ? model : entity.get(key)),
    isImplied: true,
  };
}
