/** The package's main entry exports nothing in Node; its module build does, but has no types. */
declare module "wgsl_reflect/wgsl_reflect.module.js" {
  export * from "wgsl_reflect";
}
