/** The element `<visleaf-map src="map.bsp">`, which shows a map. */

import {
  type BaseViewerOptions,
  type Camera,
  createViewer,
  type FlyToOptions,
  type FrameStats,
  type LeafInfo,
  type LoadMapOptions,
  type LoadSummary,
  type MapInfo,
  type MapInput,
  mapNameFrom,
  type PathInput,
  type PlayOptions,
  type ScreenshotOptions,
  type Viewer,
  type ViewerEvents,
  type ViewerStage,
} from "../viewer/viewer.ts";
import {
  type AttributeTable,
  COMMON_ATTRIBUTES,
  listAttributes,
  reflectAttributes,
} from "./base/attribute-table.ts";
import {
  readCamera,
  readContent,
  readPositive,
  readQuality,
  readSide,
  readSimulation,
} from "./base/attributes.ts";
import { HotspotElement, type OpenHotspots } from "./base/hotspot-element.ts";
import { type ElementDetails, ignore } from "./base/overlaid-element.ts";
import type { Texts } from "./base/texts.ts";
import type { ViewerTraits } from "./base/viewer-element.ts";
import type { Extras } from "./extras/attach-extras.ts";
import type { HotspotVisibility } from "./hotspots/hotspot-layer.ts";

// Events of `<visleaf-map>`. They do not bubble.

/** Type of each event's `detail`. */
export interface VisleafMapDetails extends ElementDetails<Viewer> {
  /** `fraction`: share of the whole load, 0 to 1. */
  progress: ViewerEvents["progress"] & { readonly fraction: number };
  /** The map is visible; further parts are still loading. */
  scene: MapInfo;
  /** Everything has been loaded. */
  load: LoadSummary;
  /** Fires before a frame whose camera differs from the previous frame's. `detail` is a copy. */
  camerachange: Camera;
  /** The camera entered another leaf. */
  leafchange: LeafInfo;
  /** Fires twice a second while frames are drawn. The viewer reuses the object for every frame. */
  statschange: FrameStats;
  /** Comes from the hotspot's element and bubbles: it is seen now, or no longer. */
  "hotspot-visibility": HotspotVisibility;
  /**
   * An attribute, a hotspot or a mark cannot be used; `message` is a sentence. After
   * `preventDefault`, nothing is logged.
   */
  warning: { readonly message: string };
}

export type VisleafMapEventMap = {
  [Name in keyof VisleafMapDetails]: CustomEvent<VisleafMapDetails[Name]>;
};

// Progress of a load as a number and in words.

type Progress = ViewerEvents["progress"];

/** Start of each stage as a share of the load, about right for a home connection. */
const STAGE_START: Readonly<Record<ViewerStage, number>> = {
  read: 0,
  parse: 0.5,
  world: 0.55,
  materials: 0.65,
  props: 0.7,
  textures: 0.8,
};
const STAGES = Object.keys(STAGE_START) as ViewerStage[];

/** Returns the share of the whole load, 0 to 1. */
function progressFraction({ stage, done, total }: Progress): number {
  const start = STAGE_START[stage];
  const next = STAGES[STAGES.indexOf(stage) + 1];
  const end = next === undefined ? 1 : STAGE_START[next];
  return start + (end - start) * (total > 0 ? Math.min(done / total, 1) : 0);
}

function progressText({ stage: name, done, total }: Progress, text: Texts): string {
  const stage = text(name);
  if (name !== "read" || done === 0) return text("stage", { stage });
  const values = { stage, done: megabytes(done), total: megabytes(total) };
  return text(total > 0 ? "megabytesOf" : "megabytes", values);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

export class VisleafMap extends HotspotElement<Viewer, VisleafMapDetails> {
  static readonly #attributes: AttributeTable<Viewer, VisleafMap> = {
    ...COMMON_ATTRIBUTES,
    entry: { change: "load" },
    camera: { change: applyPose },
    fov: { change: applyPose },
    path: { change: (viewer, map) => map.#playPath(viewer) },
    quality: { change: applyQuality },
    "pixel-ratio": { change: applyQuality },
    view: {
      change: ({ settings }, { view }) => {
        settings.view = view;
      },
    },
    // Loaded when first needed. An empty attribute matters only if a map may have marks to remove.
    marks: {
      change: (viewer, map) =>
        (map.marks || viewer.map) &&
        import("./marks.ts").then((marks) => marks.markElement(viewer, map)),
    },
    simulation: {
      change: (viewer, map) => {
        viewer.simulationMode = readSimulation(map);
      },
    },
    tour: { change: (viewer, map) => map.#playPath(viewer) },
    "camera-bounds": {},
    "min-fov": {},
    "interaction-prompt": {},
    side: {
      change: (viewer, map) =>
        void viewer.setLightSide(readSide(map)).catch((error) => map.report(error)),
    },
  };
  static readonly #traits: ViewerTraits<Viewer> = {
    kind: "map",
    nameFrom: mapNameFrom,
    controls: ["fly", "orbit", "none"],
    attributes: VisleafMap.#attributes,
  };
  static readonly observedAttributes: readonly string[] = listAttributes(VisleafMap.#attributes);
  static {
    reflectAttributes(VisleafMap.prototype, VisleafMap.#attributes);
  }

  /** Name of the map to show, if `src` is an archive of several. */
  declare entry: string;
  /** Initial camera: `x y z pitch yaw`. The current camera is `viewer.camera`. */
  declare camera: string;
  declare fov: string;
  /** Address of a recorded flight that plays when the map becomes visible. */
  declare path: string;
  declare quality: string;
  /** Name of the surface view, as in `RenderSettings.view`. */
  declare view: string;
  /** Names of marks over the map, separated by commas; see `visleaf/marks`. */
  declare marks: string;
  declare side: string;
  /** Start of the map's simulation: `auto`, `paused` or `off`. */
  declare simulation: string;
  /** Idle seconds before a flight through the map. */
  declare tour: string;
  /** Box that the camera stays in: two corners, or "map". */
  declare cameraBounds: string;
  /** Smallest field of view that visitors may zoom to. */
  declare minFov: string;
  declare interactionPrompt: string;
  declare pixelRatio: string;

  /** Whether the next map starts at the camera of the attributes. */
  #isPosePending = false;
  /** Whether the flight of the attributes starts when the map is shown. */
  #isPathPending = false;
  #wantsCameraNews = false;
  #isFlightRefused = false;
  #extras: Promise<Extras> | null = null;

  constructor() {
    super(VisleafMap.#traits);
  }

  protected override async openHotspots(viewer: Viewer): Promise<OpenHotspots> {
    const extras = await this.#extend(viewer);
    return { stage: await extras.stage(), layer: await extras.hotspots() };
  }

  /** Loads what a plain element does not need, once a map is visible. */
  #extend(viewer: Viewer): Promise<Extras> {
    this.#extras ??= import("./extras/attach-extras.ts").then(({ attachExtras }) => {
      const map = this;
      return attachExtras({
        element: map,
        root: map.shadowRoot!,
        viewer,
        get name() {
          return map.shownName;
        },
        get isShown() {
          return map.isShown;
        },
        get isFlightRefused() {
          return map.#isFlightRefused;
        },
        startFlight: () => map.#fly(viewer),
        addPart: (part) => map.overlay.addPart(part),
        announce: (text) => map.overlay.announce(text),
        describe: (text) => map.overlay.showAbout(text),
        warn(message) {
          const event = new CustomEvent("warning", { detail: { message }, cancelable: true });
          if (map.dispatchEvent(event)) console.warn(`visleaf-map: ${message}`);
        },
      });
    });
    return this.#extras;
  }

  protected override onClose(): void {
    this.#extras?.then((extras) => extras.destroy(), ignore);
    this.#extras = null;
    this.#isFlightRefused = false;
  }

  /**
   * Loads a map other than `src`, for example a file; see `Viewer.load`. The content defaults to
   * the attribute's.
   */
  load(map: MapInput, options: LoadMapOptions = {}): Promise<LoadSummary> {
    this.#isPosePending = true;
    return this.loadAs(options.name ?? nameOf(map), (viewer) =>
      viewer.load(map, { ...options, content: options.content ?? readContent(this) }),
    );
  }

  /** Flies to a camera pose; see `Viewer.flyTo`. Starts the element if needed. */
  async flyTo(pose: Partial<Camera>, options?: FlyToOptions): Promise<boolean> {
    return (await this.start()).flyTo(pose, options);
  }

  /** Plays a flight; see `Viewer.play`. Starts the element if needed. */
  async play(path: PathInput, options?: PlayOptions): Promise<boolean> {
    const viewer = await this.start();
    const isWhole = viewer.play(path, options);
    this.#watchFlight(viewer, isWhole);
    return isWhole;
  }

  /** Ends `flyTo` and `play` at the current camera. */
  stop(): void {
    this.viewer?.stop();
  }

  /** Takes a screenshot; see `Viewer.screenshot`. Starts the element if needed. */
  async screenshot(options?: ScreenshotOptions): Promise<Blob> {
    return (await this.start()).screenshot(options);
  }

  /**
   * `camerachange` events are created only if something listens, because they occur every frame.
   */
  protected override onListener(type: string): void {
    if (type === "camerachange") this.#wantsCameraNews = true;
  }

  protected override loadAddress(src: string): Promise<unknown> {
    const { entry } = this;
    return this.load(entry === "" ? src : { name: mapNameFrom(entry), url: src, entry });
  }

  protected override get hasPicture(): boolean {
    return (this.viewer?.map ?? null) !== null;
  }

  protected override createViewer(canvas: HTMLCanvasElement, options: BaseViewerOptions) {
    return createViewer(canvas, { ...options, side: readSide(this) });
  }

  protected override listen(viewer: Viewer): void {
    super.listen(viewer);
    const { overlay } = this;
    viewer.on("progress", (progress) => {
      const fraction = progressFraction(progress);
      overlay.showProgress(
        this.shownName,
        progressText(progress, this.text),
        fraction,
        this.hasPicture,
      );
      this.dispatch("progress", { ...progress, fraction });
    });
    viewer.on("scene", (map) => {
      if (this.#isPosePending) {
        this.#isPosePending = false;
        applyPose(viewer, this);
        this.#isPathPending = true;
      }
      this.showPicture();
      this.dispatch("scene", map);
      this.#extend(viewer).catch((error) => console.warn(`visleaf-map: ${error}`));
    });
    for (const name of ["load", "leafchange", "statschange"] as const) {
      viewer.on(name, (detail: VisleafMapDetails[typeof name]) => this.dispatch(name, detail));
    }
    viewer.on("abort", () => overlay.hideProgress());
    viewer.on("camerachange", (camera) => {
      if (this.#wantsCameraNews) this.dispatch("camerachange", { ...camera });
    });
  }

  protected override showPicture(): void {
    super.showPicture();
    const { viewer } = this;
    if (!this.isShown || viewer === null || !this.#isPathPending) return;
    this.#isPathPending = false;
    this.#playPath(viewer);
  }

  get #hasFlight(): boolean {
    return this.path !== "" || this.hasAttribute("tour");
  }

  #playPath(viewer: Viewer): void {
    if (!this.#hasFlight || !this.isShown) {
      this.overlay.showFlight(null);
    } else if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.overlay.showFlight(false);
    } else {
      this.#fly(viewer);
    }
  }

  /** Plays the path, or the tour of the map. */
  #fly(viewer: Viewer): void {
    this.#isFlightRefused = false;
    const flown =
      this.path !== ""
        ? viewer.play(this.path)
        : import("./extras/idle-tour.ts").then(({ playTour }) => playTour(viewer));
    this.#watchFlight(viewer, flown);
  }

  #watchFlight(viewer: Viewer, flown: Promise<boolean>): void {
    this.overlay.showFlight(true);
    const settle = (): void => {
      if (viewer !== this.viewer || viewer.isFlying) return;
      this.overlay.showFlight(this.#hasFlight ? false : null);
    };
    flown.then(settle, (error: unknown) => {
      settle();
      this.report(error);
    });
  }

  protected override toggleFlight(): void {
    const { viewer } = this;
    if (viewer === null) return;
    this.#isFlightRefused = viewer.isFlying;
    if (viewer.isFlying) viewer.stop();
    else this.#fly(viewer);
  }
}

function applyPose(viewer: Viewer, element: VisleafMap): void {
  const fov = readPositive(element, "fov");
  const pose = readCamera(element);
  if (pose === null && fov === null) return;
  viewer.camera = { ...pose, ...(fov && { fov }) };
}

function applyQuality(viewer: Viewer, element: VisleafMap): void {
  viewer.quality = readQuality(element);
  viewer.pixelRatioLimit = readPositive(element, "pixel-ratio") ?? viewer.pixelRatioLimit;
}

function nameOf(map: MapInput): string {
  if (typeof map === "string" || map instanceof URL) return mapNameFrom(String(map));
  if (map instanceof Blob) return map instanceof File ? mapNameFrom(map.name) : "map";
  return "name" in map ? map.name : "map";
}
