# The page and the door of its class as two images that run as nobody in particular:
#   docker build --target page --tag raft-atlas-page:1 .
#   docker build --target door --tag raft-atlas-door:1 .
# docs/class/compose.yaml and docs/class/chart put them together; docs/class.md tells how.

# What a build and the tests need; the dev container is this stage.
FROM node:22-bookworm-slim AS node
FROM nats:2.12-alpine AS nats
FROM rust:1.95.0-bookworm AS tools
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
COPY --from=nats /usr/local/bin/nats-server /usr/local/bin/nats-server
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
    && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
    && apt-get update \
    && apt-get install --yes --no-install-recommends python3 python3-venv \
    && rm -rf /var/lib/apt/lists/*

FROM tools AS build
WORKDIR /atlas
COPY . .
RUN npm run setup && npm run build

FROM caddy:2-alpine AS page
COPY docs/class/Caddyfile /etc/caddy/Caddyfile
COPY --from=build /atlas/dist /srv
RUN adduser -D -u 1000 atlas && chown -R atlas:atlas /data /config
USER 1000:1000
EXPOSE 80 443
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:2019/config/"]

FROM node:22-bookworm-slim AS door
WORKDIR /atlas
COPY package.json LICENSE ./
COPY tools tools
COPY --from=build /atlas/node_modules/@nats-io node_modules/@nats-io
COPY --from=build /atlas/node_modules/tweetnacl node_modules/tweetnacl
COPY --from=build /atlas/node_modules/ws node_modules/ws
# A new volume takes the owner of these: the accounts of a class, and what nats-server stores.
RUN mkdir /made /data && chown node:node /made /data
USER 1000:1000
EXPOSE 8090
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["node", "-e", "fetch('http://127.0.0.1:8090/health').then(({ ok }) => process.exit(ok ? 0 : 1))"]
ENTRYPOINT ["node", "tools/class.mjs"]
CMD ["--door", "/made/class.json", "--nats", "nats:8080", "--host", "0.0.0.0"]
