import type { Visitor } from "../../test/support/dashboard/dashboard.ts"

/** The attacked service, from the attacker's view. */
export type Target = {
  url: string
  /** The URL of the attacker's HTTPS server. It accepts every connection and never responds. */
  sink: string
  /** Creates an account with this many secret keys, so the limits of a key do not restrain an attack. */
  newAccount(keys: number): Promise<string[]>
  /** Creates an account with a user, who is signed in to the dashboard as its operator. */
  newUser(): Promise<{ account: string; visitor: Visitor }>
  /** Creates a plan that charges every day, for a product of the account of `key`. The API cannot do that. */
  newDailyPlan(key: string, product: string): Promise<void>
}

export type Attack = {
  name: string
  /** Begins the attack. Each attack has its own address (127.0.0.x), so limits by address do not affect the victim. */
  begin(target: Target): Promise<Running>
}

export type Running = {
  /** Ends the attack and all its connections. */
  end(): Promise<void>
  /** The extent of the attack, for the table, such as "100 endpoints". */
  reached(): string
}
