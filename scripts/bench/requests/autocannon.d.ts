// The parts of autocannon that closed-loop.ts uses. The package has no types.
declare module "autocannon" {
  type Options = {
    /** Connections alternate between the URLs. */
    url: string[]
    connections: number
    duration?: number
    amount?: number
    method: string
    headers: Record<string, string>
    body?: string
    requests?: { setupRequest: (request: object) => object }[]
  }
  type Result = {
    "2xx": number
    non2xx: number
    errors: number
    statusCodeStats: object
  }
  type Running = Promise<Result> & {
    on(event: "response", listener: (client: object, status: number, bytes: number, ms: number) => void): void
  }
  export default function autocannon(options: Options): Running
}
