// The variables for retention periods (docs/data-kept.md).
import { days } from "./values.ts"

export const RETENTION = {
  retainEventsDays: {
    name: "RETAIN_EVENTS_DAYS",
    read: days(30),
    default: "400",
    doc: "How many days events can be read and sent again: at least 30, or 0 to keep them forever. Their deliveries, and the messages to integrations, are kept as long. [What is kept](data-kept.md).",
  },
  retainAttemptsDays: {
    name: "RETAIN_ATTEMPTS_DAYS",
    read: days(90),
    default: "400",
    doc: "How many days to keep calls to acquirers that moved no money: at least 90, or 0 to keep them forever. Calls of payments that succeeded, and of money that was sent back, are always kept.",
  },
  retainTokensDays: {
    name: "RETAIN_TOKENS_DAYS",
    read: days(2),
    default: "30",
    doc: "How many days tokens are kept, with the brand, last four digits, validity and holder of cards that were not saved: at least 2, or 0 to keep them forever.",
  },
  retainChargebackFilesDays: {
    name: "RETAIN_CHARGEBACK_FILES_DAYS",
    read: days(180),
    default: "540",
    doc: "How many days the documents that merchants sent with refused chargebacks are kept after the case was decided: at least 180, or 0 to keep them forever.",
  },
  retainRequestsDays: {
    name: "RETAIN_REQUESTS_DAYS",
    read: days(1),
    default: "30",
    doc: "How many days the [log of requests](operations/logs.md#the-log-of-requests) is kept, with the addresses of clients: at least 1, or 0 to keep it forever.",
  },
  retainMailsDays: {
    name: "RETAIN_MAILS_DAYS",
    read: days(30),
    default: "30",
    doc: "How many days mails are kept after they were sent, with what they say and their address, sealed: at least 30, as their links work so long, or 0 to keep them forever. [Mail](mail.md).",
  },
  retainLinkCustomersDays: {
    name: "RETAIN_LINK_CUSTOMERS_DAYS",
    read: days(30),
    default: "30",
    doc: "How many days customers whom the page of a payment link has made are kept if they did not pay: at least 30, as a payment can be made for so long after a refusal or an expiry, or 0 to keep them forever. Then they are [erased](data-kept.md#customers-of-payment-links).",
  },
  retainStatementsDays: {
    name: "RETAIN_STATEMENTS_DAYS",
    read: days(1),
    default: "90",
    doc: "How many days the content of acquirers' statement files is kept after it was read, sealed: at least 1, or 0 to keep it forever. Their lines are always kept. [Statements](statements.md).",
  },
} as const
