import { createServer, type Server as HttpServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import type { Acquirer } from "./acquirers/acquirer.ts"
import { mockAcquirer } from "./acquirers/mock.ts"
import { createApp } from "./app.ts"
import { type Clock, systemClock } from "./clock.ts"
import type { Config } from "./config/config.ts"
import { loadContract } from "./contract.ts"
import { connect, isSqlite } from "./db/connect.ts"
import { checkMode, isCurrent, migrateDatabase } from "./db/migrate.ts"
import { addressGuard } from "./events/webhooks/address-guard.ts"
import { startDeliverer } from "./events/webhooks/deliverer.ts"
import { deliveryMetrics } from "./events/webhooks/metrics.ts"
import { createPoster } from "./events/webhooks/post.ts"
import { openLimiter } from "./http/limiter.ts"
import { respondToUnparsed } from "./http/unparsed.ts"
import { startScheduler } from "./jobs/scheduler.ts"
import { createLog, type Logger } from "./log.ts"
import { createMetrics, type Metrics, metricsServer } from "./metrics.ts"
import { openKeyRing } from "./vault/key-ring.ts"
import { masterKey } from "./vault/master-key.ts"
import { INTENT_LISTENERS, JOBS, type Mode, TICK_JOBS } from "./wiring.ts"

export type Role = "all" | "api" | "worker"

export type ServeOptions = {
  role?: Role
  clock?: Clock
  log?: Logger
  /** Called between the steps of what must survive a crash. */
  checkpoint?: (step: string) => void
  /** The acquirer of an account in test mode; the mock where this gives none. */
  acquirerOf?: (account: string) => Acquirer | undefined
}

/** A running service. */
export type Server = {
  url: string
  metricsUrl: string
  modes: { test: Mode; live?: Mode }
  /** Does now what is due, without waiting for the scheduler's next second. */
  tick(): Promise<void>
  /** Takes no more requests, finishes those under way, and leaves. */
  close(): Promise<void>
}

/**
 * Starts the service: the API (role `api`), the scheduler (role `worker`), or both. A SQLite database is brought to the current
 * schema first; Postgres is left to `vintem migrate`.
 */
export async function serve(config: Config, options: ServeOptions = {}): Promise<Server> {
  const { role = "all", log = createLog(config.logLevel) } = options
  const closers: (() => Promise<unknown>)[] = []
  try {
    // The port comes first, as the addresses of hosted pages are derived from it; who calls before all is ready waits.
    const ready = Promise.withResolvers<RequestListener>()
    const answer: RequestListener = (request, response) => void ready.promise.then((answer) => answer(request, response))
    // An expectation that nobody has of us is ignored, as RFC 9110 allows.
    const http = createServer(answer).on("checkExpectation", answer).on("clientError", respondToUnparsed)
    const port = role === "worker" ? config.port : await listen(http, config.port, config.host)
    closers.push(() => closeServer(http))
    const baseUrl = config.baseUrl ?? `http://${config.host}:${port}`

    const metrics = createMetrics()
    const opened = await openModes(config, { ...options, log, baseUrl })
    closers.unshift(() => Promise.all(allOf(opened).map((mode) => mode.database.close())))
    const modes = startOutboxes(opened, metrics)
    closers.unshift(() => Promise.all(allOf(modes).map((mode) => mode.outbox.close())))
    if (role !== "worker") {
      const limiters = {
        test: await openLimiter(config, config.testDatabaseUrl, false),
        live: config.liveDatabaseUrl ? await openLimiter(config, config.liveDatabaseUrl, true) : undefined,
      }
      closers.unshift(() => Promise.all([limiters.test.close(), limiters.live?.close()]))
      const app = createApp({
        contract: await loadContract(),
        modes,
        limiters,
        frameOrigin: config.frameOrigin ?? `http://${config.host}:${config.framePort}`,
        trustProxy: config.trustProxy,
        log,
        observe: (ctx, seconds) =>
          metrics.observeRequest({ operation: ctx.state.operation?.operationId ?? "none", status: ctx.status }, seconds),
        baseUrl,
        unready: () => unready(modes),
      })
      ready.resolve(app.callback())
    }
    const scheduler = role === "api" ? undefined : startScheduler(allOf(modes), { due: JOBS, everyTick: TICK_JOBS })
    if (scheduler) closers.unshift(() => scheduler.stop())
    const metricsHttp = metricsServer(metrics)
    const metricsPort = await listen(metricsHttp, config.metricsPort, config.host)
    closers.unshift(() => closeServer(metricsHttp))
    // Requests under way end before what they work with is taken from them.
    closers.unshift(() => closeServer(http))
    return {
      url: `http://${config.host}:${port}`,
      metricsUrl: `http://${config.host}:${metricsPort}/metrics`,
      modes,
      tick: async () => scheduler?.tick(),
      close: () => closeAll(closers),
    }
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

type Opening = ServeOptions & { log: Logger; baseUrl: string }

export async function openModes(config: Config, opening: Opening): Promise<{ test: Mode; live?: Mode }> {
  const test = await openMode(config, config.testDatabaseUrl, false, opening)
  if (!config.liveDatabaseUrl) return { test }
  return { test, live: await openMode(config, config.liveDatabaseUrl, true, opening) }
}

async function openMode(config: Config, url: string, livemode: boolean, opening: Opening): Promise<Mode> {
  if (isSqlite(url)) await migrateDatabase(url, livemode)
  const database = connect(url, livemode)
  if (!(await isCurrent(database).catch(() => false))) {
    await database.close()
    throw new Error(`The ${livemode ? "live" : "test"} database cannot be reached or is not migrated: run 'vintem migrate'.`)
  }
  await checkMode(database).catch(async (error) => {
    await database.close()
    throw error
  })
  const clock = opening.clock ?? systemClock
  const ring = await openKeyRing(database, masterKey(config))
  const mock = mockAcquirer({ database, clock, faults: config.mockFaults })
  return {
    livemode,
    database,
    ring,
    clock,
    config,
    log: opening.log,
    baseUrl: opening.baseUrl,
    acquirerOf: async (account) => (livemode ? undefined : (opening.acquirerOf?.(account) ?? mock)),
    intentListeners: INTENT_LISTENERS,
    checkpoint: opening.checkpoint ?? (() => {}),
  }
}

/** Gives each mode what makes its attempts to deliver webhooks: an API process makes the first ones of what it commits itself. */
function startOutboxes({ test, live }: { test: Mode; live?: Mode }, metrics: Metrics) {
  const observe = deliveryMetrics(metrics, live ? [test, live] : [test])
  const start = (mode: Mode) => {
    const poster = createPoster({ mayReach: addressGuard(mode.config.webhookAllowCidrs) })
    return { ...mode, outbox: startDeliverer({ mode, poster, observe: observe(mode) }) }
  }
  return { test: start(test), live: live && start(live) }
}

async function unready(modes: { test: Mode; live?: Mode }): Promise<string | undefined> {
  for (const { database, livemode } of allOf(modes)) {
    const name = livemode ? "live" : "test"
    const current = await isCurrent(database).catch(() => undefined)
    if (current === undefined) return `The ${name} database cannot be reached.`
    if (!current) return `The ${name} database has another schema than this program: run 'vintem migrate'.`
  }
  return undefined
}

function allOf<M extends Mode>({ test, live }: { test: M; live?: M }): M[] {
  return live ? [test, live] : [test]
}

function listen(server: HttpServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

/** Connections that idle in keep-alive end at once, the others as soon as they are answered. */
async function closeServer(server: HttpServer): Promise<void> {
  if (!server.listening) return
  const closingIdle = setInterval(() => server.closeIdleConnections(), 50)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(closingIdle)
}

async function closeAll(closers: (() => Promise<unknown>)[]): Promise<void> {
  for (const close of closers) await close()
}
