/** A bone's name without its rig's, which all have: `L_Hand` of `ValveBiped.Bip01_L_Hand`. */
export function shortName(name: string): string {
  return name.replace(/^[^.\s]+\.(?=\S)/, "").replace(/^Bip01_(?=\S)/i, "");
}
