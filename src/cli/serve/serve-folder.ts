/** Serves a folder's maps and the page that shows them, on the loopback address. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openDiskFolder } from "../files/disk-folder.ts";
import { type Collection, findCollections, listMaps } from "./serve-collections.ts";
import { type LoopbackServer, listenLoopback } from "./serve-loopback.ts";
import { createRequestHandler } from "./serve-requests.ts";
import { servedFolder } from "./serve-source.ts";

export interface ServeOptions {
  /** First port tried; 0 for any free port. */
  readonly port: number;
  /** Folder of the built page. */
  readonly pageFolder: string;
  /** Folder with pictures of the maps, `NAME.png`; default: none. */
  readonly pictureFolder?: string;
  /** Called with a message if a file cannot be read. */
  readonly onBroken: (message: string) => void;
}

export interface FolderServer extends LoopbackServer {
  /** Address of the only map, or of the list if there are several. */
  readonly startUrl: string;
  /** The maps found, in one line. */
  readonly found: string;
  /** One sentence for each problem. */
  readonly problems: readonly string[];
}

const DEMO = /^visleaf_demo.*\.bsp$/;
/** Number of ports tried. */
const PORT_TRIES = 20;

/** @throws CliError if it is not a folder, or no port is free */
export async function serveFolder(
  folder: string,
  { port, pageFolder, pictureFolder, onBroken }: ServeOptions,
): Promise<FolderServer> {
  const { collections, problems } = await findCollections(folder);
  const page = servedFolder(await openDiskFolder(pageFolder, true));
  const pictures =
    pictureFolder === undefined ? null : servedFolder(await openDiskFolder(pictureFolder, true));
  const hasDemo = hasDemoMap(pageFolder);
  const handle = createRequestHandler({ collections, page, hasDemo, pictures }, onBroken);
  const server = await listenLoopback(port, handle, PORT_TRIES);
  const maps = listMaps(collections);
  const startUrl = server.origin + (maps.length === 1 ? maps[0].page : "/maps/");
  return { ...server, startUrl, found: collections.map(describe).join("; "), problems };
}

/** Built pages have their files in `assets`, and the demo's name contains a hash. */
function hasDemoMap(pageFolder: string): boolean {
  const assets = join(pageFolder, "assets");
  return existsSync(assets) && readdirSync(assets).some((name) => DEMO.test(name));
}

function describe({ title, maps, sources }: Collection): string {
  const count = (n: number, one: string, several: string) => `${n} ${n === 1 ? one : several}`;
  const places = count(sources.length, "place", "places");
  return `${title}: ${count(maps.length, "map", "maps")}, content in ${places}`;
}
