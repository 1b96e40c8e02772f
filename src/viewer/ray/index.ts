/** Rays at all that a viewer's map shows, its models among it. Fetched when somebody first points at something. */

export { type PropHit, type SurfaceHit, type SurfaceRays, surfaceRaysOf } from "./surface-rays.ts";
