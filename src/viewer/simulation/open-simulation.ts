/** Opens the simulation of the shown map, connects it to the renderer, and starts it. */

import { CancelledError } from "../../core/errors.ts";
import type { BrushModels } from "../../map/motion/brush-models.ts";
import type { CameraFlights } from "../camera/camera-flights.ts";
import type { DeviceKeeper } from "../frame/open-renderer.ts";
import type { Listeners } from "../input/listeners.ts";
import type { MapLoads } from "../load/map-loads.ts";
import type { ViewerEvents } from "../viewer-events.ts";
import type { Viewer } from "../viewer-types.ts";
import { toEntities } from "./entity-pairs.ts";
import { MapPlayer } from "./map-player.ts";
import type { Simulation } from "./simulation-types.ts";

/** Members of a viewer that a simulation uses beyond its interface. */
export interface SimulatedViewer extends Viewer {
  readonly device: DeviceKeeper;
  readonly flights: CameraFlights;
  readonly listeners: Listeners<ViewerEvents>;
  readonly loads: Pick<MapLoads, "simulated">;
  readonly brushes: BrushModels | null;
  player: MapPlayer | null;
  opening: Promise<Simulation> | null;
}

/** Rejects with one sentence if no map is shown, with CancelledError if another replaces it. */
export async function openSimulation(viewer: SimulatedViewer): Promise<MapPlayer> {
  const { opening } = viewer;
  try {
    return await open(viewer);
  } catch (error) {
    if (viewer.opening === opening) viewer.opening = null;
    throw error;
  }
}

async function open(viewer: SimulatedViewer): Promise<MapPlayer> {
  const { source } = viewer;
  if (source === null) throw new Error("no map is shown");
  const entities = toEntities(viewer.entities);
  const hasTexts = entities.some((one) => one.get("classname")?.toLowerCase() === "game_text");
  const opened = Promise.all([
    viewer.loads.simulated(),
    hasTexts ? import("./text-layer.ts") : null,
  ]);
  const [parts, layer] = await opened.catch((error: unknown) => {
    // Closing the map ends its worker.
    throw viewer.source === source ? error : new CancelledError();
  });
  if (viewer.source !== source) throw new CancelledError();
  const player = new MapPlayer({ ...parts, entities }, viewer.brushes, viewer.camera);
  const texts = layer?.createTextLayer(viewer.canvas) ?? null;
  player.showCameras(viewer.flights);
  const show = (): void => {
    const { renderer } = viewer.device.current;
    player.setModels(renderer.entityModels);
    renderer.setMoment(player.moment);
    viewer.requestFrame();
  };
  const close = (): void => {
    for (const stop of stops) stop();
    player.destroy();
    texts?.remove();
    viewer.player = viewer.opening = null;
    viewer.listeners.emit("simulation", null);
  };
  const stops = [
    // The renderer of a new device starts with the map as it was built.
    viewer.on("restored", show),
    // The models may have been loaded since.
    viewer.on("load", show),
    viewer.on("scene", () => {
      if (viewer.source !== source) close();
    }),
    viewer.on("unload", close),
    viewer.on("frame", () => texts?.show(player.showsTexts ? player.texts : [])),
  ];
  show();
  viewer.player = player;
  viewer.listeners.emit("simulation", player);
  return player;
}

/** Plays or pauses the simulation as `viewer.simulationMode` says. */
export async function followMode(viewer: SimulatedViewer): Promise<void> {
  // The map may have been closed while this code was loading.
  const { source } = viewer;
  if (source === null) return;
  try {
    const player = await viewer.openSimulation();
    if (viewer.simulationMode === "auto" && !prefersStillness()) player.play();
    else player.pause();
  } catch (error) {
    // The map was replaced or closed while its simulation was opening.
    const isClosed = viewer.source !== source;
    if (!isClosed && !(error instanceof CancelledError)) reportError(error);
  }
}

const prefersStillness = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
