/** Formats of render targets. */

/** Linear light. */
export const COLOR_FORMAT: GPUTextureFormat = "rgba16float";
/** Reverse-Z: cleared to 0; nearer is greater. */
export const DEPTH_FORMAT: GPUTextureFormat = "depth32float";
/** Encoded to sRGB by the post pass. */
export const PICTURE_FORMAT: GPUTextureFormat = "rgba8unorm";
