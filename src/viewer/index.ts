/**
 * The viewer as a library: draws a map on a canvas of any page.
 *
 *     const viewer = await createViewer(canvas);
 *     await viewer.load("/maps/de_office.bsp", { content: ["/content/", "/hl2_textures_dir.vpk"] });
 */

export * from "./flights.ts";
export * from "./viewer.ts";
