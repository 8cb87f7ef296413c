import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { Product } from "vintem"
import { demoLink } from "../../seeds/dashboard.ts"
import { type Demo as Account, seed } from "../../seeds/seed.ts"
import { scopeOf } from "../../src/accounts/scope.ts"
import { updateSettings } from "../../src/accounts/settings.ts"
import { MOCK_ACQUIRER } from "../../src/acquirers/mock/mock.ts"
import { recordDone } from "../../src/audit/log.ts"
import { createLog } from "../../src/base/log.ts"
import { must } from "../../src/base/must.ts"
import { createPlan } from "../../src/billing/plans.ts"
import { listenSecret } from "../../src/cli/listen/secret.ts"
import { currentActor } from "../../src/cli/shared/actor.ts"
import { readConfig } from "../../src/config/config.ts"
import { closeServer, listen } from "../../src/http/connections.ts"
import { readTerms } from "../../src/ledger/terms/read.ts"
import { setTerms, termsNow } from "../../src/ledger/terms/store.ts"
import { type Server, serve } from "../../src/serve.ts"
import { buildSdk } from "../build/sdk.ts"
import { startListener } from "./listen.ts"
import { startShop } from "./shop.ts"

export type Demo = {
  server: Server
  /** The demo account of the shop. */
  account: Account
  shopUrl: string
  /** A one-time link to the dashboard of the account. Undefined if no port was free for the dashboard. */
  dashboardLink: string | undefined
  /** The pay page of an open payment. */
  payPageUrl: string
  dataDir: string
  shopEnded: Promise<unknown>
  close(): Promise<void>
}

/** The variables that the caller's environment may set. The demo always uses test mode and SQLite. */
const SETTINGS = ["PORT", "FRAME_PORT", "DASHBOARD_PORT", "METRICS_PORT", "DATA_DIR", "LOG_LEVEL"]
const DEFAULTS = { DATA_DIR: "data/demo", LOG_LEVEL: "warn" }

/** What the shop's payments cost, and when their money comes. */
const TERMS = new URL("../../docs/terms.yaml", import.meta.url)

const PRODUCTS = {
  camera: {
    name: "Câmera Horizonte 35",
    description:
      "Uma câmera de filme para levar no bolso: corpo de metal, lente de 40 mm e um botão de foco que se acha no escuro.",
    amount: 110_880,
  },
  club: {
    name: "Clube Horizonte",
    description: "Todo mês, um filme novo na sua porta e a revelação do anterior. O primeiro chega em três dias.",
    amount: 5_990,
  },
}

/** Starts Vintém, `vintem listen` and the shop. Shows the events in the terminal unless `quiet`. Throws if one of the ports is taken. */
export async function startDemo(env: NodeJS.ProcessEnv, { quiet = false } = {}): Promise<Demo> {
  const settings = { ...DEFAULTS, ...Object.fromEntries(SETTINGS.flatMap((name) => (env[name] ? [[name, env[name]]] : []))) }
  const config = readConfig(settings)
  const shopPort = Number(env.SHOP_PORT || 4242)
  await mustBeFree(shopPort)
  const shopUrl = `http://localhost:${shopPort}`
  buildSdk()
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const end of closers) await end()
  }
  try {
    const server = await serve(config, { log: createLog(config.logLevel) })
    closers.unshift(() => server.close())
    const account = await seed(server.modes.test)
    const environment = await prepare(server, account, shopUrl)
    const shop = await startShop(config.dataDir, environment)
    closers.unshift(shop.close)
    const listener = await startListener(`${shopUrl}/webhooks`, account.account, settings, quiet)
    closers.unshift(listener.close)
    const { dashboardOrigin, modes } = server
    const dashboardLink = dashboardOrigin && (await demoLink(modes.test, dashboardOrigin, account.account))
    const payPageUrl = await openPayment(server, account)
    return { server, account, shopUrl, dashboardLink, payPageUrl, dataDir: config.dataDir, shopEnded: shop.ended, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Creates a payment that waits for its payer, of a customer about whom the shop knows little. Returns its page. */
async function openPayment(server: Server, { secret_key }: Account): Promise<string> {
  const { Vintem } = await import("../../generated/sdk/dist/esm/index.js")
  const vintem = new Vintem(secret_key, { baseUrl: server.url })
  const { id: customer } = await vintem.customers.create({ email: "clara@example.com" })
  const { hosted_url } = await vintem.paymentIntents.create({
    ...{ amount: 29_900, currency: "brl", customer },
    payment_method_types: ["card", "pix", "boleto"],
    statement_descriptor: "Horizonte Pedido 12",
  })
  return must(hosted_url, "the page of an open payment")
}

async function mustBeFree(port: number): Promise<void> {
  const trial = createServer()
  await listen(trial, { port, portVariable: "SHOP_PORT", host: "localhost", hostVariable: "SHOP_PORT" })
  await closeServer(trial)
}

/** Creates the shop's products, and registers its origin. Returns the shop's environment. Safe to repeat. */
async function prepare(server: Server, account: Account, shopUrl: string): Promise<Record<string, string>> {
  const { Vintem } = await import("../../generated/sdk/dist/esm/index.js")
  const vintem = new Vintem(account.secret_key, { baseUrl: server.url })
  const known = await vintem.products.list({ status: "ACTIVE" }).toArray({ limit: 1000 })
  const sold: Product[] = []
  for (const { amount, ...details } of Object.values(PRODUCTS)) {
    const before = known.find(({ name }) => name === details.name)
    const product = before ?? (await vintem.products.create(details))
    if (!before) await vintem.products.setPrice(product.id, { amount, currency: "brl" })
    sold.push(product)
  }
  const [, club] = sold
  if (!club!.recurring) await makeMonthly(server, account.account, club!.id)
  await nameShop(server, account.account)
  await setTermsOnce(server, account.account)
  await vintem.merchantOrigins.create({ origin: shopUrl })
  return {
    SHOP_URL: shopUrl,
    PRODUCTS: sold.map(({ id }) => id).join(","),
    VINTEM_KEY: account.secret_key,
    VINTEM_PUBLISHABLE_KEY: account.publishable_key,
    VINTEM_BASE_URL: server.url,
    VINTEM_FRAME_ORIGIN: server.frameOrigin ?? "",
    VINTEM_WEBHOOK_SECRET: listenSecret(server.modes.test.config.dataDir, account.account),
  }
}

/** Sets the text that payers read on the pages for PIX, boleto and 3DS. An operator does it with `vintem accounts update`. */
async function nameShop({ modes }: Server, account: string): Promise<void> {
  await modes.test.database.transaction((tx) => updateSettings(tx, account, { display_name: "Horizonte" }))
}

/** Sets terms, so that the calendar of what is to come shows something. An operator does it with `vintem terms set`. */
async function setTermsOnce({ modes }: Server, account: string): Promise<void> {
  const terms = readTerms(readFileSync(TERMS, "utf8"), [MOCK_ACQUIRER])
  await modes.test.database.transaction(async (tx) => {
    if ((await termsNow(tx, account, terms.currency)).version !== null) return
    const { changes } = await setTerms(tx, await scopeOf(tx, modes.test, account), terms)
    await recordDone(tx, currentActor(), { action: "terms.set", account, target: account, changes })
  })
}

/** Creates a plan. The API has no operation for it: an operator does it with `vintem plans create`. */
async function makeMonthly({ modes }: Server, account: string, product: string): Promise<void> {
  await modes.test.database.transaction(async (tx) => {
    const scope = await scopeOf(tx, modes.test, account)
    const plan = await createPlan(tx, scope, { product, name: "Mensal", interval: "MONTH", interval_count: 1, trial_days: 0 })
    await recordDone(tx, currentActor(), { action: "plan.create", account, target: plan.id })
  })
}
