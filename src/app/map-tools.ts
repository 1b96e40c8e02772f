/** The tools for map makers. Each tool's code is loaded on first use. */

import { type Camera, type MapSource, mapNameFrom, type Viewer } from "../viewer/index.ts";
import type { CompareDeskOptions, Comparison } from "./compare/compare-types.ts";
import { createDock } from "./controls/dock.ts";
import type { Shortcuts } from "./controls/shortcuts.ts";
import { byId, make } from "./dom.ts";
import type { ViewerContent } from "./file/top-view-saver.ts";
import type { FlightPlayer } from "./flights/flight-player.ts";
import { createTrackDesk, type TrackDesk } from "./flights/track-desk.ts";
import { createMarksDesk, type MarksDesk } from "./marks/marks-desk.ts";
import { createMeasureDesk, type MeasureDesk } from "./measure/measure-desk.ts";
import type { Messages } from "./messages.ts";
import type { PageQuery } from "./query.ts";
import type { ReportPanel } from "./reports/report-panel.ts";
import { createSimulationDesk, type SimulationDesk } from "./simulation/simulation-desk.ts";
import { createWalkDesk, type WalkDesk } from "./walk/walk-desk.ts";

// Opens a report panel of the open map.

export interface ReportDeskOptions {
  /** Source of the open map, or `null` if none is open. */
  readonly sourceOf: () => MapSource | null;
  readonly go: (pose: Partial<Camera>) => void;
  /** Called before the panel opens, so that other panels beside the picture close. */
  readonly onOpen: () => void;
  readonly onFault: (error: unknown) => void;
}

export interface ReportDesk {
  toggle(): void;
  /** Closes the panel when another map or panel opens. */
  close(): void;
}

/** @param button id of the button that also opens the panel */
function createReportDesk(
  button: string,
  make: () => Promise<ReportPanel>,
  { sourceOf, onOpen, onFault }: Omit<ReportDeskOptions, "go">,
): ReportDesk {
  let panel: Promise<ReportPanel> | null = null;
  const toggle = (): void => {
    const source = sourceOf();
    if (source === null || document.querySelector("dialog[open]") !== null) return;
    onOpen();
    panel ??= make();
    panel.then(
      (made) => made.toggle(source),
      (error) => {
        // Loading is retried at the next press.
        panel = null;
        onFault(error);
      },
    );
  };
  byId(button).addEventListener("click", toggle);
  return {
    toggle,
    close: () => void panel?.then((made) => made.close(), onFault),
  };
}

// Opens a second version of the map for comparison.

/** Returns a function that asks for another version, or flips between the two that are open. */
function createCompareDesk(viewer: Viewer, options: CompareDeskOptions): () => void {
  const { sourceOf, onFault } = options;
  let comparison: Comparison | null = null;
  const attributes = { type: "file", id: "other-file", accept: ".bsp,.bz2,.zip,.gma" };
  const input = make("input", { ...attributes, "aria-label": "Another version of the map" });
  input.hidden = true;
  byId("map-file").after(input);
  const close = (): void => {
    comparison?.close();
    comparison = null;
  };
  const open = async (file: File): Promise<void> => {
    const source = sourceOf();
    if (source === null) return;
    const other: MapSource = { name: mapNameFrom(file.name), blob: file };
    const { openComparison } = await import("./compare/open-comparison.ts");
    close();
    // Another map may have been opened while the code was loading.
    if (sourceOf() === source) {
      comparison = openComparison(viewer, source, other, { ...options, onClose: close });
    }
  };
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    // Allows picking the same file again.
    if (file !== undefined) open(file).catch(onFault);
    input.value = "";
  });
  const toggle = (): void => {
    if (comparison !== null) comparison.flip();
    else if (sourceOf() !== null) input.click();
  };
  byId("open-compare").addEventListener("click", () => {
    close();
    toggle();
  });
  viewer.on("loadstart", close);
  return toggle;
}

// Names the material under the pointer.

/**
 * Returns a function that starts or ends the picker. `sourceOf`: source of the open map, or `null`.
 */
function createMaterialDesk(
  viewer: Viewer,
  sourceOf: () => MapSource | null,
  onFault: (error: unknown) => void,
): () => void {
  const make = async () => {
    const { createMaterialPicker } = await import("./material/material-picker.ts");
    return createMaterialPicker(viewer, sourceOf, onFault);
  };
  let picker: ReturnType<typeof make> | null = null;
  const toggle = (): void => {
    if (sourceOf() === null || document.querySelector("dialog[open]") !== null) return;
    picker ??= make();
    picker.then(
      (made) => made.toggle(),
      (error) => {
        // Loading is retried at the next press.
        picker = null;
        onFault(error);
      },
    );
  };
  byId("open-material").addEventListener("click", toggle);
  return toggle;
}

// Opens the panel of rendering costs.

function createCostDesk(viewer: Viewer, options: ReportDeskOptions): ReportDesk {
  const { go, onFault } = options;
  const make = async () => {
    const { createCostPanel } = await import("./reports/cost-panel.ts");
    return createCostPanel({
      go,
      onFault,
      viewer,
      contentOf: () => viewer.content,
      cameraOf: () => viewer.camera,
      onClose: () => viewer.canvas.focus({ preventScroll: true }),
    });
  };
  return createReportDesk("open-cost", make, options);
}

// Opens the dialog of the map's file.

/**
 * Returns a function that opens the dialog. `sourceOf`: source of the open map, or `null`.
 * `contentOf`: content of the open map.
 */
function createFileDesk(
  sourceOf: () => MapSource | null,
  contentOf: () => ViewerContent,
  onFault: (error: unknown) => void,
): () => void {
  const open = async (): Promise<void> => {
    const source = sourceOf();
    if (source === null) return;
    const { openFileDialog } = await import("./file/file-dialog.ts");
    if (document.querySelector("dialog[open]") === null)
      openFileDialog(source, contentOf(), onFault);
  };
  const start = (): void => void open().catch(onFault);
  byId("open-file").addEventListener("click", start);
  return start;
}

// Opens the panel of map problems.

function createCheckDesk(viewer: Viewer, options: ReportDeskOptions): ReportDesk {
  const { go, onFault } = options;
  const make = async () => {
    const { createCheckPanel } = await import("./reports/check-panel.ts");
    return createCheckPanel({
      go,
      onFault,
      viewer,
      contentOf: () => viewer.content,
      onClose: () => viewer.canvas.focus({ preventScroll: true }),
    });
  };
  return createReportDesk("open-check", make, options);
}

export interface MapTools {
  readonly marks: MarksDesk;
  readonly measure: MeasureDesk;
  readonly simulation: SimulationDesk;
  readonly walk: WalkDesk;
  readonly tracks: TrackDesk;
  readonly shortcuts: Shortcuts;
  /** Updates the tools after another map was opened. */
  onMap(): void;
}

export interface MapToolsOptions {
  readonly present: PageQuery["present"];
  readonly messages: Messages;
  /** Source of the open map, or `null` if none is open. */
  readonly sourceOf: () => MapSource | null;
  readonly go: (camera: Partial<Camera>) => void;
  /** Called when a panel opens in the dock. */
  readonly onDock: () => void;
  readonly player: FlightPlayer;
  readonly makeVideo: () => void;
  readonly onFault: (error: unknown) => void;
}

export function createMapTools(viewer: Viewer, options: MapToolsOptions): MapTools {
  const { sourceOf, onFault } = options;
  const panels: { close(): void }[] = [];
  /** Registers a panel. All panels share one place, so opening one closes the others. */
  const join = <T extends { close(): void }>(create: (onOpen: () => void) => T): T => {
    const panel: T = create(() => {
      for (const other of panels) if (other !== panel) other.close();
      options.onDock();
    });
    panels.push(panel);
    return panel;
  };

  const check = join((onOpen) => createCheckDesk(viewer, { ...options, onOpen }));
  const cost = join((onOpen) => createCostDesk(viewer, { ...options, onOpen }));
  const marks = join((onOpen) => createMarksDesk(viewer, { ...options, onOpen }));
  const measure = join((onOpen) => createMeasureDesk(viewer, { ...options, onOpen }));
  const tracks = join((onOpen) => createTrackDesk(viewer, { ...options, onOpen }));
  const simulation = join((onOpen) =>
    createSimulationDesk(viewer, { ...options, onOpen, findUsed: () => walk.findUsed() }),
  );
  const walk = createWalkDesk(viewer, {
    ...options,
    stopFlights: options.player.stop,
    onWalking: simulation.setWalking,
  });
  createDock({
    marks: marks.toggle,
    simulation: simulation.toggle,
    check: check.toggle,
    cost: cost.toggle,
    measure: measure.toggle,
    track: tracks.toggle,
  });
  return {
    marks,
    measure,
    simulation,
    walk,
    tracks,
    shortcuts: {
      i: createFileDesk(sourceOf, () => viewer.content, onFault),
      j: createCompareDesk(viewer, options),
      x: check.toggle,
      y: cost.toggle,
      z: createMaterialDesk(viewer, sourceOf, onFault),
      ".": marks.toggle,
      ",": marks.toggleEntities,
      "-": measure.toggle,
      "shift+v": tracks.toggle,
      ";": simulation.toggle,
      "shift+p": simulation.togglePlay,
      // Enter sets a point of the ruler, and picks a material.
      enter: () => document.body.matches("[data-measuring], [data-picking]") || simulation.use(),
      digit0: () => void walk.toggle().catch(onFault),
    },
    onMap() {
      check.close();
      cost.close();
      marks.onMap();
      measure.onMap();
      tracks.onMap();
    },
  };
}
