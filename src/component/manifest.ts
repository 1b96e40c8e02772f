/**
 * Describes the elements for editors and documentation: attributes, events, slots, parts, custom
 * properties and methods. The build writes it as `custom-elements.json`.
 */

import type { VisleafMapDetails } from "./visleaf-map.ts";
import type { VisleafModelDetails } from "./visleaf-model.ts";

type Texts = Readonly<Record<string, string>>;

export interface ElementDescription {
  readonly tag: "visleaf-map" | "visleaf-model";
  readonly className: string;
  /** Module of the package, below `dist/lib`. */
  readonly module: string;
  readonly text: string;
  readonly attributes: Texts;
  /** Attributes that are true by their presence. */
  readonly flags: readonly string[];
  readonly events: Texts;
  readonly slots: Texts;
  readonly parts: Texts;
  readonly methods: Texts;
}

const COMMON_ATTRIBUTES: Texts = {
  src: "Address of the map or model.",
  content: "Folders (ending in /) and archives of game content, separated by spaces.",
  autoplay: "Starts at once.",
  loading: "`eager` starts at once, `lazy` near the view; otherwise a press starts.",
  reveal: "When the poster gives way: `auto`, `interaction` (a press) or `manual` (dismissPoster).",
  poster: "Picture before the start.",
  controls: "`fly`, `orbit` or `none`.",
  quality: "`auto`, `high` or `low`.",
  "no-ui": "Shows only the poster and hotspots over the picture.",
  "aria-label": "Label for screen readers.",
  lang: "Language of the texts that defineStrings set.",
  present: "`readback` shows frames without a WebGPU canvas, slowly.",
};

const COMMON_PARTS: Texts = {
  canvas: "Picture.",
  frame: "Focus ring around the picture.",
  layer: "Place of a part over the picture.",
  poster: "Poster.",
  start: "Start button.",
  name: "Name on the start button.",
  progress: "Progress of a load.",
  "progress-text": "Name and stage.",
  "map-name": "Name beside the progress.",
  stage: "Stage of the load.",
  track: "Track of the progress bar.",
  bar: "Progress bar.",
  error: "Message of a failure.",
  "error-title": "Its title.",
  "error-detail": "Its detail.",
  "error-advice": "Its list of advice.",
  "error-line": "A line of advice.",
  actions: "Buttons below a failure.",
  retry: "Button that loads again.",
  dismiss: "Button that closes the message.",
  toolbar: "Buttons over the picture.",
  flight: "Button that plays or stops the flight.",
  fullscreen: "Full screen button.",
  quiet: "Texts for screen readers.",
  hotspot: "Box of a hotspot.",
  "hotspot-covered": "Box of a hotspot that something stands before.",
};

const COMMON_SLOTS: Texts = {
  poster: "Replaces the poster.",
  progress: "Replaces the progress; inherits `--visleaf-progress`, 0 to 1.",
  error: "Replaces the message of a failure.",
  controls: "Replaces the buttons over the picture.",
  "hotspot-*": "Hotspot at the place of its `data-at`, facing its `data-normal`.",
};

const COMMON_METHODS: Texts = {
  start: "Starts, whatever the attributes say. Resolves with the viewer.",
  load: "Loads something else than `src`.",
  unload: "Unloads, and shows the poster.",
  dismissPoster: "Shows the picture instead of the poster.",
  showPoster: "Hides the picture below the poster.",
  addHotspot: "Adds a hotspot.",
  updateHotspot: "Moves or renames a hotspot.",
  removeHotspot: "Removes a hotspot.",
  positionOf: "Finds the place of a hotspot, or of the surface under a point.",
};

/** Custom properties of both elements. */
export const CUSTOM_PROPERTIES: Texts = {
  "--visleaf-accent": "Colour of marks and focus rings.",
  "--visleaf-text": "Colour of text.",
  "--visleaf-panel": "Background of panels and buttons.",
  "--visleaf-background": "Background before the first picture.",
  "--visleaf-font": "Font family.",
  "--visleaf-radius": "Radius of corners.",
};

const MAP_EVENTS = {
  ready: "The viewer was created.",
  progress: "`stage`, `done`, `total`, and `fraction` of the whole load.",
  scene: "The map is visible; more is loading.",
  load: "Everything was loaded.",
  error: "`code`, `title`, `advice`, `detail`, `canRetry`; preventDefault hides the message.",
  camerachange: "The camera moved.",
  leafchange: "The camera entered another leaf.",
  statschange: "Frame statistics, twice a second.",
  "hotspot-visibility": "From a hotspot, and bubbles: `name`, `visible`.",
  warning: "A hotspot, mark or attribute cannot be used: `message`.",
} satisfies Record<keyof VisleafMapDetails, string>;

const MODEL_EVENTS = {
  ready: "The viewer was created.",
  model: "The model is visible; textures are loading.",
  load: "Everything was loaded.",
  error: "`code`, `title`, `advice`, `detail`, `canRetry`; preventDefault hides the message.",
  "hotspot-visibility": "From a hotspot, and bubbles: `name`, `visible`.",
  warning: "The sequence is unknown, or a hotspot cannot be used: `message`.",
} satisfies Record<keyof VisleafModelDetails, string>;

export const ELEMENTS: readonly ElementDescription[] = [
  {
    tag: "visleaf-map",
    className: "VisleafMap",
    module: "element.js",
    text: "Shows a compiled Source map.",
    attributes: {
      ...COMMON_ATTRIBUTES,
      entry: "Name of the map, if `src` is an archive of several.",
      camera: "First camera: `x y z pitch yaw`, inches and degrees; angles are optional.",
      fov: "Horizontal degrees at 4:3.",
      path: "Address of a recorded flight.",
      simulation:
        "Start of the map's entities: `auto` (those that act by themselves play), `paused` or `off`.",
      tour: "Flies through the map after this many seconds without input, 30 by default.",
      "camera-bounds": "Box that the camera stays in: two corners `x y z x y z`, or `map`.",
      "min-fov": "Smallest field of view that visitors zoom to, 20 to 140 degrees.",
      "interaction-prompt": "Shows how to move: `auto`, `when-focused` or `none` (default).",
      view: "Debug view of surfaces.",
      marks: "Overlays, separated by commas.",
      "pixel-ratio": "Most drawn pixels per CSS pixel.",
      side: "`hdr` or `ldr`, if a map has both.",
    },
    flags: ["autoplay", "no-ui"],
    events: MAP_EVENTS,
    slots: {
      ...COMMON_SLOTS,
      prompt: "Replaces the prompt of `interaction-prompt`.",
    },
    parts: {
      ...COMMON_PARTS,
      prompt: "Prompt that shows how to move.",
    },
    methods: {
      ...COMMON_METHODS,
      flyTo: "Moves the camera smoothly.",
      play: "Plays a flight.",
      stop: "Ends flights.",
      screenshot: "Takes a picture.",
    },
  },
  {
    tag: "visleaf-model",
    className: "VisleafModel",
    module: "model.js",
    text: "Shows a model.",
    attributes: {
      ...COMMON_ATTRIBUTES,
      sequence: "Sequence to play; an idle one by default.",
      rate: "Speed; negative plays backwards.",
      paused: "Stops the sequence.",
      skin: "Number of the skin.",
      body: "Model of each body part, separated by spaces.",
      lod: "Level of detail.",
      light: "Address of a map whose light to use.",
      "light-at": "Place in that map.",
      "no-floor": "Hides the floor.",
    },
    flags: ["autoplay", "no-ui", "no-floor", "paused"],
    events: MODEL_EVENTS,
    slots: COMMON_SLOTS,
    parts: COMMON_PARTS,
    methods: COMMON_METHODS,
  },
];

const listOf = (texts: Texts) =>
  Object.entries(texts).map(([name, description]) => ({ name, description }));

const propertyOf = (attribute: string): string =>
  attribute.replace(/-./g, (hyphened) => hyphened[1].toUpperCase());

/** Returns the manifest, in the format of the package `custom-elements-manifest`, version 1. */
export function buildManifest(): object {
  const modules = ELEMENTS.map((element) => {
    const { tag, className, module, text, attributes, flags, events, slots, parts } = element;
    const path = `dist/lib/${module}`;
    return {
      kind: "javascript-module",
      path,
      declarations: [
        {
          kind: "class",
          customElement: true,
          name: className,
          tagName: tag,
          description: text,
          attributes: listOf(attributes).map((row) => ({
            ...row,
            fieldName: propertyOf(row.name),
            type: { text: flags.includes(row.name) ? "boolean" : "string" },
          })),
          members: listOf(element.methods).map((row) => ({ kind: "method", ...row })),
          events: listOf(events).map((row) => ({ ...row, type: { text: "CustomEvent" } })),
          slots: listOf(slots),
          cssParts: listOf(parts),
          cssProperties: listOf(CUSTOM_PROPERTIES),
        },
      ],
      exports: [
        { kind: "js", name: className, declaration: { name: className, module: path } },
        {
          kind: "custom-element-definition",
          name: tag,
          declaration: { name: className, module: path },
        },
      ],
    };
  });
  return { schemaVersion: "1.0.0", readme: "README.md", modules };
}
