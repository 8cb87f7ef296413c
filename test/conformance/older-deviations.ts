import { DEFAULT_VERSION, NEWEST_VERSION } from "../../src/versions.ts"
import { created } from "./deviations.ts"
import type { Deviation } from "./wrong-server.ts"

/** Ways in which a server can show too much to clients of an older version, by what it does. */
export const OLDER_DEVIATIONS: Record<string, Deviation> = {
  "shows an older version a member that a later one added": {
    caughtBy: "operations.createWebhookEndpoint",
    says: /service_version is of a later version than 2026-04-27/,
    returns: created("/v1/webhook_endpoints", (endpoint) => {
      endpoint.service_version = DEFAULT_VERSION
    }),
  },
  "answers as the newest version whatever is asked for": {
    caughtBy: "operations.retrieveBalance",
    says: /^2026-12-01$/,
    asks: ({ headers }) => {
      headers["service-version"] = NEWEST_VERSION
    },
  },
  "lets an older version call what a later one added": {
    caughtBy: "versions.later",
    says: /^404 \w+_not_found/,
    asks: ({ headers }) => {
      headers["service-version"] = NEWEST_VERSION
    },
    returns: ({ headers }) => {
      headers["service-version"] = DEFAULT_VERSION
    },
  },
  "describes the newest version to clients of an older one": {
    caughtBy: "document.same",
    says: /differences at .*#\/paths/,
    asks: (request) => {
      request.path = request.path.replace(DEFAULT_VERSION, NEWEST_VERSION)
    },
  },
}
