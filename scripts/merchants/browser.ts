// A payer's browser, on the pages of a service whose processes die: it loads a page again, and sends the same form again.
import { setTimeout as pause } from "node:timers/promises"
import { fieldsOf } from "../../test/checkout/payer.ts"
import type { Reachable } from "./shop.ts"

/** A page that was loaded, by its path. */
export type Page = { status: number; html: string; url: string }

/** What a form was answered with. `location`: the path or the URL that it leads to. */
export type Answer = { status: number; html: string; location: string | null }

export type Browser = {
  /** Loads the page with this path, whatever process serves it. */
  open(path: string): Promise<Page>
  /** Sends the form of a page until it is answered. The payer does not know whether it arrived before. */
  send(page: Page, filled: Record<string, string>): Promise<Answer>
}

const AGAIN_MS = 100
/** A payer loads the page again if it does not come within this time, as from a process that stands still. */
const PATIENCE_MS = 20_000
const MAX_MS = 600_000
const HEADERS = { accept: "text/html", "accept-language": "en" }

export function browserOn(service: Pick<Reachable, "url">): Browser {
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const endsAt = Date.now() + MAX_MS
    for (let last = "no response"; Date.now() < endsAt; await pause(AGAIN_MS)) {
      const answer = await answerOf(`${service.url()}${path}`, init)
      if (answer && !isLater(answer)) return answer
      last = answer ? `${answer.status} ${answer.html.slice(0, 500)}` : last
      if (Date.now() + AGAIN_MS >= endsAt) throw new Error(`the page ${path} never came. The last response: ${last}`)
    }
    throw new Error(`the page ${path} never came`)
  }
  return {
    open: async (path) => {
      const { status, html } = await ask(path)
      return { status, html, url: path }
    },
    send: (page, filled) =>
      ask(page.url, { method: "POST", body: new URLSearchParams({ ...Object.fromEntries(fieldsOf(page)), ...filled }) }),
  }
}

/** Returns undefined if no response came, as from a process that died. */
async function answerOf(url: string, init: RequestInit): Promise<Answer | undefined> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const response = await fetch(url, { ...init, redirect: "manual", headers: HEADERS, signal })
    return { status: response.status, html: await response.text(), location: response.headers.get("location") }
  } catch {
    return undefined
  }
}

/** Too many visits, or a page of trouble. A page with a form says what the payer can do. */
function isLater({ status, html }: Answer): boolean {
  return (status === 429 || status >= 500) && fieldsOf({ html }).size === 0
}
