// Makes payments on the databases with the functions of the API's handlers. So it needs no key and no server address, and works whether or
// not a server runs. A running server makes the deliveries to registered endpoints within a second. An HTTP request would also be
// logged, which changes no event.
import { type Command, InvalidArgumentError } from "commander"
import type { MethodType } from "../../acquirers/sale.ts"
import { ApiError } from "../../base/errors.ts"
import { eventsAfter, lastPlace } from "../../events/list/follow.ts"
import { EVENT_TYPES, type EventType } from "../../events/list/types.ts"
import type { Mode } from "../../modes/wiring.ts"
import { type PaymentIntent, presentIntent } from "../../payments/intents/present.ts"
import { mustFindIntent } from "../../payments/intents/store.ts"
import { accountIn, print, readTestMode, table, withTestMode } from "../shared/operator.ts"
import { type Bodies, bodiesOf, type Members, readMember } from "./members.ts"
import { PLAYS } from "./plays.ts"
import type { Order } from "./steps.ts"

type Options = {
  list?: boolean
  account?: string
  amount: number
  metadata: Record<string, string>
  set: Members
  method: MethodType
  json?: boolean
}

type PlayedEvent = {
  id: string
  type: EventType
  data: { object: { id: string; payment_intent?: string; customer?: string | null } }
}
type Played = { payment_intent: PaymentIntent; events: PlayedEvent[] }

const METHODS = ["card", "pix", "boleto", "pix_automatico"] as const
const MAX_AMOUNT = 99_999_999_999
const PAGE = 100
const LIVE = "vintem trigger works in test mode only: it pays with test cards."

const HELP = `
The customer, the payment intent and the token are made as the API makes them, and the event follows from what happens to them. The
account's clock stays as it is, except where the next month of PIX Automático is played.

Examples:
  vintem trigger payment_intent.succeeded
  vintem trigger payment_intent.payment_failed --method pix
  vintem trigger payment_intent.processing --method pix_automatico
  vintem trigger charge.dispute.created --amount 129900 --set metadata.order=1042
  vintem trigger payment_intent.succeeded --set description=Livro --set customer.email=bia@example.com`

export function triggerCommand(vintem: Command): void {
  vintem
    .command("trigger")
    .argument("[event]", EVENT_TYPES.join(", "), readType)
    .description("Make an event of test mode happen, by making the payment that it is about.")
    .option("--list", "list the types of events, and what is played for each")
    .option("--account <id>", "the account; optional if there is only one")
    .option("--amount <cents>", "the amount of the payment, in cents of BRL", readAmount, 4990)
    .option("--set <member=value>", "a member of the payment intent, or of its customer; can be repeated", readMember, {})
    .option("--metadata <name=value>", "short for --set metadata.name=value; can be repeated", readMetadataPair, {})
    .option("--method <method>", "how the payer pays: card, pix, boleto or pix_automatico", readMethod, "card")
    .option("--json", "print one JSON value")
    .addOption(vintem.createOption("--mode <mode>").argParser(readTestMode(LIVE)).hideHelp())
    .addHelpText("after", HELP)
    .action((type: EventType | undefined, options: Options, command: Command) => {
      if (options.list) return list(options)
      if (!type) return command.error("error: name an event, or list them with --list")
      if (!PLAYS[type].summary[options.method])
        return command.error(`error: ${type} does not happen with ${options.method}. Leave out --method.`)
      return withTestMode(async (mode) => {
        const bodies = await bodiesFor(options, command)
        return trigger(mode, type, { ...options, ...bodies })
      })
    })
}

function list({ method, json }: Options): void {
  const rows = EVENT_TYPES.flatMap((type) => {
    const played = PLAYS[type].summary[method]
    return played ? [{ type, played }] : []
  })
  print(json, rows, () => table(rows.map(({ type, played }) => [type, played])))
}

/** Checks the options as the API checks its requests. Ends the command where it would refuse them. */
async function bodiesFor({ amount, metadata, set, method }: Options, command: Command): Promise<Bodies> {
  // Other commands start faster without the code that reads the contract.
  const { loadContract } = await import("../../contract/contract.ts")
  const members = Object.entries(metadata).reduce((all, [name, value]) => readMember(`metadata.${name}=${value}`, all), set)
  try {
    return bodiesOf(await loadContract(), method, { amount: String(amount), ...members })
  } catch (error) {
    if (error instanceof ApiError) return command.error(`error: --set: ${error.message}`)
    throw error
  }
}

async function trigger(mode: Mode, type: EventType, { json, ...options }: Options & Bodies): Promise<void> {
  const {
    account: { id: account },
  } = await accountIn({ test: mode }, "test", options.account)
  const played = await play({ ...options, mode, account }, type)
  print(json, played, ({ payment_intent: { id, status }, events }) =>
    [
      `Played in ${account}: ${PLAYS[type].summary[options.method]}. ${id} is ${status}.`,
      table(events.map((event) => [event.type, event.id])),
    ].join("\n"),
  )
}

/** Throws if the event did not follow, as with MOCK_ACQUIRER_FAULTS. */
async function play(order: Order, type: EventType): Promise<Played> {
  const { mode, account } = order
  const before = await lastPlace(mode.database, account)
  const id = await PLAYS[type].perform(order)
  const payment_intent = presentIntent(await mustFindIntent(mode.database, { account }, id), mode)
  const events = await eventsOf(order, type, payment_intent, before)
  if (events.some((event) => event.type === type)) return { payment_intent, events }
  throw new Error(`There is no ${type} yet: the payment intent ${id} is ${payment_intent.status}. Look at MOCK_ACQUIRER_FAULTS.`)
}

/**
 * Returns the events of a payment intent after a place in the list, and those of a type that are about its customer. Other processes may
 * write events meanwhile.
 */
async function eventsOf(
  { mode, account, method }: Order,
  type: EventType,
  about: PaymentIntent,
  after: number,
): Promise<PlayedEvent[]> {
  const found: PlayedEvent[] = []
  // The first payment, the mandate, the subscription and its periods are one story.
  const isWhole = method === "pix_automatico"
  for (let place = after; ; ) {
    const page = await eventsAfter(mode.database, account, place, PAGE)
    const events: PlayedEvent[] = page.map(({ body }) => JSON.parse(body))
    found.push(...events.filter((event) => isAbout(about, event, type) || (isWhole && isOf(about, event))))
    const last = page.at(-1)
    if (!last || page.length < PAGE) return found
    place = last.seq
  }
}

function isOf({ customer }: PaymentIntent, { data: { object } }: PlayedEvent): boolean {
  return object.id === customer || object.customer === customer
}

/** A card that is detached has no customer any more, and a payout is about no single payment. */
function isAbout({ id, customer }: PaymentIntent, { type, data: { object } }: PlayedEvent, played: EventType): boolean {
  if ([object.id, object.payment_intent].includes(id)) return true
  return (
    type === played &&
    (type.startsWith("payout.") || type === "payment_method.detached" || [object.id, object.customer].includes(customer))
  )
}

function readType(text: string): EventType {
  const type = EVENT_TYPES.find((known) => known === text)
  if (!type) throw new InvalidArgumentError(`Must be one of ${EVENT_TYPES.join(", ")}.`)
  return type
}

function readAmount(text: string): number {
  if (/^[1-9]\d{0,10}$/.test(text) && Number(text) <= MAX_AMOUNT) return Number(text)
  throw new InvalidArgumentError(`Must be a whole number of cents from 1 to ${MAX_AMOUNT}.`)
}

function readMetadataPair(text: string, before: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? []
  if (!name || !value) throw new InvalidArgumentError("Must be like order=1042.")
  return { ...before, [name]: value }
}

function readMethod(text: string): MethodType {
  const method = METHODS.find((known) => known === text)
  if (!method) throw new InvalidArgumentError(`Must be one of ${METHODS.join(", ")}.`)
  return method
}
