/** Finds a map's title and author in its entities, as far as mappers state them. */

import type { Entity } from "../../formats/bsp/types.ts";

export interface MapCredits {
  /** null if the map states none. */
  readonly title: string | null;
  /** null if the map states none. */
  readonly author: string | null;
}

/** Keys of worldspawn, which editors let mappers add. */
const AUTHOR_KEYS = ["author", "mapauthor", "map_author", "authors", "creator"];
const TITLE_KEYS = ["title", "mapname", "message"];

/** Classes whose messages are shown to players. */
const SHOWN_CLASSES = new Set([
  "worldspawn",
  "env_message",
  "game_text",
  "game_text_tf",
  "point_message",
]);

/** `Map by …`, `de_x, created by …`: words that only credits use before "by". */
const CREDIT =
  /\b(?:map|level|created|made|mapped|built|designed|author(?:ed)?|mapping)(?:\s+(?:made|created|design|was|is|and|map|level))*\s*(?:by\b\s*:?|:)\s*([^\n.,;|()/\\]{2,48})/i;
/** Sound and model paths, and names of sound scripts such as `World.Crusher`. */
const IS_PATH = /^\S*(?:[/\\]\S*|\.\w+)$/;
const MOST_LETTERS = 80;

function clean(text: string | undefined): string | null {
  // Games take \n and /n in messages for new lines.
  const plain = (text ?? "").replace(/[\\/]n|\s+/g, " ").trim();
  if (plain === "" || plain.length > MOST_LETTERS || plain.startsWith("#")) return null;
  return IS_PATH.test(plain) ? null : plain;
}

function firstOf(entity: Entity | undefined, keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = clean(entity?.get(key));
    if (text !== null) return text;
  }
  return null;
}

/** Returns the author that a shown message credits. */
function findCredited(entities: readonly Entity[]): string | null {
  for (const entity of entities) {
    if (!SHOWN_CLASSES.has(entity.get("classname")?.toLowerCase() ?? "")) continue;
    const message = (entity.get("message") ?? "").replaceAll(/[\\/]n/g, "\n");
    const name = clean(CREDIT.exec(message)?.[1]);
    if (name !== null) return name;
  }
  return null;
}

/** Finds the credits; the world's own keys come before messages that players see. */
export function findCredits(entities: readonly Entity[]): MapCredits {
  const world = entities.find((entity) => entity.get("classname")?.toLowerCase() === "worldspawn");
  return {
    title: firstOf(world, TITLE_KEYS),
    author: firstOf(world, AUTHOR_KEYS) ?? findCredited(entities),
  };
}
