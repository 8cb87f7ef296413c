import { randomUUID } from "node:crypto"
import { Agent, request } from "undici"
import { testAuthority } from "../support/network/https-sink.ts"
import type { BankPix } from "./bank-pix.ts"

/** An answer, with its body as JSON where it is. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
export type Answer = { status: number; type: string; body: any; headers: Record<string, unknown> }

type Method = "GET" | "PUT" | "POST" | "PATCH" | "DELETE"
type Asked = { scope?: string; id?: string; secret?: string; form?: Record<string, string>; path?: string }

/** Calls the bank as it wants, for tests of the simulator itself. `merchant`: which of its merchants, with which certificate. */
export async function callerOf(
  bank: BankPix,
  merchant = bank.merchants[0]!,
  certificate: { cert: string; key: string } | null = merchant.certificate,
) {
  const { profile, urls } = bank
  const agent = new Agent({ connect: { ca: (await testAuthority()).cert, ...certificate } })
  const send = async (method: Method, url: string, headers: Record<string, string>, body?: string): Promise<Answer> => {
    const response = await request(url, { method, headers, body, dispatcher: agent, signal: AbortSignal.timeout(5000) })
    const text = await response.body.text()
    const type = String(response.headers["content-type"] ?? "")
    const { statusCode: status, headers: given } = response
    return { status, type, headers: given, body: /json/.test(type) && text !== "" ? JSON.parse(text) : text || undefined }
  }
  let token = ""
  const own = Object.fromEntries(
    profile.headers.map(({ name, value }) => [name, value === "a GUID" ? randomUUID() : merchant.client.id]),
  )
  const withKey = (url: string) =>
    profile.query.length > 0 ? `${url}${url.includes("?") ? "&" : "?"}${profile.query[0]}=key` : url
  const call = (method: Method, url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body)
    const type: Record<string, string> = text === undefined ? {} : { "content-type": "application/json" }
    return send(method, withKey(url), { authorization: `Bearer ${token}`, ...own, ...type, ...headers }, text)
  }
  const base = (path: string) => urls.base + path
  return {
    call: (method: Method, path: string, body?: unknown, headers?: Record<string, string>) =>
      call(method, base(path), body, headers),
    callAt: call,
    /** Calls a path of PIX Automático, of its charges where it begins with `/cobr`. */
    automatic: (method: Method, path: string, body?: unknown, headers?: Record<string, string>) =>
      call(method, (/^\/(webhook)?cobr/.test(path) ? urls.cobr : urls.rec) + path, body, headers),
    /** Asks for a token, and uses it from then on. */
    async signIn({ scope, id = merchant.client.id, secret = merchant.client.secret, form = {} }: Asked = {}): Promise<Answer> {
      const isBasic = profile.token.secret === "basic" || profile.token.secret === "either"
      const inBody = { client_id: id, ...(profile.token.secret === "body" && { client_secret: secret }) }
      const members: Record<string, string> = {
        grant_type: "client_credentials",
        ...(!isBasic && inBody),
        ...(scope && { scope }),
        ...form,
      }
      const isJson = profile.token.body === "json"
      const headers = {
        "content-type": isJson ? "application/json" : "application/x-www-form-urlencoded",
        ...(isBasic && { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` }),
      }
      const body = isJson ? JSON.stringify(members) : new URLSearchParams(members).toString()
      const answer = await send("POST", urls.token, headers, body)
      token = answer.body?.access_token ?? ""
      return answer
    },
    useToken(other: string): void {
      token = other
    },
    token: () => token,
    putCob: (txid: string, body: unknown) => call("PUT", base(`/cob/${txid}`), body),
    patchCob: (txid: string, body: unknown) => call("PATCH", base(`/cob/${txid}`), body),
    getCob: (txid: string, query = "") => call("GET", base(`/cob/${txid}${query}`)),
    getPix: (e2eid: string) => call("GET", base(`/pix/${e2eid}`)),
    list: (what: "cob" | "pix", query: Record<string, string> = {}) =>
      call("GET", base(`/${what}?${new URLSearchParams({ ...DAY, ...query })}`)),
    refund: (e2eid: string, id: string, valor: string, more: object = {}) =>
      call("PUT", base(`/pix/${e2eid}/devolucao/${id}`), { valor, ...more }),
    setHook: (key: string, webhookUrl: string, headers?: Record<string, string>) =>
      call("PUT", base(`/webhook/${key}`), { webhookUrl }, headers),
    getRefund: (e2eid: string, id: string) => call("GET", base(`/pix/${e2eid}/devolucao/${id}`)),
    close: () => agent.destroy(),
  }
}
export type Caller = Awaited<ReturnType<typeof callerOf>>

/** A period around the day of the stage. */
const DAY = { inicio: "2026-11-19T00:00:00Z", fim: "2026-11-22T00:00:00Z" }
