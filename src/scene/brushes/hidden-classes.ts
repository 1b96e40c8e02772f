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
