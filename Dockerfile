# One image for every process: the command says which. See docs/operator.md.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PRAMAAN_HOME=/var/lib/pramaan NODE_COMPILE_CACHE=/var/cache/pramaan MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=65536
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY docs/glossary.md docs/glossary.md
COPY migrations migrations
COPY releases releases
COPY pipeline pipeline
COPY services services
# The home contains the signing key, so only the processes' user may access it. A new volume takes the owner of its folder here.
RUN install -d -o node -g node -m 700 /var/lib/pramaan /var/cache/pramaan \
  && install -d -o node -g node -m 755 /var/lib/pramaan-trust
VOLUME /var/lib/pramaan
USER node
EXPOSE 8080
# The pinned Node from package.json, not the image's, whose minor version changes.
ENTRYPOINT ["node_modules/.bin/node", "--disable-warning=ExperimentalWarning"]
CMD ["--max-semi-space-size=4", "--heap-growing-percent=100", "services/api/main.ts"]
