// Rules for every response that no schema expresses.

import { isVersion } from "../../versions.ts"
import type { Json } from "./contract/document.ts"
import { laterMembers } from "./contract/later.ts"
import type { Reply } from "./expect.ts"

type Problem = { expected: string; is: string }
type Rule = (reply: Reply) => Problem | undefined

/** The first number that cannot be Unix seconds of our time: the year 5138. */
const NO_SECONDS = 1e11
const TIMES = /^(created|trial_start|trial_end|current_period_start|current_period_end|now|at|.*_at)$/

/** Id prefixes, by the `object` member of a resource. */
const PREFIXES: Record<string, string> = {
  payment_intent: "pi_",
  customer: "cus_",
  product: "prd_",
  product_price: "ppr_",
  payment_method: "pm_",
  token: "tok_",
  refund: "re_",
  customer_subscription: "csub_",
  event: "evt_",
  webhook_endpoint: "we_",
  webhook_delivery: "wd_",
  dispute: "dp_",
}

/** The statuses of each type of error. */
const ERROR_TYPES: Record<string, number[]> = {
  invalid_request_error: [400, 405, 409, 413, 415],
  authentication_error: [401],
  card_error: [402],
  permission_error: [403],
  not_found_error: [404],
  idempotency_error: [409, 422],
  rate_limit_error: [429],
  api_error: [500, 503],
}

const RULES: Rule[] = [timesInSeconds, prefixedIds, testModeOnly, noCardData, errorsAreAlike, versionAsked, nothingLater]

/** Returns the rules of one run: each Request-Id must differ from all earlier ones. The contract only names members. */
export function everyReply(): (reply: Reply) => Problem[] {
  const ids = new Set<string>()
  const freshId: Rule = ({ headers }) => {
    const id = headers["request-id"]
    if (id === undefined) return undefined
    if (ids.has(id)) return { expected: "a Request-Id of its own on every response", is: `${id} a second time` }
    ids.add(id)
    return undefined
  }
  const rulesFor = ({ body }: Reply) => (body?.openapi ? [freshId] : [freshId, ...RULES])
  return (reply) => rulesFor(reply).flatMap((rule) => rule(reply) ?? [])
}

function timesInSeconds({ body }: Reply): Problem | undefined {
  const wrong = members(body).find(([name, value]) => TIMES.test(name) && typeof value === "number" && value >= NO_SECONDS)
  return wrong && { expected: "times in Unix seconds", is: `${wrong[0]}: ${wrong[1]}` }
}

function prefixedIds({ body }: Reply): Problem | undefined {
  for (const { object, id } of objects(body)) {
    const prefix = PREFIXES[object as string]
    if (prefix && typeof id === "string" && !id.startsWith(prefix))
      return { expected: `the id of a ${object} begins with ${prefix}`, is: id }
  }
  return undefined
}

function testModeOnly({ body }: Reply): Problem | undefined {
  const live = members(body).some(([name, value]) => name === "livemode" && value !== false)
  return live ? { expected: "livemode false on everything that a test key sees", is: "livemode true" } : undefined
}

/** The numbers of test cards are public, but a server that shows them would also show real ones. */
function noCardData({ sent, text, body }: Reply): Problem | undefined {
  const number = /"number":"([0-9 ]{12,})"/.exec(sent.body ?? "")?.[1]?.replaceAll(" ", "")
  const shows = (number && text.includes(number)) || members(body).some(([name]) => /^(cvc|cvv|cvc2|cvv2)$/i.test(name))
  return shows ? { expected: "no card number and no security code in a response", is: "one of them" } : undefined
}

function errorsAreAlike({ status, headers, body }: Reply): Problem | undefined {
  const error = body?.error
  if (status < 400 || error === undefined) return undefined
  if (error.request_id !== headers["request-id"])
    return { expected: `error.request_id as in Request-Id: ${headers["request-id"]}`, is: `${error.request_id}` }
  const statuses = ERROR_TYPES[error.type]
  if (statuses && !statuses.includes(status))
    return { expected: `${error.type} with status ${statuses.join(" or ")}`, is: `status ${status}` }
  const retry = [409, 429, 500, 503].includes(status) ? "true" : "false"
  const said = headers["service-should-retry"]
  return said === retry ? undefined : { expected: `Service-Should-Retry: ${retry} on ${status}`, is: `${said}` }
}

/** The version that a request names is the one that applies. */
function versionAsked({ headers, sent }: Reply): Problem | undefined {
  const asked = sent.headers["service-version"]
  const applied = headers["service-version"]
  if (!isVersion(asked) || applied === undefined || applied === asked) return undefined
  return { expected: `Service-Version: ${asked}`, is: applied }
}

function nothingLater({ headers, body }: Reply): Problem | undefined {
  const version = headers["service-version"]
  const [later] = isVersion(version) ? laterMembers(version, body) : []
  return later === undefined ? undefined : { expected: `what version ${version} has`, is: later }
}

/** Returns every object in a value, including the value itself. */
function objects(value: Json): Json[] {
  if (value === null || typeof value !== "object") return []
  const inner = Object.values(value).flatMap(objects)
  return Array.isArray(value) ? inner : [value, ...inner]
}

/** Returns every member in a value, except those whose names the merchant chooses. */
function members(value: Json): [string, Json][] {
  return objects(value).flatMap((each) => Object.entries<Json>(each).filter(([, member]) => each.metadata !== member))
}
