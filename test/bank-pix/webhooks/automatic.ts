// The webhooks of mandates and of their charges: one address of each for a merchant, not for a key.
import { type Bank, type Call, hookKey } from "../bank.ts"
import { stamp } from "../clock.ts"
import { notFound, type Reply } from "../types.ts"
import { checkUrl } from "./operations.ts"

/** The operations of one of them: PUT, GET and DELETE of `/webhookrec` or `/webhookcobr`. The contract has no error of their own for 404. */
export function hookOperations(kind: "rec" | "cobr", invalid: string) {
  return {
    async put(bank: Bank, { account, body, headers }: Call): Promise<Reply> {
      await checkUrl(bank, invalid, body?.webhookUrl, headers)
      const hook = { cnpj: account.cnpj, kind, url: body.webhookUrl, created: bank.clock.now() }
      bank.hooks.set(hookKey(kind, account.cnpj), hook)
      return { status: 200 }
    },
    get({ hooks }: Bank, { account }: Call): Reply {
      const hook = hooks.get(hookKey(kind, account.cnpj))
      if (!hook) throw notFound("NaoEncontrado")
      return { status: 200, body: { webhookUrl: hook.url, criacao: stamp(hook.created) } }
    },
    delete({ hooks }: Bank, { account }: Call): Reply {
      if (!hooks.delete(hookKey(kind, account.cnpj))) throw notFound("NaoEncontrado")
      return { status: 204 }
    },
  }
}
