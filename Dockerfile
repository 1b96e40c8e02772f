# The visleaf command, for servers and build pipelines:
#
#     docker build -t visleaf .
#     docker run --rm -v "$PWD:/maps:ro" visleaf check map.bsp
#     docker run --rm -v "$PWD:/maps" --user "$(id -u)" visleaf shot map.bsp --out map.png
#     docker run --rm -v "$PWD:/maps:ro" --network host visleaf serve .
#
# `serve` answers to the machine's own names only, so it shares the host's network.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc .puppeteerrc.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm pack --pack-destination /tmp

FROM node:24-bookworm-slim
# `shot` draws by Dawn on SwiftShader, which comes with Chromium. Dawn refuses lavapipe of Mesa 22.3.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends chromium \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /tmp/visleaf-*.tgz /tmp/
RUN npm install --global /tmp/visleaf-*.tgz webgpu@0.6.2 && rm /tmp/visleaf-*.tgz && npm cache clean --force
USER node
WORKDIR /maps
ENTRYPOINT ["visleaf"]
CMD ["--help"]
