import type { Entity } from "../../../formats/bsp/types.ts";

/**
 * Whether any entity of a map may be parented to an attachment. If so, the follower code is loaded.
 */
export function hasAttached(entities: readonly Entity[]): boolean {
  const says = ([key, value]: Entity["pairs"][number]) =>
    (value.includes(",") && /^parentname$/i.test(key)) || /setparentattachment/i.test(value);
  return entities.some(({ pairs }) => pairs.some(says));
}
