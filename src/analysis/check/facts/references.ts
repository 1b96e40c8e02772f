/** Keys with which an entity names another entity, with the classes that have the key. */

export interface EntityReference {
  readonly key: string;
  readonly classes: RegExp | null;
  /** True if a name shared by several entities refers to all of them; false if only one is used. */
  readonly takesMany: boolean;
}

/**
 * Keys from the SDK's data tables, limited to those that have no use without the entity they name.
 */
export const REFERENCES: readonly EntityReference[] = [
  { key: "parentname", classes: null, takesMany: false },
  { key: "filtername", classes: null, takesMany: false },
  { key: "damagefilter", classes: null, takesMany: false },
  {
    key: "target",
    classes:
      /^(path_track|path_corner|func_tracktrain|func_train|trigger_teleport|point_teleport)$/,
    takesMany: false,
  },
  { key: "nextkey", classes: /^(move_rope|keyframe_rope)$/, takesMany: false },
  { key: "lasertarget", classes: /^env_laser$/, takesMany: true },
  { key: "lightningstart", classes: /^env_beam$/, takesMany: true },
  { key: "lightningend", classes: /^env_beam$/, takesMany: true },
  { key: "measuretarget", classes: /^logic_measure_movement$/, takesMany: false },
  { key: "movetarget", classes: /^point_viewcontrol$/, takesMany: false },
];
