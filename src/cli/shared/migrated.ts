import type { Migrated } from "../../db/migrations/migrate.ts"

/** What a migration has done, for people. */
export function describeMigrated({ applied, newer }: Migrated): string {
  if (newer.length > 0) return `nothing to do: a newer version has migrated this database (${newer.join(", ")})`
  return applied.length > 0 ? applied.join(", ") : "up to date"
}
