/** The service under attack, as an attacker finds it. */
export type Target = {
  url: string
  /** The URL of an HTTPS server of the attacker. It accepts every connection and never answers. */
  sink: string
  /** Creates an account with so many secret keys. The limits of a key then hold back no attack. */
  newAccount(keys: number): Promise<string[]>
  /** Creates a plan that charges every day, for a product of the account of `key`. The API cannot do that. */
  newDailyPlan(key: string, product: string): Promise<void>
}

export type Attack = {
  name: string
  /** Begins the attack. Each attack has an address of its own (127.0.0.x), so that limits by address do not touch the victim. */
  begin(target: Target): Promise<Running>
}

export type Running = {
  /** Ends the attack and all its connections. */
  end(): Promise<void>
  /** What the attack reached, for the table, such as "100 endpoints". */
  reached(): string
}
