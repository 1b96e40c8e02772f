/** The editor of a camera track: its keys, a preview, and its file. */

import "./track.css";
import {
  type CameraTrack,
  createTrackFlight,
  type Ease,
  type Flight,
  formatTrack,
  parseTrack,
  type TrackKey,
  type Viewer,
} from "../../viewer/index.ts";
import { returnFocus } from "../controls/return-focus.ts";
import { byId, make, setText } from "../dom.ts";
import { saveFile } from "../files/save-file.ts";
import {
  addKey,
  changeKey,
  changeLoop,
  isBetweenKeys,
  lastTime,
  removeKey,
  secondsBetween,
  trackSeconds,
} from "./edit-track.ts";
import type { FlightPlayer } from "./flight-player.ts";
import { createTrackLines } from "./track-lines.ts";

export interface TrackPanel {
  readonly track: CameraTrack | null;
  toggle(): void;
  close(): void;
  open(file: File): Promise<void>;
  hideLines(isHidden: boolean): void;
  onMap(): void;
}

export interface TrackPanelOptions {
  readonly player: FlightPlayer;
  /** Called when the editor opens, so that other panels in its place close. */
  readonly onOpen: () => void;
  readonly makeVideo: () => void;
  readonly onFault: (error: unknown) => void;
}

/** Largest file in bytes: 1000 keys of some 200 bytes, however they are written. */
const MAX_FILE_BYTES = 2 ** 21;
/** Name of the track's flight for the player, as its button has it in `data-plays`. */
const FLIGHT = "track";
const HOW = "Fly to a place and add a key. Each key keeps the view, its time and how it is passed.";

const EASES: readonly (readonly [ease: Ease, title: string])[] = [
  ["smooth", "Smooth"],
  ["linear", "Straight"],
  ["stop", "Stop"],
];

const seconds = (value: number): string => `${value.toFixed(1)} s`;

function describeTrack(track: CameraTrack): string {
  const { length } = track.keys;
  return `${length} ${length === 1 ? "key" : "keys"}, ${seconds(trackSeconds(track))}.`;
}

export function createTrackPanel(
  viewer: Viewer,
  { player, onOpen, makeVideo, onFault }: TrackPanelOptions,
): TrackPanel {
  const lines = createTrackLines(viewer);
  let track: CameraTrack | null = null;
  let selected = -1;
  let playhead = 0;
  /** Place that the panel put the camera to, where lines through the eye would be in the way. */
  let put: readonly [x: number, y: number, z: number] | null = null;
  let isHidden = false;

  // ---- elements

  const makeButton = (text: string, onClick: () => void, attributes = {}): HTMLButtonElement => {
    const button = make("button", { type: "button", class: "small", ...attributes }, text);
    button.addEventListener("click", onClick);
    return button;
  };
  const close = make("button", { type: "button", class: "icon", "aria-label": "Close" }, "×");
  const status = make("p", { class: "note", role: "status" }, HOW);
  const list = make("ol", { class: "track-keys" });
  const add = makeButton("", () => edit(addHere), { class: "small primary" });
  const play = makeButton("Play", () => preview(), { "data-plays": FLIGHT });
  const scrub = make("input", { type: "range", min: "0", step: "0.01", "aria-label": "Time" });
  const clock = make("output", { class: "number" });
  const loop = make("input", { type: "checkbox", role: "switch", id: "track-loop" });
  const back = make("input", { type: "number", min: "0.1", step: "0.1", "aria-label": "Seconds" });
  const file = make("input", { type: "file", accept: ".json", "aria-label": "Track file" });
  file.hidden = true;
  const openButton = makeButton("Open…", () => file.click());
  const save = makeButton("Save", () => saveTrack());
  const video = makeButton("Video…", makeVideo);
  const clear = makeButton("Clear", () => set(null));
  const backRow = make("label", {}, "back to the first key in", back, "s");
  const panel = make(
    "aside",
    { id: "track", class: "docked", "aria-label": "Camera track" },
    make("header", {}, make("h2", {}, "Camera track"), close),
    status,
    list,
    make("div", { class: "track-buttons" }, add),
    make("div", { class: "track-time" }, play, scrub, clock),
    make("div", { class: "track-loop" }, make("label", {}, loop, "Loop"), backRow),
    make("div", { class: "track-buttons" }, openButton, save, video, clear),
    file,
  );
  panel.hidden = true;
  byId("panel").before(panel);
  returnFocus(panel, viewer.canvas);

  // ---- state

  const tell = (text: string): void => setText(status, text);
  const show = (): void => {
    list.replaceChildren(...(track?.keys ?? []).map(makeRow));
    for (const each of [play, scrub, save, video, clear, loop]) each.disabled = track === null;
    loop.checked = track?.loopAfter != null;
    backRow.hidden = track?.loopAfter == null;
    if (track?.loopAfter != null) back.value = String(round(track.loopAfter - lastTime(track)));
    scrub.max = String(track === null ? 0 : trackSeconds(track));
    showTime();
    lines.draw(track, selected);
  };
  const showTime = (): void => {
    const whole = track === null ? 0 : trackSeconds(track);
    playhead = Math.min(playhead, whole);
    scrub.value = String(playhead);
    setText(clock, `${playhead.toFixed(1)} / ${seconds(whole)}`);
    const isBetween = track !== null && isBetweenKeys(track, playhead);
    setText(add, isBetween ? `Add key at ${seconds(playhead)}` : "Add key");
  };
  const set = (next: CameraTrack | null): void => {
    track = next;
    selected = Math.min(selected, (next?.keys.length ?? 0) - 1);
    tell(next === null ? HOW : describeTrack(next));
    show();
  };
  /** Applies a change; a change that is not possible is reported, and the fields are restored. */
  const edit = (change: () => CameraTrack | null): void => {
    player.stop();
    try {
      set(change());
    } catch (error) {
      show();
      tell(`Not changed: ${(error as Error).message}.`);
    }
  };
  const addHere = (): CameraTrack => {
    const map = viewer.map?.name ?? null;
    const next = addKey(track, viewer.camera, { map, time: playhead });
    const added = next.keys.findIndex((key) => !track?.keys.some(({ time }) => time === key.time));
    selected = Math.max(added, 0);
    playhead = next.keys[selected].time;
    return next;
  };
  const goTo = (time: number): void => {
    if (track === null) return;
    player.stop();
    viewer.controls.stop();
    const camera = { ...viewer.camera };
    createTrackFlight(track).setPose(camera, time);
    viewer.camera = camera;
    put = [camera.x, camera.y, camera.z];
    playhead = time;
    showTime();
    showLines();
  };

  const makeRow = (key: TrackKey, row: number): HTMLElement => {
    const of = `key ${row + 1}`;
    const go = makeButton(String(row + 1), () => {
      selected = row;
      goTo(key.time);
      show();
    });
    go.title = `Go to ${of}`;
    go.setAttribute("aria-current", String(row === selected));
    const time = make("input", { type: "number", min: "0", step: "0.1" });
    time.setAttribute("aria-label", `Seconds of ${of}`);
    time.value = String(key.time);
    const change = (changes: Partial<TrackKey>): void =>
      edit(() => track && changeKey(track, row, changes));
    time.addEventListener("change", () => change({ time: time.valueAsNumber }));
    const ease = make("select", { "aria-label": `How the camera passes ${of}` });
    ease.append(...EASES.map(([value, title]) => make("option", { value }, title)));
    ease.value = key.ease;
    ease.addEventListener("change", () => change({ ease: ease.value as Ease }));
    const replace = makeButton("Set", () => {
      const { x, y, z, pitch, yaw, fov } = viewer.camera;
      change({ x, y, z, pitch, yaw, fov });
    });
    replace.title = `Move ${of} to this view`;
    const remove = makeButton("×", () => edit(() => track && removeKey(track, row)));
    remove.setAttribute("aria-label", `Delete ${of}`);
    remove.title = `Delete ${of}`;
    return make("li", {}, go, time, "s", ease, replace, remove);
  };

  // ---- preview

  const preview = (): void => {
    if (track === null) return;
    const flight = createTrackFlight(track);
    const { duration, isLoop } = flight;
    // From the time shown, or from the start if that is the end.
    const start = playhead >= duration ? 0 : playhead;
    const shown: Flight = {
      ...flight,
      duration: isLoop ? duration : duration - start,
      setPose(camera, time) {
        const at = time + start;
        flight.setPose(camera, at);
        playhead = isLoop ? at % duration : Math.min(at, duration);
        showTime();
      },
    };
    player.toggle(FLIGHT, async () => shown).catch(onFault);
  };
  player.onChange(() => {
    setText(play, player.playing === FLIGHT ? "Stop" : "Play");
    showLines();
  });

  // ---- the track in the map

  const showLines = (): void => {
    lines.isShown = !panel.hidden && !isHidden && player.playing === null && put === null;
  };
  viewer.on("camerachange", ({ x, y, z }) => {
    if (put === null || player.playing !== null) return;
    if (Math.hypot(x - put[0], y - put[1], z - put[2]) < 1) return;
    put = null;
    showLines();
  });

  // ---- files

  const saveTrack = (): void => {
    if (track === null) return;
    const name = `${track.map ?? viewer.map?.name ?? "camera"}.track.json`;
    saveFile(name, new Blob([formatTrack(track)], { type: "application/json" }));
    tell(`Saved ${name}.`);
  };
  const open = async (given: File): Promise<void> => {
    if (given.size > MAX_FILE_BYTES) throw new Error(`${given.name} is too large for a track`);
    const read = parseTrack(await given.text(), given.name);
    selected = -1;
    playhead = 0;
    const here = viewer.map?.name ?? null;
    const isOther = read.map !== null && read.map !== here;
    if (panel.hidden) setOpen(true);
    set({ ...read, map: here });
    if (isOther) tell(`${given.name} was made on ${read.map}. ${describeTrack(read)}`);
  };
  file.addEventListener("change", () => {
    const given = file.files?.[0];
    if (given !== undefined) open(given).catch(onFault);
    file.value = "";
  });

  scrub.addEventListener("input", () => goTo(scrub.valueAsNumber));
  loop.addEventListener("change", () => {
    edit(() => {
      if (track === null) return null;
      const { keys } = track;
      return changeLoop(
        track,
        loop.checked ? secondsBetween(keys[keys.length - 1], keys[0]) : null,
      );
    });
  });
  back.addEventListener("change", () => edit(() => track && changeLoop(track, back.valueAsNumber)));

  const setOpen = (isOpen: boolean): void => {
    if (panel.hidden !== isOpen) return;
    panel.hidden = !isOpen;
    put = null;
    if (isOpen) {
      onOpen();
    } else {
      if (player.playing === FLIGHT) player.stop();
      viewer.canvas.focus({ preventScroll: true });
    }
    showLines();
  };
  close.addEventListener("click", () => setOpen(false));
  show();
  return {
    get track() {
      return track;
    },
    toggle: () => setOpen(panel.hidden === true),
    close: () => setOpen(false),
    open,
    hideLines(next) {
      isHidden = next;
      showLines();
    },
    onMap() {
      if (track !== null && track.map !== viewer.map?.name) set(null);
    },
  };
}

/** Rounds to thousandths, as files do. */
const round = (value: number): number => Math.round(value * 1000) / 1000;
