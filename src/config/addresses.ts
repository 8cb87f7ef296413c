import { hostNames, integer, text, webOrigin, webUrl } from "./values.ts"

const PORT = integer(0, 65_535)

/** The variables for the ports of the service and its public addresses. */
export const ADDRESSES = {
  host: { name: "HOST", read: text, default: "127.0.0.1", doc: "The address that the API listens on." },
  port: { name: "PORT", read: PORT, default: "3000", doc: "The port that the API listens on. 0 picks a free port." },
  baseUrl: {
    name: "BASE_URL",
    read: webUrl,
    shownDefault: "`http://HOST:PORT`",
    doc: "The URL at which payers and merchants reach the service. Hosted pages are under it. Live mode needs https.",
  },
  framePort: {
    name: "FRAME_PORT",
    read: PORT,
    default: "3001",
    doc: "The port of the card fields: `vintem.js` for merchants' pages, and the frame that it puts there. 0 picks a free port.",
  },
  frameOrigin: {
    name: "FRAME_ORIGIN",
    read: webOrigin,
    shownDefault: "`http://HOST:FRAME_PORT`",
    doc: "The origin of the card fields, as browsers reach it. Pages load `vintem.js` from it. It may tokenize cards for every page that an account allows, so set it only to an origin of your own. Live mode needs https.",
  },
  threedsPort: {
    name: "THREEDS_PORT",
    read: PORT,
    default: "3003",
    doc: "The port of the page on which payers are authenticated by 3-D Secure in live mode. It serves nothing else, and is closed without live mode. 0 picks a free port.",
  },
  threedsOrigin: {
    name: "THREEDS_ORIGIN",
    read: webOrigin,
    shownDefault:
      "`http://HOST:THREEDS_PORT` with `LIVE_INSECURE_OK=http`, else unset: live mode has no 3-D Secure before a sale",
    doc: "The origin of that page, as browsers reach it. Scripts of the acquirer run on it, so it must be an origin that serves nothing else. Live mode needs https.",
  },
  dashboardPort: {
    name: "DASHBOARD_PORT",
    read: PORT,
    default: "3002",
    doc: "The port of the dashboard. 0 picks a free port.",
  },
  dashboardOrigin: {
    name: "DASHBOARD_ORIGIN",
    read: webOrigin,
    shownDefault: "`http://localhost:DASHBOARD_PORT`",
    doc: "The origin at which people reach the dashboard.",
  },
  metricsHost: {
    name: "METRICS_HOST",
    read: text,
    default: "127.0.0.1",
    doc: "The address that the metrics listen on. They need no key, so do not open it to a public network.",
  },
  metricsNames: {
    name: "METRICS_NAMES",
    read: hostNames,
    default: "",
    doc: "Further host names under which the metrics answer, comma-separated, such as `vintem.payments.svc`. They always answer under IP addresses, `localhost`, `METRICS_HOST`, the name of the machine, and names without dots.",
  },
  metricsPort: {
    name: "METRICS_PORT",
    read: PORT,
    default: "9464",
    doc: "The port of the Prometheus metrics, at `/metrics`, and of `/readyz`.",
  },
} as const

export type DashboardAddress = { readonly dashboardOrigin?: string | undefined; readonly dashboardPort: number }

/** The origin at which people reach the dashboard. */
export function dashboardOriginOf({ dashboardOrigin, dashboardPort }: DashboardAddress): string {
  return dashboardOrigin ?? `http://localhost:${dashboardPort}`
}
