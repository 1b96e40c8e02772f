/** Opens the panel that runs the map, and its keys. The code is loaded on first use. */

import type { Simulation, Viewer } from "../../viewer/index.ts";
import { byId } from "../dom.ts";
import type { CameraNotice } from "./camera-notice.ts";
import type { SimulationDeskOptions, SimulationPanel } from "./simulation-panel.ts";

/** Inches within which a player uses things (`PLAYER_USE_RADIUS`, Source SDK 2013). */
const USE_REACH = 80;

export interface SimulationDesk {
  /** Opens or closes the panel. */
  toggle(): void;
  close(): void;
  /** Opens the panel with the events of an entity: its name, or its class. */
  showEventsOf(name: string): void;
  /** Plays or pauses. */
  togglePlay(): void;
  /** Uses the entity in the middle of the picture, as the use key of games does. */
  use(): void;
  /** The camera touches triggers while it walks. */
  setWalking(isWalking: boolean): void;
}

export interface UsingOptions {
  /** Returns the row of the entity that a walker uses, −1 for none; `null` while the camera flies. */
  readonly findUsed: () => number | null;
}

export function createSimulationDesk(
  viewer: Viewer,
  options: SimulationDeskOptions & UsingOptions,
): SimulationDesk {
  const { sourceOf, messages, onFault } = options;
  let loading: Promise<SimulationPanel> | null = null;
  let panel: SimulationPanel | null = null;

  const withPanel = (act: (panel: SimulationPanel) => void): void => {
    if (sourceOf() === null || document.querySelector("dialog[open]") !== null) return;
    loading ??= import("./simulation-panel.ts").then(({ createSimulationPanel }) =>
      createSimulationPanel(viewer, { ...options, use: () => desk.use() }),
    );
    loading.then(
      (made) => {
        panel = made;
        act(made);
      },
      (error: unknown) => {
        // Loading is retried at the next press.
        loading = null;
        onFault(error);
      },
    );
  };
  const withSimulation = (act: (simulation: Simulation) => void): void => {
    if (sourceOf() !== null) viewer.openSimulation().then(act, onFault);
  };
  const desk: SimulationDesk = {
    toggle: () => withPanel((made) => made.toggle()),
    close: () => panel?.close(),
    showEventsOf: (name) => withPanel((made) => made.showEventsOf(name)),
    togglePlay: () =>
      withSimulation((simulation) => {
        if (simulation.isPlaying) simulation.pause();
        else simulation.play();
        const state = simulation.isPlaying ? "The map runs" : "The map is paused";
        if (panel?.isOpen !== true) messages.note(`${state} at ${simulation.time.toFixed(2)} s.`);
      }),
    use: () =>
      withSimulation((simulation) => {
        const entity = options.findUsed() ?? findSeen(viewer);
        if (entity < 0) {
          messages.note(`There is nothing to use within ${USE_REACH} units.`);
          return;
        }
        simulation.use(entity);
        const { class: className, name } = simulation.entityAt(entity)!;
        messages.note(`Used ${name === "" ? className : `${className} “${name}”`}.`);
      }),
    setWalking: (isWalking) => {
      if (!isWalking) {
        if (viewer.simulation !== null) viewer.simulation.touchesTriggers = false;
        return;
      }
      withSimulation((simulation) => {
        simulation.touchesTriggers = true;
        simulation.play();
      });
    },
  };
  // The notice is loaded with the first camera that shows the view.
  let notice: Promise<CameraNotice> | null = null;
  const followCamera = (simulation: Simulation): void => {
    const isShown = simulation.shownCamera >= 0;
    if (!isShown && notice === null) return;
    notice ??= import("./camera-notice.ts").then((module) => module.createCameraNotice(viewer));
    notice.then((made) => made.show(simulation.shownCamera >= 0), onFault);
  };
  viewer.on("simulation", (simulation) => {
    simulation?.on("change", () => followCamera(simulation));
  });
  byId("open-simulation").addEventListener("click", desk.toggle);
  return desk;
}

/** The entity in the middle of the picture within reach; −1 for none. */
function findSeen(viewer: Viewer): number {
  const hit = viewer.raycast(Object.values(placeOf(viewer)), forwardOf(viewer), {
    maxDistance: USE_REACH,
  });
  return hit?.entity ?? -1;
}

const placeOf = ({ camera: { x, y, z } }: Viewer) => ({ x, y, z });

function forwardOf({ camera: { pitch, yaw } }: Viewer): [number, number, number] {
  const [p, w] = [(pitch * Math.PI) / 180, (yaw * Math.PI) / 180];
  return [Math.cos(p) * Math.cos(w), Math.cos(p) * Math.sin(w), -Math.sin(p)];
}
