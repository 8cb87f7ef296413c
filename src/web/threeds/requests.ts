// What the script of the page sends.
import type { Address } from "../../accounts/tables.ts"
import type { PayerBrowser } from "../../acquirers/authentication.ts"
import { ApiError } from "../../base/errors.ts"
import { readJson as readObject } from "../../http/body.ts"
import type { Context } from "../../http/context.ts"
import type { Contact } from "../../payments/three-d-secure/steps.ts"
import { readDetails } from "../pay/checkout-form.ts"
import type { Missing } from "./page.ts"

const MAX_TEXT = 255
/** The widest screen that is believed, in pixels. */
const MAX_PIXELS = 100_000
const DAY_MINUTES = 24 * 60
const DEFAULT_LANGUAGE = "pt-BR"
const COLOR_DEPTHS = [1, 4, 8, 15, 16, 24, 32, 48]

type Body = Readonly<Record<string, unknown>>

/** Reads the JSON of a request. A form of another site cannot send any. Throws parameter_invalid and request_too_large. */
export async function readJson(ctx: Context): Promise<Body> {
  if (!ctx.is("application/json")) throw invalid("Send JSON.")
  return readObject(ctx)
}

/** Reads what the payer has filled in of what the page has asked for. `wrong` are the fields to correct. */
export function readContact(body: Body, missing: Missing): { contact: Contact; wrong: string[] } {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(body)) if (typeof value === "string") form.set(name, value)
  const phone = missing.phone ? readPhone(form.get("phone") ?? "") : undefined
  const { details, wrong } = readDetails(form, missing.address ? ["address"] : [])
  const fields = wrong.map(({ field }) => field)
  const wrongs = missing.phone && phone === undefined ? ["phone", ...fields] : fields
  const address = details.address ? ({ ...details.address, country: "BR" } as Address) : undefined
  return { contact: { ...(phone !== undefined && { phone }), ...(address && { address }) }, wrong: wrongs }
}

/** A phone number of Brazil in E.164 format. Undefined if it is none. */
function readPhone(text: string): string | undefined {
  const digits = text.replace(/[\s().-]/g, "")
  const [, national] = /^(?:\+?55)?0?([1-9]{2}9?[2-9]\d{7})$/.exec(digits) ?? []
  return national && `+55${national}`
}

/** Reads what the browser says of itself, and adds what the request says. Throws parameter_invalid. */
export function readBrowser(ctx: Context, { browser }: Body): PayerBrowser {
  const given = (typeof browser === "object" && browser !== null ? browser : {}) as Body
  const number = (name: string, from: number, to: number) => {
    const value = given[name]
    if (typeof value !== "number" || !Number.isInteger(value) || value < from || value > to)
      throw invalid(`browser.${name} must be a whole number.`)
    return value
  }
  const { language } = given
  const isTag = typeof language === "string" && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,2}$/.test(language)
  return {
    // Nobody may go on without 3DS because the acquirer refuses what their browser says.
    user_agent:
      ctx
        .get("User-Agent")
        .replace(/[^ -~]/g, "")
        .trim()
        .slice(0, MAX_TEXT) || "unknown",
    language: isTag ? language : DEFAULT_LANGUAGE,
    screen_width: number("screen_width", 1, MAX_PIXELS),
    screen_height: number("screen_height", 1, MAX_PIXELS),
    color_depth: knownDepth(number("color_depth", 1, 64)),
    time_zone_offset: number("time_zone_offset", -DAY_MINUTES, DAY_MINUTES),
    java_enabled: given.java_enabled === true,
    ip: ctx.state.address,
  }
}

/** EMV 3DS has no other depths, such as the 30 bits of some screens. */
function knownDepth(bits: number): number {
  return COLOR_DEPTHS.findLast((depth) => depth <= bits) ?? 1
}

/** The session of a step. */
export function readSession({ session }: Body): string {
  if (typeof session === "string" && session.length <= MAX_TEXT) return session
  throw invalid("session is missing.")
}

function invalid(message: string): ApiError {
  return new ApiError("parameter_invalid", message)
}
