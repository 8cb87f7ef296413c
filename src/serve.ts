import type { Server as HttpServer, RequestListener } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { callMetrics, circuitMetrics } from "./acquirers/metrics.ts"
import { type AppParts, createApp } from "./app.ts"
import { attentionMetrics } from "./attention/metrics.ts"
import { addressGuard } from "./base/address-guard.ts"
import type { ConnectionLimits, VisitLimits } from "./base/bounds.ts"
import { createLog, type Logger } from "./base/log.ts"
import { createMetrics, type Metrics } from "./base/metrics.ts"
import type { Config } from "./config/config.ts"
import { isOnThisMachine } from "./config/values.ts"
import { loadContract } from "./contract/contract.ts"
import { clockMetrics, connectionMetrics } from "./db/metrics.ts"
import { bookUnbooked } from "./db/migrations/migrate.ts"
import { startDeliverer } from "./events/webhooks/deliverer.ts"
import { deliveryMetrics } from "./events/webhooks/metrics.ts"
import { createPoster } from "./events/webhooks/post.ts"
import { Slots } from "./events/webhooks/slots.ts"
import { RefusedRequests } from "./http/address-limit.ts"
import { cardTestingMetric } from "./http/card-testing.ts"
import { closeServer, createListener, listen } from "./http/connections.ts"
import type { Context } from "./http/context.ts"
import { noteKeyUses } from "./http/key-uses.ts"
import { openLimiters } from "./http/limiter.ts"
import { metricsListener } from "./http/metrics-listener.ts"
import { allOf, type Modes } from "./http/mode.ts"
import { recordRequests } from "./http/request-recorder.ts"
import type { Observe } from "./jobs/loop.ts"
import { workMetrics } from "./jobs/metrics.ts"
import { type Scheduler, startScheduler } from "./jobs/scheduler.ts"
import type { DrawBoleto } from "./mail/mode.ts"
import { ACQUIRER_KINDS } from "./modes/acquirers.ts"
import { Claims } from "./modes/claims.ts"
import { type Opening, type OpenModes, openModes } from "./modes/modes.ts"
import { unready } from "./modes/readiness.ts"
import { JOBS, type Mode } from "./modes/wiring.ts"
import { attemptMetrics } from "./payments/attempts/metrics.ts"
import { createFrameApp } from "./web/frame/app.ts"
import type { FrameServer } from "./web/frame/server.ts"
import { Drawings } from "./web/pay/drawings.ts"
import { VisitLimiter } from "./web/pay/visit-limiter.ts"
import { openSites } from "./web/sites.ts"
import { createThreedsApp } from "./web/threeds/app.ts"
import type { ThreedsServer } from "./web/threeds/server.ts"

export type Role = "all" | "api" | "worker" | "dashboard"

export type ServeOptions = Partial<Omit<Opening, "baseUrl" | "equip" | "users">> & {
  role?: Role
  /** The name of the only database whose due work a worker does. The database of test mode is called `main`, too. */
  database?: string | undefined
  /** How often a worker compares which accounts the databases of live mode claim. The default is a minute. */
  compareAccountsEveryMs?: number
  /** The default is CONNECTION_LIMITS. */
  connections?: ConnectionLimits
  /** The default is VISITS. */
  visits?: VisitLimits
}

/** How a process leaves a deployment whose other processes keep running. */
export type Leaving = {
  /** How long the API still accepts requests while /readyz says that the process is stopping. */
  delayMs: number
  /** How long running requests may take after `delayMs`, and due work from the beginning. Then they are cut off. */
  withinMs?: number
}

/** The functions that end the parts of the service, in the order in which they run. */
type Closers = (() => Promise<unknown>)[]

/** A running service. */
export type Server = {
  url: string
  /** The origin of the tokenization frame. Undefined if no process serves the frame. */
  frameOrigin: string | undefined
  /** The origin of the pages on which payers are authenticated. Undefined if live mode has none. */
  threedsOrigin: string | undefined
  /** The origin of the dashboard. Undefined if this process does not serve the dashboard. */
  dashboardOrigin: string | undefined
  metricsUrl: string
  modes: Modes<Mode>
  /** Runs the jobs that are due, without waiting for the scheduler's next tick. */
  tick(): Promise<void>
  /** Begins no more due work, accepts no more requests, finishes the running ones, and closes everything. */
  close(leaving?: Leaving): Promise<void>
}

/**
 * Starts the API (role `api`), the scheduler (role `worker`), the dashboard (role `dashboard`), or all of them. Migrates a SQLite database
 * first. Throws if a Postgres database is not migrated: `vintem migrate` does that.
 */
export async function serve(config: Config, options: ServeOptions = {}): Promise<Server> {
  const { role = "all", log = createLog(config.logLevel), acquirerKinds = ACQUIRER_KINDS } = options
  const [hasApi, hasScheduler] = (["api", "worker"] as const).map((part) => role === "all" || role === part)
  const closers: Closers = []
  try {
    // The port is opened first, because the URLs of hosted pages contain it. Requests wait until the service is ready.
    const api = createListener(options.connections)
    const servers = [api.http]
    closers.push(() => closeServers(servers))
    const address = { port: config.port, portVariable: "PORT", host: config.host, hostVariable: "HOST" }
    const port = !hasApi ? config.port : await listen(api.http, address)
    const baseUrl = config.baseUrl ?? `http://${config.host}:${port}`
    const sites = await openSites(config, { role, log, connections: options.connections })
    const { frame, threeds, dashboard, frameOrigin, threedsOrigin } = sites
    servers.push(...sites.servers)

    warnOfExceptions(config, log)
    const metrics = createMetrics()
    const observeCalls = callMetrics(metrics, config.liveDatabaseUrl ? acquirerKinds : [])
    const drawings = openDrawings(metrics, closers)
    const opening = { ...options, log, baseUrl, threedsOrigin, observeCalls, drawBoleto: boletoDrawer(drawings) }
    const running: Mode[] = []
    const claims = new Claims(log, options.compareAccountsEveryMs)
    const modes = await openAll(config, { ...opening, equip: outboxes(metrics, running, claims) }, closers)
    closers.unshift(() => Promise.all(running.map((mode) => mode.outbox?.close())))
    const observeWork = observeModes(metrics, running)
    const scheduler = hasScheduler ? await startWork(modes, { ...options, claims }, observeWork, closers) : undefined
    let isLeaving = false
    const health = async () => (isLeaving ? "This process is stopping." : unready(modes, scheduler))
    metrics.gauge("vintem_ready", "1 where /readyz of this process answers 200, else 0.", [], async (gauge) =>
      gauge.set((await health()) === undefined ? 1 : 0),
    )
    if (hasApi) {
      const { visits } = options
      const parts = { modes, metrics, log, baseUrl, frame, frameOrigin, threeds, acquirerKinds, unready: health, visits }
      api.start(await openApi(config, { ...parts, drawings }, closers))
    }
    await dashboard?.serve({ modes, log, acquirerKinds })
    modes.findAgain()
    const metricsPort = await openMetrics(config, metricsListener(config, metrics, health), closers)
    return {
      url: `http://${config.host}:${port}`,
      frameOrigin,
      threedsOrigin,
      dashboardOrigin: dashboard?.origin,
      metricsUrl: `http://${config.metricsHost}:${metricsPort}/metrics`,
      modes,
      tick: async () => scheduler?.tick(),
      close: async ({ delayMs, withinMs } = { delayMs: 0 }) => {
        isLeaving = true
        api.leave()
        frame?.leave()
        threeds?.leave()
        dashboard?.leave()
        const stopped = scheduler?.stop(withinMs)
        if (hasApi) await pause(delayMs)
        // Running requests must end before the resources that they use are closed.
        await closeServers(servers, withinMs)
        warnOfCuts(log, { requests: api.underWay(), work: (await stopped) ?? [] })
        await closeAll(closers)
      },
    }
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

/** Opens the modes. Test mode books what an older release has not. */
async function openAll(config: Config, opening: Opening, closers: Closers): Promise<OpenModes> {
  const opened = await openModes(config, opening)
  closers.unshift(() => opened.close())
  await bookUnbooked(config.testDatabaseUrl)
  return opened
}

async function startWork(
  modes: OpenModes,
  { database: only, claims }: Pick<ServeOptions, "database"> & { claims: Claims },
  observe: Observe,
  closers: Closers,
): Promise<Scheduler<Mode>> {
  await claims.start(modes)
  closers.unshift(() => claims.close())
  const scheduler = startScheduler<Mode>([], JOBS, observe)
  closers.unshift(() => scheduler.stop())
  await modes.each((mode) => {
    if (only === undefined || mode.database.name === only) scheduler.add(mode)
  })
  return scheduler
}

/** Pages of payers show drawings, and mails have them attached. */
function openDrawings(metrics: Metrics, closers: Closers): Drawings {
  const drawn = metrics.counter("vintem_drawings_total", "Pictures and documents drawn for payers, by file.", ["file"])
  const drawings = new Drawings((file) => drawn.inc({ file }))
  closers.unshift(() => drawings.close())
  return drawings
}

function boletoDrawer(drawings: Drawings): DrawBoleto {
  return (link, account, paper, logo) => drawings.get({ link, account }, { file: "boleto.pdf", paper, ...(logo && { logo }) })
}

type ApiParts = Pick<AppParts, "modes" | "log" | "baseUrl" | "frameOrigin" | "acquirerKinds" | "unready"> & {
  metrics: Metrics
  drawings: Drawings
  frame: FrameServer | undefined
  threeds: ThreedsServer | undefined
  visits: VisitLimits | undefined
}

/** Opens what only the API needs: limits, drawings and the middleware, and the tokenization frame. */
async function openApi(
  config: Config,
  { metrics, drawings, frame, threeds, visits, ...parts }: ApiParts,
  closers: Closers,
): Promise<RequestListener> {
  const limiters = openLimiters(config, parts.log)
  closers.unshift(() => limiters.close())
  for (const mode of allOf(parts.modes)) await limiters.of(mode)
  const recorder = recordRequests(parts.modes, metrics, parts.log)
  closers.unshift(() => recorder.close())
  const keyUses = noteKeyUses(parts.log)
  closers.unshift(() => keyUses.close())
  const common = {
    refused: config.rateLimitAddress > 0 ? new RefusedRequests(config.rateLimitAddress) : undefined,
    trustProxy: config.trustProxy,
    observe: (ctx: Context, seconds: number) =>
      metrics.observeRequest({ operation: ctx.state.operation?.operationId ?? "none", status: ctx.status }, seconds),
  }
  const cardTesting = {
    limits: { key: config.rateLimitCards, address: config.rateLimitCardsAddress },
    observe: cardTestingMetric(metrics),
  }
  frame?.start(createFrameApp({ ...parts, ...common, cardTesting, visitLimiter: new VisitLimiter(visits) }).callback())
  threeds?.start(createThreedsApp({ ...parts, ...common, visitLimiter: new VisitLimiter(visits) }).callback())
  const app = createApp({
    ...parts,
    ...common,
    contract: await loadContract(),
    limiters,
    drawings,
    visitLimiter: new VisitLimiter(visits),
    cardTesting,
    observe: (ctx, seconds) => {
      common.observe(ctx, seconds)
      recorder.record(ctx, seconds)
      keyUses.note(ctx)
    },
  })
  return app.callback()
}

/** Opens METRICS_PORT. Returns its number. */
async function openMetrics(config: Config, serve: RequestListener, closers: Closers): Promise<number> {
  const { http, start } = createListener()
  start(serve)
  const { metricsPort: port, metricsHost: host } = config
  const open = await listen(http, { port, portVariable: "METRICS_PORT", host, hostVariable: "METRICS_HOST" })
  closers.unshift(() => closeServer(http))
  return open
}

async function closeServers(servers: HttpServer[], withinMs?: number): Promise<void> {
  await Promise.all(servers.map((server) => closeServer(server, withinMs)))
}

function warnOfExceptions({ liveDatabaseUrl, liveInsecureOk: live_insecure_ok }: Config, log: Logger): void {
  if (!liveDatabaseUrl || live_insecure_ok.length === 0) return
  log.warn({ live_insecure_ok }, "live mode runs with less protection than it needs in production")
}

function warnOfCuts(log: Logger, { requests, work }: { requests: number; work: string[] }): void {
  if (requests > 0) log.warn({ requests }, "requests under way were cut off by the stop")
  if (work.length > 0) log.warn({ work }, "due work under way was cut off by the stop")
}

/** Registers the metrics that are read from the databases. Returns the observer of due work. */
function observeModes(metrics: Metrics, modes: Mode[]): Observe {
  clockMetrics(metrics, modes)
  attemptMetrics(metrics, modes)
  circuitMetrics(metrics, modes)
  attentionMetrics(metrics, modes)
  connectionMetrics(metrics, modes)
  return workMetrics(metrics, modes, JOBS.works)
}

/**
 * Returns what starts the webhook deliverer of a mode, and adds the mode to `modes`. An API process makes the first attempts for the events
 * that it commits. `claims` says when due work may start: in a process that does none, always.
 */
function outboxes(metrics: Metrics, modes: Mode[], claims: Claims): (mode: Mode) => Mode {
  const observe = deliveryMetrics(metrics, modes)
  const slots = new Slots()
  return (mode) => {
    const { webhookAllowCidrs, utmifyUrl } = mode.config
    const localServer = isOnThisMachine(utmifyUrl) ? utmifyUrl : undefined
    const poster = createPoster({ mayReach: addressGuard(webhookAllowCidrs), localServer })
    const outbox = startDeliverer({ mode, poster, slots, observe: observe(mode) })
    const equipped = { ...mode, outbox, mayWork: () => claims.mayWork(mode.database) }
    modes.push(equipped)
    return equipped
  }
}

async function closeAll(closers: Closers): Promise<void> {
  for (const close of closers) await close()
}
