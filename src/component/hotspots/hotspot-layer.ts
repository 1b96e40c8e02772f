/**
 * Places the children with a slot that starts with "hotspot" over the picture. Each child is
 * in a box that is positioned by a transform; only boxes that moved are updated. The layer follows the
 * viewer's "frame" events, which also come while a picture at rest is not drawn again.
 */

import { CameraAxes } from "../../viewer/camera/camera-axes.ts";
import { adoptStyle } from "../base/overlay.ts";
import { HotspotSight } from "./hotspot-sight.ts";
import type { HotspotStage } from "./hotspot-stage.ts";
import css from "./hotspots.css?inline";
import { HOTSPOT, type HotspotPlace, readHotspot } from "./read-hotspot.ts";

export interface HotspotVisibility {
  /** Slot of the hotspot. */
  readonly name: string;
  /** Whether it is in the picture, and nothing is before it. */
  readonly visible: boolean;
}

/** CSS pixels below which a box need not move. */
const MOVED_PIXELS = 0.05;
/** Part of the picture's half that a hotspot may be outside of it. */
const EDGE = 1.02;

/** Attribute of hotspots that are seen. */
const VISIBLE = "data-visible";

/** States of a hotspot. */
const UNKNOWN = 0;
const OUT = 1;
const COVERED = 2;
const SEEN = 3;

interface Box {
  readonly name: string;
  readonly place: HotspotPlace;
  /** The page's element. */
  readonly child: HTMLElement;
  readonly element: HTMLElement;
  readonly moveTo: (x: number, y: number) => void;
}

export interface HotspotHost {
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  addPart(part: HTMLElement): void;
  /** Reports one sentence. */
  warn(message: string): void;
}

export class HotspotLayer {
  readonly #host: HotspotHost;
  readonly #layer = document.createElement("div");
  readonly #axes = new CameraAxes();
  readonly #stage: HotspotStage;
  readonly #sight: HotspotSight;
  readonly #size = { width: 1, height: 1 };
  readonly #out = new Float64Array(3);
  readonly #off: (() => void)[] = [];
  #boxes: readonly Box[] = [];
  #states = new Uint8Array(0);
  #isIn = new Uint8Array(0);
  #shown = new Float64Array(0);
  /** Messages about these children were reported, so each is reported once. */
  readonly #reported = new Set<string>();

  constructor(host: HotspotHost, stage: HotspotStage) {
    this.#host = host;
    this.#stage = stage;
    const { element, root } = host;
    this.#sight = new HotspotSight((row, x, y, z) => this.#castTo(row, x, y, z));
    this.#layer.className = "hotspots";
    adoptStyle(root, css);
    host.addPart(this.#layer);
    const observer = new MutationObserver(() => this.read());
    const attributeFilter = ["slot", "data-at", "data-normal"];
    observer.observe(element, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter,
    });
    const resizes = new ResizeObserver(() => {
      this.#size.width = element.clientWidth;
      this.#size.height = element.clientHeight;
      this.update();
    });
    resizes.observe(element);
    this.#off.push(
      () => observer.disconnect(),
      () => resizes.disconnect(),
      stage.follow(
        () => this.update(),
        () => this.#followStage(),
      ),
    );
    this.#size.width = element.clientWidth;
    this.#size.height = element.clientHeight;
    this.read();
    this.#followStage();
  }

  /** Reads the children again. */
  read(): void {
    const { element } = this.#host;
    const before = this.#boxes;
    const states = this.#states;
    const boxes: Box[] = [];
    for (const child of element.children) {
      const name = child.slot;
      if (!name.startsWith(HOTSPOT) || !(child instanceof HTMLElement)) continue;
      if (boxes.some((box) => box.name === name)) {
        this.#warnOnce(`Two hotspots have the slot ${JSON.stringify(name)}; only one is placed.`);
        continue;
      }
      try {
        const place = readHotspot(name, child);
        const known = before.find((box) => box.name === name) ?? makeBox(name);
        boxes.push({ ...known, child, place });
      } catch (error) {
        this.#warnOnce((error as Error).message);
      }
    }
    const names = new Set(boxes.map(({ name }) => name));
    for (const { name, child } of before) if (!names.has(name)) child.removeAttribute(VISIBLE);
    this.#boxes = boxes;
    // In the order of the children, which Tab follows. Boxes that stay are not moved, because
    // their children would lose the focus.
    const elements = boxes.map((box) => box.element);
    if (
      elements.some((each, row) => each !== before[row]?.element) ||
      before.length > boxes.length
    ) {
      this.#layer.replaceChildren(...elements);
    }
    this.#states = Uint8Array.from(boxes, ({ element: box }) => {
      const row = before.findIndex((each) => each.element === box);
      return row < 0 ? UNKNOWN : states[row];
    });
    this.#isIn = new Uint8Array(boxes.length);
    this.#shown = new Float64Array(boxes.length * 2).fill(Number.NaN);
    this.#sight.restart(boxes.length);
    this.#checkPlaces();
    this.update();
  }

  /** Moves all boxes to where the camera sees their places. Allocates nothing unless one changes. */
  update(): void {
    const stage = this.#stage;
    const boxes = this.#boxes;
    if (boxes.length === 0) return;
    if (!stage.isShown) {
      for (let row = 0; row < boxes.length; row++) this.#setState(row, OUT);
      return;
    }
    const { camera } = stage;
    const { width, height } = this.#size;
    const out = this.#out;
    this.#axes.follow(camera, width / height);
    for (let row = 0; row < boxes.length; row++) {
      const { at } = boxes[row].place;
      const isAhead = this.#axes.project(at[0], at[1], at[2], out);
      const isIn = isAhead && Math.abs(out[0]) <= EDGE && Math.abs(out[1]) <= EDGE;
      this.#isIn[row] = isIn ? 1 : 0;
      if (isIn) this.#move(row, ((out[0] + 1) / 2) * width, ((1 - out[1]) / 2) * height);
    }
    this.#sight.update(camera.x, camera.y, camera.z, this.#isIn);
    for (let row = 0; row < boxes.length; row++) {
      const isClear = this.#sight.isClear(row);
      if (this.#isIn[row] === 0) this.#setState(row, OUT);
      // Until its ray was cast, it stays as it was.
      else if (isClear !== null) this.#setState(row, isClear ? SEEN : COVERED);
    }
  }

  /** Names of the hotspots that are seen now. */
  get seen(): string[] {
    return this.#boxes.filter((_, row) => this.#states[row] === SEEN).map(({ name }) => name);
  }

  get count(): number {
    return this.#boxes.length;
  }

  /** Place of a hotspot and its place on the screen; `null` if there is no such hotspot. */
  find(name: string): (HotspotPlace & { x: number; y: number; isVisible: boolean }) | null {
    this.update();
    const row = this.#boxes.findIndex((box) => box.name === name);
    if (row < 0) return null;
    const isIn = this.#isIn[row] === 1;
    const [x, y] = isIn ? this.#shown.subarray(row * 2) : [Number.NaN, Number.NaN];
    return { ...this.#boxes[row].place, x, y, isVisible: this.#states[row] === SEEN };
  }

  destroy(): void {
    for (const off of this.#off) off();
    this.#layer.remove();
  }

  #move(row: number, x: number, y: number): void {
    const shown = this.#shown;
    const dx = shown[row * 2] - x;
    const dy = shown[row * 2 + 1] - y;
    if (Math.abs(dx) < MOVED_PIXELS && Math.abs(dy) < MOVED_PIXELS) return;
    shown[row * 2] = x;
    shown[row * 2 + 1] = y;
    this.#boxes[row].moveTo(x, y);
  }

  #setState(row: number, state: number): void {
    const before = this.#states[row];
    if (before === state) return;
    this.#states[row] = state;
    const { name, element, child } = this.#boxes[row];
    element.classList.toggle("out", state === OUT);
    element.classList.toggle("covered", state === COVERED);
    element.part.toggle("hotspot-covered", state === COVERED);
    const visible = state === SEEN;
    child.toggleAttribute(VISIBLE, visible);
    if (before === UNKNOWN ? !visible : visible === (before === SEEN)) return;
    const detail: HotspotVisibility = { name, visible };
    child.dispatchEvent(new CustomEvent("hotspot-visibility", { detail, bubbles: true }));
  }

  #castTo(row: number, x: number, y: number, z: number): boolean {
    const { at, normal } = this.#boxes[row].place;
    const [dx, dy, dz] = [at[0] - x, at[1] - y, at[2] - z];
    if (normal !== null && dx * normal[0] + dy * normal[1] + dz * normal[2] >= 0) return false;
    const distance = Math.hypot(dx, dy, dz) - this.#stage.surface;
    return distance <= 0 || this.#stage.cast([x, y, z], [dx, dy, dz], distance) === null;
  }

  /** Reads shapes that may stand before hotspots, and reports places where none can be. */
  #followStage(): void {
    const stage = this.#stage;
    this.#sight.invalidate();
    if (!stage.isShown || this.#boxes.length === 0) return;
    this.#checkPlaces();
    stage.readShapes()?.then(
      () => this.#sight.invalidate(),
      (error: Error) => this.#warnOnce(error.message),
    );
  }

  #checkPlaces(): void {
    if (!this.#stage.isShown) return;
    for (const { name, place } of this.#boxes) {
      const fault = this.#stage.findFault(place.at);
      if (fault === null) continue;
      const where = place.at.map((value) => Math.round(value * 10) / 10).join(" ");
      this.#warnOnce(`The hotspot ${JSON.stringify(name)} ${fault}: ${where}.`);
    }
  }

  #warnOnce(message: string): void {
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    this.#host.warn(message);
  }
}

function makeBox(name: string): Pick<Box, "name" | "element" | "moveTo"> {
  const element = document.createElement("div");
  element.className = "hotspot out";
  element.setAttribute("part", "hotspot");
  const slot = document.createElement("slot");
  slot.name = name;
  element.append(slot);
  return { name, element, moveTo: moverOf(element) };
}

/**
 * Returns a function that moves an element. Typed styles, where browsers have them, need no string
 * a frame.
 */
function moverOf(element: HTMLElement): (x: number, y: number) => void {
  const map = element.attributeStyleMap;
  if (map === undefined) {
    return (x, y) => {
      element.style.transform = `translate(${x}px, ${y}px)`;
    };
  }
  const [left, top] = [CSS.px(0), CSS.px(0)];
  const move = new CSSTranslate(left, top);
  const value = new CSSTransformValue([move]);
  return (x, y) => {
    left.value = x;
    top.value = y;
    move.x = left;
    move.y = top;
    map.set("transform", value);
  };
}
