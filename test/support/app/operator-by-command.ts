// An operator's actions, through the command line. For tests whose server runs in another process.
import { runCommand } from "./commands.ts"
import type { NewKey, Operator } from "./operator.ts"

export function commandOperator(env: Record<string, string>): Operator {
  const created = async (...args: string[]) => {
    const { status, stderr, json } = await runCommand([...args, "--json"], env)
    if (status !== 0) throw new Error(`vintem ${args.join(" ")}: ${stderr}`)
    return json
  }
  return {
    newAccount: async (name = "Loja de teste") => (await created("accounts", "create", "--name", name)).id,
    newKey: ({ account, mode = "test", kind = "secret", scopes, version, expires_at }: NewKey = {}) =>
      created(
        ...["keys", "create", "--mode", mode, "--kind", kind, "--account", account!],
        ...(version ? ["--service-version", version] : []),
        ...(scopes ? ["--scopes", scopes.join(",")] : []),
        ...(expires_at ? ["--expires", new Date(expires_at * 1000).toISOString()] : []),
      ),
  }
}
