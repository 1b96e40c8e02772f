/** Shaders are linked at build time; see `shaders/link-plugin.ts`. */
declare module "*.wgsl" {
  const code: string;
  export default code;
}
