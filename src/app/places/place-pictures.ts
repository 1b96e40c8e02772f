/** Pictures in the cards of places: stored ones at once, others drawn as they come into view. */

import { clear, createStore, delMany, entries, get, set, type UseStore } from "idb-keyval";
import type { Camera, RenderSettings, Viewer } from "../../viewer/index.ts";
import { make } from "../dom.ts";

/** Most stored pictures, about 6 KB each. */
const MOST_KEPT = 800;
/** Largest accepted picture in bytes. */
const MAX_BYTES = 2 ** 20;

interface KeptPicture {
  readonly blob: Blob;
  readonly atMs: number;
}

export interface PictureStore {
  /**
   * Returns a picture, or `null` if it is not stored. Never rejects: an unreadable picture is drawn
   * again.
   */
  get(key: string): Promise<Blob | null>;
  add(key: string, blob: Blob): Promise<void>;
  /** Removes all pictures of all maps. */
  clear(): Promise<void>;
  /** Removes the oldest pictures beyond the limit. */
  trim(): Promise<void>;
}

/**
 * Returns the key of a picture. It includes the map's revision, because a recompiled map may look
 * different.
 */
export function pictureKey(map: string, revision: number, camera: Camera): string {
  const { x, y, z, pitch, yaw, fov } = camera;
  const pose = [x, y, z, pitch, yaw, fov].map((value) => value.toFixed(2)).join(",");
  return `${map} ${revision} ${pose}`;
}

export function openPictureStore(): PictureStore {
  let store: UseStore | null = null;
  /** Pictures of this visit if the browser stores nothing. */
  const own = new Map<string, Blob>();
  let isTold = false;
  const attempt = async <T>(work: (store: UseStore) => Promise<T>, otherwise: T): Promise<T> => {
    try {
      store ??= createStore("visleaf-pictures", "pictures");
      return await work(store);
    } catch (error) {
      if (!isTold) console.warn("visleaf: pictures of places are not kept here:", error);
      isTold = true;
      return otherwise;
    }
  };
  return {
    async get(key) {
      const kept = await attempt<unknown>((store) => get(key, store), undefined);
      return own.get(key) ?? (isPicture(kept) ? kept.blob : null);
    },
    async add(key, blob) {
      own.set(key, blob);
      const row: KeptPicture = { blob, atMs: Date.now() };
      await attempt((store) => set(key, row, store), undefined);
    },
    async clear() {
      own.clear();
      await attempt((store) => clear(store), undefined);
    },
    async trim() {
      const all = await attempt((store) => entries<string, unknown>(store), []);
      if (all.length <= MOST_KEPT) return;
      const atOf = (kept: unknown): number => (isPicture(kept) ? kept.atMs : 0);
      const oldest = all.sort(([, a], [, b]) => atOf(a) - atOf(b)).slice(0, -MOST_KEPT / 2);
      const keys = oldest.map(([key]) => key);
      await attempt((store) => delMany(keys, store), undefined);
    },
  };
}

function isPicture(kept: unknown): kept is KeptPicture {
  const { blob, atMs } = (kept ?? {}) as Partial<KeptPicture>;
  return blob instanceof Blob && blob.size <= MAX_BYTES && Number.isFinite(atMs);
}

// Draws small pictures with the viewer that shows the map.

/** Size in pixels, shown at half size or less for screens with two pixels per CSS pixel. */
const WIDTH = 320;
const HEIGHT = 180;

/** Settings of pictures: the plain map, whatever view is selected. */
const PLAIN: Partial<RenderSettings> = {
  ...{ view: "", wireframe: false, fullbright: false, textures: true, lightmaps: true },
  ...{ props: true, brushModels: true, displacements: true, sky: true, exposure: 1 },
};

/**
 * Draws pictures one after the other and passes each on when it is finished. The viewer shows no
 * frames meanwhile; its camera and settings are restored. Rejects with GpuError, or if a capture is
 * running.
 */
async function paintPictures(
  viewer: Viewer,
  cameras: readonly Camera[],
  onPicture: (at: number, picture: Blob) => void,
  signal: AbortSignal,
): Promise<void> {
  const before = { ...viewer.camera };
  const settings = { ...viewer.settings };
  const capture = viewer.capture({ width: WIDTH, height: HEIGHT });
  try {
    Object.assign(viewer.settings, PLAIN);
    for (const [at, camera] of cameras.entries()) {
      if (signal.aborted) break;
      Object.assign(viewer.camera, camera);
      onPicture(at, await encode(await capture.read(0)));
    }
  } finally {
    viewer.camera = before;
    Object.assign(viewer.settings, settings);
    capture.end();
  }
}

function encode(pixels: Uint8Array): Promise<Blob> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser has no 2D canvas to make pictures with");
  const image = new ImageData(WIDTH, HEIGHT);
  image.data.set(pixels);
  // Alpha does not hold transparency.
  for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255;
  context.putImageData(image, 0, 0);
  return canvas.convertToBlob({ type: "image/webp", quality: 0.8 });
}

/** Pictures drawn before the page may show a frame. */
const AT_ONCE = 3;

export interface PlacePictures {
  /** Shows the picture of a camera in an element and replaces the previous one. */
  show(element: HTMLElement, camera: Camera): void;
  /** Draws all pictures again. */
  redraw(): Promise<void>;
  /** Stops drawing. Resolves when the camera is restored. */
  close(): Promise<void>;
}

export interface PlacePicturesOptions {
  readonly store: PictureStore;
  /** Whether the map is still loading; pictures drawn now would lack parts and be stored. */
  readonly isLoading: () => boolean;
  /** Called with the reason when drawing stops. */
  readonly onFault: (error: unknown) => void;
}

export function createPlacePictures(viewer: Viewer, options: PlacePicturesOptions): PlacePictures {
  const { store } = options;
  /** Camera of each element's picture. */
  const cameras = new WeakMap<Element, Camera>();
  const shown = new Set<HTMLElement>();
  const wanted = new Set<HTMLElement>();
  const urls = new Set<string>();
  const closing = new AbortController();
  const { signal } = closing;
  let drawing: Promise<void> | null = null;

  const keyOf = (camera: Camera): string =>
    pictureKey(viewer.map?.name ?? "", viewer.map?.revision ?? 0, camera);
  const put = (element: HTMLElement, picture: Blob): void => {
    const url = URL.createObjectURL(picture);
    urls.add(url);
    element.replaceChildren(make("img", { src: url, alt: "", draggable: "false" }));
  };
  /** True if pictures can be drawn: a map is open, completely loaded, and not frozen. */
  const mayDraw = (): boolean =>
    !signal.aborted && viewer.map !== null && !options.isLoading() && !viewer.settings.freezePvs;

  const drawAll = async (): Promise<void> => {
    while (wanted.size > 0 && mayDraw()) {
      const batch = [...wanted].slice(0, AT_ONCE);
      const poses = batch.map((element) => cameras.get(element) as Camera);
      for (const element of batch) wanted.delete(element);
      const keeping: Promise<void>[] = [];
      const take = (at: number, picture: Blob): void => {
        keeping.push(store.add(keyOf(poses[at]), picture));
        if (cameras.get(batch[at]) === poses[at]) put(batch[at], picture);
      };
      await paintPictures(viewer, poses, take, signal);
      await Promise.all(keeping);
      // Lets the page draw frames and handle events.
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  const start = (): void => {
    if (drawing !== null || wanted.size === 0) return;
    drawing = drawAll()
      .catch((error) => {
        wanted.clear();
        if (!signal.aborted) options.onFault(error);
      })
      .finally(() => {
        drawing = null;
      });
  };
  const look = async (element: HTMLElement): Promise<void> => {
    const camera = cameras.get(element) as Camera;
    const kept = await store.get(keyOf(camera));
    if (signal.aborted || cameras.get(element) !== camera) return;
    if (kept !== null) {
      put(element, kept);
      return;
    }
    wanted.add(element);
    start();
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const element = target as HTMLElement;
      if (isIntersecting) {
        observer.unobserve(element);
        void look(element);
      } else if (!element.isConnected) {
        wanted.delete(element);
        shown.delete(element);
      }
    }
  });
  // A load that delayed drawing has ended.
  const unbind = (["load", "abort", "error"] as const).map((name) => viewer.on(name, start));

  const show = (element: HTMLElement, camera: Camera): void => {
    cameras.set(element, camera);
    shown.add(element);
    observer.unobserve(element);
    observer.observe(element);
  };
  return {
    show(element, camera) {
      const old = cameras.get(element);
      if (old === undefined || keyOf(old) !== keyOf(camera)) show(element, camera);
    },
    async redraw() {
      await store.clear();
      for (const element of shown) show(element, { ...(cameras.get(element) as Camera) });
    },
    async close() {
      closing.abort();
      observer.disconnect();
      for (const off of unbind) off();
      await drawing;
      for (const url of urls) URL.revokeObjectURL(url);
    },
  };
}
