/** Another way for all surfaces to be drawn than their materials' own. */

export type DrawEncoder = GPURenderCommandsMixin & GPUBindingCommandsMixin;

export interface Shading {
  /** What draws in place of a key's pipeline; null: that does, as nothing else is there yet. */
  readonly get: (key: number) => GPURenderPipeline | null;
  /** What draws are encoded by: binds what its pipelines read besides. */
  readonly wrap: (encoder: DrawEncoder) => DrawEncoder;
}
