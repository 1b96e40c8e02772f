/** Address of the element's script for pages that install nothing. */
export const CDN_SCRIPT = `https://cdn.jsdelivr.net/npm/visleaf@${VISLEAF_VERSION}/dist/cdn/visleaf-map.js`;
