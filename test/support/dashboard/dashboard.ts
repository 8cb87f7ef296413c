// The dashboard as a browser without JavaScript sees it: it keeps cookies, follows no redirect by itself, and sends forms.
import type { Page as BrowserPage } from "playwright-core"
import { Agent, request } from "undici"
import { KEEP_ALIVE } from "../app/client.ts"
import type { Running } from "../app/vintem.ts"
import { expectStatus } from "../merchants/payments.ts"

export type Page = {
  status: number
  html: string
  location: string | undefined
  headers: Record<string, string | string[] | undefined>
}

export type Visitor = {
  get(path: string, headers?: Record<string, string>): Promise<Page>
  /** Sends a form, with the session's token unless `fields` has another `csrf`. */
  post(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Page>
  /** Sends the entries of a form, which include the session's token. */
  send(path: string, entries: [name: string, value: string | Blob][], options?: { upload?: boolean }): Promise<Page>
  cookie: string
}

/** Adds a user, signs in with a one-time link and returns the browser. */
export async function signIn(vintem: Running, email: string, role: string, account?: string): Promise<Visitor> {
  await command(vintem, ["users", "add", email, "--role", role, ...(account ? ["--account", account] : [])])
  const visitor = visit(vintem)
  const page = await visitor.post(await loginPath(vintem, email, account))
  expectStatus({ status: page.status, body: page.html } as never, 303)
  return visitor
}

/** Runs a command that prints JSON. Throws if it fails. */
export async function command<T>(vintem: Running, args: string[]): Promise<T> {
  const { status, stdout, stderr } = await vintem.cli(...args, "--json")
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

/** Returns the path of a new one-time link. A GET shows its page, and a POST is its button. */
export async function loginPath(vintem: Running, email: string, account?: string): Promise<string> {
  const of = account ? ["--account", account] : []
  const { url } = await command<{ url: string }>(vintem, ["dashboard", "login", "--user", email, ...of])
  return new URL(url).pathname
}

/** Opens a new one-time link in a browser, and presses its button. */
export async function signInByLink(page: BrowserPage, vintem: Running, email: string): Promise<void> {
  await page.goto(vintem.server.dashboardOrigin! + (await loginPath(vintem, email)))
  await page.locator("main form button", { hasText: email }).click()
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in/"))
}

const connections = new Agent(KEEP_ALIVE)

/** A browser that is not signed in. */
export function visit({ server }: { server: Pick<Running["server"], "dashboardOrigin"> }): Visitor {
  const origin = server.dashboardOrigin!
  const address = origin.replace("localhost", "127.0.0.1")
  let csrf = ""
  const send = async (method: "GET" | "POST", path: string, headers: Record<string, string>, body?: string): Promise<Page> => {
    const response = await request(`${address}${path}`, {
      method,
      dispatcher: connections,
      body: body ?? null,
      headers: { accept: "text/html", ...(visitor.cookie && { cookie: visitor.cookie }), ...headers },
    })
    visitor.cookie = withCookies(visitor.cookie, [response.headers["set-cookie"] ?? []].flat())
    const html = await response.body.text()
    csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? csrf
    return {
      status: response.statusCode,
      html,
      location: response.headers.location as string | undefined,
      headers: response.headers,
    }
  }
  const visitor: Visitor = {
    cookie: "",
    get: (path, headers = {}) => send("GET", path, headers),
    post: (path, fields = {}, headers = {}) =>
      send(
        "POST",
        path,
        { "content-type": "application/x-www-form-urlencoded", origin, ...headers },
        new URLSearchParams({ csrf, ...fields }).toString(),
      ),
    send: (path, entries, { upload = false } = {}) => {
      if (upload) return sendFile(`${address}${path}`, { origin, cookie: visitor.cookie }, entries)
      const body = new URLSearchParams(entries as [string, string][]).toString()
      return send("POST", path, { "content-type": "application/x-www-form-urlencoded", origin }, body)
    },
  }
  return visitor
}

async function sendFile(url: string, headers: Record<string, string>, entries: [string, string | Blob][]): Promise<Page> {
  const parts = new FormData()
  for (const [name, value] of entries) typeof value === "string" ? parts.append(name, value) : parts.append(name, value, "file")
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { accept: "text/html", ...headers },
    body: parts,
  })
  const all = Object.fromEntries(response.headers)
  return { status: response.status, html: await response.text(), location: all.location, headers: all }
}

/** Returns the cookies that a browser sends after it has received others. */
function withCookies(sent: string, received: string[]): string {
  const cookies = new Map(
    sent
      .split("; ")
      .filter(Boolean)
      .map((pair) => [pair.split("=")[0]!, pair]),
  )
  for (const cookie of received) {
    const [pair, ...attributes] = cookie.split("; ")
    const name = pair!.split("=")[0]!
    if (attributes.includes("Max-Age=0")) cookies.delete(name)
    else cookies.set(name, pair!)
  }
  return [...cookies.values()].join("; ")
}
