/** The package's main entry: the element and its viewer. */

export * from "../viewer/index.ts";
export * from "./element.ts";
