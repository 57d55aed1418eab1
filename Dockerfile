# docker build -t dustpan . && docker run --rm dustpan --help
FROM node:24-slim AS build
WORKDIR /dustpan
COPY .npmrc package.json package-lock.json ./
# The only script installs another Node.
RUN npm ci --ignore-scripts
COPY . .
RUN node config/tools/build.ts && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
COPY --from=build /dustpan/package.json /dustpan/
COPY --from=build /dustpan/node_modules /dustpan/node_modules
COPY --from=build /dustpan/dist /dustpan/dist
# For crawls in files: mount a folder here that user 1000 may write to.
RUN install --directory --owner=node /crawls
USER node
WORKDIR /crawls
ENTRYPOINT ["node", "/dustpan/dist/src/cli/launch.js"]
