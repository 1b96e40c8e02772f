/** `HITGROUP_*`, by number. */
const NAMES = [
  ...["generic", "head", "chest", "stomach", "left arm", "right arm"],
  ...["left leg", "right leg", "neck"],
];
const GEAR = 10;

/** Returns the name of a hit group, or its number if it has no name. */
export function nameHitGroup(group: number): string {
  return group === GEAR ? "gear" : (NAMES[group] ?? String(group));
}
