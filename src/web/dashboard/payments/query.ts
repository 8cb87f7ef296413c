import { type CustomerRow, retrieveCustomers } from "../../../accounts/customers.ts"
import { type IntentsWanted, METHOD_TYPES } from "../../../payments/intents/search.ts"
import { SHOWN_STATES } from "../../../payments/intents/shown-state.ts"
import { readAmount } from "../../../payments/read-amount.ts"
import type { At } from "../shell/at.ts"
import { datesOf, isDay } from "../shell/filters.ts"
import { MAX_CUSTOMERS, meaningOf } from "./find.ts"
import { WORDS } from "./words.ts"

/** The filters of the list, and the messages about them. */
export type Asked = {
  wanted: IntentsWanted
  /** The chosen filter of states. */
  status: StatusFilter | ""
  /** The customer in the query, whose payments are listed. */
  customer?: CustomerRow
  /** The path to the object if the search has found an id. */
  to?: string
  /** The error messages of invalid parameters, by parameter. */
  errors: Partial<Record<"q" | "customer" | "amount" | "from" | "to", string>>
  note?: string
  isFiltered: boolean
}

/** The values of the filter by state. `any_refund` finds what was refunded in part or as a whole. */
const STATUS_FILTERS = [...SHOWN_STATES, "any_refund"] as const
type StatusFilter = (typeof STATUS_FILTERS)[number]

/** The filter parameters of the query. */
const FILTERS = ["q", "customer", "status", "method", "from", "to", "amount"] as const

/** Reads the query of the list of payments. */
export async function readQuery(at: At): Promise<Asked> {
  const asked: Asked = { wanted: {}, status: "", errors: {}, isFiltered: FILTERS.some((name) => at.query(name) !== "") }
  const { wanted } = asked
  const status = at.choice("status", STATUS_FILTERS)
  const method = at.choice("method", METHOD_TYPES)
  if (status) {
    asked.status = status
    wanted.states = status === "any_refund" ? ["partly_refunded", "refunded"] : [status]
  }
  if (method) wanted.method = method
  readDates(at, asked)
  readAmountFilter(at, asked)
  await readSearch(at, asked)
  await readCustomer(at, asked)
  return asked
}

function readDates(at: At, { wanted, errors }: Asked): void {
  for (const name of ["from", "to"] as const)
    if (at.query(name) !== "" && !isDay(at.query(name))) errors[name] = at.words(WORDS).notDate
  if (!errors.from && !errors.to) Object.assign(wanted, datesOf(at))
}

function readAmountFilter(at: At, { wanted, errors }: Asked): void {
  const text = at.query("amount")
  if (text === "") return
  const amount = readAmount(text)
  if (amount === undefined) errors.amount = at.words(WORDS).notAmount
  else wanted.amount = amount
}

async function readSearch(at: At, asked: Asked): Promise<void> {
  const text = at.query("q").slice(0, 320)
  if (text === "") return
  const words = at.words(WORDS)
  const meaning = await meaningOf(at.mode, at.account, text)
  switch (meaning.is) {
    case "nothing":
      asked.errors.q = words.notUnderstood
      break
    case "id":
      if (meaning.path) asked.to = at.path(meaning.path)
      else asked.errors.q = words.noSuchId(text)
      break
    case "amount":
      asked.wanted.amount = meaning.amount
      break
    case "customers":
      asked.wanted.customers = meaning.customers
      if (meaning.customers.length === 0) asked.errors.q = words.noCustomer
      if (meaning.more) asked.note = words.manyCustomers(MAX_CUSTOMERS)
  }
}

/** The customer and the search apply together, so a payment must match both. */
async function readCustomer(at: At, asked: Asked): Promise<void> {
  const id = at.query("customer")
  if (id === "") return
  const words = at.words(WORDS)
  const customer = (await retrieveCustomers(at.mode.database, at, [id])).get(id)
  if (!customer) {
    asked.errors.customer = words.noSuchId(id)
    return
  }
  asked.customer = customer
  if (asked.wanted.customers?.includes(id) === false) asked.errors.customer = words.noCustomer
  asked.wanted.customers = [id]
}
