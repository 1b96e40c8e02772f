/** Names of the React components' properties and events. */

/** Handlers of events whose names are several words. */
export const LONG_NAMES = {
  camerachange: "onCameraChange",
  leafchange: "onLeafChange",
  statschange: "onStatsChange",
  "hotspot-visibility": "onHotspotVisibility",
} as const;

const COMMON_TEXTS = [
  ...["src", "content", "loading", "reveal", "poster", "controls"],
  ...["quality", "present", "lang"],
] as const;
/** Names of a component's attributes and events. */
export interface Names {
  readonly attributes: readonly string[];
  readonly events: readonly string[];
}

export const MAP_NAMES: Names = {
  attributes: [
    ...COMMON_TEXTS,
    ...["autoplay", "noUi", "entry", "camera", "path", "view", "marks", "side", "cameraBounds"],
    ...["simulation", "interactionPrompt", "fov", "pixelRatio", "minFov", "tour"],
  ],
  events: [
    ...["ready", "error", "progress", "scene", "load", "camerachange", "leafchange"],
    ...["statschange", "hotspot-visibility", "warning"],
  ],
};

export const MODEL_NAMES: Names = {
  attributes: [
    ...COMMON_TEXTS,
    ...["autoplay", "noUi", "sequence", "body", "light", "lightAt", "skin", "lod", "rate"],
    ...["noFloor", "paused"],
  ],
  events: ["ready", "error", "model", "load", "hotspot-visibility", "warning"],
};

export type Props = Readonly<Record<string, unknown>>;

/** Properties that are true or false. */
const FLAGS: readonly string[] = ["autoplay", "noUi", "noFloor", "paused"];

/** Returns the name of the handler of an event. */
export const handlerOf = (event: string): string =>
  (LONG_NAMES as Readonly<Record<string, string>>)[event] ??
  `on${event[0].toUpperCase()}${event.slice(1)}`;

const attributeOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns the attributes of the element, without handlers. False and missing ones are left out. */
export function listElementProps(props: Props, { attributes, events }: Names): Props {
  const own: Record<string, unknown> = {};
  const handlers = new Set(events.map(handlerOf));
  for (const [name, value] of Object.entries(props)) {
    if (name === "strings" || handlers.has(name)) continue;
    if (!attributes.includes(name)) own[name === "className" ? "class" : name] = value;
    // React 19 assigns `autoplay` as a property, for which an empty text would be false.
    else if (value === true) own[attributeOf(name)] = FLAGS.includes(name) ? true : "";
    else if (value !== false && value !== undefined && value !== null) {
      own[attributeOf(name)] = String(value);
    }
  }
  return own;
}
