// Several processes of Vintém on one Postgres behind a load balancer, as in production.
import { type Balancer, startBalancer } from "../network/balancer.ts"
import { commandOperator } from "./operator-by-command.ts"
import { type Process, startProcess } from "./processes.ts"
import { DEFAULTS, type Environment } from "./vintem.ts"

export type Deployment = {
  /** The load balancer's URL. */
  url: string
  balancer: Balancer
  apis: Process[]
  workers: Process[]
  /** Stops a process with SIGTERM, and starts another one in its place. Returns its exit status. */
  restart(role: "apis" | "workers", place: number): Promise<number | string>
  /** Creates an account with a secret key, and returns them. */
  newShop(): Promise<{ account: string; key: string }>
  close(): Promise<void>
}

/** Starts the given number of processes of each role on the databases in `env`, and waits until all are ready. */
export async function startDeployment(env: Environment, { apis = 2, workers = 1 } = {}): Promise<Deployment> {
  const balancer = await startBalancer()
  const environment = { ...DEFAULTS, SHUTDOWN_DELAY_SECONDS: "3", ...env, BASE_URL: balancer.url }
  const startApi = async (place: number) => {
    const process = await startProcess("api", environment)
    balancer.set(place, process.url)
    return process
  }
  const operator = commandOperator(environment)
  const deployment: Deployment = {
    url: balancer.url,
    balancer,
    apis: await Promise.all(Array.from({ length: apis }, (_, place) => startApi(place))),
    workers: await Promise.all(Array.from({ length: workers }, () => startProcess("worker", environment))),
    restart: async (role, place) => {
      const status = await deployment[role][place]!.stop()
      deployment[role][place] = role === "apis" ? await startApi(place) : await startProcess("worker", environment)
      return status
    },
    newShop: async () => {
      const account = await operator.newAccount()
      return { account, key: (await operator.newKey({ account })).key }
    },
    close: async () => {
      await Promise.all([...deployment.apis, ...deployment.workers].map((process) => process.stop("SIGKILL")))
      await balancer.close()
    },
  }
  await Promise.all(deployment.apis.map(({ url }) => answered(url)))
  return deployment

  /** Waits until the balancer has seen a ready process. */
  async function answered(url: string): Promise<void> {
    while (!balancer.responses.has(url)) await (await fetch(`${balancer.url}/healthz`)).body?.cancel()
  }
}
