import type { ParameterizedContext } from "koa"
import { createAccount, retrieveAccount } from "../../../accounts/accounts.ts"
import { scopeOf } from "../../../accounts/scope.ts"
import { mayAs, type Role } from "../../../accounts/users/roles.ts"
import { takeForm } from "../../../accounts/users/sent-forms.ts"
import { act } from "../../../audit/act.ts"
import type { ActionName, Actor } from "../../../audit/log.ts"
import { accountTime } from "../../../clock.ts"
import type { Transaction } from "../../../db/database.ts"
import { numberFormat } from "../../../formats.ts"
import { money } from "../../../payments/currency.ts"
import type { Mode, Scope } from "../../../wiring.ts"
import type { Html } from "../../html.ts"
import { type DashboardParts, type DashboardState, homeOf } from "./context.ts"
import { type Language, LOCALES, type Words } from "./language.ts"
import { type Place, pathOf } from "./place.ts"
import { queryText } from "./respond.ts"
import { whenOf } from "./time.ts"

/**
 * What is done to what: the target is an id, or where the action creates something, the id of that. Null: what the form names may not be
 * written down.
 */
export type Doing = { action: ActionName; target?: string | null }

/** The form was sent before, such as by a double click. What it asks for is done, or being done. */
export class FormSentBefore extends Error {}

/** One request for a page of an account: who asks, where they are, and what pages draw and do things with. */
export class At {
  readonly ctx: ParameterizedContext<DashboardState> & { params: Record<string, string> }
  readonly parts: DashboardParts
  readonly place: Place
  readonly mode: Mode
  /** The parameters of the query whose values fit nothing. The page is drawn as if they were missing, and names them. */
  readonly ignored = new Set<string>()

  constructor(ctx: ParameterizedContext<DashboardState>, parts: DashboardParts, place: Place, mode: Mode) {
    this.ctx = ctx as At["ctx"]
    this.parts = parts
    this.place = place
    this.mode = mode
  }

  get account(): string {
    return this.place.account.id
  }

  get user() {
    return this.ctx.state.user!
  }

  get language(): Language {
    return this.ctx.state.language
  }

  /** What a POST carries. Empty for a GET. */
  get form(): URLSearchParams {
    return this.ctx.state.form
  }

  /** A parameter of the path. */
  param(name: string): string {
    return this.ctx.params[name]!
  }

  /** A parameter of the query, without spaces around it. Empty where it is missing; where it is repeated, the first one. */
  query(name: string): string {
    return queryText(this.ctx, name)
  }

  /** A valid parameter of the query. Undefined if it is missing or invalid. */
  fitting(name: string, fits: (value: string) => boolean): string | undefined {
    const value = this.query(name)
    if (value === "") return undefined
    if (fits(value)) return value
    this.ignored.add(name)
  }

  /** A parameter of the query that is one of `values`. Another one is ignored. */
  choice<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    return this.fitting(name, (value) => values.includes(value as Value)) as Value | undefined
  }

  /** The path of another page of the same account and mode. `rest` begins with a slash. */
  path(rest: string): string {
    return pathOf(this.place, rest)
  }

  /** The texts in the viewer's language. */
  words<Texts>(words: Words<Texts>): Texts {
    return words[this.language]
  }

  /** An amount in cents. */
  money(cents: number, currency: string): string {
    return money(cents, currency, LOCALES[this.language])
  }

  number(value: number): string {
    return numberFormat(LOCALES[this.language]).format(value)
  }

  /** A share from 0 to 1, in per cent. */
  percent(share: number): string {
    return numberFormat(LOCALES[this.language], { style: "percent", maximumFractionDigits: 1 }).format(share)
  }

  /** A time in Unix seconds. */
  when(seconds: number): Html {
    return whenOf(seconds, this.language)
  }

  /** Whether the user may act here: by the role, and in live mode only in a session that more than a link has opened. */
  may(role: Role): boolean {
    return mayAs(this.user.role, role) && (this.place.mode === "test" || this.ctx.state.proved)
  }

  /** Now in the account's time, in Unix seconds. */
  get now(): number {
    const { clock, livemode } = this.mode
    return accountTime(clock, livemode ? { clock_offset: 0 } : this.place.account)
  }

  /** The scope of domain functions: the account, its time, and the mode. */
  async scope(): Promise<Scope> {
    const { database, clock } = this.mode
    const { name, id } = this.place.account
    // Each account has a row in test mode. That of live mode is created when it is first needed.
    if (this.mode.livemode && !(await retrieveAccount(database, id)))
      await database.transaction((tx) => createAccount(tx, clock, name, id))
    return scopeOf(database, this.mode, id)
  }

  /** Who acts, as the audit log names them. */
  get actor(): Actor {
    return { actor: `user:${this.user.id}`, source: this.ctx.state.address }
  }

  /**
   * Does what a form asks for, in one transaction with its entry in the audit log. Does it once for a form that is sent twice: the
   * second one throws FormSentBefore.
   */
  async act<Done extends object>(
    { action, target }: Doing,
    work: (tx: Transaction, scope: Scope) => Promise<Done>,
  ): Promise<Done> {
    const scope = await this.scope()
    const doing = { action, account: this.account, target: target ?? null, creates: target === undefined }
    return act(this.mode.database, this.actor, doing, async (tx) => {
      await this.takeForm(tx)
      return work(tx, scope)
    })
  }

  /** The mode whose database has the users. */
  get home(): Mode {
    return homeOf(this.parts.modes)
  }

  /**
   * Does what a form asks for in the database of the users, as `act` does it in that of the mode. `account` is the one that it concerns,
   * or null for every account.
   */
  async actAtHome<Done extends object>(
    { action, target, account }: Doing & { account: string | null },
    work: (tx: Transaction) => Promise<Done>,
  ): Promise<Done> {
    const doing = { action, account, target: target ?? null, creates: target === undefined }
    return act(this.home.database, this.actor, doing, async (tx) => {
      await this.takeForm(tx)
      return work(tx)
    })
  }

  /** Takes the form of this request, in the transaction that does what it asks for. Throws FormSentBefore. */
  async takeForm(tx: Transaction): Promise<void> {
    if (!(await takeForm(tx, this.user, this.form.get("form_token") ?? ""))) throw new FormSentBefore()
  }
}
