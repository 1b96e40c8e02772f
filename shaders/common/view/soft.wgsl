// Fading of translucent surfaces near the opaque surface behind them (`DepthFeathering` in `common_ps_fxc.h`).

import constants::PARAM_SOFT;
import package::common::material::material::Material;
import package::common::material::params::paramOf;
import package::common::view::behind::distanceBehind;
import package::common::view::behind::nearnessOf;

// Returns the factor of the alpha of a fragment at `pixel`, its `@builtin(position)`.
fn softness(material: Material, pixel: vec4f) -> f32 {
  let inches = distanceBehind(pixel.xy) - 1.0 / nearnessOf(pixel);
  return saturate(abs(inches) * paramOf(material, PARAM_SOFT).x);
}
