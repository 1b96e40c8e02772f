/** Labels of a treemap's cells, the same in every renderer. */

import { formatBytes } from "./format-bytes.ts";
import type { Cell } from "./layout-treemap.ts";

/**
 * Width of a letter relative to its size: that of capitals, so that labels are rather cut too
 * short.
 */
const LETTER_WIDTH = 0.66;
/** Size of letters, in the units of the cells. */
export const LABEL_SIZE = 12;
const LEAST_WIDTH = 26;

export interface CellLabel {
  /** Position of the first letter on its baseline. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** True for the size, which is below the name. */
  readonly isSize: boolean;
}

/** Returns the labels of a cell; empty if they do not fit. A shortened name ends in an ellipsis. */
export function labelCell({ x, y, width, height, label, byteLength, isFrame }: Cell): CellLabel[] {
  if (width < LEAST_WIDTH || height < LABEL_SIZE + 4) return [];
  const size = formatBytes(byteLength);
  const room = Math.floor((width - 8) / (LABEL_SIZE * LETTER_WIDTH));
  const left = round(x + 4);
  const withSize = `${label} ${size}`;
  const text = isFrame && withSize.length <= room ? withSize : cut(label, room);
  const labels = [{ x: left, y: round(y + 13), text, isSize: false }];
  const hasRoom = !isFrame && height >= 2 * LABEL_SIZE + 10 && size.length <= room;
  if (hasRoom) labels.push({ x: left, y: round(y + 28), text: size, isSize: true });
  return labels;
}

/** Rounds a position to a tenth of a unit. */
export const round = (value: number): number => Math.round(value * 10) / 10;

const cut = (text: string, room: number) =>
  text.length <= room ? text : room < 2 ? "" : `${[...text].slice(0, room - 1).join("")}…`;
