/** The element and the viewer below it: the package's main door. */

export * from "../viewer/index.ts";
export * from "./element.ts";
