/** What is seen of a comparison beside its pictures: the wipe, and all changes, each a click away. */

import type { MapComparison, Stop, StopList } from "../../viewer/file/index.ts";
import type { Camera } from "../../viewer/index.ts";
import { byId, formatCount, make } from "../dom.ts";

export interface ComparePanelOptions {
  readonly nameA: string;
  readonly nameB: string;
  /** Flies to a change. */
  readonly go: (pose: Partial<Camera>) => void;
  /** How much of the other version is seen, 0 to 1. */
  readonly onWipe: (share: number) => void;
  /** Whether changes are outlined. */
  readonly onOutline: (isShown: boolean) => void;
  readonly onClose: () => void;
}

export interface ComparePanel {
  readonly isOutlined: boolean;
  wipe(share: number): void;
  flip(): void;
  /** The other version can be seen. */
  onPicture(): void;
  list(comparison: MapComparison): void;
  close(): void;
}

/** As their lines are drawn. */
const OUTLINES = [
  ["added", "what is added"],
  ["removed", "removed"],
  ["changed", "changed"],
] as const;

export function createComparePanel(options: ComparePanelOptions): ComparePanel {
  const { nameA, nameB, go, onWipe, onClose } = options;
  const button = (label: string, title: string) => make("button", { type: "button", title }, label);
  const slider = make("input", {
    ...{ type: "range", min: "0", max: "100", value: "50" },
    "aria-label": `How much of ${nameB} is seen`,
  });
  const before = make("button", { type: "button", class: "before" }, make("i", {}, nameA));
  const after = make("button", { type: "button", class: "after" }, make("i", {}, nameB));
  const turn = button("Flip", "From one version to the other (J)");
  const close = make(
    "button",
    { type: "button", class: "icon", "aria-label": "End the comparison" },
    "×",
  );
  const status = make("p", { class: "note", role: "status" }, `Opening ${nameB} …`);
  const outlined = make("input", { type: "checkbox" });
  outlined.checked = true;
  outlined.addEventListener("change", () => options.onOutline(outlined.checked));
  const legend = OUTLINES.map(([kind, label]) => make("i", { class: kind }, label));
  const outline = make(
    "label",
    { class: "compare-outline" },
    outlined,
    make("span", {}, "Outline "),
    ...legend,
  );
  const parts = make("div", { class: "compare-parts" });
  const changes = make(
    "details",
    { class: "compare-changes" },
    make("summary", {}, "Changes"),
    status,
    outline,
    parts,
  );
  changes.open = true;
  const panel = make(
    "section",
    { id: "compare", "aria-label": `${nameA} compared with ${nameB}` },
    make("div", { class: "compare-wipe" }, before, slider, after, turn, close),
    changes,
  );
  byId("notes").before(panel);
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
  });

  const wipe = (share: number): void => {
    slider.value = String(Math.round(share * 100));
    panel.dataset.shown = share >= 0.5 ? "after" : "before";
    onWipe(share);
  };
  slider.addEventListener("input", () => wipe(Number(slider.value) / 100));
  const flip = (): void => wipe(Number(slider.value) >= 50 ? 0 : 1);
  before.addEventListener("click", () => wipe(0));
  after.addEventListener("click", () => wipe(1));
  turn.addEventListener("click", flip);
  close.addEventListener("click", onClose);
  let isSeen = false;
  let found: MapComparison | null = null;
  const say = (): void => {
    const picture = isSeen ? "" : ` Opening ${nameB} …`;
    if (found === null) status.textContent = `Comparing …${picture}`;
    else status.textContent = `${found.isSame ? "No difference was found." : ""}${picture}`;
  };
  say();

  return {
    get isOutlined() {
      return outlined.checked;
    },
    wipe,
    flip,
    onPicture() {
      isSeen = true;
      say();
    },
    list(comparison) {
      found = comparison;
      say();
      parts.replaceChildren(...comparison.parts.map((part) => makePart(part, go)));
    },
    close: () => panel.remove(),
  };
}

function makePart(part: StopList, go: ComparePanelOptions["go"]): HTMLElement {
  const { title, line, isSame, stops, more } = part;
  const head = [make("b", {}, title), make("span", {}, line)];
  if (stops.length === 0) {
    return make("p", { class: isSame ? "compare-part same" : "compare-part" }, ...head);
  }
  const rows = stops.map((stop) => make("li", {}, makeStop(stop, go)));
  if (more > 0) rows.push(make("li", { class: "note" }, `and ${formatCount(more)} more`));
  return make(
    "details",
    { class: "compare-part" },
    make("summary", {}, ...head),
    make("ul", {}, ...rows),
  );
}

function makeStop({ words, camera }: Stop, go: ComparePanelOptions["go"]): HTMLElement {
  if (camera === null) return make("span", {}, words);
  const button = make("button", { type: "button", title: "Fly there" }, words);
  button.addEventListener("click", () => go(camera));
  return button;
}
