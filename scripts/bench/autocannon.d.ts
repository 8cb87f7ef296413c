// The parts of autocannon that load.ts uses. The package has no types.
declare module "autocannon" {
  type Options = {
    url: string
    connections: number
    duration?: number
    amount?: number
    method: string
    headers: Record<string, string>
    requests?: { setupRequest: (request: object) => object }[]
  }
  type Result = {
    start: Date
    finish: Date
    "2xx": number
    non2xx: number
    errors: number
    statusCodeStats: object
    latency: { p50: number; p99: number }
  }
  export default function autocannon(options: Options): Promise<Result>
}
