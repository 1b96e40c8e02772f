/** Opens a map: from its bytes, and where its content lies, to the events of `events.ts`. */

import { Content } from "../content/content.ts";
import { pakfileSource } from "../content/pakfile-source.ts";
import type { ContentSource } from "../content/types.ts";
import { Diagnostics } from "../core/diagnostics.ts";
import { FormatError } from "../core/errors.ts";
import { parseBsp } from "../formats/bsp/parse-bsp.ts";
import type { Bsp } from "../formats/bsp/types.ts";
import { parseZip } from "../formats/zip/parse-zip.ts";
import type { LightSideName } from "../map/types.ts";
import { throwIfAborted } from "./concurrent.ts";
import type { LoadEvent, LoadOptions, LoadStage, RelitMap } from "./events.ts";
import { buildLeafTree, buildPvs } from "./leaf-tree.ts";
import { buildMapScene, chooseLightSide, type MapParts } from "./map-scene.ts";
import { measureChunkMaterials, measurePropMaterials } from "./material-distance.ts";
import { listWorldMaterials } from "./material-names.ts";
import { resolveMaterials } from "./materials.ts";
import { passMissingBySurface } from "./missing-materials.ts";
import { buildPropLight, buildProps, type PropLighting } from "./props.ts";
import type { ContentAccess } from "./read-content.ts";
import { readSky } from "./sky.ts";
import { listByDistance, pendTextures } from "./texture-queue.ts";
import { streamTextures } from "./textures.ts";

export interface MapSession {
  readonly bsp: Bsp;
  readonly diagnostics: Diagnostics;
  /** Runs once. */
  load(): AsyncGenerator<LoadEvent, void>;
  /** The map under another light; materials and textures stay what they are. */
  relight(side: LightSideName): Promise<RelitMap>;
}

/** The map's own files; null where it has none. A broken pakfile is left out with a warning. */
function openPakfile(bsp: Bsp, diagnostics: Diagnostics): ContentSource | null {
  if (bsp.pakfile.length === 0) return null;
  try {
    return pakfileSource(parseZip(bsp.pakfile));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    diagnostics.warn(
      "damaged-section",
      "LUMP_PAKFILE",
      `The map's own files are left out: ${error.message}`,
    );
    return null;
  }
}

/**
 * Parses a map and readies it for loading.
 * @param sources where to look besides the map's own pakfile, in order
 * @throws FormatError if it is no map that can be drawn
 */
export function openMap(
  bytes: Uint8Array,
  sources: readonly ContentSource[],
  options: LoadOptions,
): MapSession {
  const started = performance.now();
  const diagnostics = new Diagnostics();
  const bsp = parseBsp(bytes, diagnostics);
  const tree = buildLeafTree(bsp);
  const parts: MapParts = {
    name: options.name,
    bsp,
    tree,
    pvs: buildPvs(bsp, diagnostics),
    materials: listWorldMaterials(bsp),
  };
  const stageMs: Record<LoadStage, number> = {
    parse: performance.now() - started,
    world: 0,
    materials: 0,
    props: 0,
    textures: 0,
  };
  /** Of the props, kept for `relight`. */
  let lighting: PropLighting | null = null;
  let pak: ContentSource | null = null;

  async function* load(): AsyncGenerator<LoadEvent, void> {
    let stageStarted = performance.now();
    const endStage = (stage: LoadStage): LoadEvent => {
      const now = performance.now();
      stageMs[stage] = now - stageStarted;
      stageStarted = now;
      return { type: "progress", stage, done: 1, total: 1 };
    };
    yield { type: "progress", stage: "parse", done: 1, total: 1 };

    const scene = buildMapScene(parts, options.side, diagnostics);
    const distance = measureChunkMaterials(scene);
    // What is needed of the scene later: its buffers go away with the event.
    const { skyName, start } = scene;
    yield endStage("world");
    yield { type: "scene", scene };

    pak = openPakfile(bsp, diagnostics);
    const access: ContentAccess = {
      content: new Content(pak === null ? sources : [pak, ...sources]),
      diagnostics,
      signal: options.signal,
    };
    const { names, reflectivity, surfaceFlags } = parts.materials;
    const world = await resolveMaterials(names, reflectivity, access, options);
    passMissingBySurface(world.materials, surfaceFlags);
    const pending = [pendTextures("world", world, distance)];
    yield endStage("materials");
    yield { type: "materials", materials: world.materials };

    const sky = await readSky(skyName, access, options);
    if (sky !== null) yield { type: "sky", sky };
    const side = chooseLightSide(bsp, options.side);
    const built = await buildProps(bsp, tree, side, access, options, pak);
    yield endStage("props");
    if (built !== null) {
      lighting = built.lighting;
      const resolved = { materials: built.props.materials, textures: built.textures };
      pending.push(pendTextures("props", resolved, measurePropMaterials(built.props, start)));
      yield { type: "props", props: built.props };
    }

    let done = 0;
    const queue = listByDistance(pending);
    for (const { owner, files, texture } of queue) {
      throwIfAborted(options.signal);
      for (const { image } of streamTextures(files, [texture], access, options)) {
        yield { type: "texture", owner, texture, image };
      }
      yield { type: "progress", stage: "textures", done: ++done, total: queue.length };
    }
    yield endStage("textures");
    yield { type: "done", warnings: diagnostics.warnings, stageMs };
  }

  return {
    bsp,
    diagnostics,
    load,
    async relight(side) {
      const scene = buildMapScene(parts, side, diagnostics);
      const light =
        lighting && (await buildPropLight(bsp, tree, scene.side, lighting, pak, diagnostics));
      return { scene, light };
    },
  };
}
