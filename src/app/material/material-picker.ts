/** Names the material under the pointer while it is on; a click opens the material's dialog. */

import "./material.css";
import { writeForward } from "../../math/angles.ts";
import { verticalFov } from "../../math/projection.ts";
import type { Camera, MapSource, Viewer } from "../../viewer/index.ts";
import { type SurfaceHit, surfaceRaysOf } from "../../viewer/surface-rays.ts";
import { byId, make, setText } from "../dom.ts";
import { describeModel } from "./describe-model.ts";
import { openMaterialDialog } from "./material-dialog.ts";

// Computes the ray through a point of the picture.

/**
 * Returns a world-space direction, not normalized.
 *
 * @param x share of the picture's width from the left, 0 to 1; `y` likewise from the top
 * @param aspect width divided by height
 */
export function rayThrough(
  { pitch, yaw, fov }: Camera,
  x: number,
  y: number,
  aspect: number,
): [x: number, y: number, z: number] {
  const [fx, fy, fz] = writeAndTake(pitch, yaw);
  const turn = (yaw * Math.PI) / 180;
  const [rx, ry] = [Math.sin(turn), -Math.cos(turn)];
  // Up is right × forward; right is horizontal.
  const [ux, uy, uz] = [ry * fz, -rx * fz, rx * fy - ry * fx];
  const edge = Math.tan(verticalFov(fov) / 2);
  const [right, up] = [(x * 2 - 1) * edge * aspect, (1 - y * 2) * edge];
  return [fx + rx * right + ux * up, fy + ry * right + uy * up, fz + uz * up];
}

function writeAndTake(pitch: number, yaw: number): Float32Array {
  const forward = new Float32Array(3);
  writeForward(forward, pitch, yaw);
  return forward;
}

export interface MaterialPicker {
  readonly toggle: () => void;
}

export function createMaterialPicker(
  viewer: Viewer,
  sourceOf: () => MapSource | null,
  onFault: (error: unknown) => void,
): MaterialPicker {
  const { canvas } = viewer;
  const name = make("strong", {});
  const what = make("span", {});
  const label = make("p", { id: "material-name", role: "status" }, name, what);
  label.hidden = true;
  byId("notes").before(label);
  /** Pointer as shares of the picture; its middle until the pointer moves. */
  const at = { x: 0.5, y: 0.5 };
  const rays = surfaceRaysOf(viewer, sourceOf);
  let isOn = false;

  function hit(): SurfaceHit | null {
    const { width, height } = canvas.getBoundingClientRect();
    const { x, y, z } = viewer.camera;
    return rays.cast([x, y, z], rayThrough(viewer.camera, at.x, at.y, width / height));
  }

  /** Reads models for hit tests. Until they are read, the ray ignores models. */
  function readModels(): void {
    if (isOn) rays.readProps(true).then(show, onFault);
  }

  function show(): void {
    if (!isOn) return;
    const found = hit();
    setText(name, found === null ? "nothing" : found.material || "no material");
    setText(what, found === null ? " but the sky" : describe(found));
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const x = Math.min(left + at.x * width + 14, innerWidth - label.offsetWidth - 8);
    const y = Math.min(top + at.y * height + 18, innerHeight - label.offsetHeight - 8);
    label.style.transform = `translate(${Math.max(x, 8)}px, ${y}px)`;
  }

  function follow(event: PointerEvent): void {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    at.x = (event.clientX - left) / width;
    at.y = (event.clientY - top) / height;
    show();
  }

  /**
   * Captures pointer events before the controls, so that a click selects a material instead of
   * turning the camera.
   */
  function pick(event: Event): void {
    if (event instanceof PointerEvent && event.button > 0) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (event.type === "pointerdown") follow(event as PointerEvent);
    if (event.type === "click") choose();
  }

  function choose(): void {
    const source = sourceOf();
    const material = hit()?.material;
    if (source === null || !material) return;
    openMaterialDialog(source, viewer.content, material, onFault);
  }

  function onKey(event: KeyboardEvent): void {
    if (document.querySelector("dialog[open]") !== null) return;
    if (event.key === "Enter" && document.activeElement === canvas) choose();
    else if (event.key === "Escape") toggle();
  }

  function toggle(): void {
    isOn = !isOn;
    label.hidden = !isOn;
    const change = isOn ? addEventListener : removeEventListener;
    change.call(window, "keydown", onKey as EventListener);
    for (const type of ["pointerdown", "mousedown", "click"]) {
      if (isOn) canvas.addEventListener(type, pick, { capture: true });
      else canvas.removeEventListener(type, pick, { capture: true });
    }
    if (isOn) canvas.addEventListener("pointermove", follow);
    else canvas.removeEventListener("pointermove", follow);
    document.body.toggleAttribute("data-picking", isOn);
    readModels();
    show();
  }

  viewer.on("frame", show);
  viewer.on("scene", readModels);
  return { toggle };
}

function describe({ kind, entity, distance, normal, prop }: SurfaceHit): string {
  const of = kind === "displacement" ? "displacement" : entity === null ? "brush" : "brush entity";
  const what = prop === null ? of : describeModel(prop).join(", ");
  const slope = Math.round((Math.acos(Math.min(Math.max(normal[2], -1), 1)) * 180) / Math.PI);
  return ` ${what}, ${Math.round(distance)} units away, ${slope}° from level; click: its file and textures`;
}
