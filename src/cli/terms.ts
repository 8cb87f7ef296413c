import type { Command } from "commander"
import { dump } from "js-yaml"
import type { AcquirerKind } from "../acquirers/kind.ts"
import { MOCK_ACQUIRER } from "../acquirers/mock/mock.ts"
import type { ModeName } from "../base/mode-name.ts"
import { readTerms } from "../ledger/terms/read.ts"
import { listTerms, setTerms } from "../ledger/terms/store.ts"
import type { TermsRow } from "../ledger/terms/table.ts"
import { defaultTerms } from "../ledger/terms/terms.ts"
import { readFileUpTo } from "./file.ts"
import { ofAccount } from "./shared/account-options.ts"
import { actFor } from "./shared/act.ts"
import { accountIn, print, withModes } from "./shared/operator.ts"

type Options = { mode: ModeName; account?: string; json?: boolean }

/** A version of the terms of a currency. The default has no version and no date. */
type Shown = Pick<TermsRow, "account" | "currency" | "terms"> & { version: number | null; created: number | null }

export function termsCommands(vintem: Command, kinds: readonly AcquirerKind[]): void {
  const terms = vintem
    .command("terms")
    .description("Manage what payments cost an account, and when their money is available. Without terms, nothing and at once.")
  const acquirers = [MOCK_ACQUIRER, ...kinds.map(({ name }) => name)]

  ofAccount(terms.command("set"))
    .description("Set the terms of a currency, for payments that succeed from now on. Earlier ones keep theirs.")
    .argument("<file>", "YAML or JSON, as docs/ledger.md describes")
    .action(async (file: string, options: Options) => {
      const given = readTerms((await readFileUpTo(file, "the terms")).toString(), acquirers)
      await withModes(async (modes) => {
        const { done } = await actFor(modes, options, { action: "terms.set" }, async (tx, scope) => {
          const { row, changes } = await setTerms(tx, scope, given)
          return { ...row, id: row.account, changes }
        })
        print(
          options.json,
          shown(done),
          ({ currency, version }) => `${done.account} has version ${version} of its ${currency} terms.`,
        )
      })
    })

  ofAccount(terms.command("show"))
    .description("Show the terms of each currency, in the form of the file.")
    .option("--history", "also show earlier versions, which earlier payments keep")
    .action(({ history, ...options }: Options & { history?: boolean }) =>
      withModes(async (modes) => {
        const {
          mode,
          account: { id: account },
        } = await accountIn(modes, options.mode, options.account)
        const all = await listTerms(mode.database, account)
        const wanted = history ? all : all.filter(({ currency }, index) => all[index - 1]?.currency !== currency)
        const list = wanted.map(shown)
        if (!all.some(({ currency }) => currency === "brl")) list.unshift(byDefault(account))
        print(options.json, list, () => list.map(asText).join("\n"))
      }),
    )
}

function shown({ account, currency, version, created, terms }: TermsRow): Shown {
  return { account, currency, version, created, terms }
}

function byDefault(account: string): Shown {
  return { account, currency: "brl", version: null, created: null, terms: defaultTerms("brl") }
}

/** YAML that `terms set` takes. */
function asText({ account, currency, version, created, terms }: Shown): string {
  const which = created === null ? "the default" : `version ${version}, since ${new Date(created * 1000).toISOString()}`
  return `# ${account}, ${currency}: ${which}\n${dump(terms, { noRefs: true, flowLevel: 3 }).trimEnd()}\n`
}
