/** `HITGROUP_*`, by number. */
const NAMES = [
  ...["generic", "head", "chest", "stomach", "left arm", "right arm"],
  ...["left leg", "right leg", "neck"],
];
const GEAR = 10;

/** A number without a name as it is. */
export function nameHitGroup(group: number): string {
  return group === GEAR ? "gear" : (NAMES[group] ?? String(group));
}
