import { customersOfIds } from "../../../../accounts/customers.ts"
import type { CustomerRow } from "../../../../accounts/tables.ts"
import { readAmount } from "../../../../base/read-amount.ts"
import { SHOWN_STATES } from "../../../../payments/intents/shown-state.ts"
import { datesInQuery, isDay } from "../../lists/filters.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { type IntentsWanted, METHOD_TYPES } from "./find-intents.ts"
import { MAX_CUSTOMERS, meaningOf } from "./search.ts"
import { WORDS } from "./words.ts"

/** The filters of the list, and the messages about them. */
export type PaymentQuery = {
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
export async function readQuery(request: DashboardRequest): Promise<PaymentQuery> {
  const asked: PaymentQuery = {
    wanted: {},
    status: "",
    errors: {},
    isFiltered: FILTERS.some((name) => request.queryParameter(name) !== ""),
  }
  const { wanted } = asked
  const status = request.queryChoice("status", STATUS_FILTERS)
  const method = request.queryChoice("method", METHOD_TYPES)
  if (status) {
    asked.status = status
    wanted.states = status === "any_refund" ? ["partly_refunded", "refunded"] : [status]
  }
  if (method) wanted.method = method
  readDates(request, asked)
  readAmountFilter(request, asked)
  await readSearch(request, asked)
  await readCustomer(request, asked)
  return asked
}

function readDates(request: DashboardRequest, { wanted, errors }: PaymentQuery): void {
  for (const name of ["from", "to"] as const)
    if (request.queryParameter(name) !== "" && !isDay(request.queryParameter(name))) errors[name] = request.words(WORDS).notDate
  if (!errors.from && !errors.to) Object.assign(wanted, datesInQuery(request))
}

function readAmountFilter(request: DashboardRequest, { wanted, errors }: PaymentQuery): void {
  const text = request.queryParameter("amount")
  if (text === "") return
  const amount = readAmount(text)
  if (amount === undefined) errors.amount = request.words(WORDS).notAmount
  else wanted.amount = amount
}

async function readSearch(request: DashboardRequest, asked: PaymentQuery): Promise<void> {
  const text = request.queryParameter("q").slice(0, 320)
  if (text === "") return
  const words = request.words(WORDS)
  const meaning = await meaningOf(request.mode, request.account, text)
  switch (meaning.is) {
    case "nothing":
      asked.errors.q = words.notUnderstood
      break
    case "id":
      if (meaning.path) asked.to = request.pathTo(meaning.path)
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
async function readCustomer(request: DashboardRequest, asked: PaymentQuery): Promise<void> {
  const id = request.queryParameter("customer")
  if (id === "") return
  const words = request.words(WORDS)
  const customer = (await customersOfIds(request.mode.database, request, [id])).get(id)
  if (!customer) {
    asked.errors.customer = words.noSuchId(id)
    return
  }
  asked.customer = customer
  if (asked.wanted.customers?.includes(id) === false) asked.errors.customer = words.noCustomer
  asked.wanted.customers = [id]
}
