/** What a pass draws with that reads more than the picture before it. */
export interface ScreenDraw {
  /** Draws into `PICTURE_FORMAT`; group 0 is the camera's frame. */
  readonly pipeline: GPURenderPipeline;
  /** Group 1. */
  readonly bindGroup: GPUBindGroup;
}
