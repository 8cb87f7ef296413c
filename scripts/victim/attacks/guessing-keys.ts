// Somebody without a key tries keys, as fast as the service responds.
import { randomBytes } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { Agent, request } from "undici"
import type { Attack } from "../attack.ts"

const CONNECTIONS = 64

export const guessingKeys: Attack = {
  name: "guessing keys",
  begin: async ({ url }) => {
    const dispatcher = new Agent({ connections: CONNECTIONS, localAddress: "127.0.0.3" })
    const statuses = new Map<number, number>()
    let ending = false
    const guess = async () => {
      while (!ending) {
        const authorization = `Bearer zsk_test_${randomBytes(20).toString("hex")}`
        const response = await request(`${url}/v1/customers`, { dispatcher, headers: { authorization } }).catch(() => undefined)
        await response?.body.dump().catch(() => {})
        const status = response?.statusCode ?? 0
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (!response) await pause(10)
      }
    }
    const guesses = Array.from({ length: CONNECTIONS }, guess)
    return {
      end: async () => {
        ending = true
        await Promise.all(guesses)
        await dispatcher.destroy()
      },
      reached: () => [...statuses].map(([status, count]) => `${count} × ${status || "no response"}`).join(", "),
    }
  },
}
