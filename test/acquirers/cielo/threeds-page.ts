// What the script of the page on which a payer is authenticated asks for, without a browser.
import type { Json } from "../../support/app/client.ts"

export const BROWSER = {
  language: "pt-BR",
  screen_width: 390,
  screen_height: 844,
  color_depth: 24,
  time_zone_offset: 180,
  java_enabled: false,
}

const HEADERS = { "content-type": "application/json", "user-agent": "Mozilla/5.0 (Linux; Android 14) Mobile" }

/** The page of a `next_action`. */
export function threedsPage(url: string) {
  const post = async (step: string, body: object = {}): Promise<Json> => {
    const response = await fetch(`${url}/${step}`, { method: "POST", headers: HEADERS, body: JSON.stringify(body) })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${step}: ${response.status} ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
  return {
    url,
    begin: (contact: object = {}) => post("begin", contact),
    enroll: (session: string) => post("enroll", { session, browser: BROWSER }),
    validate: (session: string) => post("validate", { session }),
    leave: () => post("leave"),
    status: async (): Promise<Json> => (await fetch(`${url}/status`)).json(),
    open: () => fetch(url, { redirect: "manual", headers: { accept: "text/html", "accept-language": "pt" } }),
  }
}
export type ThreedsPage = ReturnType<typeof threedsPage>

/** Goes to the step after the enrolment. */
export async function enrolled(page: ThreedsPage): Promise<{ session: string; next: Json }> {
  const begun = await page.begin()
  if (begun.step !== "collect") return { session: "", next: begun }
  return { session: begun.session, next: await page.enroll(begun.session) }
}
