/** Rays against everything that a viewer's map shows, including models. Loaded on first use. */

export { type PropHit, type SurfaceHit, type SurfaceRays, surfaceRaysOf } from "./surface-rays.ts";
