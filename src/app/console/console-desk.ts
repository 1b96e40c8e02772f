/** Opens the console. Its code is loaded on first use. */

import type { Viewer } from "../../viewer/index.ts";
import { byId } from "../dom.ts";
import type { PageStore } from "../library/page-store.ts";
import type { ConsoleHost } from "./console-types.ts";

export interface ConsoleDeskOptions
  extends Pick<
    ConsoleHost,
    "put" | "walk" | "marks" | "measure" | "listMaps" | "openMap" | "saveScreenshot"
  > {
  readonly store: PageStore;
  /** Called after a line that may have changed settings. */
  readonly onSettings: () => void;
  readonly onFault: (error: unknown) => void;
}

/** Returns a function that opens or closes the console. */
export function createConsoleDesk(viewer: Viewer, options: ConsoleDeskOptions): () => void {
  const { store, onSettings, onFault } = options;
  const make = async () => {
    const { createConsolePanel } = await import("./console-panel.ts");
    const { createLineHistory } = await import("./line-history.ts");
    const { createPositionReadout } = await import("./position-readout.ts");
    const position = createPositionReadout(viewer);
    // If the browser stores nothing, the history lasts for this visit.
    const kept = await store.consoleLines().catch((error) => {
      console.warn(error);
      return [];
    });
    const history = createLineHistory(kept);
    return createConsolePanel({
      history,
      onLine() {
        onSettings();
        store.keepConsoleLines(history.lines).catch((error) => console.warn(error));
      },
      onClose: () => viewer.canvas.focus({ preventScroll: true }),
      host: {
        ...{
          put: options.put,
          walk: options.walk,
          marks: options.marks,
          measure: options.measure,
          listMaps: options.listMaps,
          openMap: options.openMap,
        },
        saveScreenshot: options.saveScreenshot,
        get settings() {
          return viewer.settings;
        },
        get camera() {
          return viewer.camera;
        },
        get mapName() {
          return viewer.map?.name ?? null;
        },
        get lightSide() {
          return viewer.map?.side ?? null;
        },
        get simulation() {
          return viewer.simulation;
        },
        openSimulation: () => viewer.openSimulation(),
        listTargets: () => [
          ...new Set(
            viewer.entities.flatMap((pairs) =>
              pairs
                .filter(([key]) => /^(?:targetname|classname)$/i.test(key))
                .map(([, text]) => text),
            ),
          ),
        ],
        setLightSide: (side) => viewer.setLightSide(side),
        get isPositionShown() {
          return position.isShown;
        },
        showPosition: position.show,
      },
    });
  };
  let panel: ReturnType<typeof make> | null = null;
  const toggle = (): void => {
    if (document.querySelector("dialog[open]") !== null) return;
    panel ??= make();
    panel.then(
      ({ toggle: toggleNow }) => toggleNow(),
      (error) => {
        // Loading is retried at the next press.
        panel = null;
        onFault(error);
      },
    );
  };
  byId("open-console").addEventListener("click", toggle);
  return toggle;
}
