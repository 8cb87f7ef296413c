import type { ParameterizedContext } from "koa"
import { createAccount, findAccount } from "../../../accounts/accounts.ts"
import { scopeOf } from "../../../accounts/scope.ts"
import { mayAs, type Role } from "../../../accounts/users/roles.ts"
import { takeForm } from "../../../accounts/users/sent-forms.ts"
import { act } from "../../../audit/act.ts"
import type { ActionName } from "../../../audit/actions.ts"
import type { Actor } from "../../../audit/log.ts"
import { accountTime } from "../../../base/clock.ts"
import { money } from "../../../base/currency.ts"
import { numberFormat } from "../../../base/formats.ts"
import type { Transaction } from "../../../db/database.ts"
import type { Mode, Scope } from "../../../modes/wiring.ts"
import type { SaidBy } from "../../../payments/intents/platform-money.ts"
import type { Html } from "../../shared/html.ts"
import { type Language, LOCALES, type Words } from "../../shared/language.ts"
import { pathParameter } from "../../shared/path-parameter.ts"
import { type DashboardParts, type DashboardState, sessionOf, usersModeOf } from "./context.ts"
import { dateTime } from "./date-time.ts"
import { FormSentBefore } from "./errors.ts"
import { accountPath, type PageLocation } from "./location.ts"
import { queryParameter } from "./responses.ts"

/**
 * An action and its target for the audit log. The target is an id. If omitted, it is the id of the created object. Null: the name in the
 * form may not be recorded.
 */
export type AuditedAction = { action: ActionName; target?: string | null; reason?: string | null }

/** One request for a page of an account: the user, the account and mode in the path, and the means to render pages and make changes. */
export class DashboardRequest {
  readonly ctx: ParameterizedContext<DashboardState> & { params: Record<string, string> }
  readonly parts: DashboardParts
  readonly location: PageLocation
  readonly mode: Mode
  /** The parameters of the query with invalid values. The page ignores them and names them. */
  readonly ignoredParameters = new Set<string>()

  constructor(ctx: ParameterizedContext<DashboardState>, parts: DashboardParts, location: PageLocation, mode: Mode) {
    this.ctx = ctx as DashboardRequest["ctx"]
    this.parts = parts
    this.location = location
    this.mode = mode
  }

  get account(): string {
    return this.location.account.id
  }

  get user() {
    return sessionOf(this.ctx).user
  }

  get language(): Language {
    return this.ctx.state.language
  }

  /** The form of a POST. Empty for a GET. */
  get form(): URLSearchParams {
    return this.ctx.state.form
  }

  /** A parameter of the path. */
  pathParameter(name: string): string {
    return pathParameter(this.ctx, name)
  }

  /** A parameter of the query, trimmed. Empty if missing. If repeated, the first one. */
  queryParameter(name: string): string {
    return queryParameter(this.ctx, name)
  }

  /** A valid parameter of the query. Undefined if it is missing or invalid. */
  validQueryParameter(name: string, fits: (value: string) => boolean): string | undefined {
    const value = this.queryParameter(name)
    if (value === "") return undefined
    if (fits(value)) return value
    this.ignoredParameters.add(name)
  }

  /** A parameter of the query that is one of `values`. Any other value is ignored. */
  queryChoice<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    return this.validQueryParameter(name, (value) => values.includes(value as Value)) as Value | undefined
  }

  /** The path of another page of the same account and mode. `rest` begins with a slash. */
  pathTo(rest: string): string {
    return accountPath(this.location, rest)
  }

  words<Texts>(words: Words<Texts>): Texts {
    return words[this.language]
  }

  /** Formats an amount in cents. */
  money(cents: number, currency: string): string {
    return money(cents, currency, LOCALES[this.language])
  }

  number(value: number): string {
    return numberFormat(LOCALES[this.language]).format(value)
  }

  /** Formats a share from 0 to 1 as a percentage. */
  percent(share: number): string {
    return numberFormat(LOCALES[this.language], { style: "percent", maximumFractionDigits: 1 }).format(share)
  }

  /** Formats a time in Unix seconds. */
  dateTime(seconds: number): Html {
    return dateTime(seconds, this.language)
  }

  /** Returns whether the user has the role. In live mode, the session must also be opened by more than a link. */
  may(role: Role): boolean {
    return mayAs(this.user.role, role) && (this.location.mode === "test" || this.ctx.state.proved)
  }

  /** Whether the account's clock is ahead of real time, as it can be in test mode. */
  get isClockAhead(): boolean {
    return !this.mode.livemode && this.location.account.clock_offset > 0
  }

  /** The account's current time, in Unix seconds. */
  get now(): number {
    const { clock, livemode } = this.mode
    return accountTime(clock, livemode ? { clock_offset: 0 } : this.location.account)
  }

  /** The scope of domain functions: the account, its time, and the mode. */
  async scope(): Promise<Scope> {
    const { database, clock } = this.mode
    const { name, id } = this.location.account
    // Each account has a row in test mode. Its row in live mode is created on first use.
    if (this.mode.livemode && !(await findAccount(database, id)))
      await database.transaction((tx) => createAccount(tx, clock, name, id))
    return scopeOf(database, this.mode, id)
  }

  /** The user, as the audit log names them. */
  get actor(): Actor {
    return { actor: `user:${this.user.id}`, source: this.ctx.state.address }
  }

  /**
   * Runs the action of a form and writes its audit entry in one transaction. A form runs once: if it is sent again, throws FormSentBefore.
   */
  async runAction<Result extends object>(
    { action, target, reason = null }: AuditedAction,
    work: (tx: Transaction, scope: SaidBy<Scope>) => Promise<Result>,
  ): Promise<Result> {
    const scope = { ...(await this.scope()), by: this.user }
    const audited = { action, account: this.account, target: target ?? null, reason, creates: target === undefined }
    return act(this.mode.database, this.actor, audited, async (tx) => {
      await this.markFormSent(tx)
      return work(tx, scope)
    })
  }

  /** The mode whose database holds the users. */
  get usersMode(): Mode {
    return usersModeOf(this.parts.modes)
  }

  /** Like `act`, but in the database of the users. `account` is the account that the action concerns, or null for every account. */
  async runUserAction<Result extends object>(
    { action, target, account }: AuditedAction & { account: string | null },
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> {
    const audited = { action, account, target: target ?? null, creates: target === undefined }
    return act(this.usersMode.database, this.actor, audited, async (tx) => {
      await this.markFormSent(tx)
      return work(tx)
    })
  }

  /** Marks the form of this request as sent, in the transaction of its action. Throws FormSentBefore. */
  async markFormSent(tx: Transaction): Promise<void> {
    if (!(await takeForm(tx, this.user, this.form.get("form_token") ?? ""))) throw new FormSentBefore()
  }
}
