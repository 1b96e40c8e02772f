/** What is written of a model. */
export interface ModelExportOptions {
  /** Lengths that an inch is written as; metres: 0.0254. */
  readonly scale?: number;
  /** The LOD that is shown; the others are scenes of their own. 0. */
  readonly lod?: number;
  /** Body groups that are shown, by the engine's number; 0. */
  readonly body?: number;
  /** Names of the sequences to write, in any case; left out: all. */
  readonly sequences?: readonly string[];
  /** Every blend of a sequence as an animation of its own, not what is played of them at rest. */
  readonly allBlends?: boolean;
  /** Texels on a texture's edge at most; 0: no textures. 2048. */
  readonly textureSize?: number;
}
