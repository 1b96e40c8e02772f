/**
 * What people type who come from a game, and what is no command here: one polite line each. Names as they are typed, lower
 * case; a name that ends in a star stands for all that begin so.
 */

const LINES: readonly (readonly [names: string, say: string])[] = [
  [
    "+* -* cl_mouse* sensitivity m_yaw m_pitch m_filter",
    "Keys are held, not typed, here: W A S D fly, the help (?) lists all.",
  ],
  [
    "bind bindtoggle unbind unbindall key_listboundkeys alias exec execifexists",
    "Keys have their own meanings here, and no file is carried out: paste its commands into this line, several with ; or lines between them.",
  ],
  [
    "changelevel changelevel2 connect retry reload restart load save autosave",
    'No game is played here: "map NAME" opens a map, O a file.',
  ],
  [
    "quit exit disconnect _restart",
    "The page is closed as every page is; another map takes the place of this one (M).",
  ],
  [
    "god buddha notarget kill explode give impulse hurtme noclip_fixup player* sv_infinite* sv_regeneration*",
    "Nobody is hurt here, and nothing is carried: there is no game, only its map.",
  ],
  [
    "ent_fire ent_create ent_remove ent_remove_all ent_pause ent_messages* ent_setname ent_teleport npc_* ai_* bot_* nav_* say say_team",
    "Nothing acts here: entities stand as the map begins. Their list is at , and what they send each other at . (links).",
  ],
  [
    "ent_bbox ent_absbox ent_dump ent_info ent_keyvalue report_entities ent_find ent_name ent_pivot ent_show*",
    "Entities are listed at , with all of their keys; ent_text shows their names over the map.",
  ],
  [
    "net_graph net_graph* cl_showfps cl_showframe* +showbudget showbudget* r_speeds vprof* mat_showframerate*",
    "Frames a second, draws and triangles are in the panel (H); what a place costs is at Y.",
  ],
  [
    "fps_max mat_queue_mode mat_vsync mat_setvideomode mat_reloadallmaterials mat_reload* mat_picmip mat_forceaniso mat_trilinear mat_reducefillrate mat_dxlevel",
    "The browser paces frames, and quality follows the machine; opening the map again reads its materials anew.",
  ],
  [
    "buildcubemaps mat_envmap* r_3dsky r_drawworld r_drawentities r_drawothermodels mat_norendering mat_drawwater r_waterforce*",
    "That is in the map, or is not switched by itself here: help lists what is.",
  ],
  [
    "record stop playdemo stopdemo startdemos demo* startmovie endmovie",
    "R records a flight and plays it again; V makes a video of it.",
  ],
  ["volume snd_* play playgamesound stopsound soundscape* voice_* cc_*", "There is no sound here."],
  [
    "thirdperson firstperson r_drawviewmodel viewmodel* cl_drawhud crosshair cl_crosshair* cl_righthand hud_* hidehud r_drawvgui",
    "There is neither player nor display to be hidden here: what is seen is the map.",
  ],
  [
    "host_timescale host_framerate sv_alltalk sv_maxspeed sv_friction sv_accelerate sv_airaccelerate sv_stopspeed sv_noclipspeed sv_noclipaccelerate sv_stepsize",
    "Walking keeps the engine's own values but for sv_gravity; the wheel changes how fast one flies.",
  ],
  [
    "developer con_filter* con_enable condump cvarlist cmdlist version status users stats mem_dump",
    'That is the engine\'s own: "help" lists all that is here, "find" looks for a word.',
  ],
  [
    "cl_leveloverview cl_leveloverviewmarker",
    'A top view to scale, with the game\'s text file, is at I ("Save a top view"); U looks from above.',
  ],
  [
    "mat_texture_list mat_texture_list_all mat_texture_limit mat_showtexture* mat_crosshair* mat_edit",
    "Z names the material under the pointer; a click shows its VMT and textures with their sizes.",
  ],
  [
    "vcollide_wireframe physics_* debug_physics* r_visualize* r_drawportals r_showz* mat_normals mat_normalmaps mat_drawflat mat_fillrate mat_depthbias* mat_measurefillrate mat_leafvis_*",
    'Ways of seeing surfaces are "view NAME", and what lies over the map "marks NAME": completion (Tab) lists both.',
  ],
];

const ROWS = LINES.map(([names, say]) => ({ names: names.split(" "), say }));

/** null: it is none of these either. */
export function explainForeign(typed: string): string | null {
  const name = typed.toLowerCase();
  const isMeant = (one: string): boolean =>
    one.endsWith("*")
      ? name.length >= one.length && name.startsWith(one.slice(0, -1))
      : one === name;
  return ROWS.find(({ names }) => names.some(isMeant))?.say ?? null;
}
