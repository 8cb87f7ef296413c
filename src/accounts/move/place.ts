import { rowsOf } from "../../db/direct/client.ts"
import type { Side } from "./sides.ts"

/** What a database says of an account. `moving` is where it moves to from here. */
type Said = { side: Side; place: string; moving: string | null; closed: number }

/**
 * Where an account is, and where it moves to if it has begun to. `isClosed`: it is served nowhere until the move ends, or is undone. Its
 * database has noted when it was closed there.
 */
export type Place = { home: Side; moving: string | undefined; isClosed: boolean; closedMs: number }

const SAID = `
  SELECT a.database AS place, m.to_database AS moving, coalesce(m.closed_ms, 0)::float8 AS closed
  FROM accounts a LEFT JOIN account_moves m ON m.account = a.id WHERE a.id = $1`

/** Finds the database that has an account. `away` are those that do not answer. Throws if none has it, or if two claim it. */
export async function placeOf(sides: readonly Side[], account: string, away: readonly string[]): Promise<Place> {
  const said: Said[] = []
  for (const side of sides) {
    const [row] = await rowsOf<Omit<Said, "side">>(side.client, SAID, [account])
    if (row) said.push({ side, ...row })
  }
  const claims = said.filter(({ side, place }) => place === side.name)
  if (claims.length > 1)
    throw new Error(
      `${account} is claimed by ${claims.map(({ side }) => side.name).join(" and ")}. It must not move before that is settled.`,
    )
  // An account that is closed names its new database in the old one, which has noted the move. A database that it has left earlier may have noted that, too.
  const left = said.filter(({ moving, place }) => moving === place).sort((a, b) => b.closed - a.closed)
  const home = claims[0] ?? left[0]
  if (home)
    return {
      home: home.side,
      moving: home.moving ?? undefined,
      isClosed: home.place !== home.side.name,
      closedMs: home.closed,
    }
  if (away.length > 0) throw new Error(`${account} may be in a database that does not answer: ${away.join(", ")}.`)
  throw new Error(`No database of live mode has the account ${account}.`)
}
