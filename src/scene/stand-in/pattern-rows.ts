/**
 * Writes placeholder patterns into materials. A pattern is a sum of parts: lines, a second lattice,
 * a square wave, cells of different brightness and three sizes of noise. What a pattern has of each
 * part is data, so that one pipeline and one draw show all patterns. See
 * `shaders/families/rare/missing.wgsl`.
 */

import {
  PATTERN_BOARDS,
  PATTERN_BRICKS,
  PATTERN_CHECKS,
  PATTERN_GRAIN,
  PATTERN_GRID,
  PATTERN_PANELS,
  PATTERN_TILES,
  PATTERN_WEAVE,
  STAND_IN_CELL_BITS,
  STAND_IN_CELL_MASK,
  STAND_IN_PATTERN_SHIFT,
  STAND_IN_STRENGTH_SHIFT,
  STAND_IN_STRENGTHS,
  STAND_IN_TURNED,
} from "../../map/families/missing.ts";
import type { MaterialSet } from "../../map/material.ts";
import { FAMILY, OWN_PARAM } from "../../map/material-families.ts";
import { PARAM_NUMBERS, type ParamRow } from "../../map/material-params.ts";

export interface StandInPattern {
  /** One of `PATTERN_*`. */
  readonly pattern: number;
  /** Cells per repeat, an integer of at least 1. Larger values are clamped. */
  readonly across: number;
  readonly down: number;
  readonly isTurned?: boolean;
  /** 1 to `STAND_IN_STRENGTHS`, which is the strongest and the default. */
  readonly strength?: number;
}

export function packStandIn(standIn: StandInPattern): number {
  const { pattern, across, down, isTurned = false, strength = STAND_IN_STRENGTHS } = standIn;
  const cells =
    Math.min(across, STAND_IN_CELL_MASK) +
    Math.min(down, STAND_IN_CELL_MASK) * 2 ** STAND_IN_CELL_BITS;
  const turn = isTurned ? STAND_IN_TURNED : 0;
  const level = (strength - 1) * 2 ** STAND_IN_STRENGTH_SHIFT;
  return cells + pattern * 2 ** STAND_IN_PATTERN_SHIFT + turn + level;
}

/**
 * Parts of a pattern. A part that adds "light" is scaled by the tone: it lightens dark colours and
 * darkens light ones. A part that adds "contrast" is scaled by the tone's magnitude.
 */
interface PatternParts {
  /** Widths in cells of the lines between rows and of those across a row. */
  readonly lines?: readonly [between: number, across: number];
  readonly lineLight?: number;
  readonly lineContrast?: number;
  /** Rows per cell; 1 by default. */
  readonly rows?: number;
  /** Share by which every other row is shifted. */
  readonly stagger?: number;
  /** Share of a cell by which each row is shifted at random. */
  readonly scatter?: number;
  /** 1 if the lines across a row fade as rows become small. */
  readonly fade?: number;
  /** Second lattice: lines per cell, their width, and light. */
  readonly lattice?: readonly [across: number, down: number, width: number, light: number];
  /** Amplitude of the square wave, regardless of the tone. */
  readonly checks?: number;
  readonly waveContrast?: number;
  /** Contrast between cells. */
  readonly cellContrast?: number;
  /** 1 if the noise is shifted with the rows. */
  readonly noiseShift?: number;
  readonly noise?: readonly Noise[];
}

/** Noise cells per cell of the pattern, and contrast. */
type Noise = readonly [across: number, down: number, contrast: number];

const CELL_LINE = 0.03;
const BORDER_LINE = 0.06;
/** Light of a grid's cell lines, relative to its border lines. */
const CELL_LIGHT = 0.5;
/** Lines per cell of measuring textures. */
const CHECK_LINES = 4;

/** Lighter and darker patches, which remain visible when the pattern itself is too small. */
const mottled = (across: number, down = across): Noise[] => [
  [across, down, 0.12],
  [across * 4.3, down * 4.3, 0.08],
];

const PARTS: Readonly<Record<number, PatternParts>> = {
  [PATTERN_GRID]: { lines: [CELL_LINE, CELL_LINE], lineLight: CELL_LIGHT },
  [PATTERN_CHECKS]: {
    lines: [CELL_LINE, CELL_LINE],
    lineLight: 1,
    lattice: [CHECK_LINES, CHECK_LINES, CELL_LINE * CHECK_LINES * 0.5, CELL_LIGHT],
    checks: 0.16,
  },
  // Courses of bricks, each shifted by half a brick.
  [PATTERN_BRICKS]: {
    lines: [0.14, 0.045],
    lineLight: 0.8,
    rows: 2,
    stagger: 0.5,
    fade: 1,
    cellContrast: 0.22,
    noise: mottled(0.2, 0.13),
  },
  // Boards, each starting at a different place.
  [PATTERN_BOARDS]: {
    lines: [0.09, 0.006],
    lineContrast: -0.9,
    scatter: 1,
    fade: 1,
    cellContrast: 0.3,
    noiseShift: 1,
    noise: [[6, 5, 0.2]],
  },
  [PATTERN_PANELS]: {
    lines: [0.025, 0.025],
    lineLight: 1,
    cellContrast: 0.14,
    noise: [[3, 40, 0.1], ...mottled(1.1)],
  },
  [PATTERN_TILES]: {
    lines: [0.07, 0.07],
    lineLight: 0.8,
    cellContrast: 0.18,
    noise: mottled(0.2),
  },
  [PATTERN_GRAIN]: {
    noise: [
      [1, 1, 0.3],
      [3.7, 3.7, 0.24],
      [11.3, 11.3, 0.2],
    ],
  },
  [PATTERN_WEAVE]: {
    waveContrast: 0.12,
    noise: [
      [0.05, 0.05, 0.2],
      [0.31, 0.31, 0.16],
    ],
  },
};

/** Returns the lattice of a grid's borders, which are the repeats' and not the cells'. */
function bordersOf(across: number, down: number): PatternParts["lattice"] {
  return [1 / across, 1 / down, BORDER_LINE / Math.max(across, down), 1];
}

/** Returns the rows of the family's own parameters, by slot. */
export function patternRows({ pattern, across, down }: StandInPattern): [number, ParamRow][] {
  const parts = PARTS[pattern] ?? {};
  const [between, along] = parts.lines ?? [0, 0];
  const cells = [across, down].map((count) => Math.min(count, STAND_IN_CELL_MASK));
  const lattice = pattern === PATTERN_GRID ? bordersOf(cells[0], cells[1]) : parts.lattice;
  const noise = (i: number): ParamRow => [...(parts.noise?.[i] ?? [0, 0, 0]), 0] as never;
  return [
    [OWN_PARAM.PATTERN_LINES, [between, along, parts.lineLight ?? 0, parts.lineContrast ?? 0]],
    [
      OWN_PARAM.PATTERN_ROWS,
      [parts.rows ?? 1, parts.stagger ?? 0, parts.scatter ?? 0, parts.fade ?? 0],
    ],
    [OWN_PARAM.PATTERN_LATTICE, lattice ?? [1, 1, 0, 0]],
    [
      OWN_PARAM.PATTERN_CELLS,
      [parts.checks ?? 0, parts.waveContrast ?? 0, parts.cellContrast ?? 0, parts.noiseShift ?? 0],
    ],
    [OWN_PARAM.PATTERN_NOISE_1, noise(0)],
    [OWN_PARAM.PATTERN_NOISE_2, noise(1)],
    [OWN_PARAM.PATTERN_NOISE_3, noise(2)],
  ];
}

/** Makes a material a placeholder with a pattern. Changes the set in place. */
export function writeStandIn(
  { family, standIn, params }: Pick<MaterialSet, "family" | "standIn" | "params">,
  material: number,
  pattern: StandInPattern,
): void {
  family[material] = FAMILY.missing;
  standIn[material] = packStandIn(pattern);
  for (const [slot, row] of patternRows(pattern)) {
    params.set(row, material * PARAM_NUMBERS + slot * 4);
  }
}
