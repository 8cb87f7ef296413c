// Texts that are long, and made to take long to read. A client without a key sends them as a header or a query, and a user of the dashboard in a
// form.
import { setTimeout as pause } from "node:timers/promises"
import { Agent, request } from "undici"
import { openForm } from "../../../test/support/dashboard/form.ts"
import type { Attack, Running } from "../attack.ts"
import { counted } from "./tenant.ts"

const CONNECTIONS = 10
/** Between two requests of a connection. A service that reads them at once has time for others, and one that does not has none. */
const PAUSE_MS = 100
/** As much as fits into the 16 KiB of all headers. */
const AUTHORIZATION = `Basic ${" ".repeat(15_800)}!`
/** As many parameters as fit into the same 16 KiB. */
const PARAMETERS = "a&".repeat(6500)
/** As much as fits into the 64 KiB of a form. */
const EMAIL = `a@a${".a".repeat(30_000)}@`

export const longHeader = fromOneAddress("a long Authorization header", "127.0.0.9", "/v1/customers", AUTHORIZATION)

export const longQuery = fromOneAddress("a query of many parameters", "127.0.0.10", `/v1/docs/docs.js?${PARAMETERS}`)

export const longEmail: Attack = {
  name: "a long e-mail in the console",
  begin: async ({ newUser }) => {
    const { visitor, account } = await newUser()
    const form = await openForm(visitor, `/${account}/test/test-tools/console/play`)
    return repeat(
      async () => (await form.send({ email: EMAIL })).status,
      2,
      async () => {},
    )
  },
}

/** A client without a key sends the same request again and again. */
function fromOneAddress(name: string, localAddress: string, path: string, authorization?: string): Attack {
  return {
    name,
    begin: async ({ url }) => {
      const dispatcher = new Agent({ connections: CONNECTIONS, connect: { localAddress }, headersTimeout: 0 })
      const send = async () => {
        const response = await request(url + path, { dispatcher, headers: authorization ? { authorization } : {} })
        await response.body.dump()
        return response.statusCode
      }
      return repeat(send, CONNECTIONS, () => dispatcher.destroy())
    },
  }
}

/** Does something again and again, this many times at once, until it is ended. */
function repeat(send: () => Promise<number>, atOnce: number, close: () => Promise<void>): Running {
  const statuses: number[] = []
  let ending = false
  const loop = async () => {
    while (!ending) {
      statuses.push(await send().catch(() => 0))
      await pause(PAUSE_MS)
    }
  }
  const loops = Array.from({ length: atOnce }, loop)
  return {
    end: async () => {
      ending = true
      await Promise.all(loops)
      await close()
    },
    reached: () => counted(statuses),
  }
}
