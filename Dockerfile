# docs/container.md: what the image is, and how to run it.
#   docker build -t dustpan . && docker run --rm dustpan --help
#   docker build -t dustpan:browser --target browser .
FROM node:24-bookworm-slim AS packages
WORKDIR /dustpan
COPY .npmrc package.json package-lock.json ./
# The only install script would install another Node.
RUN npm ci --ignore-scripts

FROM packages AS build
COPY . .
RUN node config/tools/build.ts \
 && npm prune --omit=dev --ignore-scripts \
 && cd node_modules/better-sqlite3 \
 && find prebuilds -type f ! -name "linux-$(node -p process.arch).node" -delete \
 && rm -r deps src

FROM debian:bookworm-slim AS base
# tini passes signals on, and reaps the processes that a browser leaves.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends tini libstdc++6 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 1000 --create-home dustpan \
 && install --directory --owner=dustpan /crawls
COPY --from=build /usr/local/bin/node /usr/local/bin/
COPY --from=build /dustpan/package.json /dustpan/
COPY --from=build /dustpan/node_modules /dustpan/node_modules
COPY --from=build /dustpan/dist /dustpan/dist
RUN ln -s /dustpan/dist/src/cli/launch.js /usr/local/bin/dustpan
# By number, so that Kubernetes sees that it is not root.
USER 1000:1000
# For crawls in files: mount a folder here that user 1000 may write to.
WORKDIR /crawls
ENTRYPOINT ["tini", "--", "dustpan"]

# With Chromium, for --render.
FROM base AS browser
USER root
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends chromium \
 && rm -rf /var/lib/apt/lists/*
COPY --from=packages /dustpan/node_modules/playwright-core /dustpan/node_modules/playwright-core
USER 1000:1000

# The last stage is the one that a build without --target makes.
FROM base AS dustpan
