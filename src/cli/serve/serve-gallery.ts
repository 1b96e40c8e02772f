/** The front page of `visleaf serve`: the gallery of `visleaf site`, of what maps say about themselves. */

import { FormatError } from "../../core/errors.ts";
import { inJobs } from "../many/run-many.ts";
import { formatGallery, type GalleryMap } from "../site/gallery-page.ts";
import { readMapFacts } from "../site/map-facts.ts";
import { type Collection, listMaps, type ServedMap } from "./serve-collections.ts";
import type { ServedSource } from "./serve-source.ts";

/** Maps whose headers are read at once. */
const READERS = 16;

/** Folder of pictures in addresses. */
export const PICTURES = "pictures/";

/** Packed maps would have to be unpacked for their entities. */
const isPlain = ({ path }: ServedMap) => path.endsWith(".bsp");

/**
 * Formats the gallery. Reads the header and the entities of each map.
 * @param pictures folder of pictures, named after the maps; null if there is none
 */
export async function formatServedGallery(
  collections: readonly Collection[],
  pictures: ServedSource | null,
): Promise<string> {
  const listed = listMaps(collections);
  const maps = collections.flatMap((collection) => collection.maps);
  const cards: GalleryMap[] = [];
  await inJobs(maps, READERS, new AbortController().signal, async (map, index) => {
    const { name, game, size, page } = listed[index];
    const file = `${name}.png`;
    const hasPicture = pictures !== null && (await pictures.open(file).catch(() => null)) !== null;
    const encoded = file.split("/").map(encodeURIComponent).join("/");
    cards[index] = {
      ...(await readCredits(map)),
      ...{ name, byteLength: size, href: page, counts: null },
      game: collections.length > 1 ? game : null,
      picture: hasPicture ? `/${PICTURES}${encoded}` : null,
    };
  });
  const [first] = collections;
  return formatGallery(collections.length === 1 ? first.title : "Maps", cards);
}

async function readCredits(
  map: ServedMap,
): Promise<Pick<GalleryMap, "title" | "author" | "fault">> {
  const unknown = { title: null, author: null, fault: null };
  if (!isPlain(map)) return unknown;
  try {
    const file = await map.open();
    if (file === null) return unknown;
    const { title, author } = await readMapFacts(file.bytes);
    return { title, author, fault: null };
  } catch (error) {
    // Files that cannot be read now are reported when they are opened.
    return { ...unknown, fault: error instanceof FormatError ? error.message : null };
  }
}
