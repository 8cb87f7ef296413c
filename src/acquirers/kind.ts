// The kinds of real acquirers: what an account needs to use one, and how it is opened.
import type { Logger } from "../base/log.ts"
import type { Acquirer } from "./acquirer.ts"
import type { AcquirerAddresses } from "./addresses.ts"
import type { Member, Members } from "./members.ts"
import type { NewNotice, Notices } from "./notices.ts"
import type { PaymentType } from "./sale.ts"

/** The credentials of an account at an acquirer. */
export type Credentials = {
  id: string
  account: string
  /** In clear, as the kind describes them. They go to the acquirer and nowhere else. */
  members: Members
  /** Later credentials of the same merchant. Calls about earlier payments use them if these are refused. Undefined if none were set. */
  renewed(): Promise<Members | undefined>
}

/**
 * An acquirer's notification that a charge or a mandate has changed. It is not signed, so it only causes a look-up. `reference` is that of the
 * sale: of a charge under a mandate that of its order, also after retries. `mandate` is the acquirer's own id.
 */
export type Notification = ({ chargeback: boolean } & ({ charge: string } | { reference: string })) | { mandate: string }

/** A real acquirer that accounts can use (docs/acquirers.md). */
export type AcquirerKind = {
  readonly name: string
  /** The payment methods that it takes. */
  readonly methods: readonly PaymentType[]
  /** What accounts sign in with. Files and forms have these members. */
  readonly members: readonly Member[]
  /** The member that names the merchant at the acquirer. It is no secret. */
  readonly merchant: string
  /** Throws RangeError, for the operator, if the acquirer cannot have issued such credentials: MemberError if it is one member. No message repeats a secret. */
  checkMembers(members: Members): void
  /** When the certificate of credentials ends, in Unix seconds. Left out if the acquirer wants none. */
  certificateEnd?(members: Members): number | undefined
  /** Whether it lists payments (`Acquirer.listTaken`), which are then compared with what is booked, once a day. */
  readonly listsPayments?: true
  /**
   * The log gets what an operator must act on, such as credentials that the acquirer refuses. `notices`: what this acquirer has told of the account.
   */
  open(credentials: Credentials, addresses: AcquirerAddresses, log: Logger, notices?: Notices): Acquirer
  /** Whether it also notifies about all accounts at one address, `/acquirers/NAME/notifications`, without a secret. */
  readonly hasOneAddress?: true
  /** Reads the body of a notification, which may name any number of charges. Returns undefined if the body is not well formed. */
  readNotifications(body: unknown): readonly Notification[] | undefined
  /** Its notifications are signed, so they are believed and stored: the acquirer cannot be asked. Then `readNotifications` is not used. */
  readonly signed?: SignedNotifications
}

export type SignedNotifications = {
  /**
   * Reads the body of a notification. `membersOf` has the newest credentials of a merchant of the account. `refused` counts what no key of its
   * merchant has signed. Returns undefined if the body is not well formed.
   */
  read(
    body: unknown,
    membersOf: (merchant: string) => Promise<Members | undefined>,
  ): Promise<{ notices: NewNotice[]; refused: number } | undefined>
  /** What a stored one is about. Undefined if it changes no payment. */
  about(notice: NewNotice): SignedNotification | undefined
  /** Whether the acquirer documents such an event. Others are kept and shown to the operator. */
  isKnown(event: string): boolean
  /** The text that acknowledges notifications. */
  readonly answer: string
}

/**
 * `undoes`: refunds of the charge that were made may have failed since. `loses`: money that was captured never arrives. `gives_back`: the card
 * network has given the money of a dispute back.
 */
export type SignedNotification = Exclude<Notification, { mandate: string }> & {
  undoes?: boolean
  loses?: boolean
  gives_back?: boolean
}
