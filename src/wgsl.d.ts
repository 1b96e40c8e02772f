/** Shaders are linked at build time; see `shaders/link-plugin.ts`. */
declare module "*.wgsl" {
  const code: string;
  export default code;
}

/** The surface shaders of a family of materials. */
declare module "*.wgsl?surface" {
  export const world: string;
  export const props: string;
}
