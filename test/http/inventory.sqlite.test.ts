// OWASP API9: whoever runs Vintém knows every path that answers. docs/threat-model.md lists those outside of openapi.yaml.
import { readFileSync } from "node:fs"
import { expect } from "chai"
import { webRoutes } from "../../src/web/routes.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"

type Router = { stack: { methods: string[]; path: string }[] }

const page = readFileSync(new URL("../../docs/threat-model.md", import.meta.url), "utf8")

describe("What answers", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  it("is in openapi.yaml or in the threat model's list of paths", async () => {
    const { router } = webRoutes({ modes: {} } as never) as unknown as { router: Router }
    const answering = router.stack.flatMap(({ methods, path }) =>
      methods.filter((method) => method !== "HEAD").map((method) => `${method} ${path}`),
    )
    const listed = [...page.matchAll(/^\| `((?:GET|POST) \/\S*)` \|/gm)].map(([, route]) => route)
    expect(answering.sort()).to.deep.equal(listed.sort())
  })

  it("is nothing that other services have: no administration, debugger, older version or file", async () => {
    const roots = ["admin", "debug", "metrics", "internal", "actuator/health", "graphql", "swagger.json", ".env", ".git/config"]
    const versioned = ["keys", "accounts", "plans", "attempts", "cards", "test_clock/set", "deliveries", "integrations"]
    const paths = [
      "/",
      "/v0/customers",
      "/v2/customers",
      ...roots.map((root) => `/${root}`),
      ...versioned.map((name) => `/v1/${name}`),
    ]
    for (const path of [...paths, "/package.json", "/openapi.yaml", "/v1/docs/LICENSES.txt", "/v1/docs/docs.ts"]) {
      for (const method of ["GET", "POST"]) {
        const { status, body } = await vintem.request(method, path, method === "POST" ? {} : undefined)
        expect([status, body.error?.code], `${method} ${path}`).to.deep.equal([404, "route_not_found"])
      }
    }
  })

  it("on the port of the metrics is /metrics and /readyz, and it is another port", async () => {
    const { metricsUrl, url } = vintem.server
    expect(new URL(metricsUrl).port).not.to.equal(new URL(url).port)
    const status = async (path: string) => (await fetch(new URL(path, metricsUrl))).status
    expect(await Promise.all(["/metrics", "/readyz", "/", "/v1/customers", "/metrics/x"].map(status))).to.deep.equal([
      ...[200, 200],
      ...[404, 404, 404],
    ])
  })
})
