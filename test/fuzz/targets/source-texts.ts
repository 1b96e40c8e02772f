/** A mesh of two bones and two poses, and morphs of it. */

export const SMD_TEXT = `version 1
nodes
0 "root" -1
1 "child" 0
end
skeleton
time 0
0 0 0 0 1.570796 0 0
1 1 0 0 0 0 0
time 1
1 1 2 0 0 0 0
end
triangles
my_texture.bmp
0 0 0 0 0 0 1 0 1 1 0 1
0 0 -1 0 0 0 1 0 0 2 0 .5 1 .5
1 1 -1 0 0 0 1 1 0 1 1 1
end
`;
export const VTA_TEXT = `version 1
nodes
0 "root" -1
end
skeleton
time 0
time 1
end
vertexanimation
time 0
0 0 0 0 0 0 1
1 1 0 0 0 0 1
time 1
1 1 2 0 0 0 1
end
`;
