import { once } from "node:events"
import { createServer } from "node:http"
import { expect } from "chai"
import { startProcess } from "../support/app/processes.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { command, loginPath } from "../support/dashboard/dashboard.ts"
import { freePort } from "../support/databases/postgres.ts"
import { until } from "../support/merchants/merchant.ts"

describe("A process that serves the dashboard", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  it("can be one of its own, on the same databases, which serves nothing else", async () => {
    const dashboard = await startProcess("dashboard", { ...vintem.databases.env })
    expect(dashboard.url).to.equal(null)
    await command(vintem, ["users", "add", "ana@example.com", "--role", "owner"])
    const path = await loginPath(vintem, "ana@example.com")
    const address = dashboard.dashboardOrigin!.replace("localhost", "127.0.0.1")
    const button = { method: "POST", headers: { Origin: dashboard.dashboardOrigin! }, redirect: "manual" } as const
    const response = await fetch(address + path, button)
    expect([response.status, response.headers.get("location")]).to.deep.equal([303, "/passkeys/new"])
    expect((await fetch(`${address}/v1/customers`, { redirect: "manual" })).status).to.equal(303)
    expect(await dashboard.stop()).to.equal(0)
  })

  it("is not one that only serves the API or only does due work", async () => {
    for (const role of ["api", "worker"] as const) {
      const process = await startProcess(role, { ...vintem.databases.env })
      expect(process.dashboardOrigin, role).to.equal(null)
      await process.stop()
    }
  })

  it("goes on without the dashboard where another program has the port, unless the dashboard is all that it serves", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    await once(other, "listening")
    const { port } = other.address() as { port: number }
    const taken = { ...vintem.databases.env, DASHBOARD_PORT: String(port) }
    const all = await startProcess("all", taken)
    expect(all.dashboardOrigin).to.equal(null)
    expect((await fetch(`${all.url}/healthz`)).status).to.equal(200)
    await until(async () => all.output().includes("DASHBOARD_PORT cannot be opened, so this process serves no dashboard"))
    await all.stop()
    const alone = await startProcess("dashboard", taken).catch((error: Error) => error)
    expect((alone as Error).message).to.include(`The port ${port} of DASHBOARD_PORT cannot be opened`)
    other.close()
  })

  it("says where it is by DASHBOARD_ORIGIN, with cookies that only https carries", async () => {
    const port = String(await freePort())
    const env = { DASHBOARD_PORT: port, DASHBOARD_ORIGIN: "https://dashboard.example" }
    const dashboard = await startVintem(env, { databases: vintem.databases })
    await command(dashboard, ["users", "add", "bea@example.com", "--role", "owner"])
    const { url } = await command<{ url: string }>(dashboard, ["dashboard", "login", "--user", "bea@example.com"])
    expect(url).to.match(/^https:\/\/dashboard\.example\/sign-in\/[0-9A-Za-z]{32}$/)
    const cookieOf = async (path: string, options: RequestInit) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, options)).headers.get("set-cookie")
    const button = { method: "POST", headers: { Origin: env.DASHBOARD_ORIGIN } }
    const session = await cookieOf(new URL(url).pathname, { ...button, redirect: "manual" })
    expect(session).to.match(/^__Host-vintem=[^;]+; Path=\/; .*; HttpOnly; SameSite=Strict; Secure$/)
    const passkey = await cookieOf("/sign-in/passkey/challenge", button)
    expect(passkey).to.match(/^__Host-vintem_passkey=[^;]+; Path=\/; .*; HttpOnly; SameSite=Strict; Secure$/)
    await dashboard.close()
  })
})
