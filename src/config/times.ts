// The variables for timeouts: of Postgres, and of requests under way when a process stops.
import { ConfigError, integer } from "./values.ts"

export const DATABASE_TIMEOUTS = {
  databaseConnectTimeoutMs: {
    name: "DATABASE_CONNECT_TIMEOUT_MS",
    read: integer(100, 60_000),
    default: "10000",
    doc: "How long to wait for a connection to Postgres, in milliseconds: for a new one, and for one of the pool that is free.",
  },
  databaseStatementTimeoutMs: {
    name: "DATABASE_STATEMENT_TIMEOUT_MS",
    read: integer(1000, 600_000),
    default: "36000",
    doc: "How long Postgres may work on a statement, in milliseconds. If Postgres has not answered after another ninth of that time (4 seconds with the default), its connection is closed.",
  },
  databaseLockTimeoutMs: {
    name: "DATABASE_LOCK_TIMEOUT_MS",
    read: integer(0, 600_000),
    default: "0",
    doc: "How long a statement may wait for a lock in Postgres, in milliseconds. With 0, only `DATABASE_STATEMENT_TIMEOUT_MS` limits it.",
  },
  databaseIdleInTransactionTimeoutMs: {
    name: "DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS",
    read: integer(1000, 600_000),
    default: "30000",
    doc: "After how long Postgres ends a transaction that sends nothing, in milliseconds. A process that vanished keeps its rows locked for that long. Must be less than `DATABASE_STATEMENT_TIMEOUT_MS`, as others wait for those rows.",
  },
} as const

export const SHUTDOWN_TIMES = {
  shutdownDelaySeconds: {
    name: "SHUTDOWN_DELAY_SECONDS",
    read: integer(0, 300),
    default: "2",
    doc: "On SIGTERM, how long the API still takes requests while `/readyz` answers 503, in seconds. Choose more than a load balancer needs to notice that. On SIGINT there is no delay.",
  },
  shutdownTimeoutSeconds: {
    name: "SHUTDOWN_TIMEOUT_SECONDS",
    read: integer(1, 600),
    default: "35",
    doc: "How long requests under way may then take to finish, in seconds, and due work from the signal on. A call to an acquirer takes up to 30. Another process finishes what is cut off. The process ends at most 10 seconds later.",
  },
} as const

type Checked = {
  databaseStatementTimeoutMs: number
  databaseLockTimeoutMs: number
  databaseIdleInTransactionTimeoutMs: number
}

/** Throws ConfigError for a timeout without effect, because the statement timeout is shorter. */
export function checkTimeouts(config: Checked): void {
  const { databaseStatementTimeoutMs, databaseLockTimeoutMs, databaseIdleInTransactionTimeoutMs } = config
  const shorter = {
    DATABASE_LOCK_TIMEOUT_MS: databaseLockTimeoutMs,
    DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS: databaseIdleInTransactionTimeoutMs,
  }
  for (const [name, value] of Object.entries(shorter)) {
    if (value < databaseStatementTimeoutMs) continue
    throw new ConfigError(
      `${name} must be less than DATABASE_STATEMENT_TIMEOUT_MS (${databaseStatementTimeoutMs}), not '${value}'.`,
    )
  }
}
