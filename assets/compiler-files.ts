/** Files for the compilers besides the map: glowing materials, and grass on the ground. */

/** Materials that light their surroundings: red, green, blue, brightness. */
const LIGHTS_RAD = `visleaf/lamp_glow 255 190 110 600
visleaf/lamp_teal 90 220 220 500
visleaf/window_lit 255 200 120 200
`;

/** Detail sprites of grass, denser where the blend is greener. */
const DETAIL_VBSP = `detail
{
  visleaf_grass
  {
    density 900
    rocky
    {
      alpha 0
    }
    grassy
    {
      alpha 1
      tall
      {
        sprite "0 0 128 128 256"
        spritesize "0.5 0 20 18"
        spriterandomscale 0.3
        amount 0.5
        detailOrientation 2
      }
      low
      {
        sprite "128 0 128 128 256"
        spritesize "0.5 0 16 11"
        spriterandomscale 0.3
        amount 0.5
        detailOrientation 2
      }
    }
  }
}
`;

export const COMPILER_FILES: Readonly<Record<string, string>> = {
  "lights.rad": LIGHTS_RAD,
  "detail.vbsp": DETAIL_VBSP,
};
