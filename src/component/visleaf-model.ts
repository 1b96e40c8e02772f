/** The element `<visleaf-model src="models/props/barrel.mdl">`, which shows a model. */

import type { Warning } from "../core/diagnostics.ts";
import { missingSequence } from "../viewer/model/create-model-viewer.ts";
import {
  type BaseViewerOptions,
  createModelViewer,
  type LoadModelOptions,
  type ModelInfo,
  type ModelInput,
  type ModelSummary,
  type ModelViewer,
  STUDIO_LIGHT,
} from "../viewer/model/index.ts";
import {
  type AttributeTable,
  COMMON_ATTRIBUTES,
  listAttributes,
  reflectAttributes,
} from "./base/attribute-table.ts";
import { readContent, readQuality, readRate, readRow } from "./base/attributes.ts";
import { HotspotElement, type OpenHotspots } from "./base/hotspot-element.ts";
import { type ElementDetails, ignore } from "./base/overlaid-element.ts";
import type { ViewerTraits } from "./base/viewer-element.ts";
import type { ModelExtras } from "./extras/attach-model-extras.ts";
import type { HotspotVisibility } from "./hotspots/hotspot-layer.ts";

// Events of `<visleaf-model>`. They do not bubble.

/** Type of each event's `detail`. */
export interface VisleafModelDetails extends ElementDetails<ModelViewer> {
  /** The model is visible; its textures are still loading. */
  model: ModelInfo;
  /** Everything has been loaded. */
  load: ModelSummary;
  /** Comes from the hotspot's element and bubbles: it is seen now, or no longer. */
  "hotspot-visibility": HotspotVisibility;
  /**
   * `sequence` names a missing or broken sequence: the previous one continues, or the model idles.
   * Or a hotspot cannot be used, with the code "not-drawn". After `preventDefault`, nothing is
   * logged.
   */
  warning: Warning;
}

export type VisleafModelEventMap = {
  [Name in keyof VisleafModelDetails]: CustomEvent<VisleafModelDetails[Name]>;
};

/** Attributes with their effect on the viewer. */
const ATTRIBUTES: AttributeTable<ModelViewer, VisleafModel> = {
  ...COMMON_ATTRIBUTES,
  quality: {
    change: (viewer, element) => {
      viewer.quality = readQuality(element);
    },
  },
  "no-floor": { isFlag: true, change: "load" },
  sequence: { change: ofModel(playSequence) },
  skin: {
    change: ofModel((viewer, element) => {
      viewer.skin = readRow(element, "skin") ?? 0;
    }),
  },
  body: { change: ofModel(chooseBody) },
  lod: {
    change: ofModel((viewer, element) => {
      viewer.lod = readRow(element, "lod");
    }),
  },
  rate: {
    change: ofModel((viewer, element) => {
      viewer.rate = readRate(element);
    }),
  },
  light: { change: setLight },
  "light-at": { change: setLight },
  paused: {
    isFlag: true,
    change: ofModel((viewer, element) => {
      viewer.isPlaying = !element.paused;
    }),
  },
};

/** Attributes that are applied after the load, because they are not load options. */
const SET_WHEN_SHOWN = ["body", "lod", "rate", "paused"] as const;

const TRAITS: ViewerTraits<ModelViewer> = {
  kind: "model",
  nameFrom: nameOf,
  controls: ["orbit", "fly", "none"],
  attributes: ATTRIBUTES,
};

export class VisleafModel extends HotspotElement<ModelViewer, VisleafModelDetails> {
  static readonly observedAttributes: readonly string[] = listAttributes(ATTRIBUTES);

  declare quality: string;
  declare sequence: string;
  declare skin: string;
  /** The model of each body part, separated by spaces. */
  declare body: string;
  declare lod: string;
  declare rate: string;
  /** Address of a map that lights the model. */
  declare light: string;
  /**
   * Position in that map: three numbers separated by spaces. Defaults to the first player start.
   */
  declare lightAt: string;
  declare noFloor: boolean;
  declare paused: boolean;

  #extras: Promise<ModelExtras> | null = null;

  constructor() {
    super(TRAITS);
  }

  protected override async openHotspots(viewer: ModelViewer): Promise<OpenHotspots> {
    const { stage, hotspots } = await this.#extend(viewer);
    return { stage: await stage(), layer: await hotspots() };
  }

  /** Loads what a plain element does not need, once a model is visible. */
  #extend(viewer: ModelViewer): Promise<ModelExtras> {
    this.#extras ??= import("./extras/attach-model-extras.ts").then(({ attachModelExtras }) =>
      attachModelExtras(viewer, {
        element: this,
        root: this.shadowRoot!,
        addPart: (part) => this.overlay.addPart(part),
        warn: (message) =>
          tellWarning(this, { code: "not-drawn", subject: "hotspot", message, count: 1 }),
      }),
    );
    return this.#extras;
  }

  protected override onClose(): void {
    this.#extras?.then((extras) => extras.destroy(), ignore);
    this.#extras = null;
  }

  /**
   * Loads a model other than `src`; see `ModelViewer.load`. The content defaults to the
   * attribute's.
   */
  load(model: ModelInput, options: LoadModelOptions = {}): Promise<ModelSummary> {
    return this.loadAs(nameOf(model), (viewer) => {
      this.overlay.showProgress(this.shownName, this.text("busy"), 0.3, this.hasPicture);
      if (this.light !== "") setLight(viewer, this);
      return viewer.load(model, {
        content: readContent(this),
        floor: !this.noFloor,
        skin: readRow(this, "skin") ?? 0,
        sequence: this.getAttribute("sequence") ?? undefined,
        ...options,
      });
    });
  }

  protected override loadAddress(src: string): Promise<unknown> {
    return this.load(src);
  }

  protected override get hasPicture(): boolean {
    return (this.viewer?.info ?? null) !== null;
  }

  protected override createViewer(canvas: HTMLCanvasElement, options: BaseViewerOptions) {
    return createModelViewer(canvas, options);
  }

  protected override listen(viewer: ModelViewer): void {
    super.listen(viewer);
    viewer.on("model", (info) => {
      this.shownName = nameOf(info.name);
      this.showPicture();
      this.applyAttributes(SET_WHEN_SHOWN.filter((name) => this.hasAttribute(name)));
      this.label();
      this.dispatch("model", info);
      this.#extend(viewer).catch((error) => console.warn(`visleaf-model: ${error}`));
    });
    viewer.on("load", (summary) => {
      for (const warning of summary.warnings) {
        if (warning.code === "missing-sequence") tellWarning(this, warning);
      }
      this.dispatch("load", summary);
    });
  }
}

reflectAttributes(VisleafModel.prototype, ATTRIBUTES);

type Tell = (viewer: ModelViewer, element: VisleafModel) => void;

/** Wraps an attribute's effect so that it is skipped while no model is loaded. */
function ofModel(tell: Tell): Tell {
  return (viewer, element) => {
    if (viewer.info !== null) tell(viewer, element);
  };
}

function setLight(viewer: ModelViewer, { light, lightAt, baseURI }: VisleafModel): void {
  if (light.trim() === "") {
    if (viewer.light !== STUDIO_LIGHT) viewer.light = STUDIO_LIGHT;
    return;
  }
  const map = new URL(light, baseURI);
  const at = lightAt
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  viewer.light = at.length === 3 && at.every(Number.isFinite) ? { map, at } : { map };
}

function playSequence(viewer: ModelViewer, element: VisleafModel): void {
  const { sequence } = element;
  if (sequence === "") return;
  try {
    viewer.play(sequence, { rate: readRate(element) });
  } catch (error) {
    tellWarning(element, missingSequence(sequence, error));
  }
}

/** Logs a warning unless a listener prevents it. */
function tellWarning(element: VisleafModel, detail: Warning): void {
  const event = new CustomEvent("warning", { detail, cancelable: true });
  if (element.dispatchEvent(event)) console.warn(`visleaf: ${detail.message}`);
}

function chooseBody(viewer: ModelViewer, { body }: VisleafModel): void {
  const models = body.split(/[\s,]+/).map(Number);
  for (let part = 0; part < viewer.bodyGroups.length; part++) {
    viewer.setBodyGroup(part, models[part] || 0);
  }
}

/** Returns a model's file name without its extension. */
function nameOf(model: ModelInput): string {
  if (typeof model !== "string" && !(model instanceof URL)) return "model";
  const file = String(model).split(/[?#]/)[0].split(/[\\/]/).at(-1) ?? "";
  return file.replace(/\.mdl$/i, "") || "model";
}
