/** Keys by which one entity names one other, by the classes that have them; no class: all. */

export interface EntityReference {
  readonly key: string;
  readonly classes: RegExp | null;
  /** Whether a name that several have is understood: else one of them is taken. */
  readonly takesMany: boolean;
}

/** From the SDK's tables of keys; only those that are of no use without what they name. */
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
