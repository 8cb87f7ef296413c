# Vintém in a container. docs/operations/deploy.md describes it, and `make try-image` runs these steps without Docker.
FROM node:26.10.0-bookworm-slim AS built
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-progress
COPY generated generated
COPY seeds seeds
COPY handlers handlers
COPY scripts scripts
COPY src src
# Afterwards, only the packages of production are left.
RUN node scripts/build.ts && npm prune --omit=dev --omit=optional --ignore-scripts --no-progress

FROM node:26.10.0-bookworm-slim
# In a container, what is outside reaches the ports only as far as they are published.
ENV NODE_ENV=production HOST=0.0.0.0 METRICS_HOST=0.0.0.0 DATA_DIR=/var/lib/vintem MALLOC_ARENA_MAX=1
WORKDIR /app
COPY --from=built /app/node_modules node_modules
COPY --from=built /app/dist dist
COPY package.json package-lock.json openapi.yaml LICENSE ./
COPY generated generated
COPY seeds seeds
COPY handlers handlers
COPY src src
# Fails the build where a file or a package is missing.
RUN node src/start/compile.js 1000 && install -d -m 700 -o 1000 -g 1000 /var/lib/vintem
# The user node. A number, so that Kubernetes can see that it is not root.
USER 1000:1000
EXPOSE 3000 3001 3003 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT || 9464}/readyz`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so that it receives the signals. The flag, and MALLOC_ARENA_MAX: docs/operations/deploy.md, Sizes.
ENTRYPOINT ["node", "--max-semi-space-size=8", "src/start/cli.js"]
CMD ["serve"]
