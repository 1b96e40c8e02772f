/** A style sheet as text; built, it is as short as it can be. */
declare module "*.css?inline" {
  const css: string;
  export default css;
}
