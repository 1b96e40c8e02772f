/** Shaders are linked at build time; see `shaders/link/link-plugin.ts`. */
declare module "*.wgsl" {
  const code: string;
  export default code;
}

/** For a picture with several samples a pixel. */
declare module "*.wgsl?multisampled" {
  const code: string;
  export default code;
}

/** The surface shaders of a family of materials. */
declare module "*.wgsl?surface" {
  export const world: string;
  export const props: string;
}

/** The same, of a higher level. */
declare module "*.wgsl?surface&framed" {
  export const world: string;
  export const props: string;
}
declare module "*.wgsl?surface&bumped" {
  export const world: string;
  export const props: string;
}

/** One of them. */
declare module "*.wgsl?surface=world" {
  const code: string;
  export default code;
}
declare module "*.wgsl?surface=decals" {
  const code: string;
  export default code;
}
declare module "*.wgsl?surface=decals&framed" {
  const code: string;
  export default code;
}
declare module "*.wgsl?surface=decals&bumped" {
  const code: string;
  export default code;
}
declare module "*.wgsl?surface=props" {
  const code: string;
  export default code;
}

declare module "*.wgsl?edges" {
  const code: string;
  export default code;
}
declare module "*.wgsl?surface=props&framed&edges" {
  const code: string;
  export default code;
}
declare module "*.wgsl?surface=props&framed" {
  const code: string;
  export default code;
}

declare module "*.wgsl?surface=sprites" {
  const code: string;
  export default code;
}

declare module "*.wgsl?surface=beams" {
  const code: string;
  export default code;
}

declare module "*.wgsl?surface=ropes" {
  const code: string;
  export default code;
}

declare module "*.wgsl?surface=emitters" {
  const code: string;
  export default code;
}

declare module "*.wgsl?surface=particles" {
  const code: string;
  export default code;
}
