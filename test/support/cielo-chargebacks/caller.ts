import { Agent, FormData, request } from "undici"
import { testAuthority } from "../network/https-sink.ts"
import type { Chargebacks } from "./chargebacks.ts"

/** An answer, with its body as JSON where it is. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
export type Answer = { status: number; body: any }

/** Certificate and key of the caller, PEM. Null calls without any. */
type Identity = { cert: string; key: string } | null

/** A filter with all members of a list's body, unused. */
export const NO_FILTER = {
  ...{ startNotificationPeriod: "", endNotificationPeriod: "", establishmentNumber: [], mainCustomer: "", hierarchyType: "" },
  ...{ cardAssociationCode: [], process: [], reason: [], idCase: "", tid: "", nsu: "" },
}

/** Calls the simulator as its document says, for tests of the simulator itself. */
export async function callerOf(cielo: Chargebacks, identity: Identity = cielo.certificate) {
  const agent = new Agent({ connect: { ca: (await testAuthority()).cert, ...identity } })
  const call = async (
    method: "GET" | "POST" | "PUT",
    url: string,
    options: { headers?: object; body?: string | FormData },
  ): Promise<Answer> => {
    const headers = options.headers as Record<string, string>
    const response = await request(url, { method, dispatcher: agent, ...options, headers, signal: AbortSignal.timeout(2000) })
    const text = await response.body.text()
    return {
      status: response.statusCode,
      body: response.headers["content-type"] === "application/json" ? JSON.parse(text) : text,
    }
  }
  let token = ""
  const authorized = () => ({ authorization: `Bearer ${token}` })
  const form = { "content-type": "application/x-www-form-urlencoded" }
  const json = (method: "POST" | "PUT", path: string, body: object) =>
    call(method, cielo.baseUrl() + path, {
      headers: { ...authorized(), "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  return {
    json,
    /** Asks for a token, and uses it from then on. */
    async signIn({ secret = cielo.client.secret } = {}): Promise<Answer> {
      const body = new URLSearchParams({ grant_type: "client_credentials", client_id: cielo.client.id, client_secret: secret })
      const answer = await call("POST", cielo.tokenUrl, { headers: form, body: body.toString() })
      token = answer.body.access_token ?? ""
      return answer
    },
    get: (path: string) => call("GET", cielo.baseUrl() + path, { headers: authorized() }),
    list: (status: string, filter: object = {}, query = "") => json("POST", `${status}${query}`, { ...NO_FILTER, ...filter }),
    accept: (...updateChargeback: object[]) => json("PUT", "accept", { updateChargeback, userName: "ana@example.com" }),
    /** Refuses with the members given, and with a file. */
    refuse(members: Record<string, string>, file?: { name: string; bytes: Buffer }): Promise<Answer> {
      const body = new FormData()
      for (const [name, value] of Object.entries(members)) body.set(name, value)
      if (file) body.set("file", new File([new Uint8Array(file.bytes)], file.name))
      return call("PUT", `${cielo.baseUrl()}refuse`, { headers: authorized(), body })
    },
    close: () => agent.destroy(),
  }
}
export type Caller = Awaited<ReturnType<typeof callerOf>>
