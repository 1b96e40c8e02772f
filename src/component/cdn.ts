/** The element and the viewer as one file. Flights are a file of their own there, for a map needs none. */

export * from "../viewer/viewer.ts";
export * from "./element.ts";
