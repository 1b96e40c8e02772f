/** Replaces the pipelines of all surfaces, for inspection views. */

export type DrawEncoder = GPURenderCommandsMixin & GPUBindingCommandsMixin;

export interface Shading {
  /**
   * Returns the pipeline that replaces a key's pipeline, or `null` to keep the original until the
   * replacement is compiled.
   */
  readonly get: (key: number) => GPURenderPipeline | null;
  /** True if surfaces without a replacement are left out. */
  readonly isOnly?: boolean;
  /** Wraps an encoder so that it also binds what the replaced pipelines read. */
  readonly wrap: (encoder: DrawEncoder) => DrawEncoder;
}
