/**
 * Uniforms shared by all passes of a view: camera, planes, exposure, settings, time, and the light
 * styles. Each view has a block. Blocks lie in pages, and each changed page is uploaded once a
 * frame.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import type { Owner } from "../../gpu/resource-group.ts";
import { createBuffer, destroyBuffer } from "../../gpu/resources.ts";
import type { Fog } from "../../map/fog.ts";
import { ROLE_BUMP, ROLE_BUMP2, ROLE_ENV } from "../../map/texture-roles.ts";
import { STYLE_COUNT } from "../../map/world.ts";
import { FRUSTUM_PLANES } from "../../math/frustum.ts";
import type { BindLayouts } from "../context/bind-layouts.ts";
import { bindBuffers } from "../context/storage-group.ts";
import {
  FRAME_ANIMATIONS,
  FRAME_BRUSH_MODELS,
  FRAME_DISPLACEMENTS,
  FRAME_DRAWN,
  FRAME_FRUSTUM,
  FRAME_FULLBRIGHT,
  FRAME_LIGHTMAPS,
  FRAME_PVS,
  FRAME_TEXTURES,
  FRAME_TRANSLUCENT,
  HIDDEN_PHONG,
  MAX_VIEWS,
} from "../shader-constants.ts";
import type { RenderSettings } from "../types.ts";
import type { View } from "../views/view.ts";
import { type FogRange, writeFog } from "./fog-uniforms.ts";

/** Byte offsets of the struct `Frame` in `shaders/common/view/frame.wgsl`. */
export const FRAME_LAYOUT = {
  clipFromWorld: 0,
  planes: 64,
  cameraPosition: 64 + FRUSTUM_PLANES * 16,
  exposure: 76 + FRUSTUM_PLANES * 16,
  pictureSize: 80 + FRUSTUM_PLANES * 16,
  flags: 88 + FRUSTUM_PLANES * 16,
  lodMetricPerInch: 92 + FRUSTUM_PLANES * 16,
  time: 96 + FRUSTUM_PLANES * 16,
  sharpen: 100 + FRUSTUM_PLANES * 16,
  detailSway: 104 + FRUSTUM_PLANES * 16,
  hidden: 108 + FRUSTUM_PLANES * 16,
  fog: 112 + FRUSTUM_PLANES * 16,
  fogAbove: 144 + FRUSTUM_PLANES * 16,
  fogRise: 176 + FRUSTUM_PLANES * 16,
  byteLength: 192 + FRUSTUM_PLANES * 16,
} as const;

/** Blocks per page. All views of a renderer fit in the first page, which culling shaders bind. */
const PAGE_BLOCKS = MAX_VIEWS;

/** Bytes of a view's block, a multiple of the offsets that every device can bind. */
export const VIEW_BYTES = 512;

/** Place of a view's uniforms. */
export interface FrameBlock {
  /** Binds the block and the style table. */
  readonly bindGroup: GPUBindGroup;
  readonly page: FramePage;
  /** Offset in words from the page's start. */
  readonly offset: number;
  /** Number of the block in its page. */
  readonly slot: number;
}

export interface FramePage {
  readonly buffer: GPUBuffer;
  readonly bytes: ArrayBuffer;
  readonly floats: Float32Array;
  readonly words: Uint32Array;
  readonly free: FrameBlock[];
  /** Bits of the slots whose views the frame draws, and the previous frame drew. */
  drawn: number;
  drawnBefore: number;
}

/** Frame data that all of its views share. */
export interface FrameMoment {
  readonly settings: RenderSettings;
  /** Factor of linear light before display, multiplied by the setting's. */
  readonly exposure: number;
  /** In seconds. */
  readonly time: number;
}

export interface FrameUniforms {
  /** Block of the picture's camera, which always exists. */
  readonly camera: FrameBlock;
  /** Takes a block for another view. */
  readonly takeBlock: () => FrameBlock;
  /** Returns a block. The camera's is kept. */
  readonly releaseBlock: (block: FrameBlock) => void;
  /** Brightness of the light styles; call `writeStyles` after a change. */
  readonly styles: Float32Array<ArrayBuffer>;
  /** Binds the blocks of all views and their visible clusters: `BindLayouts.views`. */
  readonly views: GPUBindGroup;
  /**
   * Makes room for a map's visible clusters until it is freed.
   * @param words words of a view's clusters
   * @throws GpuError `limit`
   */
  readonly openClusters: (words: number) => Owner;
  readonly writeClusters: (block: FrameBlock, bits: Uint32Array) => void;
  /**
   * Writes a view's block; `upload` transfers all of them to the GPU. A view that is not written
   * before `upload` is not drawn in the frame.
   * @param cullFlags `FRAME_OCCLUSION`, and bits of the draw sets that are on
   */
  readonly setView: (
    block: FrameBlock,
    view: View,
    cullFlags: number,
    moment: FrameMoment,
    fog: Fog | null,
    range: FogRange,
  ) => void;
  readonly upload: () => void;
  readonly writeStyles: () => void;
  readonly destroy: () => void;
}

export function createFrameUniforms(
  gpu: Gpu,
  layouts: Pick<BindLayouts, "frame" | "views">,
): FrameUniforms {
  const { device } = gpu;
  const { queue } = device;
  const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
  const stride = VIEW_BYTES;
  const styleTable = createBuffer(gpu, "render/styles", "frame", usage, STYLE_COUNT * 4);
  const styles = new Float32Array(STYLE_COUNT).fill(1);
  const pages: FramePage[] = [];

  const addPage = (): FramePage => {
    const buffer = createBuffer(gpu, "render/frame", "frame", usage, stride * PAGE_BLOCKS);
    const bytes = new ArrayBuffer(stride * PAGE_BLOCKS);
    const [floats, words] = [new Float32Array(bytes), new Uint32Array(bytes)];
    const page: FramePage = {
      ...{ buffer, bytes, floats, words },
      ...{ free: [], drawn: 0, drawnBefore: 0 },
    };
    for (let block = PAGE_BLOCKS - 1; block >= 0; block--) {
      const resource = { buffer, offset: block * stride, size: FRAME_LAYOUT.byteLength };
      const bindGroup = device.createBindGroup({
        label: "render/frame",
        layout: layouts.frame,
        entries: [
          { binding: 0, resource },
          { binding: 1, resource: { buffer: styleTable } },
        ],
      });
      page.free.push({ bindGroup, page, offset: (block * stride) / 4, slot: block });
    }
    pages.push(page);
    return page;
  };
  const takeBlock = (): FrameBlock => {
    const page = pages.find(({ free }) => free.length > 0) ?? addPage();
    return page.free.pop()!;
  };
  const writeStyles = () => queue.writeBuffer(styleTable, 0, styles);
  writeStyles();
  const camera = takeBlock();

  const createClusters = (words: number) => {
    const storage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
    const byteLength = Math.max(1, words) * 4 * MAX_VIEWS;
    const buffer = createBuffer(gpu, "render/cluster-bits", "frame", storage, byteLength);
    const views = bindBuffers(device, "render/views", layouts.views, [
      ...[camera.page.buffer, buffer],
    ]);
    return { buffer, views, rowBytes: byteLength / MAX_VIEWS };
  };
  const none = createClusters(0);
  let clusters = none;

  return {
    camera,
    takeBlock,
    get views() {
      return clusters.views;
    },
    openClusters(words) {
      const own = createClusters(words);
      clusters = own;
      return {
        destroy() {
          destroyBuffer(gpu, own.buffer);
          if (clusters === own) clusters = none;
        },
      };
    },
    writeClusters({ slot }, bits) {
      const { buffer, rowBytes } = clusters;
      queue.writeBuffer(buffer, slot * rowBytes, bits as Uint32Array<ArrayBuffer>);
    },
    releaseBlock(block) {
      if (block !== camera) block.page.free.push(block);
    },
    styles,
    setView({ page, offset, slot }, view, cullFlags, { settings, exposure, time }, fog, range) {
      const { floats, words } = page;
      page.drawn |= 1 << slot;
      floats.set(view.clipFromWorld as Float32Array, offset + FRAME_LAYOUT.clipFromWorld / 4);
      floats.set(view.frustum, offset + FRAME_LAYOUT.planes / 4);
      const camera = offset + FRAME_LAYOUT.cameraPosition / 4;
      floats[camera] = view.x;
      floats[camera + 1] = view.y;
      floats[camera + 2] = view.z;
      floats[offset + FRAME_LAYOUT.exposure / 4] = exposure * settings.exposure;
      words[offset + FRAME_LAYOUT.pictureSize / 4] = view.width;
      words[offset + FRAME_LAYOUT.pictureSize / 4 + 1] = view.height;
      floats[offset + FRAME_LAYOUT.lodMetricPerInch / 4] = view.lodMetricPerInch;
      floats[offset + FRAME_LAYOUT.time / 4] = time;
      floats[offset + FRAME_LAYOUT.sharpen / 4] = settings.sharpen;
      floats[offset + FRAME_LAYOUT.detailSway / 4] = settings.detailSway;
      words[offset + FRAME_LAYOUT.hidden / 4] =
        (settings.specular ? 0 : 1 << ROLE_ENV) |
        (settings.bumps ? 0 : (1 << ROLE_BUMP) | (1 << ROLE_BUMP2)) |
        (settings.phong ? 0 : HIDDEN_PHONG);
      writeFog(floats, offset + FRAME_LAYOUT.fog / 4, settings.fog ? fog : null, view, range);
      // By default no fog applies above water: see `writeFogUnderWater`.
      floats[offset + FRAME_LAYOUT.fogRise / 4 + 3] = 1e30;
      words[offset + FRAME_LAYOUT.flags / 4] =
        (settings.textures ? FRAME_TEXTURES : 0) |
        (settings.lightmaps ? FRAME_LIGHTMAPS : 0) |
        (settings.fullbright ? FRAME_FULLBRIGHT : 0) |
        (view.visible === null ? 0 : FRAME_PVS) |
        (settings.frustum ? FRAME_FRUSTUM : 0) |
        (settings.translucent ? FRAME_TRANSLUCENT : 0) |
        (settings.displacements ? FRAME_DISPLACEMENTS : 0) |
        (settings.brushModels ? FRAME_BRUSH_MODELS : 0) |
        (settings.animations ? FRAME_ANIMATIONS : 0) |
        FRAME_DRAWN |
        cullFlags;
    },
    upload() {
      for (let i = 0; i < pages.length; i++) uploadPage(queue, pages[i]);
    },
    writeStyles,
    destroy() {
      for (const { buffer } of pages) destroyBuffer(gpu, buffer);
      destroyBuffer(gpu, styleTable);
      destroyBuffer(gpu, none.buffer);
    },
  };
}

/** Writes the blocks from the first to the last that changed. */
function uploadPage(queue: GPUQueue, page: FramePage): void {
  const { words, drawn, drawnBefore } = page;
  const changed = drawn | drawnBefore;
  if (changed === 0) return;
  let first = MAX_VIEWS;
  let end = 0;
  for (let slot = 0; slot < MAX_VIEWS; slot++) {
    const bit = 1 << slot;
    if ((changed & bit) === 0) continue;
    if ((drawn & bit) === 0) words[(slot * VIEW_BYTES + FRAME_LAYOUT.flags) / 4] &= ~FRAME_DRAWN;
    first = Math.min(first, slot);
    end = slot + 1;
  }
  const start = first * VIEW_BYTES;
  const size = (end - first - 1) * VIEW_BYTES + FRAME_LAYOUT.byteLength;
  queue.writeBuffer(page.buffer, start, page.bytes, start, size);
  page.drawnBefore = drawn;
  page.drawn = 0;
}

// Brightness of the light styles over time: the map's initial state, patterns, and values set by
// the host. As in the engine, letters of a pattern change ten times a second without interpolation
// (`r_lightinterp` is about models).

const LETTERS_PER_SECOND = 10;
const DARK_LETTER = 97;
/** Steps from `a` to `m`, which is the baked brightness. */
const BAKED_LETTERS = 12;

export class LightStyleTable {
  /** Number of changes by the host: other maps, patterns and brightnesses. */
  changes = 0;
  /** Array that is uploaded for the shaders. */
  readonly #brightness: Float32Array;
  readonly #rest: Float32Array;
  #patterns: readonly string[] = [];
  /** Brightness or pattern set by the host. */
  readonly #set: (number | string | null)[] = [];
  /** Number of the letter shown. */
  #letter = -1;
  #hasPatterns = false;
  #isDirty = true;

  constructor(brightness: Float32Array) {
    this.#brightness = brightness;
    this.#rest = brightness.slice();
  }

  /** Resets to the initial styles of another map, without patterns. */
  restart(rest: Float32Array): void {
    this.#rest.set(rest);
    this.#set.length = 0;
    this.setPatterns([]);
  }

  /** Sets the map's patterns by style; empty if it has none. */
  setPatterns(patterns: readonly string[]): void {
    this.changes++;
    this.#patterns = patterns;
    this.#hasPatterns = patterns.length > 0;
    this.#isDirty = true;
  }

  /** @param light brightness or pattern, or `null` for the map's own */
  set(style: number, light: number | string | null): void {
    this.changes++;
    this.#set[style] = light;
    this.#hasPatterns ||= typeof light === "string";
    this.#isDirty = true;
  }

  /**
   * Returns true if any brightness has changed. Without patterns, only changes by the host are
   * checked.
   */
  update(seconds: number, isMoving: boolean): boolean {
    const letter = isMoving ? Math.floor(seconds * LETTERS_PER_SECOND) : -1;
    if (!this.#isDirty && (letter === this.#letter || !this.#hasPatterns)) return false;
    this.#letter = letter;
    this.#isDirty = false;
    let isChanged = false;
    for (let style = 0; style < this.#brightness.length; style++) {
      const before = this.#brightness[style];
      this.#brightness[style] = this.#lightOf(style, isMoving);
      isChanged ||= this.#brightness[style] !== before;
    }
    return isChanged;
  }

  /** Returns true if the style's brightness changes by itself. */
  isMoving(style: number): boolean {
    const light = this.#set[style] ?? this.#patterns[style];
    return typeof light === "string" && new Set(light).size > 1;
  }

  #lightOf(style: number, isMoving: boolean): number {
    const set = this.#set[style];
    if (typeof set === "number") return set;
    const light = set || this.#patterns[style];
    if (!light || !isMoving) return set ? 1 : this.#rest[style];
    // A negative letter number wraps around, too.
    const letter = ((this.#letter % light.length) + light.length) % light.length;
    return Math.max(light.charCodeAt(letter) - DARK_LETTER, 0) / BAKED_LETTERS;
  }
}
