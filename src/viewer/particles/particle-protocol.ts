/** Messages between the page and the worker about a file of particle systems. */

import type { ContentSpec } from "../../content/types.ts";
import type {
  ParticleFileEvent,
  ParticleFileOptions,
} from "../../scene/placed/open-particle-file.ts";
import type { LoadLimits } from "../load/load-protocol.ts";

export interface ParticleRequest {
  /** The file, or its content path. */
  readonly file: Blob | string;
  readonly content: readonly ContentSpec[];
  readonly options: Omit<ParticleFileOptions, "limits"> & { readonly limits?: LoadLimits };
}

/** Requests a system after the previous requests are finished. */
export type OpenParticlesMessage = { readonly type: "particles" } & ParticleRequest;

export type ParticleEventMessage = {
  readonly type: "particle-event";
  readonly event: ParticleFileEvent;
};
