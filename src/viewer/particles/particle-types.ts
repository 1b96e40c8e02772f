/** Interface of the particle viewer: one system of a file, with its children. Inches, z up. */

import type { Warning } from "../../core/diagnostics.ts";
import type { Limits } from "../../core/limits.ts";
import type { GpuError } from "../../gpu/errors.ts";
import type { FrameStats } from "../../render/types.ts";
import type { ParticleBackdrop } from "../../scene/placed/open-particle-file.ts";
import type { BaseViewer, BaseViewerOptions, ContentInput, Vector } from "../base-viewer.ts";

/** A `.pcf`: its address, its bytes, or its path in the content. */
export type ParticleInput = string | URL | Blob | { readonly path: string };

export type ParticleViewerOptions = BaseViewerOptions;

export interface LoadParticlesOptions {
  /** Content with the materials, searched before the viewer's. */
  readonly content?: readonly ContentInput[];
  /** Name of the system; the first that no other contains if omitted. */
  readonly system?: string;
  readonly seed?: number;
  /** Places of control points by their numbers, 0 to 63. */
  readonly points?: ReadonlyMap<number, Vector>;
  readonly backdrop?: ParticleBackdrop;
  readonly signal?: AbortSignal;
  readonly limits?: Limits;
}

/** One system of the shown tree. */
export interface SystemInfo {
  readonly name: string;
  /** Depth in the tree; 0 for the shown system. */
  readonly depth: number;
  /** Path of its material as written; empty if it has none. */
  readonly material: string;
  readonly isMissing: boolean;
  /** Most particles that it may have. */
  readonly capacity: number;
  /** Functions of the renderer, as in the file. */
  readonly renderers: readonly string[];
}

export interface ParticleFileInfo {
  readonly name: string;
  /** Versions of the format and of the DMX encoding. */
  readonly version: number;
  readonly encoding: number;
  /** All systems of the file; `isChild` if another one contains it. */
  readonly systems: readonly { readonly name: string; readonly isChild: boolean }[];
}

export interface ParticleInfo {
  readonly file: ParticleFileInfo;
  readonly system: string;
  readonly tree: readonly SystemInfo[];
  /** Numbers of the control points that functions of the tree name, in ascending order. */
  readonly points: readonly number[];
  /** Bounds of the visible particles: mins, maxs. */
  readonly box: Float32Array;
  /** Missing materials, and functions that do not run. */
  readonly warnings: readonly Warning[];
}

export interface ParticleViewerEvents {
  readonly loadstart: { readonly name: string };
  /** A system is shown, at time 0. */
  readonly system: ParticleInfo;
  /** A control of the viewer was used. */
  readonly change: undefined;
  readonly error: Error;
  readonly fault: GpuError;
  readonly lost: { readonly message: string };
  readonly restored: undefined;
  readonly frame: number;
  readonly statschange: FrameStats;
}

export interface ParticleViewer extends BaseViewer<ParticleViewerEvents> {
  /**
   * Shows a system of a file. Another load cancels a running one. Rejects with FormatError,
   * NoSystemError, GpuError or CancelledError, or if the file cannot be read.
   */
  load(input: ParticleInput, options?: LoadParticlesOptions): Promise<ParticleInfo>;
  /** Shows the same file otherwise: another system, seed, place of a point or backdrop. */
  choose(changed: ParticleChoice): Promise<ParticleInfo>;
  readonly info: ParticleInfo | null;
  readonly choice: Required<ParticleChoice>;

  isPlaying: boolean;
  /** Whether it starts again when its last particle is gone. */
  isLooping: boolean;
  /** Seconds of the system per second; 0 stands still. */
  rate: number;
  /** Seconds since the start. Setting it shows that time. */
  seconds: number;
  /** Seconds at which emission stops; `null` if it does not. */
  stopSeconds: number | null;
  /** Seconds at which the last particle was gone in this run; `null` while any lives. */
  readonly endSeconds: number | null;
  /** Particles of each row of `info.tree`, and of all, at the shown time. */
  countOf(row: number): number;
  readonly particleCount: number;

  /** Whether bounds and control points are drawn. */
  showsBounds: boolean;
  showsPoints: boolean;
  /** Shows all of the particles. @param seconds duration of the flight */
  frame(seconds?: number): void;
}

export interface ParticleChoice {
  readonly system?: string;
  readonly seed?: number;
  readonly points?: ReadonlyMap<number, Vector>;
  readonly backdrop?: ParticleBackdrop;
}
