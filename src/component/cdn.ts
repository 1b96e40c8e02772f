/**
 * Single-file build of the element and the viewer. Flights are a separate file, because a map does
 * not need them.
 */

export * from "../viewer/viewer.ts";
export * from "./element.ts";
