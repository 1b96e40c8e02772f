/** Compares two versions of a map: draws the other version over this one and lists the changes. */

import "./compare.css";
import { addLines, createChangeLines, type LinesViewer } from "../../viewer/change-lines.ts";
import {
  createFileReader,
  type MapComparison,
  type Outlines,
  placeOf,
  type Stop,
  type StopList,
} from "../../viewer/file/index.ts";
import { type Camera, createViewer, type MapSource, type Viewer } from "../../viewer/index.ts";
import { byId, formatCount, make } from "../dom.ts";
import type { CompareDeskOptions, Comparison } from "./compare-types.ts";

// The comparison's controls: the wipe, and a list of changes to fly to.

export interface ComparePanelOptions {
  readonly nameA: string;
  readonly nameB: string;
  /** Flies to a change. */
  readonly go: (pose: Partial<Camera>) => void;
  /** Called with the visible share of the other version, 0 to 1. */
  readonly onWipe: (share: number) => void;
  /** Called when outlines of changes are switched on or off. */
  readonly onOutline: (isShown: boolean) => void;
  readonly onClose: () => void;
}

export interface ComparePanel {
  readonly isOutlined: boolean;
  wipe(share: number): void;
  flip(): void;
  /** Removes "Opening …" from the status once the other version is visible. */
  onPicture(): void;
  list(comparison: MapComparison): void;
  close(): void;
}

/** Kinds of outlines with their labels, in drawing order. */
const OUTLINES = [
  ["added", "added"],
  ["removed", "removed"],
  ["changed", "changed"],
] as const;

function createComparePanel(options: ComparePanelOptions): ComparePanel {
  const { nameA, nameB, go, onWipe, onClose } = options;
  const button = (label: string, title: string) => make("button", { type: "button", title }, label);
  const slider = make("input", {
    ...{ type: "range", min: "0", max: "100", value: "50" },
    "aria-label": `Visible share of ${nameB}`,
  });
  const before = make("button", { type: "button", class: "before" }, make("i", {}, nameA));
  const after = make("button", { type: "button", class: "after" }, make("i", {}, nameB));
  const turn = button("Flip", "Switch between the versions (J)");
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

// Outlines of changed parts over a version's picture. `compare.css` repeats their colours.

export interface ChangeOutlines {
  drawOver(viewer: LinesViewer): void;
  show(isShown: boolean): void;
  remove(): void;
}

function createChangeOutlines(outlines: Outlines): ChangeOutlines {
  const { make, layers } = createChangeLines(outlines);
  let take: (() => void) | null = null;
  return {
    drawOver(viewer) {
      take?.();
      take = addLines(viewer, make);
    },
    show(isShown) {
      for (const layer of layers) layer.isShown = isShown;
    },
    remove() {
      take?.();
      take = null;
    },
  };
}

// Draws the other version: a second viewer on a canvas over the first, with the first one's camera.

export interface OtherPicture {
  /** Draws outlines over the other version once it is visible. */
  outline(outlines: ChangeOutlines): void;
  /** Resolves when the other version is visible. Rejects like `Viewer.load`. */
  load(source: MapSource): Promise<void>;
  /** Sets the visible width from the right edge, 0 to 1. */
  show(share: number): void;
  close(): void;
}

function createOtherPicture(viewer: Viewer, present: "canvas" | "readback"): OtherPicture {
  const canvas = make("canvas", { id: "other-view", "aria-hidden": "true" });
  const edge = make("div", { id: "other-edge" });
  viewer.canvas.after(canvas, edge);
  let other: Viewer | null = null;
  let outlines: ChangeOutlines | null = null;
  let isClosed = false;
  let share = 0;
  let hasScene = false;
  let frameCount = 0;
  const update = (): void => {
    canvas.style.clipPath = `inset(0 0 0 ${((1 - share) * 100).toFixed(2)}%)`;
    const [left, right] = [(1 - share) * 100, share * 100].map(
      (at) => `calc(${at.toFixed(2)}% - 1px)`,
    );
    edge.style.clipPath = `inset(0 ${right} 0 ${left})`;
    edge.hidden = share === 0 || share === 1;
    // A hidden picture is not drawn.
    if (share === 0) other?.pause();
    else other?.resume();
  };
  const follow = (): void => {
    if (other === null || share === 0) return;
    other.camera = viewer.camera;
    Object.assign(other.settings, viewer.settings);
  };
  const stop = viewer.on("frame", follow);
  return {
    async load(source) {
      const made = await createViewer(canvas, {
        ...{ present, controls: "none", quality: viewer.quality },
        content: viewer.content,
        ...(viewer.map?.side ? { side: viewer.map.side } : {}),
      });
      if (isClosed) {
        made.destroy();
        return;
      }
      other = made;
      outlines?.drawOver(made);
      const isSeen = new Promise<void>((resolve) => {
        made.on("scene", () => {
          follow();
          update();
          hasScene = true;
          resolve();
        });
        // `frame` fires before each frame: at the second event the first picture is there.
        made.on("frame", () => {
          if (hasScene && ++frameCount === 2) canvas.dataset.map = "shown";
        });
      });
      const load = made.load(source);
      // A failure is reported by the race below; `close` aborts the load on purpose.
      load.catch(() => undefined);
      await Promise.race([isSeen, load]);
    },
    outline(wanted) {
      outlines = wanted;
      if (other !== null) wanted.drawOver(other);
    },
    show(wanted) {
      share = wanted;
      update();
      follow();
    },
    close() {
      isClosed = true;
      stop();
      other?.destroy();
      canvas.remove();
      edge.remove();
    },
  };
}

export interface ComparisonOptions extends CompareDeskOptions {
  readonly onClose: () => void;
}

export function openComparison(
  viewer: Viewer,
  source: MapSource,
  other: MapSource,
  { present, go, onFault, onClose }: ComparisonOptions,
): Comparison {
  const picture = createOtherPicture(viewer, present);
  let own: ChangeOutlines | null = null;
  let theirs: ChangeOutlines | null = null;
  const outline = (isShown: boolean): void => {
    own?.show(isShown);
    theirs?.show(isShown);
  };
  const panel = createComparePanel({
    onOutline: outline,
    ...{ nameA: source.name, nameB: other.name, go, onClose },
    onWipe: picture.show,
  });
  const reader = createFileReader();
  let isOpen = true;
  const fail = (error: unknown): void => {
    if (!isOpen) return;
    onClose();
    onFault(error);
  };
  panel.wipe(0.5);
  picture.load(other).then(() => isOpen && panel.onPicture(), fail);
  const asked = { map: placeOf(source).map, other: placeOf(other).map };
  reader.ask("compare", asked).then((found) => {
    // The comparison is finished, so the file reader is no longer needed.
    reader.close();
    if (!isOpen) return;
    panel.list(found);
    own = createChangeOutlines(found.outlines.a);
    theirs = createChangeOutlines(found.outlines.b);
    own.drawOver(viewer);
    picture.outline(theirs);
    outline(panel.isOutlined);
  }, fail);
  return {
    flip: panel.flip,
    close() {
      isOpen = false;
      reader.close();
      own?.remove();
      theirs?.remove();
      picture.close();
      panel.close();
      viewer.canvas.focus({ preventScroll: true });
    },
  };
}
