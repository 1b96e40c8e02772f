/** The map viewer, except for flights. */

import type { GpuError } from "../gpu/errors.ts";
import type { BrushModels, CameraPose, LeafTree, LightSideName } from "../map/types.ts";
import { writeForward } from "../math/angles.ts";
import { verticalFov } from "../math/projection.ts";
import type { FrameStats } from "../render/types.ts";
import type { Point } from "./base-viewer.ts";
import { setPose, type ViewerCamera } from "./camera/camera.ts";
import { assignPose } from "./camera/camera-flights.ts";
import type { Flight } from "./camera/flight.ts";
import type { OpenRenderer } from "./frame/open-renderer.ts";
import { openViewer } from "./frame/open-viewer.ts";
import type { ReadbackPresenter } from "./frame/readback-presenter.ts";
import { SteeredViewer } from "./frame/steered-viewer.ts";
import { toContentSpec, toMapSource } from "./input/inputs.ts";
import { Listeners } from "./input/listeners.ts";
import type { LoadLimits } from "./load/load-protocol.ts";
import { createLoadJob, MapLoads } from "./load/map-loads.ts";
import { MapQueries } from "./load/map-queries.ts";
import type { MapSource } from "./load/map-source.ts";
import type { MapPlayer } from "./simulation/map-player.ts";
import type { Simulation, SimulationMode } from "./simulation/simulation-types.ts";
import type { MapSound } from "./sound/sound-types.ts";
import type { LeafInfo, LoadSummary, MapInfo, ViewerEvents } from "./viewer-events.ts";
import type {
  LoadMapOptions,
  MapEntity,
  MapInput,
  PathInput,
  PlayArea,
  PlayOptions,
  RaycastHit,
  RaycastOptions,
  Viewer,
  ViewerOptions,
} from "./viewer-types.ts";

/** Emits changes of the camera and its leaf between frames. */
class CameraNews {
  readonly #listeners: Listeners<ViewerEvents>;
  readonly #last = new Float64Array(6).fill(Number.NaN);
  #leaf = -1;

  constructor(listeners: Listeners<ViewerEvents>) {
    this.#listeners = listeners;
  }

  /** Resets the state, because another map has other leaves. */
  restart(): void {
    this.#leaf = -1;
    this.#last.fill(Number.NaN);
  }

  /** Called after each frame. Allocates nothing while nothing changes. */
  update(camera: ViewerCamera, queries: MapQueries): void {
    if (!this.#hasMoved(camera)) return;
    this.#listeners.emit("camerachange", camera);
    const leaf = queries.leafOf(camera.x, camera.y, camera.z);
    if (leaf === this.#leaf) return;
    this.#leaf = leaf;
    const info = queries.describeLeaf(leaf);
    if (info !== null) this.#listeners.emit("leafchange", info);
  }

  #hasMoved(camera: ViewerCamera): boolean {
    const last = this.#last;
    const isSame =
      last[0] === camera.x &&
      last[1] === camera.y &&
      last[2] === camera.z &&
      last[3] === camera.pitch &&
      last[4] === camera.yaw &&
      last[5] === camera.fov;
    if (isSame) return false;
    last[0] = camera.x;
    last[1] = camera.y;
    last[2] = camera.z;
    last[3] = camera.pitch;
    last[4] = camera.yaw;
    last[5] = camera.fov;
    return true;
  }
}

const importSimulation = () => import("./simulation/open-simulation.ts");

const DEFAULTS = { controls: "fly", flyToSeconds: 1.5 } as const;

class MapViewer extends SteeredViewer<ViewerEvents> implements Viewer {
  limits: LoadLimits;

  readonly #news: CameraNews;
  readonly #queries = new MapQueries(() =>
    this.device.isReady ? this.device.current.renderer.moment : null,
  );
  #simulationMode: SimulationMode;

  // Public for `open-simulation.ts`.
  readonly loads: MapLoads;
  brushes: BrushModels | null = null;
  player: MapPlayer | null = null;
  /** `null` while no simulation is open. */
  opening: Promise<Simulation> | null = null;

  /** Use `createViewer`. */
  constructor(
    canvas: HTMLCanvasElement,
    options: ViewerOptions,
    gpu: OpenRenderer,
    presenter: ReadbackPresenter | null,
    listeners: Listeners<ViewerEvents>,
  ) {
    super(canvas, options, gpu, presenter, { listeners, ...DEFAULTS });
    this.#news = new CameraNews(listeners);
    this.limits = options.limits ?? {};
    this.#simulationMode = options.simulation ?? "auto";
    this.loads = new MapLoads(listeners, this.#queries, {
      gpu: () => this.device.current,
      hasDevice: () => this.device.isReady,
      side: options.side ?? "hdr",
      baseUrl: canvas.baseURI,
      onScene: (scene, isSame) => {
        // A map that is loaded again after a lost device keeps its camera.
        if (!isSame) {
          this.controls.stop();
          this.flights.stop();
          setPose(this.pose, scene.start);
        }
        this.brushes = scene.brushes;
        this.#news.restart();
        this.updateLoop();
      },
    });
    listeners.on("load", () => {
      this.simulationMode = this.#simulationMode;
    });
    this.watchCanvas(options);
    // The canvas may be blank now, and no frame may be scheduled.
    for (const name of ["load", "restored", "unload"] as const) {
      listeners.on(name, () => {
        if (!this.isRunning) this.drawStill();
      });
    }
  }

  // ---- camera

  async play(path: PathInput, options: PlayOptions = {}): Promise<boolean> {
    const { signal, speed = 1, loop } = options;
    if (!(speed > 0)) throw new TypeError("speed must be a number above 0");
    const read = async () => {
      const { readPath } = await import("./camera/read-path.ts");
      const { createPlayback } = await import("./camera/make-flight.ts");
      const flight = await readPath(path, this.canvas.baseURI, signal);
      return { fov: flight.fov, playback: createPlayback(flight, loop) };
    };
    const made = await this.flights.await(read, signal);
    if (made === null) return false;
    this.controls.stop();
    if (made.fov !== null) assignPose(this.pose, { fov: made.fov });
    return this.flights.start(made.playback, { speed, signal });
  }

  async createTour(): Promise<Flight> {
    const { map } = this;
    const tree = this.#shownTree();
    const { buildTour } = await import("./tour/tour.ts");
    return buildTour({ tree, start: map!.start });
  }

  async findOverview(): Promise<CameraPose | null> {
    const tree = this.#shownTree();
    const { findOverview } = await import("./tour/overview.ts");
    const vertical = Math.tan(verticalFov(this.pose.fov) / 2);
    const { width, height } = this.shownSize;
    return findOverview(tree, { vertical, horizontal: (vertical * width) / height });
  }

  async findPlayArea(): Promise<PlayArea | null> {
    const tree = this.#shownTree();
    return (await import("./tour/overview.ts")).findPlayArea(tree);
  }

  #shownTree(): LeafTree {
    const { tree } = this.#queries;
    if (tree === null) throw new Error("no map is shown");
    return tree;
  }

  stop(): void {
    this.flights.stop();
  }

  get isFlying(): boolean {
    return this.flights.isActive;
  }

  protected override distanceAhead(): number | null {
    const forward = new Float32Array(3);
    const { x, y, z, pitch, yaw } = this.pose;
    writeForward(forward, pitch, yaw);
    return this.#queries.raycast([x, y, z], forward)?.distance ?? null;
  }

  // ---- map

  setStyle(style: number, light: number | string | null): void {
    this.loads.setStyle(style, light);
  }

  load(input: MapInput, options: LoadMapOptions = {}): Promise<LoadSummary> {
    if (this.isDestroyed) return Promise.reject(new Error("the viewer was destroyed"));
    const { baseURI } = this.canvas;
    const job = createLoadJob({
      source: toMapSource(input, options.name),
      content: [
        ...(options.content ?? []).map((each) => toContentSpec(each, baseURI)),
        ...this.content,
      ],
      textureBudgetBytes: this.textureBudgetBytes,
      plainMaterials: this.keptQuality.hasPlainMaterials,
      limits: { ...this.limits, ...options.limits },
      onProgress: options.onProgress,
    });
    return this.loads.start(job, options.signal);
  }

  cancel(): void {
    this.loads.cancel();
  }

  unload(): void {
    this.flights.stop();
    this.loads.unload();
    this.updateLoop();
  }

  get map(): MapInfo | null {
    return this.loads.map;
  }

  get source(): MapSource | null {
    return this.loads.source;
  }

  get summary(): LoadSummary | null {
    return this.loads.summary;
  }

  get entities(): readonly MapEntity[] {
    return this.#queries.entities;
  }

  setLightSide(side: LightSideName): Promise<void> {
    return this.loads.setLightSide(side);
  }

  leafAt(point: Point): LeafInfo | null {
    return this.#queries.leafAt(point);
  }

  isVisible(from: Point, to: Point): boolean {
    return this.#queries.isVisible(from, to);
  }

  raycast(origin: Point, direction: Point, options?: RaycastOptions): RaycastHit | null {
    return this.#queries.raycast(origin, direction, options);
  }

  // ---- simulation

  get simulation(): Simulation | null {
    return this.player;
  }

  openSimulation(): Promise<Simulation> {
    this.opening ??= importSimulation().then(({ openSimulation }) => openSimulation(this));
    return this.opening;
  }

  get simulationMode(): SimulationMode {
    return this.#simulationMode;
  }

  set simulationMode(mode: SimulationMode) {
    this.#simulationMode = mode;
    const isWanted = mode !== "off" && this.summary !== null && this.map?.startsByItself;
    if (!isWanted && this.player === null) return;
    importSimulation().then(({ followMode }) => followMode(this), reportError);
  }

  async openSound(): Promise<MapSound> {
    const { openSound } = await import("./sound/open-sound.ts");
    return openSound(this);
  }

  protected override advanceShown(seconds: number): boolean {
    this.player?.advance(seconds);
    return false;
  }

  // ---- frames

  /** The simulation's time, which pauses and seeks. */
  protected override get sceneSeconds(): number {
    return this.player?.moment.seconds ?? super.sceneSeconds;
  }

  protected override advanceCapture(elapsed: number, seconds: number): number {
    return this.player?.advanceCapture(elapsed) ?? seconds;
  }

  protected override endLoads(): void {
    this.loads.destroy();
  }

  protected override get isShown(): boolean {
    return this.map !== null;
  }

  protected override onFrame(nowMs: number, stats: FrameStats): void {
    this.#news.update(this.pose, this.#queries);
    super.onFrame(nowMs, stats);
  }

  protected override recover(reopening: Promise<void>): void {
    this.loads.recover(reopening);
  }

  /** Handles an error of WebGPU. */
  override takeFault(error: GpuError): void {
    if (this.isDestroyed || this.loads.takeFault(error)) return;
    this.listeners.emit("fault", error);
  }
}

/**
 * Creates a viewer that draws on a canvas. Rejects with a `GpuError` if WebGPU is missing or
 * broken, or if the canvas has another context.
 */
export function createViewer(
  canvas: HTMLCanvasElement,
  options: ViewerOptions = {},
): Promise<Viewer> {
  return openViewer(
    canvas,
    options,
    (gpu, presenter) => new MapViewer(canvas, options, gpu, presenter, new Listeners()),
  );
}

export type { ContentFile, ContentSpec, StoredFile } from "../content/types.ts";
export type { Warning, WarningCode } from "../core/diagnostics.ts";
export { CancelledError, FormatError } from "../core/errors.ts";
export type { LimitName, Limits } from "../core/limits.ts";
export { GpuError, type GpuErrorCode } from "../gpu/errors.ts";
export type { MemoryKind } from "../gpu/memory.ts";
export type { CameraPose, LightSideName } from "../map/types.ts";
export type { Camera, FrameStats, PropShadows, RenderSettings } from "../render/types.ts";
export type * from "./base-viewer.ts";
export { formatCamera, parseCamera, type ViewerCamera, wrapYaw } from "./camera/camera.ts";
export type { FrameTiming } from "./frame/frame-timing.ts";
export { type MapLocation, type MapSource, mapNameFrom } from "./load/map-source.ts";
export type * from "./simulation/simulation-types.ts";
export type * from "./sound/sound-types.ts";
export type { LeafInfo, LoadSummary, MapInfo, ViewerEvents, ViewerStage } from "./viewer-events.ts";
export type * from "./viewer-types.ts";
