import type { Json } from "../../test/support/app/client.ts"
import { runCommand } from "../../test/support/app/commands.ts"

/** Runs a command that must not fail. Returns what it prints. */
export async function vintem(env: Record<string, string>, ...args: string[]): Promise<Json> {
  const { status, stderr, json } = await runCommand([...args, "--json"], env)
  if (status !== 0) throw new Error(`vintem ${args.join(" ")}: ${stderr}`)
  return json
}
