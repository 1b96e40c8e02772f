// Input of the SolidEnergy family.

// Coordinates of the flow map: inches along the texture, or a model's texture coordinates.
var<private> flowCoord: vec2f;
