/**
 * Texts of the elements. Pages replace them for one element by its property `strings`, and for all
 * elements in a language by `defineStrings`. Texts that a first picture does not need are in
 * `extras/late-texts.ts`.
 */

const EARLY_TEXTS = {
  map: "map",
  model: "model",
  /** `{kind}`: the text `map` or `model`. */
  label: "3D view of the {kind} {name}",
  open: "Open the {kind} {name}",
  /** Role of the picture for screen readers. */
  view: "3D view",
  loading: "Loading {name}",
  opened: "{name} is open",
  starting: "Starting …",
  /** While a model is loaded. */
  busy: "Loading …",
  lost: "The graphics device is restarting",
  retry: "Try again",
  close: "Close",
  playFlight: "Play flight",
  stopFlight: "Stop flight",
  fullscreen: "Full screen",
  leaveFullscreen: "Leave full screen",
  read: "Reading",
  parse: "Parsing",
  world: "Building the world",
  materials: "Finding materials",
  props: "Reading models",
  textures: "Reading textures",
  /** `{stage}`: the text of a stage. */
  stage: "{stage} …",
  megabytes: "{stage}: {done} MB",
  megabytesOf: "{stage}: {done} of {total} MB",
};

export type EarlyTexts = typeof EARLY_TEXTS;

/** Returns a text with its `{names}` replaced. Names without a value stay. */
export type Texts = (
  key: keyof EarlyTexts,
  values?: Readonly<Record<string, string | number>>,
) => string;

type Table = Readonly<Record<string, unknown>>;

const byLanguage = new Map<string, Table>();

/** Sets texts of a language by its tag; "de" also serves "de-AT". */
export function defineTexts(language: string, texts: Table): void {
  byLanguage.set(language.toLowerCase(), texts);
}

/**
 * Returns a text: the element's, its language's, or the English one.
 * @param own texts of the element
 */
export function findText(
  element: Element,
  own: Table,
  key: string,
  values: Readonly<Record<string, string | number>>,
  english: Readonly<Record<string, string>> = EARLY_TEXTS,
): string {
  const language = element.closest("[lang]")?.getAttribute("lang")?.toLowerCase() ?? "";
  const tables = [own, byLanguage.get(language), byLanguage.get(language.split("-")[0])];
  const text = tables.map((table) => table?.[key]).find((found) => typeof found === "string");
  return String(text ?? english[key]).replace(/\{(\w+)\}/g, (whole, name) =>
    String(values[name] ?? whole),
  );
}
