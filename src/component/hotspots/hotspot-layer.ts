/**
 * Places the children with a slot that starts with "hotspot" over the picture. Each child is
 * in a box that is positioned by a transform; only boxes that moved are updated. The layer follows the
 * viewer's "frame" events, which also come while a picture at rest is not drawn again.
 */

import { CameraAxes } from "../../viewer/camera/camera-axes.ts";
import { type SurfaceRays, surfaceRaysOf } from "../../viewer/surface-rays.ts";
import type { Viewer } from "../../viewer/viewer.ts";
import { adoptStyle } from "../base/overlay.ts";
import { HotspotSight } from "./hotspot-sight.ts";
import css from "./hotspots.css?inline";
import { HOTSPOT, type HotspotPlace, readHotspot } from "./read-hotspot.ts";

export interface HotspotVisibility {
  /** Slot of the hotspot. */
  readonly name: string;
  /** Whether it is in the picture, and nothing is before it. */
  readonly visible: boolean;
}

/** Inches before a hotspot that count as the surface it lies on. */
const SURFACE = 2;
/** Inches around a hotspot in which there must be open space. */
const OPEN_SPACE = 8;
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

const SIDES: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];

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
  readonly viewer: Viewer;
  addPart(part: HTMLElement): void;
  /** Reports one sentence. */
  warn(message: string): void;
}

export class HotspotLayer {
  readonly #host: HotspotHost;
  readonly #layer = document.createElement("div");
  readonly #axes = new CameraAxes();
  readonly #rays: SurfaceRays;
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

  constructor(host: HotspotHost) {
    this.#host = host;
    const { element, root, viewer } = host;
    this.#rays = surfaceRaysOf(viewer, () => viewer.source);
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
      viewer.on("frame", () => this.update()),
      viewer.on("scene", () => this.#followMap()),
      viewer.on("load", () => this.#followMap()),
      viewer.on("unload", () => this.update()),
    );
    this.#size.width = element.clientWidth;
    this.#size.height = element.clientHeight;
    this.read();
    this.#followMap();
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
    const { viewer } = this.#host;
    const boxes = this.#boxes;
    if (boxes.length === 0) return;
    if (viewer.map === null) {
      for (let row = 0; row < boxes.length; row++) this.#setState(row, OUT);
      return;
    }
    const { camera } = viewer;
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
    const distance = Math.hypot(dx, dy, dz) - SURFACE;
    return distance <= 0 || this.#rays.cast([x, y, z], [dx, dy, dz], distance) === null;
  }

  /** Reads the map's models, which may stand before hotspots, and reports places in walls. */
  #followMap(): void {
    const { viewer } = this.#host;
    this.#sight.invalidate();
    if (viewer.map === null || this.#boxes.length === 0) return;
    this.#checkPlaces();
    // Reading them during the load would delay the textures.
    if (viewer.summary === null || this.#rays.hasProps) return;
    this.#rays.readProps().then(
      () => this.#sight.invalidate(),
      (error: Error) => this.#warnOnce(`Models do not hide hotspots, because ${error.message}`),
    );
  }

  #checkPlaces(): void {
    const { viewer } = this.#host;
    if (viewer.map === null) return;
    const isOpenAt = (point: readonly number[]) => (viewer.leafAt(point)?.cluster ?? -1) >= 0;
    const { x, y, z } = viewer.map.start;
    // In a map without clusters no place would be open.
    if (!isOpenAt([x, y, z])) return;
    for (const { name, place } of this.#boxes) {
      const isOpen = SIDES.some(([dx, dy, dz]) => {
        const [px, py, pz] = place.at;
        return isOpenAt([px + dx * OPEN_SPACE, py + dy * OPEN_SPACE, pz + dz * OPEN_SPACE]);
      });
      if (isOpen) continue;
      const where = place.at.map((value) => Math.round(value * 10) / 10).join(" ");
      this.#warnOnce(
        `The hotspot ${JSON.stringify(name)} is outside the map or inside a wall: ${where}.`,
      );
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
