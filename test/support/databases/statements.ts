// Counts statements in the drivers themselves, so every statement counts, including COMMIT.
import Sqlite from "better-sqlite3"
import pg from "pg"

/** Calls `before` before each statement of this process, with its text or with the driver's argument, and with what runs it. */
export function beforeStatements(before: (sql: unknown, runner: unknown) => void): void {
  const watch = (prototype: object, method: string) => {
    const original = Reflect.get(prototype, method)
    Reflect.set(prototype, method, function (this: unknown, ...args: unknown[]) {
      before((this as { source?: string }).source ?? args[0], this)
      return original.apply(this, args)
    })
  }
  const sqlite = new Sqlite(":memory:")
  for (const method of ["get", "all", "run"]) watch(Object.getPrototypeOf(sqlite.prepare("SELECT 1")), method)
  watch(Sqlite.prototype, "exec")
  watch(pg.Client.prototype, "query")
}
