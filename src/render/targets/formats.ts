/** Formats of what a frame is drawn into. */

/** Linear light. */
export const COLOR_FORMAT: GPUTextureFormat = "rgba16float";
/** Reverse-Z: cleared to 0, nearer is greater. */
export const DEPTH_FORMAT: GPUTextureFormat = "depth32float";
/** sRGB-encoded by the post pass itself. */
export const PICTURE_FORMAT: GPUTextureFormat = "rgba8unorm";
