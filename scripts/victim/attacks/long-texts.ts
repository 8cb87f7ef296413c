// Texts that are long, and made to take long to read: a client without a key sends them as a header, and a user of the dashboard in a form.
import { setTimeout as pause } from "node:timers/promises"
import { Agent, request } from "undici"
import { openForm } from "../../../test/support/dashboard-form.ts"
import type { Attack, Running } from "../attack.ts"
import { counted } from "./tenant.ts"

const CONNECTIONS = 10
/** Between two requests of a connection. A service that reads them at once has time for others, and one that does not has none. */
const PAUSE_MS = 100
/** As much as fits into the 16 KiB of all headers. */
const AUTHORIZATION = `Basic ${" ".repeat(15_800)}!`
/** As much as fits into the 64 KiB of a form. */
const EMAIL = `a@a${".a".repeat(30_000)}@`

export const longHeader: Attack = {
  name: "a long Authorization header",
  begin: async ({ url }) => {
    const dispatcher = new Agent({ connections: CONNECTIONS, connect: { localAddress: "127.0.0.9" }, headersTimeout: 0 })
    const send = async () => {
      const response = await request(`${url}/v1/customers`, { dispatcher, headers: { authorization: AUTHORIZATION } })
      await response.body.dump()
      return response.statusCode
    }
    return repeat(send, CONNECTIONS, () => dispatcher.destroy())
  },
}

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
