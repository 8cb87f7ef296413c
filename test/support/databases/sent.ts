// What this process sends to Postgres, and what Postgres refuses.
import pg from "pg"

/** Returns the texts that are sent to Postgres meanwhile, without those of the log of requests and of the quota. */
export async function sentDuring(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  await watching(work, (query) => void sent.push(typeof query === "string" ? query : query.text))
  return sent.filter((text) => !/api_requests|rate_limits|set_config/.test(text))
}

/** Returns the codes of the errors with which Postgres answers meanwhile. */
export async function refusedDuring(work: () => Promise<unknown>): Promise<string[]> {
  const codes: string[] = []
  await watching(work, (_, answer) => void (answer instanceof Promise && answer.catch(({ code }) => codes.push(code))))
  return codes
}

async function watching(
  work: () => Promise<unknown>,
  see: (query: string | { text: string }, answer: unknown) => void,
): Promise<void> {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const answer = (query as (...args: unknown[]) => unknown).apply(this, args)
    see(args[0] as string | { text: string }, answer)
    return answer
  } as typeof query
  await work().finally(() => {
    pg.Client.prototype.query = query
  })
}
