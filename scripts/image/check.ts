import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { chownSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { administer, databaseUrl, freePort, startPostgres } from "../../test/support/databases/postgres.ts"
import type { Image } from "./build.ts"
import { runIn, startIn } from "./chroot.ts"

type Api = (path: string, body?: object) => Promise<{ status: number; body: Record<string, unknown> }>

/** Runs the image on its own Postgres: migrates, serves both modes, takes payments, and stops. Returns the problems. */
export async function checkImage(built: Image): Promise<string[]> {
  const findings: string[] = []
  const expect = (title: string, isRight: boolean, seen: unknown = "") => {
    console.log(`${isRight ? "ok" : "FAILED"}  ${title}`)
    if (!isRight) findings.push(`${title} ${seen}`)
  }
  const postgres = await startPostgres()
  try {
    const ports = { PORT: String(await freePort()), FRAME_PORT: String(await freePort()), METRICS_PORT: String(await freePort()) }
    const image: Image = { ...built, env: { ...built.env, ...ports, ...(await environment(built, postgres.url)) } }
    const vintem = (...args: string[]) => runIn(image, [...image.entrypoint, ...args], true)

    expect("migrates both databases", /test: .*\nlive: /.test(vintem("migrate")))
    const [uid] = image.user.split(":")
    expect("is not root", uid !== "0" && runIn(image, ["id", "-u"], true).trim() === uid)
    const writable = runIn(image, ["find", image.directory, "-writable", "-not", "-type", "l"])
    expect("owns no file of its code", writable === "", writable.slice(0, 200))
    const refusal = failure(() => runIn(image, ["touch", "/app/src/x", "/var/lib/vintem/x"], true))
    expect("the file system is read-only", refusal.split("Read-only file system").length === 3, refusal)
    expect("starts from one file, which is compiled", startsCompiled(image))
    for (const tool of ["mocha", "typescript", "node"]) {
      expect(`has no package ${tool}`, /No such file/.test(failure(() => runIn(image, ["ls", `node_modules/${tool}`], true))))
    }

    const { key } = JSON.parse(vintem("keys", "create", "--mode", "test", "--kind", "secret", "--json"))
    const live = JSON.parse(vintem("keys", "create", "--mode", "live", "--kind", "secret", "--json"))
    const server = startIn(image, [...image.entrypoint, ...image.command])
    let printed = ""
    server.stderr!.on("data", (chunk) => (printed += chunk))
    const exited = once(server, "exit")
    const isHealthy = () => failure(() => runIn(image, image.healthCheck, true)) === ""
    for (let tries = 0; !isHealthy() && tries < 50; tries++) await pause(200)
    expect("the health check passes", isHealthy(), printed)
    const url = `http://127.0.0.1:${ports.PORT}`
    const status = await pay(apiOf(url, key))
    expect("takes a payment in test mode", status === "succeeded", status)
    expect("serves live mode", (await apiOf(url, live.key)("/v1/customers")).status === 200)
    expect("serves the documentation", await servesDocs(url))
    server.kill("SIGTERM")
    const [code] = await exited
    expect("ends with 0 on SIGTERM", code === 0, `${code} ${printed}`)
    expect("the health check fails without it", !isHealthy())
  } finally {
    await postgres.stop()
  }
  return findings
}

/** The environment of both modes, with the keys in files that only the image's user can read. */
async function environment({ root, user }: Image, url: string): Promise<Record<string, string>> {
  for (const mode of ["test", "live"]) await administer(url, `CREATE DATABASE vintem_${mode}`)
  mkdirSync(join(root, "run/secrets"), { recursive: true })
  const secret = (name: string) => {
    const file = `/run/secrets/${name}`
    writeFileSync(join(root, file), `${randomBytes(32).toString("base64")}\n`, { mode: 0o400 })
    chownSync(join(root, file), Number(user.split(":")[0]), Number(user.split(":")[1]))
    return file
  }
  return {
    TEST_DATABASE_URL: databaseUrl(url, "vintem_test"),
    LIVE_DATABASE_URL: databaseUrl(url, "vintem_live"),
    ENCRYPTION_KEY_FILE: secret("encryption-key"),
    LIVE_ENCRYPTION_KEY_FILE: secret("live-encryption-key"),
    BASE_URL: "https://pay.example.com",
    FRAME_ORIGIN: "https://cards.example.com",
  }
}

function apiOf(url: string, key: string): Api {
  return async (path, body) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" }
    const response = await fetch(url + path, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
}

/** Returns whether a command loads the file of `npm run build`, and V8 accepts all compiled code. Node reports this on standard error. */
function startsCompiled({ entrypoint, ...place }: Image): boolean {
  const image = { ...place, env: { ...place.env, NODE_DEBUG_NATIVE: "COMPILE_CACHE" } }
  const said = runIn(image, ["sh", "-c", `${entrypoint.join(" ")} migrate 2>&1`], true).split("\n")
  const read = said.filter((line) => /V8 code cache for .* was (accepted|rejected)/.test(line))
  return read.some((line) => line.includes("/dist/service.cjs ")) && read.every((line) => line.includes("was accepted"))
}

/** Takes a card payment, and returns the status of the payment intent. */
async function pay(api: Api): Promise<unknown> {
  const card = { number: "4242424242424242", expMonth: 12, expYear: 2034, cvc: "123" }
  const customer = await api("/v1/customers", { email: "payer@example.com" })
  const token = await api("/v1/tokens", { type: "card", card })
  const intent = await api("/v1/payment_intents", { amount: 4990, currency: "brl", customer: customer.body.id })
  const paid = await api(`/v1/payment_intents/${intent.body.id}/confirm`, { payment_method: token.body.id })
  return paid.body.status
}

/** Returns whether the pages of the documentation exist, with their scripts and styles. */
async function servesDocs(url: string): Promise<boolean> {
  const pages = ["/v1/docs", "/v1/docs/reference", "/v1/docs/guides/first-payment"].map((path) => fetch(url + path))
  const files = (await Promise.all((await Promise.all(pages)).map((page) => page.text()))).flatMap((page) => [
    ...page.matchAll(/<(?:script|link)\b[^>]* (?:src|href)="([^"]+)"/g),
  ])
  const found = await Promise.all([...pages, ...files.map(([, file]) => fetch(new URL(file!, url)))])
  return files.length > 0 && found.every(({ ok }) => ok)
}

/** Returns the output of a failing command, or nothing if it succeeds. */
function failure(command: () => unknown): string {
  try {
    command()
    return ""
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    return stderr || message
  }
}
