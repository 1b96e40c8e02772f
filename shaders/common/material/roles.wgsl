// Which roles' textures a pipeline reads, and where on a surface.

@if(bumped) import constants::ROLE_BLENDMASK;
@if(bumped) import constants::ROLE_DETAIL;
@if(bumped) import constants::ROLE_MASK;
import package::common::material::surface::SurfacePoint;

// Of bumped pipelines: a bit for each role above the plain level that any of its materials shows. What the others
// would take is left out of the pipeline.
@if(bumped && !rare) override shownRoles = 0u;

@if(bumped && !rare)
fn isShown(role: u32) -> bool {
  return (shownRoles & (1u << role)) != 0u;
}

// Others take all that their family has.
@if(!bumped || rare)
fn isShown(role: u32) -> bool {
  return true;
}

struct TexelPlace {
  coord: vec2f,
  dx: vec2f,
  dy: vec2f,
}

// Where a role of 2D textures is read.
fn placeOfRole(role: u32, at: SurfacePoint) -> TexelPlace {
  @if(bumped)
  if (role == ROLE_MASK) {
    return TexelPlace(at.maskCoord, at.maskDx, at.maskDy);
  }
  @if(bumped)
  if (role == ROLE_DETAIL) {
    return TexelPlace(at.detailCoord, at.detailDx, at.detailDy);
  }
  @if(bumped)
  if (role == ROLE_BLENDMASK) {
    return TexelPlace(at.blendCoord, at.blendDx, at.blendDy);
  }
  return TexelPlace(at.texCoord, at.dx, at.dy);
}
