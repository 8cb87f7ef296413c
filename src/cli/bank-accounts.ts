import type { Command } from "commander"
import { scopeOf } from "../accounts/scope.ts"
import { minuteOf } from "../base/day.ts"
import type { ModeName } from "../base/mode-name.ts"
import {
  bankAccountsOf,
  presentBankAccount,
  releaseBankAccount,
  removeBankAccount,
  setBankAccount,
} from "../payouts/bank-accounts.ts"
import { readAccountNumbers, readPixKey, type Target } from "../payouts/destination.ts"
import { ofAccount } from "./shared/account-options.ts"
import { actFor } from "./shared/act.ts"
import { accountIn, print, readName, table, withModes } from "./shared/operator.ts"

type Options = { mode: ModeName; account?: string; json?: boolean }
type Numbers = { pixKey?: string; bank?: string; branch?: string; number?: string }
type SetOptions = Options & Numbers & { holderName?: string }
type Shown = ReturnType<typeof presentBankAccount>

/** The commands about the bank account that an account is paid out to. */
export function bankAccountCommands(vintem: Command): void {
  const bankAccount = vintem.command("bank-account").description("Manage the bank account that an account is paid out to.")
  setCommand(bankAccount)

  ofAccount(bankAccount.command("show"))
    .description("Show where payouts go, and what waits to take its place. Of each number the last two characters are shown.")
    .action(({ json, ...options }: Options) =>
      withModes(async (modes) => {
        const {
          mode,
          account: { id },
        } = await accountIn(modes, options.mode, options.account)
        const { current, next } = await bankAccountsOf(mode.database, await scopeOf(mode.database, mode, id))
        const found = { current: current ? presentBankAccount(current) : null, next: next ? presentBankAccount(next) : null }
        print(json, found, ({ current, next }) => {
          const rows = [current && ["payouts go to", ...line(current)], next && ["waits", ...line(next), waitsFor(next)]]
          return table(
            rows.filter((row) => row !== null),
            "The account has no bank account.",
          )
        })
      }),
    )

  ofAccount(bankAccount.command("remove"))
    .description("Remove the bank account. No payout is made until another one is set. Those under way keep it.")
    .action(({ json, ...options }: Options) =>
      withModes(async (modes) => {
        const { done } = await actFor(modes, options, { action: "bank_account.remove" }, removeBankAccount)
        print(json, presentBankAccount(done), ({ account }) => `${account} has no bank account now.`)
      }),
    )

  withNumbers(ofAccount(bankAccount.command("release")))
    .argument("<id>", "the bank account (ba_…) that waits; vintem bank-account show shows it")
    .description(
      "Say that a bank account is the merchant's, after you asked the merchant. Give what the merchant has told you, so that another one is not released. In live mode no other one counts.",
    )
    .action((id: string, { json, ...options }: Options & Numbers, command: Command) => {
      const told = targetOf(options)
      if (!told && isAny(options)) command.error(INCOMPLETE)
      return withModes(async (modes) => {
        const { done } = await actFor(modes, options, { action: "bank_account.release", target: id }, (tx, scope) =>
          releaseBankAccount(tx, scope, { id, told }),
        )
        const hint = told ? "" : " Nothing was compared with what the merchant has told you."
        print(json, presentBankAccount(done), (shown) => `${id} is released. It counts from ${time(shown.counts_from)}.${hint}`)
      })
    })
}

function setCommand(bankAccount: Command): void {
  withNumbers(ofAccount(bankAccount.command("set")))
    .description("Set the bank account of later payouts: a PIX key, or the numbers of an account.")
    .option("--holder-name <name>", "whose account it is (default: the name of the account)", readName)
    .action((options: SetOptions, command: Command) => {
      const target = targetOf(options)
      if (!target) command.error(INCOMPLETE)
      const { holderName: holder_name, json } = options
      return withModes(async (modes) => {
        const { done } = await actFor(modes, options, { action: "bank_account.set" }, (tx, scope) =>
          setBankAccount(tx, scope, { ...target, holder_name }),
        )
        print(json, presentBankAccount(done), (shown) => `${shown.id} is set. It waits: ${waitsFor(shown)}.`)
      })
    })
}

const INCOMPLETE = "error: give either --pix-key, or --bank, --branch and --number"

function withNumbers(command: Command): Command {
  return command
    .option("--pix-key <key>", "a CPF, a CNPJ, an e-mail address, a phone such as +5511912345678, or a random key")
    .option("--bank <code>", "the bank's 3 digits, or the 8 digits of its ISPB")
    .option("--branch <number>", "the branch, such as 1234")
    .option("--number <number>", "the account with its check digit, such as 123456-7")
}

function isAny({ pixKey, bank, branch, number }: Numbers): boolean {
  return [pixKey, bank, branch, number].some((each) => each !== undefined)
}

function targetOf({ pixKey, bank, branch, number }: Numbers): Target | undefined {
  const numbers = [bank, branch, number].filter((each) => each !== undefined)
  if (pixKey !== undefined) return numbers.length === 0 ? readPixKey(pixKey) : undefined
  if (bank === undefined || branch === undefined || number === undefined) return undefined
  return readAccountNumbers({ bank, branch, account: number })
}

function line({ id, destination: { pix_key, bank, branch, account, holder } }: Shown): (string | null)[] {
  return [id, pix_key ?? [bank, branch, account].join(" "), holder]
}

function waitsFor({ id, account, counts_from, needs_release, released_at }: Shown): string {
  const release = needs_release && released_at === null
  return release
    ? `until ${time(counts_from)}, and for: vintem bank-account release ${id} --account ${account} --mode live`
    : `until ${time(counts_from)}`
}

const time = (seconds: number) => minuteOf(seconds).replace("T", " ")
