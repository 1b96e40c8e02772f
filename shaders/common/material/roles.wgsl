// The texture roles that a pipeline reads, and their texture coordinates.

@if(bumped) import constants::ROLE_BLENDMASK;
@if(bumped) import constants::ROLE_DETAIL;
@if(bumped) import constants::ROLE_MASK;
import package::common::material::surface::SurfacePoint;

// Bumped pipelines: a bit for each role above the plain level that any of the pipeline's materials
// shows. The code of all other roles is left out.
@if(bumped && !rare) override shownRoles = 0u;

@if(bumped && !rare)
fn isShown(role: u32) -> bool {
  return (shownRoles & (1u << role)) != 0u;
}

// All other pipelines read every role of their family.
@if(!bumped || rare)
fn isShown(role: u32) -> bool {
  return true;
}

struct TexelPlace {
  coord: vec2f,
  dx: vec2f,
  dy: vec2f,
}

// Returns the texture coordinates of a role with 2D textures.
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
