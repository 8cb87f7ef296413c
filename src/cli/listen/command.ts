import { type Command, InvalidArgumentError } from "commander"
import { lastPlace, type PlacedEvent } from "../../events/list/follow.ts"
import { EVENT_TYPES, type EventType } from "../../events/list/types.ts"
import type { AttemptResult } from "../../events/webhooks/post.ts"
import { hasDelivered } from "../../events/webhooks/post.ts"
import type { Mode } from "../../modes/wiring.ts"
import { accountIn, readTestMode, withTestMode } from "../shared/operator.ts"
import { untilStopped } from "../shared/stop.ts"
import { follow } from "./follow.ts"
import { createForwarder } from "./forward.ts"
import { adviceFor, jsonLineOf, lineOf } from "./lines.ts"
import { listenSecret } from "./secret.ts"
import { sayIfNoServer } from "./server.ts"

type Options = {
  forwardTo?: string
  account?: string
  events?: EventType[]
  latest?: number | true
  printSecret?: boolean
  skipVerify?: boolean
  json?: boolean
}

const LIVE = "vintem listen works in test mode only. Live events go to registered https endpoints: POST /v1/webhook_endpoints."

const HELP = `
Every new event is sent once, in the order of GET /v1/events, one after the other, with the same bytes and headers as a webhook. The
signing secret is the same at each start. A server that restarts has four seconds; what fails after that is not sent again. Registered
endpoints get their deliveries as always. Ctrl-C ends the command.

Examples:
  vintem listen --forward-to http://localhost:4242/webhooks
  vintem listen --forward-to http://localhost:4242/webhooks --latest    again, after you have fixed the handler
  vintem listen --print-secret
  vintem trigger payment_intent.succeeded`

export function listenCommand(vintem: Command): void {
  vintem
    .command("listen")
    .description("Show the events of test mode as they happen, and forward them to a server on your own machine.")
    .option(
      "--forward-to <url>",
      "where to send them, such as http://localhost:4242/webhooks; without it they are only shown",
      readUrl,
    )
    .option("--account <id>", "the account; optional if there is only one")
    .option("--events <types>", `only these types, separated by commas: ${EVENT_TYPES.join(", ")}`, readTypes)
    .option("--latest [count]", "start with the newest event, or with this many of the newest", readCount)
    .option("--print-secret", "print the signing secret and end")
    .option("--skip-verify", "accept any certificate of the server")
    .option("--json", "print one line of JSON for each event")
    .addOption(vintem.createOption("--mode <mode>").argParser(readTestMode(LIVE)).hideHelp())
    .addHelpText("after", HELP)
    .action((options: Options) => withTestMode((mode) => listen(mode, options)))
}

async function listen(mode: Mode, options: Options): Promise<void> {
  const {
    account: { id: account },
  } = await accountIn({ test: mode }, "test", options.account)
  const secret = listenSecret(mode.config.dataDir, account)
  if (options.printSecret) return console.log(secret)
  const newest = await lastPlace(mode.database, account)
  const start = Math.max(0, newest - Number(options.latest ?? 0))
  introduce(account, secret, options)
  await untilStopped(async (signal) => {
    await sayIfNoServer(mode.config, signal)
    await forwardAll(mode, { account, secret, start, signal }, options)
  })
}

type Session = { account: string; secret: string; start: number; signal: AbortSignal }

async function forwardAll(mode: Mode, { account, secret, start, signal }: Session, options: Options): Promise<void> {
  const { forwardTo: url, events: types, skipVerify = false } = options
  const forwarder = url ? createForwarder({ url, secret, anyCertificate: skipVerify, signal }) : undefined
  const show = printer(options)
  try {
    for await (const event of follow(mode.database, account, start, { signal, onReach: sayReach })) {
      if (types && !types.includes(event.type)) continue
      const result = await forwarder?.forward(Buffer.from(event.body))
      if (result?.error === "interrupted") return
      show(event, result)
    }
  } finally {
    await forwarder?.close()
  }
}

/** Advice goes to stderr. Consecutive failures of the same kind get it once. */
function printer({ json, forwardTo: url }: Options): (event: PlacedEvent, result?: AttemptResult) => void {
  let given: string | undefined
  return (event, result) => {
    console.log(json ? jsonLineOf(event, url, result) : lineOf(event, result))
    const advice = result && url && !hasDelivered(result) ? adviceFor(result, url) : undefined
    if (advice && advice !== given) console.error(`          ${advice}`)
    given = advice
  }
}

/** Goes to stderr, so stdout has only events. */
function introduce(account: string, secret: string, { forwardTo, events }: Options): void {
  const what = events ? events.join(", ") : "every event"
  console.error(`Listening to ${what} of ${account} in test mode. Ctrl-C ends the command.`)
  if (!forwardTo) return
  console.error(`Forwarding to    ${forwardTo}`)
  console.error(`Signing secret   ${secret}   (the same at each start)`)
}

function sayReach(reachable: boolean): void {
  console.error(
    reachable
      ? "The database can be reached again."
      : "The database cannot be reached. Trying again each second; no event is lost.",
  )
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError("Must be an http or https URL, such as http://localhost:4242/webhooks.")
  if (url.username || url.password) throw new InvalidArgumentError("Must have no user name and no password: webhooks are signed.")
  return url.href
}

function readTypes(text: string): EventType[] {
  const types = text.split(",").map((part) => part.trim())
  const unknown = types.filter((type) => !EVENT_TYPES.some((known) => known === type))
  if (unknown.length > 0) throw new InvalidArgumentError(`Unknown types: ${unknown.join(", ")}. Use ${EVENT_TYPES.join(", ")}.`)
  return types as EventType[]
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError("Must be a whole number from 1 to 9999.")
  return Number(text)
}
