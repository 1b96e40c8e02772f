/** All studio records, for what lists them: builds, documents and tests. */

export * from "../../phy/records.ts";
export * from "./header.ts";
export * from "./mesh.ts";
export * from "./motion.ts";
export * from "./respawn.ts";
export * from "./skeleton.ts";
export * from "./strips.ts";
export * from "./vertices.ts";
