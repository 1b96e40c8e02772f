/**
 * The community's PBR shader at one point from its texture values, by the public source-pbr
 * (`pbr_ps30.fxc`, `pbr_common_ps2_3_x.h`), for a surface without local lamps.
 */

type Rgb = readonly [number, number, number];

export interface PbrPlace {
  /** Linear. */
  readonly albedo: Rgb;
  readonly metalness: number;
  readonly roughness: number;
  readonly occlusion: number;
  /** Incident linear light. */
  readonly light: Rgb;
  /** Linear light of the cubemap at its roughness and of its smallest mip. */
  readonly sharp: Rgb;
  readonly ambient: Rgb;
  /** Linear. */
  readonly emission: Rgb;
  /** Cosine between the normal and the eye. */
  readonly facing: number;
}

const mix = (a: number, b: number, t: number) => a * (1 - t) + b * t;

/** Returns the linear light towards the eye. */
export function pbrLight(place: PbrPlace): Rgb {
  const { roughness, metalness, occlusion, facing } = place;
  const cosine = Math.max(facing, 0);
  const c0 = [-1, -0.0275, -0.572, 0.022];
  const c1 = [1, 0.0425, 1.04, -0.04];
  const [r0, r1, r2, r3] = c0.map((c, i) => roughness * c + c1[i]);
  const a004 = Math.min(r0 * r0, 2 ** (-9.28 * cosine)) * r0 + r1;
  const [scale, bias] = [-1.04 * a004 + r2, 1.04 * a004 + r3];
  return [0, 1, 2].map((k) => {
    const f0 = mix(0.04, place.albedo[k], metalness);
    const fresnel = f0 + (1 - f0) * (1 - cosine) ** 5;
    const diffuse = mix(1 - fresnel, 0, metalness) * place.albedo[k] * place.light[k];
    const mirrored = mix(place.sharp[k], place.ambient[k], roughness * roughness);
    return (diffuse + mirrored * (f0 * scale + bias)) * occlusion + place.emission[k];
  }) as unknown as Rgb;
}
