/**
 * Builds the lightmap atlas. A face's luxels are stored style after style, and for a bumped face in
 * four blocks per style. In the atlas these blocks are side by side, so that the shader reaches
 * each by adding a multiple of the block's width. No border is needed: a face's coordinates run
 * from the centre of its first luxel to the centre of its last, so filtering never leaves its
 * block.
 */

import { assert, FormatError } from "../../core/errors.ts";
import { Ledger } from "../../core/ledger.ts";
import { SURF_BUMPLIGHT } from "../../formats/bsp/layouts/surface-flags.ts";
import type { LightSide, TexInfos } from "../../formats/bsp/types.ts";
import type { LightmapAtlas, LightSideName } from "../../map/types.ts";
import { NO_STYLE, SURFACE } from "../../map/world.ts";
import type { writeDirectedBlocks } from "./directed-blocks.ts";
import { writeRgb9e5Row } from "./rgb9e5.ts";

// Packs rectangles into pages of one width by the skyline rule: each goes where its top edge is
// lowest. Sorted by height, lightmap blocks fill over 95 % of their pages.

export interface AtlasPacking {
  readonly pageCount: number;
  /** Height of all pages. */
  readonly height: number;
  readonly page: Uint8Array;
  readonly x: Uint16Array;
  readonly y: Uint16Array;
}

/** The upper outline of the placed blocks of a page, as level steps from left to right. */
class Skyline {
  readonly #width: number;
  /** Left edge and level of each step, of which there are `#count`. */
  readonly #x: Int32Array;
  readonly #y: Int32Array;
  #count = 1;
  top = 0;
  foundX = 0;
  foundY = 0;
  #foundStep = 0;

  constructor(width: number) {
    this.#width = width;
    // A step is at least one luxel wide. A place adds one before others are removed.
    this.#x = new Int32Array(width + 2);
    this.#y = new Int32Array(width + 2);
  }

  /**
   * Finds the lowest place for a block and stores it in `foundX` and `foundY`; `false` if it does
   * not fit.
   */
  find(width: number, height: number, maxHeight: number): boolean {
    const steps = this.#count;
    const stepX = this.#x;
    const stepY = this.#y;
    let best = maxHeight + 1;
    for (let step = 0; step < steps; step++) {
      const left = stepX[step];
      const right = left + width;
      if (right > this.#width) break;
      let y = stepY[step];
      for (let next = step + 1; next < steps && stepX[next] < right && y + height < best; next++) {
        if (stepY[next] > y) y = stepY[next];
      }
      if (y + height < best) {
        best = y + height;
        this.foundX = left;
        this.foundY = y;
        this.#foundStep = step;
      }
    }
    return best <= maxHeight;
  }

  /** Raises the skyline over the place found last. */
  place(width: number, height: number): void {
    const step = this.#foundStep;
    const right = this.foundX + width;
    const top = this.foundY + height;
    let end = step;
    while (end < this.#count && this.#x[end] < right) end++;
    const levelAtRight = this.#y[end - 1];
    const reaches = end < this.#count ? this.#x[end] === right : right === this.#width;
    this.#move(end, step + (reaches ? 1 : 2));
    this.#x[step] = this.foundX;
    this.#y[step] = top;
    if (!reaches) {
      this.#x[step + 1] = right;
      this.#y[step + 1] = levelAtRight;
    }
    // Neighbouring steps of equal height are merged, so that later blocks see the full width.
    if (step + 1 < this.#count && this.#y[step + 1] === top) this.#move(step + 2, step + 1);
    if (step > 0 && this.#y[step - 1] === top) this.#move(step + 1, step);
    if (top > this.top) this.top = top;
  }

  /** Moves the steps from `from` on to `to`. */
  #move(from: number, to: number): void {
    if (from === to) return;
    this.#x.copyWithin(to, from, this.#count);
    this.#y.copyWithin(to, from, this.#count);
    this.#count += to - from;
  }
}

/**
 * Packs blocks into pages of `pageWidth` and at most `maxHeight`. No block may be larger than a
 * page.
 */
export function packBlocks(
  width: Uint16Array,
  height: Uint16Array,
  pageWidth: number,
  maxHeight: number,
): AtlasPacking {
  const count = width.length;
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  order.sort((a, b) => height[b] - height[a] || width[b] - width[a] || a - b);
  const page = new Uint8Array(count);
  const x = new Uint16Array(count);
  const y = new Uint16Array(count);
  const pages: Skyline[] = [new Skyline(pageWidth)];
  for (const block of order) {
    let last = pages.length - 1;
    if (!pages[last].find(width[block], height[block], maxHeight)) {
      pages.push(new Skyline(pageWidth));
      last++;
      pages[last].find(width[block], height[block], maxHeight);
    }
    pages[last].place(width[block], height[block]);
    page[block] = last;
    x[block] = pages[last].foundX;
    y[block] = pages[last].foundY;
  }
  return { pageCount: pages.length, height: Math.max(...pages.map((p) => p.top)), page, x, y };
}

/** Largest page edge, which every WebGPU device supports. */
const MAX_PAGE_EDGE = 8192;
const MAX_PAGES = 1 << SURFACE.pageBits;
const BUMP_BLOCKS = 4;
const BYTES_PER_SAMPLE = 4;

/** Position of each lit face's blocks, a row for each lit face. */
export interface LightmapLayout {
  /** Row of each face; −1 if unlit. */
  readonly rowOfFace: Int32Array;
  readonly face: Uint32Array;
  /** Luxels of one block, as `blockHeight`. */
  readonly blockWidth: Uint16Array;
  readonly blockHeight: Uint16Array;
  readonly blockCount: Uint8Array;
  /** 1 if there are four blocks per style, of which the last three are directional. */
  readonly isBumped: Uint8Array;
  readonly pageWidth: number;
  readonly packing: AtlasPacking;
}

/** Counts the styles of a face. Used slots come first. */
function countStyles(styles: Uint8Array, face: number): number {
  let count = 0;
  while (count < 4 && styles[face * 4 + count] !== NO_STYLE) count++;
  return count;
}

/**
 * Number of blocks up to which more page widths are tried: few blocks pack quickly but fit less
 * well.
 */
const FEW_BLOCKS = 1500;

/**
 * Returns page widths to try, near the square root of all luxels, so that pages are about square.
 */
function listPageWidths(luxels: number, widest: number, blocks: number): number[] {
  const square = Math.sqrt(luxels);
  const factors = blocks > FEW_BLOCKS ? [0.8, 1.2] : [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.4, 1.7, 2];
  const widths = factors.map((factor) => {
    const width = Math.max(Math.ceil((square * factor) / 4) * 4, widest);
    return Math.min(width, MAX_PAGE_EDGE);
  });
  return [...new Set([...widths, ...(blocks > FEW_BLOCKS ? [] : [widest])])];
}

/** Lays out the blocks of faces whose `drawn` is 1. Throws FormatError (too-large). */
export function layOutLightmaps(
  side: LightSide,
  texInfos: TexInfos,
  drawn: Uint8Array,
  ledger = new Ledger(),
): LightmapLayout {
  const { faces } = side;
  const rowOfFace = new Int32Array(faces.count).fill(-1);
  const lit: number[] = [];
  for (let face = 0; face < faces.count; face++) {
    if (drawn[face] === 1 && faces.lightOffset[face] >= 0 && countStyles(faces.styles, face) > 0) {
      rowOfFace[face] = lit.length;
      lit.push(face);
    }
  }
  const blockWidth = new Uint16Array(lit.length);
  const blockHeight = new Uint16Array(lit.length);
  const blockCount = new Uint8Array(lit.length);
  const isBumped = new Uint8Array(lit.length);
  const width = new Uint16Array(lit.length);
  let luxels = 0;
  let widest = 1;
  for (let row = 0; row < lit.length; row++) {
    const face = lit[row];
    const bumped = (texInfos.flags[faces.texinfo[face]] & SURF_BUMPLIGHT) !== 0;
    blockWidth[row] = faces.lightmapSize[face * 2] + 1;
    blockHeight[row] = faces.lightmapSize[face * 2 + 1] + 1;
    isBumped[row] = bumped ? 1 : 0;
    blockCount[row] = countStyles(faces.styles, face) * (bumped ? BUMP_BLOCKS : 1);
    width[row] = blockWidth[row] * blockCount[row];
    luxels += width[row] * blockHeight[row];
    widest = Math.max(widest, width[row]);
  }
  ledger.take("luxels", luxels, "LUMP_LIGHTING");
  let best: { pageWidth: number; packing: AtlasPacking; area: number } | null = null;
  for (const pageWidth of listPageWidths(luxels, widest, lit.length)) {
    const packing = packBlocks(width, blockHeight, pageWidth, MAX_PAGE_EDGE);
    const area = pageWidth * packing.height * packing.pageCount;
    if (best === null || area < best.area) best = { pageWidth, packing, area };
  }
  const { pageWidth, packing, area } = best!;
  // Unused space between blocks is charged as well.
  ledger.take("luxels", Math.max(0, area - luxels), "LUMP_LIGHTING");
  if (packing.pageCount > MAX_PAGES) {
    throw new FormatError({
      format: "BSP",
      code: "too-large",
      where: "LUMP_LIGHTING",
      offset: 0,
      expected: `lightmaps that fit ${MAX_PAGES} pages of ${MAX_PAGE_EDGE} luxels`,
      found: `${luxels} luxels`,
    });
  }
  const face = Uint32Array.from(lit);
  return { rowOfFace, face, blockWidth, blockHeight, blockCount, isBumped, pageWidth, packing };
}

/** Returns bytes as words; copies only unaligned bytes. */
function toWords(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >>> 2);
}

/**
 * Decodes all blocks into pages. `faces.lightOffset` has been checked against the lump.
 * @param writeDirected loaded only for maps with bumped faces
 */
export function buildLightmapAtlas(
  name: LightSideName,
  side: LightSide,
  layout: LightmapLayout,
  writeDirected: typeof writeDirectedBlocks | null,
): LightmapAtlas {
  const { packing, pageWidth } = layout;
  const lump = toWords(side.lighting);
  const pageLuxels = pageWidth * packing.height;
  const texels = new Uint32Array(pageLuxels * packing.pageCount);
  let usedLuxels = 0;
  for (let row = 0; row < layout.face.length; row++) {
    const width = layout.blockWidth[row];
    const height = layout.blockHeight[row];
    const corner = packing.page[row] * pageLuxels + packing.y[row] * pageWidth + packing.x[row];
    const start = side.faces.lightOffset[layout.face[row]];
    let samples = lump;
    let sample = start / BYTES_PER_SAMPLE;
    if (start % BYTES_PER_SAMPLE !== 0) {
      // Counter-Strike: Global Offensive stores an extra byte per luxel, so a face's samples may be
      // unaligned.
      const byteLength = width * height * layout.blockCount[row] * BYTES_PER_SAMPLE;
      samples = toWords(side.lighting.subarray(start, start + byteLength));
      sample = 0;
    }
    const blocks = layout.blockCount[row];
    const step = layout.isBumped[row] === 1 ? BUMP_BLOCKS : 1;
    for (let block = 0; block < blocks; block += step) {
      const first = corner + block * width;
      const start = sample + block * width * height;
      for (let y = 0; y < height; y++) {
        writeRgb9e5Row(name, texels, first + y * pageWidth, samples, start + y * width, width);
      }
      if (step === 1) continue;
      assert(writeDirected !== null, "the writer of light by direction");
      writeDirected(name, samples, start, { texels, corner: first, pageWidth, width, height });
    }
    usedLuxels += width * height * layout.blockCount[row];
  }
  return {
    side: name,
    width: pageWidth,
    height: packing.height,
    pageCount: packing.pageCount,
    texels,
    usedLuxels,
  };
}
