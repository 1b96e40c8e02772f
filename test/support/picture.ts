/** Screenshots of a page as pixels. */

import { PNG } from "pngjs";
import type { Page } from "puppeteer";

/** RGBA, top row first, in screen pixels. */
export type Picture = Pick<PNG, "width" | "height" | "data">;

export const readPng = (bytes: Uint8Array): Picture => PNG.sync.read(Buffer.from(bytes));

/** Returns the part of the page that the first matching element covers, with everything over it. */
export async function pictureOf(page: Page, selector: string): Promise<Picture> {
  const element = await page.$(selector);
  if (element === null) throw new Error(`the page has no ${selector}`);
  try {
    return readPng(await element.screenshot());
  } finally {
    await element.dispose();
  }
}

/** Counts the colours among every `step`th pixel; a blank picture has few. */
export function countColours({ data }: Picture, step = 1): number {
  const colours = new Set<number>();
  for (let i = 0; i < data.length; i += 4 * step) colours.add(data.readUInt32BE(i));
  return colours.size;
}

export interface Difference {
  /** Pixels with a channel that differs by more than allowed. */
  readonly count: number;
  /** Largest difference of a channel, 0 to 255. */
  readonly most: number;
}

/** Alpha counts as a channel. Pictures of different sizes differ in all pixels. */
export function differenceOf(a: Picture, b: Picture, allowed = 0): Difference {
  if (a.width !== b.width || a.height !== b.height) {
    return { count: Math.max(a.width * a.height, b.width * b.height), most: 255 };
  }
  let count = 0;
  let most = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    let difference = 0;
    for (let c = i; c < i + 4; c++) {
      difference = Math.max(difference, Math.abs(a.data[c] - b.data[c]));
    }
    if (difference > allowed) count++;
    most = Math.max(most, difference);
  }
  return { count, most };
}
