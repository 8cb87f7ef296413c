// The merchant of a year, as the API and the dashboard know it.
import { setTimeout as pause } from "node:timers/promises"
import type { Json } from "../../test/support/app/client.ts"
import type { Running } from "../../test/support/app/vintem.ts"
import { signIn, type Visitor } from "../../test/support/dashboard/dashboard.ts"
import { newMerchant } from "../../test/support/merchants/merchant.ts"
import { expectStatus } from "../../test/support/merchants/payments.ts"

const PAGE = 100

export type Shop = {
  account: string
  /** Returns the body of the response. */
  post(path: string, body: object): Promise<Json>
  /** All of a list, the newest first. */
  list(path: string): Promise<Json[]>
  get(path: string): Promise<Json>
  /** The account's time, in Unix seconds. */
  now(): Promise<number>
  advance(seconds: number): Promise<void>
  /** Waits for the next second, so that what follows is later than what was done. */
  nextSecond(): Promise<void>
  /** Does something while orders for refunds never reach the acquirer. */
  losingRefunds<T>(act: () => Promise<T>): Promise<T>
  /** Runs a command of the operator that prints JSON. */
  vintem(...args: string[]): Promise<Json>
  /** A CSV file of the dashboard, in English. */
  csv(path: string): Promise<string>
}

type Service = { vintem: Running; dashboard: Running; clock: { ms: number } }

/** `dashboard` serves the same account to people. `clock` is that of both. Commands have the host's, and nothing happens before them afterwards. */
export async function openShop({ vintem, dashboard, clock }: Service): Promise<Shop> {
  const { account, request } = await newMerchant(vintem)
  const follow = () => {
    clock.ms = Math.floor(Date.now() / 1000) * 1000
  }
  let browser: Visitor | undefined
  const post: Shop["post"] = async (path, body) => {
    const response = await request("POST", path, body)
    if (response.status >= 300) throw new Error(`POST ${path} ${JSON.stringify(body)}: ${response.text}`)
    return response.body
  }
  const get: Shop["get"] = async (path) => expectStatus(await request("GET", path), 200)
  return {
    account,
    post,
    get,
    list: async (path) => {
      const all: Json[] = []
      for (let more = true; more; ) {
        const after = all.length > 0 ? `&starting_after=${all.at(-1).id}` : ""
        const { data, has_more } = await get(`${path}?limit=${PAGE}${after}`)
        all.push(...data)
        more = has_more
      }
      return all
    },
    now: async () => (await get("/v1/test_helpers/clock")).now,
    advance: async (seconds) => void (await post("/v1/test_helpers/clock/advance", { seconds })),
    nextSecond: async () => {
      // A timer may be a millisecond early.
      await pause(1005 - (Date.now() % 1000))
      follow()
    },
    losingRefunds: async (act) => {
      const { mockFaults } = vintem.server.modes.test.config
      mockFaults.refund = "timeout_before"
      const done = await act()
      delete mockFaults.refund
      return done
    },
    vintem: async (...args) => {
      const { status, stderr, json } = await vintem.cli(...args, "--json")
      follow()
      if (status !== 0) throw new Error(`vintem ${args.join(" ")}: ${stderr}`)
      return json
    },
    csv: async (path) => {
      browser ??= await signIn(dashboard, "finance@example.com", "viewer")
      const { status, html } = await browser.get(`/${account}/test/${path}`, { "accept-language": "en" })
      if (status !== 200) throw new Error(`${path} was answered with ${status}`)
      return html
    },
  }
}
