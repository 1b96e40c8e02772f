/** Opens the sound of the shown map. */

import { CancelledError } from "../../core/errors.ts";
import { writeForward } from "../../math/angles.ts";
import { type HeardMap, type Listener, MapMixer, type MapSounds } from "../../sound/index.ts";
import { createFileReader, type FileReader, placeOf } from "../file/file-reader.ts";
import { Listeners } from "../input/listeners.ts";
import type { MapPlayer } from "../simulation/map-player.ts";
import type { Viewer } from "../viewer-types.ts";
import { AudioOutput } from "./audio-output.ts";
import type { MapSound, SoundNews } from "./sound-types.ts";

/** Milliseconds between updates of gains and places. */
const UPDATE_MS = 50;
/** Longest time of an update, seconds. */
const LONGEST_UPDATE = 0.25;
/** Rays to a sound end before its surface, inches. */
const RAY_GAP = 4;
const DEFAULT_VOLUME = 0.7;

/** Members of a viewer that its sound uses beyond its interface. */
export interface SoundingViewer extends Viewer {
  readonly player: MapPlayer | null;
}

/**
 * Reads the sounds of the shown map. Rejects with one sentence if no map is shown, or with
 * CancelledError if another one replaces it meanwhile.
 */
export async function openSound(viewer: SoundingViewer): Promise<MapSound> {
  const { source } = viewer;
  if (source === null) throw new Error("no map is shown");
  const reader = createFileReader();
  try {
    const { content } = viewer;
    const { sounds, warnings } = await reader.ask("sounds", { ...placeOf(source), content });
    if (viewer.source !== source) throw new CancelledError();
    return new ViewerSound(viewer, reader, sounds, warnings);
  } catch (error) {
    reader.close();
    throw error;
  }
}

class ViewerSound implements MapSound {
  readonly missing: string[];
  readonly #viewer: SoundingViewer;
  readonly #reader: FileReader;
  readonly #sounds: MapSounds;
  readonly #listeners = new Listeners<SoundNews>();
  readonly #stops: (() => void)[];
  readonly #forward = new Float32Array(3);
  #context: AudioContext | null = null;
  #output: AudioOutput | null = null;
  #mixer: MapMixer | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #volume = DEFAULT_VOLUME;
  #lastMs = 0;
  #soundscape: string | null = null;

  constructor(
    viewer: SoundingViewer,
    reader: FileReader,
    sounds: MapSounds,
    warnings: readonly string[],
  ) {
    this.#viewer = viewer;
    this.#reader = reader;
    this.#sounds = sounds;
    this.missing = [...sounds.missing, ...warnings];
    const { source } = viewer;
    const onHidden = (): void => this.#followPage();
    document.addEventListener("visibilitychange", onHidden);
    this.#stops = [
      () => document.removeEventListener("visibilitychange", onHidden),
      viewer.on("unload", () => this.#close()),
      viewer.on("scene", () => {
        if (viewer.source !== source) this.#close();
      }),
    ];
  }

  get isOn(): boolean {
    return this.#mixer !== null;
  }

  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    if (!Number.isFinite(volume)) throw new TypeError("the volume must be a number");
    this.#volume = Math.min(Math.max(volume, 0), 1);
    this.#output?.setVolume(this.#volume);
    this.#listeners.emit("change", undefined);
  }

  get soundscape(): string | null {
    return this.#soundscape;
  }

  get playing(): number {
    return this.#mixer?.voiceCount ?? 0;
  }

  get sourceCount(): number {
    const { ambients, areas, moverCount } = this.#sounds;
    return ambients.length + areas.length + moverCount;
  }

  turnOn(): void {
    if (this.#mixer !== null) return;
    this.#context ??= new AudioContext();
    const { content, source } = this.#viewer;
    const read = (path: string) =>
      this.#reader.ask("soundFile", { ...placeOf(source!), content, path });
    this.#output = new AudioOutput(this.#context, read, (sentence) => {
      if (this.missing.includes(sentence)) return;
      this.missing.push(sentence);
      this.#listeners.emit("change", undefined);
    });
    this.#output.setVolume(this.#volume);
    this.#mixer = new MapMixer(this.#sounds, heardMap(this.#viewer), this.#output);
    this.#followPage();
    this.#listeners.emit("change", undefined);
  }

  turnOff(): void {
    if (this.#mixer === null) return;
    this.#mixer.stop();
    this.#output?.destroy();
    this.#mixer = this.#output = null;
    this.#soundscape = null;
    this.#followPage();
    this.#listeners.emit("change", undefined);
  }

  on<Name extends keyof SoundNews>(
    name: Name,
    listener: (detail: SoundNews[Name]) => void,
  ): () => void {
    return this.#listeners.on(name, listener);
  }

  /** Runs while the sound is on and the page is in view. */
  #followPage(): void {
    const runs = this.#mixer !== null && document.visibilityState === "visible";
    clearInterval(this.#timer);
    // Before a click the browser keeps the context silent, and resumes it with the click.
    if (runs) this.#context?.resume().catch(reportError);
    else this.#context?.suspend().catch(reportError);
    if (!runs) return;
    this.#lastMs = performance.now();
    this.#timer = setInterval(() => this.#update(), UPDATE_MS);
    this.#update();
  }

  #update(): void {
    const nowMs = performance.now();
    const seconds = Math.min((nowMs - this.#lastMs) / 1000, LONGEST_UPDATE);
    this.#lastMs = nowMs;
    const { x, y, z, pitch, yaw } = this.#viewer.camera;
    writeForward(this.#forward, pitch, yaw);
    const [forwardX, forwardY, forwardZ] = this.#forward;
    const turn = (yaw * Math.PI) / 180;
    const listener: Listener = {
      place: [x, y, z],
      forward: [forwardX, forwardY, forwardZ],
      right: [Math.sin(turn), -Math.cos(turn), 0],
    };
    this.#output!.setListener(listener);
    this.#mixer!.update(seconds, listener);
    if (this.#mixer!.soundscape === this.#soundscape) return;
    this.#soundscape = this.#mixer!.soundscape;
    this.#listeners.emit("change", undefined);
  }

  #close(): void {
    this.turnOff();
    for (const stop of this.#stops) stop();
    this.#context?.close().catch(reportError);
    this.#reader.close();
    this.#listeners.clear();
  }
}

/** Answers the mixer's questions from the viewer: rays, and the simulation if one runs. */
function heardMap(viewer: SoundingViewer): HeardMap {
  return {
    isClear(from, to) {
      const way = [to[0] - from[0], to[1] - from[1], to[2] - from[2]] as const;
      const distance = Math.hypot(...way);
      if (distance <= RAY_GAP) return true;
      return viewer.raycast(from, way, { maxDistance: distance - RAY_GAP }) === null;
    },
    time: () => viewer.player?.heardTime() ?? null,
    placeOf: (entity) => viewer.player?.placeOf(entity) ?? null,
    ambientState: (row) => viewer.player?.ambientState(row) ?? null,
    isAreaEnabled: (row) => viewer.player?.isSoundscapeEnabled(row) ?? null,
  };
}
