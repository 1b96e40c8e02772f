/**
 * Opens a map, and hands it over as the events of `events.ts`. `MapSession.load` runs the stages of
 * a load from top to bottom:
 *
 *     read       the header, and the lumps that the world is made of    read-map.ts
 *     parse      lumps to columns, and what no light changes            read-map.ts, scene-parts.ts
 *                (meanwhile lightmaps and materials are read)
 *     world      vertices, chunks, lightmaps, the camera's start        ../world/map-scene.ts
 *                ("scene": the first picture can be drawn)
 *     materials, props, textures                                        load-details.ts
 */

import type { OpenPakfile } from "../../content/archives/open-pakfile.ts";
import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { memoryBytes } from "../../content/bytes/memory-bytes.ts";
import type { ContentSource } from "../../content/types.ts";
import { Diagnostics } from "../../core/diagnostics.ts";
import type { LedgerRow } from "../../core/ledger.ts";
import type { PartialBytes } from "../../formats/bsp/bsp-bytes.ts";
import type { LightSideName, MapScene } from "../../map/types.ts";
import { measureChunkMaterials } from "../materials/material-distance.ts";
import type { LoadView } from "../textures/texture-places.ts";
import { buildMapSceneInSteps, type SceneParts } from "../world/map-scene.ts";
import type { LoadEvent, LoadOptions, RelitMap, SimulatedParts } from "./events.ts";
import { StageClock } from "./events.ts";
import type { MapState, OpenedContent, ShownScene } from "./map-state.ts";
import {
  addLightmaps,
  type OpenedBsp,
  openBsp,
  parseWorld,
  readDamagedWorld,
  readFirstRanges,
  readPakfileEnd,
} from "./read-map.ts";
import { openSceneParts } from "./scene-parts.ts";
import { sendRequests } from "./send-requests.ts";
import { throwIfAborted } from "./throw-if-aborted.ts";

/**
 * Readies a map for loading.
 * @param map the .bsp, of which only the needed parts are read
 * @param sources content besides the map's own pakfile, in search order
 */
export function openMap(
  map: ByteSource | Uint8Array,
  sources: readonly ContentSource[],
  options: LoadOptions,
): MapSession {
  const source = map instanceof Uint8Array ? memoryBytes(options.name, map) : map;
  return new MapSession(source, sources, options);
}

export class MapSession {
  readonly #source: ByteSource;
  readonly #sources: readonly ContentSource[];
  readonly #options: LoadOptions;
  #diagnostics = new Diagnostics();
  /** `null` until the header was read. */
  #file: OpenedBsp | null = null;
  /** `null` until the world was parsed. */
  #state: MapState | null = null;

  /** Use `openMap`. */
  constructor(source: ByteSource, sources: readonly ContentSource[], options: LoadOptions) {
    this.#source = source;
    this.#sources = sources;
    this.#options = options;
  }

  /** Warnings so far. */
  get diagnostics(): Diagnostics {
    return this.#diagnostics;
  }

  /** Costs of the map so far, and their limits; empty until its header was read. */
  get costs(): readonly LedgerRow[] {
    return this.#file?.ledger.rows ?? [];
  }

  /**
   * Loads the map; runs once. Rejects with FormatError if the file is no map that can be drawn,
   * with CancelledError, or with the error of the source that cannot be read.
   */
  async *load(): AsyncGenerator<LoadEvent, void> {
    const { signal, side, limits } = this.#options;
    const clock = new StageClock();
    throwIfAborted(signal);
    // Fetched while the header is read. If that fails, this promise is never awaited.
    const fetching = import("./load-details.ts");
    fetching.catch(() => {});

    const file = await openBsp(this.#source, side, signal, limits);
    this.#file = file;
    const total = file.ranges.reduce((sum, range) => sum + range.byteLength, 0);
    yield { type: "progress", stage: "read", done: 0, total };
    const { lumps, lightmaps } = await readFirstRanges(file, signal);
    clock.end("read");
    // Requested before the thread is busy, and before the code that parses it has arrived.
    const end = readPakfileEnd(file, signal);
    const opening = Promise.all([fetching, end]).then(([{ readPakfile }, part]) =>
      readPakfile(file, signal, part),
    );
    opening.catch(() => {});
    await sendRequests();

    const state = await this.#parse(file, lumps, opening);
    const parsed = clock.end("parse");
    const lighting = addLightmaps(state.parts.bsp, lightmaps);
    // Materials are read while the lightmaps arrive.
    const preparing = fetching.then(({ prepareDetails }) => prepareDetails(state, lighting));
    preparing.catch(() => {});
    state.parts = { ...state.parts, bsp: await lighting };
    this.#state = state;
    clock.end("read");
    yield { type: "progress", stage: "read", done: total, total };
    yield parsed;
    await sendRequests();
    throwIfAborted(signal);

    const scene = await this.#buildScene(state);
    const shown = describeScene(scene);
    yield clock.end("world");
    const entities = state.parts.bsp.entities.map(({ pairs }) => pairs);
    yield { type: "scene", scene, entities };
    throwIfAborted(signal);

    const { loadDetails } = await fetching;
    yield* loadDetails({ state, shown, prepared: await preparing }, clock);
  }

  /** Streams the textures that a camera sees largest first. */
  look(view: LoadView): void {
    if (this.#state === null) return;
    this.#state.view = view;
    this.#state.stream?.look(view);
  }

  /** Builds the map under another light, which is read first. Materials and textures stay. */
  async relight(side: LightSideName): Promise<RelitMap> {
    if (this.#state === null) throw new Error("no map to light");
    const { buildRelitMap } = await import("./load-details.ts");
    return buildRelitMap(this.#state, side);
  }

  /** Returns the parts of the map that its simulation reads. */
  simulated(): SimulatedParts {
    if (this.#state === null) throw new Error("no map to simulate");
    const { parts, brushes } = this.#state;
    return { bsp: parts.bsp, brushes };
  }

  async #parse(
    file: OpenedBsp,
    lumps: PartialBytes,
    pakfile: Promise<OpenPakfile | null>,
  ): Promise<MapState> {
    const options = this.#options;
    const world = parseWorld(file, lumps) ?? (await readDamagedWorld(file, options.signal));
    lumps.clear();
    const { diagnostics } = world;
    this.#diagnostics = diagnostics;
    const opened = await openSceneParts(options.name, world, diagnostics, file.ledger);
    let opening: Promise<OpenedContent> | null = null;
    const openContent = () => (opening ??= this.#openContent(file, diagnostics, pakfile));
    return {
      file,
      diagnostics,
      options,
      windows: opened.windows,
      openContent,
      parts: { ...opened.parts, packBlends: await fetchBlends(opened.parts, openContent) },
      wantedSide: options.side,
      brushes: null,
      lighting: null,
      sky: null,
      view: null,
      stream: null,
    };
  }

  /** Builds the first scene. Between its steps, the reads of materials go on. */
  async #buildScene({ parts, wantedSide, diagnostics, file }: MapState): Promise<MapScene> {
    const steps = buildMapSceneInSteps(parts, wantedSide, diagnostics, file.ledger);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      await sendRequests();
    }
  }

  async #openContent(
    file: OpenedBsp,
    diagnostics: Diagnostics,
    pakfile: Promise<OpenPakfile | null>,
  ): Promise<OpenedContent> {
    const { openMapContent } = await import("./load-details.ts");
    return openMapContent(file, this.#sources, diagnostics, this.#options.signal, pakfile);
  }
}

function describeScene(scene: MapScene): ShownScene {
  const { skyName, start, side, chunks } = scene;
  const places = {
    box: chunks.box.slice(0, chunks.count * 6),
    material: chunks.material.slice(0, chunks.count),
  };
  return { skyName, start, side, distance: measureChunkMaterials(scene), places };
}

/** Returns the packer of MultiBlend vertices; `null` if no drawn displacement has four textures. */
async function fetchBlends(
  { bsp, materials }: SceneParts,
  openContent: () => Promise<OpenedContent>,
): Promise<SceneParts["packBlends"]> {
  if (bsp.dispBlends.values.length === 0) return null;
  const { findMultiBlends } = await import("../world/multiblend-vertices.ts");
  return findMultiBlends(bsp, materials, async () => (await openContent()).access);
}
