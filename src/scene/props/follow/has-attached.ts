import type { Entity } from "../../../formats/bsp/types.ts";

/** Whether any of a map's entities may hang on an attachment: what follows these is fetched then. */
export function hasAttached(entities: readonly Entity[]): boolean {
  const says = ([key, value]: Entity["pairs"][number]) =>
    (value.includes(",") && /^parentname$/i.test(key)) || /setparentattachment/i.test(value);
  return entities.some(({ pairs }) => pairs.some(says));
}
