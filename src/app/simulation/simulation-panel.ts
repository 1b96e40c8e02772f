/** The panel that runs the map: time, speed, triggers, and the log of outputs and inputs. */

import "./simulation.css";
import type { MapSource, Simulation, Viewer } from "../../viewer/index.ts";
import { createOutputFlash } from "../../viewer/simulation/index.ts";
import { returnFocus } from "../controls/return-focus.ts";
import { byId, formatCount, make, setText } from "../dom.ts";
import { createVirtualList } from "../library/virtual-list.ts";
import { poseBefore } from "../marks/entity-panel.ts";
import type { Messages } from "../messages.ts";
import { EVENT_KINDS, EventFilter, type EventKind } from "./event-filter.ts";
import { makeEventRow, rowToVisit } from "./event-row.ts";

export interface SimulationDeskOptions {
  /** Source of the open map, or `null` if none is open. */
  readonly sourceOf: () => MapSource | null;
  readonly messages: Messages;
  /** Flies the camera to a pose. */
  readonly go: (pose: { x: number; y: number; z: number; pitch: number; yaw: number }) => void;
  /** Called when the panel opens, so that other panels in its place close. */
  readonly onOpen: () => void;
  readonly onFault: (error: unknown) => void;
}

export interface SimulationPanel {
  readonly isOpen: boolean;
  toggle(): void;
  close(): void;
  showEventsOf(name: string): void;
}

const SPEEDS = [1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16];
/** Seconds that the slider shows at least. */
const LEAST_SECONDS = 60;
/** Milliseconds between updates of the log, which is laid out again. */
const LOG_MS = 150;
/** Pixels from its end at which the log follows new rows: about a row. */
const AT_END = 48;

const nameSpeed = (speed: number): string => (speed < 1 ? `1/${1 / speed}×` : `${speed}×`);

export function createSimulationPanel(
  viewer: Viewer,
  { go, onOpen, onFault, use }: SimulationDeskOptions & { readonly use: () => void },
): SimulationPanel {
  const close = make("button", { type: "button", class: "icon", "aria-label": "Close" }, "×");
  const small = (text: string, title: string) =>
    make("button", { type: "button", class: "small", title }, text);
  const play = small("Play", "Play or pause (Shift+P)");
  const step = small("Step", "Run one tick of 15 ms");
  const again = small("Restart", "Back to the start, without inputs that were fired by hand");
  const speed = make("select", { "aria-label": "Speed" });
  speed.append(...SPEEDS.map((each) => make("option", { value: String(each) }, nameSpeed(each))));
  const clock = make("output", { class: "simulation-clock" });
  const slider = make("input", { type: "range", min: "0", step: "0.015", "aria-label": "Time" });
  const touches = make("input", { type: "checkbox", role: "switch" });
  const cameras = make("input", { type: "checkbox", role: "switch" });
  const useIt = small("Use", "Use what is in the middle of the picture (Enter)");
  const graph = small("Graph…", "Graph of the map's outputs");
  const search = make("input", {
    ...{ type: "search", "aria-label": "Filter events", placeholder: "entity, output, input" },
    ...{ autocomplete: "off", spellcheck: "false", maxlength: "200" },
  });
  const kinds = make("select", { "aria-label": "Kind of events" });
  kinds.append(
    ...Object.entries(EVENT_KINDS).map(([value, text]) => make("option", { value }, text)),
  );
  const status = make("p", { class: "note", role: "status" });
  const rowsPlace = make("div", { class: "event-rows", role: "list", "aria-label": "Events" });
  const viewport = make("div", { class: "event-list", tabindex: "-1" }, rowsPlace);
  const panel = make(
    "aside",
    { id: "simulation", class: "docked", "aria-label": "Run the map" },
    make("header", {}, make("h2", {}, "Run the map"), close),
    make("div", { class: "simulation-buttons" }, play, step, again, speed, clock),
    slider,
    make(
      "div",
      { class: "simulation-buttons" },
      make("label", {}, touches, "Touch triggers"),
      make(
        "label",
        { title: "The map's own cameras show the view while you touch triggers" },
        cameras,
        "Map's cameras",
      ),
      useIt,
      graph,
    ),
    make("div", { class: "simulation-filter" }, search, kinds),
    status,
    viewport,
  );
  panel.hidden = true;
  byId("panel").before(panel);
  returnFocus(panel, viewer.canvas);

  let simulation: Simulation | null = null;
  const filter = new EventFilter();
  let flash: ReturnType<typeof createOutputFlash> | null = null;
  let stops: (() => void)[] = [];
  let shownTick = -1;
  let logMs = 0;
  /** Whether the log has other rows than those that are drawn. */
  let isLogChanged = true;

  const visit = (entity: number): void => {
    const state = simulation?.entityAt(entity);
    if (state != null) go(poseBefore(state.center, viewer.camera.yaw));
  };
  const list = createVirtualList(viewport, rowsPlace, (row) => {
    const event = simulation!.eventAt(filter.rows[row])!;
    return makeEventRow(event, () => visit(rowToVisit(event)));
  });

  const showLog = (): void => {
    if (simulation === null) return;
    const { scrollTop, clientHeight, scrollHeight } = viewport;
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - AT_END;
    if (!filter.follow(simulation) && !isLogChanged) return;
    list.setCount(filter.rows.length, isLogChanged ? 0 : scrollTop);
    if (isAtEnd || isLogChanged) list.scrollToRow(filter.rows.length - 1);
    isLogChanged = false;
    const { eventCount, droppedCount } = simulation;
    const cut = droppedCount === 0 ? "" : `, ${formatCount(droppedCount)} more not kept`;
    const all = formatCount(eventCount);
    const found = formatCount(filter.rows.length);
    setText(
      status,
      eventCount === 0
        ? "Nothing has happened yet. Fire an input in Entities (,), or touch triggers."
        : `${found === all ? all : `${found} of ${all}`} events${cut}`,
    );
  };
  const showTime = (): void => {
    if (simulation === null || simulation.tick === shownTick) return;
    shownTick = simulation.tick;
    slider.max = String(Math.max(LEAST_SECONDS, Math.ceil(simulation.end)));
    slider.value = String(simulation.time);
    setText(clock, `${simulation.time.toFixed(2)} s`);
  };
  const showState = (): void => {
    if (simulation === null) return;
    setText(play, simulation.isPlaying ? "Pause" : "Play");
    speed.value = String(simulation.speed);
    touches.checked = simulation.touchesTriggers;
    cameras.checked = simulation.followsCameras;
    showTime();
  };
  const rewind = (): void => {
    filter.restart();
    isLogChanged = true;
    flash?.clear();
    showTime();
    showLog();
  };
  const leave = (): void => {
    for (const stop of stops) stop();
    stops = [];
    flash?.remove();
    flash = null;
    simulation = null;
  };
  const follow = (opened: Simulation): void => {
    leave();
    simulation = opened;
    shownTick = -1;
    flash = createOutputFlash(viewer, opened);
    stops = [
      opened.on("change", showState),
      opened.on("rewind", rewind),
      viewer.on("frame", (nowMs) => {
        showTime();
        if (nowMs - logMs < LOG_MS) return;
        logMs = nowMs;
        showLog();
      }),
    ];
    showState();
    rewind();
  };
  const open = (): void => {
    if (panel.hidden) onOpen();
    panel.hidden = false;
    viewer.openSimulation().then((opened) => {
      if (!panel.hidden) follow(opened);
    }, onFault);
  };
  const hide = (): void => {
    leave();
    if (panel.hidden) return;
    panel.hidden = true;
    viewer.canvas.focus({ preventScroll: true });
  };
  const choose = (): void => {
    filter.choose(search.value, kinds.value as EventKind);
    isLogChanged = true;
    showLog();
  };
  // Another map has another simulation, which opens by itself or with the panel.
  viewer.on("simulation", (opened) => {
    if (panel.hidden) return;
    if (opened === null) hide();
    else if (opened !== simulation) follow(opened);
  });

  play.addEventListener("click", () => {
    if (simulation?.isPlaying) simulation.pause();
    else simulation?.play();
  });
  step.addEventListener("click", () => {
    simulation?.step();
    showTime();
    showLog();
  });
  again.addEventListener("click", () => simulation?.restart());
  speed.addEventListener("change", () => {
    if (simulation !== null) simulation.speed = Number(speed.value);
  });
  slider.addEventListener("input", () => simulation?.seek(Number(slider.value)));
  touches.addEventListener("change", () => {
    if (simulation === null) return;
    simulation.touchesTriggers = touches.checked;
    if (touches.checked) simulation.play();
  });
  cameras.addEventListener("change", () => {
    if (simulation !== null) simulation.followsCameras = cameras.checked;
  });
  useIt.addEventListener("click", use);
  graph.addEventListener("click", () => {
    const opening = import("./graph-dialog.ts");
    opening.then(({ openGraph }) => openGraph(viewer, { around: search.value, visit }), onFault);
  });
  search.addEventListener("input", choose);
  kinds.addEventListener("change", choose);
  close.addEventListener("click", hide);
  return {
    get isOpen() {
      return !panel.hidden;
    },
    toggle() {
      if (panel.hidden) open();
      else hide();
    },
    close: hide,
    showEventsOf(name) {
      search.value = name;
      kinds.value = "all";
      choose();
      open();
    },
  };
}
